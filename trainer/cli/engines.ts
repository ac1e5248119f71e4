/** Kinds of engines that this version can train with, as far as the help needs to know; kinds.ts has the trainers. */
import type { Engine } from '../../server/protocol/run-config.ts';

export const ENGINES: readonly Engine['kind'][] = [];
