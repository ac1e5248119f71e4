/** Short documents that give a program its place, its things and its family. */

import type { Random } from '../random.ts';
import { oneOf, shuffled } from './draw.ts';
import type { Family, Theme } from './family.ts';

export const PLACES =
  'mill pond barn tower harbor forge garden bakery mine temple market inn cellar bridge station library grove dairy palace museum quarry vineyard stable castle cabin lagoon canyon meadow tavern valley reef dock workshop depot ferry theater kitchen clinic school farm hangar glacier lodge desert monastery lighthouse'.split(
    ' ',
  );
export const THINGS =
  'sacks frogs stones lamps crates fish coins seeds goats jars wheels bells ropes barrels loaves books birds trees roses nails keys drums boats tiles plums bees shells gears cups stars nuts sheep eggs pears bricks maps masks candles ships horses beads apples crabs ducks ants bottles pipes pebbles'.split(
    ' ',
  );

const OPENINGS = [
  (place: string, things: string) => `The ${place} is known for its ${things}.`,
  (place: string, things: string) => `In an old ${place} there are many ${things}.`,
  (place: string, things: string) => `People bring ${things} to the ${place}.`,
  (place: string, things: string) => `Of all ${things}, those of the ${place} are the best.`,
  (place: string, things: string) => `A ${place} without ${things} is an odd sight.`,
];

const ASIDES = [
  'Travellers have told of it for long.',
  'It stands by a river.',
  'The oldest records are lost.',
  'In winter it is closed.',
  'A family has kept it for years.',
  'Much has been written about it.',
];

export interface Grounding {
  readonly text: string;
  readonly theme: Theme;
}

/** A document that leads to that family. */
export function documentFor({ topics }: Family, random: Random): Grounding {
  const theme = { place: oneOf(random, PLACES), things: oneOf(random, THINGS) };
  const opening = oneOf(random, OPENINGS)(theme.place, theme.things);
  const rest = shuffled(random, [oneOf(random, topics), ...(random() < 0.5 ? [oneOf(random, ASIDES)] : [])]);
  return { theme, text: [opening, ...rest].join(' ') };
}
