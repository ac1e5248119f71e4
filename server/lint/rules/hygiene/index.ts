import type { LintRule } from '../../rule.ts';
import { broadExcept } from './broad-except.ts';
import { deadState } from './dead-state.ts';
import { defaultClassName } from './default-class-name.ts';
import { divisionByZero } from './division-by-zero.ts';

/** SP8: what makes an environment hard to trust or to find. */
export const hygiene: readonly LintRule[] = [deadState, broadExcept, divisionByZero, defaultClassName];
