/** Every check, in the order of its code: the order in which experiments are asked for and findings are told. */
import type { Check } from '../check.ts';
import { determinism } from './determinism/index.ts';
import { toolUse } from './tool-use/index.ts';

export const CHECKS: readonly Check[] = [...determinism, ...toolUse].sort((a, b) => a.code.localeCompare(b.code));
