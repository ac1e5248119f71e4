/** What the warm start imitates, batch by batch: programs, plays and hints, all drawn from the step's number. */
import type { SandboxPool } from '../../../../server/sandbox/pool.ts';
import type { Trajectory } from '../../policy.ts';
import { designPrompt, hintPrompt } from '../prompts.ts';
import { type Random, seededRandom } from '../random.ts';
import { END, encodeParts, marker, type Part } from '../tokens.ts';
import { oneOf } from './draw.ts';
import { FAMILIES } from './families/index.ts';
import type { Skill } from './family.ts';
import { scriptedPlay } from './plays.ts';
import { type Program, program } from './programs.ts';

/** How many sequences of each kind a batch has. */
export interface Mixture {
  readonly programs: number;
  readonly plays: number;
  readonly hints: number;
}

/** About as many tokens of programs as of plays. */
export const DESIGNING: Mixture = { programs: 8, plays: 24, hints: 2 };
/** Enough programs that writing them is not forgotten. */
export const PLAYING: Mixture = { programs: 4, plays: 64, hints: 1 };
/** A hint is read off a whole program, which takes many to learn; and nothing else may be forgotten. */
export const HINTING: Mixture = { programs: 6, plays: 40, hints: 16 };

/** An action has a fraction of a program's tokens, and each of them decides a game. */
const OF_PLAY = 4;

/** Shares of designs that are asked for with a document, and with an example. */
const GROUNDED = 0.8;
const REMINDED = 0.4;

/** Examples are drawn from so many programs of each family. */
const EXAMPLES = 10_000;

/** Sets the chances of what is asked apart from those of the program. */
const ASKING = 0x5bd1e995;

/** A sequence to imitate: of its tokens the replies, each with its end. `weight`: what each of them counts. */
export function lesson(parts: readonly Part[], weight = 1): Trajectory {
  const tokens = encodeParts(parts);
  const mask = new Uint8Array(tokens.length);
  let replying = false;
  for (const [t, token] of tokens.entries()) {
    mask[t] = Number(replying);
    if (token === marker('reply')) replying = true;
    else if (token === END) replying = false;
  }
  const advantages = new Float32Array(tokens.length).fill(weight);
  return { tokens, mask, advantages, oldLogProbabilities: new Float32Array(tokens.length) };
}

/**
 * The batch of that step; no two steps share a program.
 * @throws when the sandbox fails.
 */
export async function lessonsOf(step: number, mixture: Mixture, pool: SandboxPool): Promise<Trajectory[]> {
  const size = mixture.programs + mixture.plays + mixture.hints;
  const all = Array.from({ length: size }, (_, i) => program(step * size + i));
  const [programs, others] = [all.slice(0, mixture.programs), all.slice(mixture.programs)];
  const plays = await Promise.all(
    others
      .slice(0, mixture.plays)
      .map((one, i) => pool.use((interpreter) => scriptedPlay(interpreter, one, step * size + i))),
  );
  return [
    ...programs.map((one, i) => designing(one, step * size + i)),
    ...plays.map(({ parts }) => lesson(parts, OF_PLAY)),
    ...others.slice(mixture.plays).map(hinting),
  ];
}

/** Some are asked for without a document, and some with an example of the same skill, as a run may ask. */
function designing({ family, difficulty, document, source }: Program, seed: number): Trajectory {
  const random = seededRandom(seed ^ ASKING);
  const task = {
    skill: family.skill,
    difficulty,
    document: random() < GROUNDED ? document : undefined,
    memory: random() < REMINDED ? [exampleOf(family.skill, random)] : [],
  };
  return lesson([...designPrompt(task), { marker: 'reply', text: source }]);
}

/** A program of the skill. */
function exampleOf(skill: Skill, random: Random): string {
  const places = FAMILIES.flatMap((family, index) => (family.skill === skill ? [index] : []));
  return program(oneOf(random, places) + FAMILIES.length * Math.floor(random() * EXAMPLES)).source;
}

const hinting = ({ family, source }: Program): Trajectory =>
  lesson([...hintPrompt(source), { marker: 'reply', text: family.hint }]);
