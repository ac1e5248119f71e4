/** Everything that the server answers. */
import { checkMethod } from './check.ts';
import { codeActions } from './code-actions.ts';
import { codeLens } from './code-lens.ts';
import { commands } from './commands.ts';
import { completion } from './completion.ts';
import { definition } from './definition.ts';
import { diagnostics } from './diagnostics.ts';
import { environmentsMethod } from './environments.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import type { Method } from './method.ts';
import { playMethod } from './play.ts';
import { rename } from './rename.ts';
import { repairMethod } from './repair.ts';
import { rulePageMethod } from './rule-page.ts';

export const METHODS: readonly Method[] = [
  diagnostics,
  codeActions,
  hover,
  codeLens,
  inlayHints,
  completion,
  definition,
  rename,
  environmentsMethod,
  checkMethod,
  playMethod,
  repairMethod,
  rulePageMethod,
  commands,
];
