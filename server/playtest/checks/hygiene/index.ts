import type { Check } from '../../check.ts';
import { divisionByZero } from './division-by-zero.ts';

/** SP8: slips that are not yet faults everywhere. */
export const hygiene: readonly Check[] = [divisionByZero];
