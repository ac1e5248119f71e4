import type { LintRule } from '../../rule.ts';
import { blockingCall } from './blocking-call.ts';
import { catastrophicRegex } from './catastrophic-regex.ts';
import { dynamicCode } from './dynamic-code.ts';
import { forbiddenImport } from './forbidden-import.ts';
import { hostAccess } from './host-access.ts';
import { introspectionEscape } from './introspection-escape.ts';
import { networkAccess } from './network-access.ts';
import { outputNoise } from './output-noise.ts';
import { processExit } from './process-exit.ts';
import { unboundedLoop } from './unbounded-loop.ts';

/** SP2: the environment stays inside its interpreter, and within time and memory. */
export const sandbox: readonly LintRule[] = [
  forbiddenImport,
  dynamicCode,
  hostAccess,
  networkAccess,
  introspectionEscape,
  blockingCall,
  processExit,
  outputNoise,
  unboundedLoop,
  catastrophicRegex,
];
