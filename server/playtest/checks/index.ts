/** Every check, in the order of its code: the order in which experiments are asked for and findings are told. */
import type { Check } from '../check.ts';
import { contract } from './contract/index.ts';
import { determinism } from './determinism/index.ts';
import { episode } from './episode/index.ts';
import { hygiene } from './hygiene/index.ts';
import { learnability } from './learnability/index.ts';
import { sandbox } from './sandbox/index.ts';
import { text } from './text/index.ts';
import { toolUse } from './tool-use/index.ts';

export const CHECKS: readonly Check[] = [
  ...contract,
  ...sandbox,
  ...determinism,
  ...episode,
  ...learnability,
  ...toolUse,
  ...text,
  ...hygiene,
].sort((a, b) => a.code.localeCompare(b.code));
