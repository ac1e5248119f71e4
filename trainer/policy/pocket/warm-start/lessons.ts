/** What the warm start imitates, batch by batch: programs, plays and hints, all drawn from the step's number. */
import type { SandboxPool } from '../../../../server/sandbox/pool.ts';
import type { Trajectory } from '../../policy.ts';
import { designPrompt, hintPrompt } from '../prompts.ts';
import { END, encodeParts, marker, type Part } from '../tokens.ts';
import { scriptedPlay } from './plays.ts';
import { type Program, program } from './programs.ts';

/** How many sequences of each kind a batch has. */
export interface Mixture {
  readonly programs: number;
  readonly plays: number;
  readonly hints: number;
}

/** About as many tokens of programs as of plays. */
export const MIXTURE: Mixture = { programs: 8, plays: 24, hints: 2 };

/** A sequence to imitate: of its tokens the replies, each with its end. */
export function lesson(parts: readonly Part[]): Trajectory {
  const tokens = encodeParts(parts);
  const mask = new Uint8Array(tokens.length);
  let replying = false;
  for (const [t, token] of tokens.entries()) {
    mask[t] = Number(replying);
    if (token === marker('reply')) replying = true;
    else if (token === END) replying = false;
  }
  const advantages = new Float32Array(tokens.length).fill(1);
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
    ...programs.map(designing),
    ...plays.map(({ parts }) => lesson(parts)),
    ...others.slice(mixture.plays).map(hinting),
  ];
}

const designing = ({ family, difficulty, document, source }: Program): Trajectory =>
  lesson([...designPrompt({ skill: family.skill, difficulty, document }), { marker: 'reply', text: source }]);

const hinting = ({ family, source }: Program): Trajectory =>
  lesson([...hintPrompt(source), { marker: 'reply', text: family.hint }]);
