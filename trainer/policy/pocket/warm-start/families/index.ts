import type { Family } from '../family.ts';
import { code } from './code.ts';
import { growth } from './growth.ts';
import { guess } from './guess.ts';
import { heading } from './heading.ts';
import { levers } from './levers.ts';
import { lookup } from './lookup.ts';
import { machine } from './machine.ts';
import { pair } from './pair.ts';
import { sequence } from './sequence.ts';
import { setting } from './setting.ts';
import { total } from './total.ts';
import { walk } from './walk.ts';

/** Every family, in a fixed order. */
export const FAMILIES: readonly Family[] = [
  growth,
  guess,
  code,
  walk,
  heading,
  sequence,
  machine,
  total,
  pair,
  levers,
  lookup,
  setting,
];
