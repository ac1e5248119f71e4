/** Programs for the warm start, each with the prompt that asks for it. */
import { DIFFICULTIES, type Difficulty } from '../../../curriculum/difficulty.ts';
import { seededRandom } from '../random.ts';
import { documentFor } from './documents.ts';
import { oneOf } from './draw.ts';
import { FAMILIES } from './families/index.ts';
import { type Family, LEVELS } from './family.ts';

/** Share of documents that speak of what their own skill can do something with; a run draws them for any skill. */
const FITTING = 0.5;

export interface Program {
  readonly family: Family;
  readonly difficulty: Difficulty;
  readonly document: string;
  /** Python. */
  readonly source: string;
}

const othersThan = ({ skill }: Family): readonly Family[] => FAMILIES.filter((one) => one.skill !== skill);

/** The program of that seed; families take turns. */
export function program(seed: number): Program {
  const family = FAMILIES[seed % FAMILIES.length];
  if (!family) throw new Error(`The seed is ${seed}; it must be a whole number from 0 on.`);
  const random = seededRandom(seed);
  const level = oneOf(random, LEVELS);
  const told = random() < FITTING ? family : oneOf(random, othersThan(family));
  const { theme, text } = documentFor(told, random);
  return {
    family,
    difficulty: DIFFICULTIES[level],
    document: text,
    source: family.write(random, theme, level),
  };
}
