/** Puts questions to a policy, and keeps each answer as soon as it is there. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { seedOf } from '../curriculum/random.ts';
import type { Message } from '../roles/message.ts';
import type { Answer, Player, Speech } from '../roles/player.ts';
import type { Question } from './questions.ts';

const SETTINGS = 'evaluation.json';
const ANSWERS = 'answers.jsonl';

const TASK = 'Think step by step, and put your final answer inside \\boxed{}.';

export const questionMessages = ({ text }: Question): Message[] => [
  { role: 'user', content: `${text}\n\n${TASK}` },
];

const kept = z.object({
  question: z.string(),
  sample: z.number().int(),
  response: z.string(),
  thinking: z.string().optional(),
  /** It ended by itself, by its limit, or there was no room for it. */
  stopReason: z.enum(['stop', 'length', 'context']),
});
export type Kept = z.infer<typeof kept>;

export interface Asking {
  readonly player: Player;
  readonly ways: Speech & { readonly context: number };
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onAnswer: () => void;
}

/** A folder of answers: `evaluation.json` says of what, `answers.jsonl` has one a line. */
export class AnswerBook {
  readonly folder: string;
  readonly #answers: Kept[];

  private constructor(folder: string, answers: Kept[]) {
    this.folder = folder;
    this.#answers = answers;
  }

  /** Makes the folder, or goes on with it. @throws UsageError when it holds something else. */
  static open(folder: string, settings: Readonly<Record<string, z.core.util.JSONType>>): AnswerBook {
    mkdirSync(folder, { recursive: true });
    const place = join(folder, SETTINGS);
    if (existsSync(place) && !isDeepStrictEqual(JSON.parse(readFileSync(place, 'utf8')), settings))
      throw new UsageError(
        `${folder} holds an evaluation with other settings. Give another folder with --out, or remove this one.`,
      );
    writeFileSync(place, `${JSON.stringify(settings, null, 1)}\n`);
    const file = join(folder, ANSWERS);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    // What a crash has left of a last line is asked again.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) writeFileSync(file, whole);
    const answers = whole
      .split('\n')
      .filter((one) => one !== '')
      .map((one) => kept.parse(JSON.parse(one)));
    return new AnswerBook(folder, answers);
  }

  get answers(): readonly Kept[] {
    return this.#answers;
  }

  has(question: string, sample: number): boolean {
    return this.#answers.some((one) => one.question === question && one.sample === sample);
  }

  add(answer: Kept): void {
    appendFileSync(join(this.folder, ANSWERS), `${JSON.stringify(answer)}\n`);
    this.#answers.push(answer);
  }
}

/** Asks whatever the book does not hold yet. @throws PolicyFailure; the signal's reason. */
export async function askAll(
  questions: readonly Question[],
  samples: number,
  book: AnswerBook,
  asking: Asking,
): Promise<void> {
  const known = new Set(book.answers.map(({ question, sample }) => `${sample} ${question}`));
  const open = questions.flatMap((question) =>
    Array.from({ length: samples }, (_, sample) => ({ question, sample })).filter(
      (one) => !known.has(`${one.sample} ${question.id}`),
    ),
  );
  const { player, seed, onAnswer } = asking;
  const stop = new AbortController();
  const signal = AbortSignal.any([asking.signal, stop.signal]);
  const put = async (some: typeof open) => {
    const answers = await answersTo(
      some.map(({ question, sample }) => ({ question, seed: seedOf(seed, 'question', question.id, sample) })),
      { ...asking, signal },
    );
    for (const [i, { question, sample }] of some.entries()) {
      const { text, thinking, stopReason } = answers[i] ?? {
        text: '',
        thinking: undefined,
        stopReason: 'context',
      };
      const told = thinking === undefined ? {} : { thinking };
      book.add({ question: question.id, sample, response: text, ...told, stopReason });
      onAnswer();
    }
  };
  try {
    const { atOnce } = player;
    const size = atOnce === 'all' ? TOGETHER : 1;
    const lane = async () => {
      for (let some = open.splice(0, size); some.length > 0; some = open.splice(0, size)) await put(some);
    };
    await Promise.all(Array.from({ length: atOnce === 'all' ? 1 : atOnce }, lane));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}

/** Answers of one batch, where a policy answers in batches: what is lost when it is interrupted. */
const TOGETHER = 64;

/** `undefined` where there was no room for one. */
async function answersTo(
  asks: readonly { readonly question: Question; readonly seed: number }[],
  { player, ways, signal }: Pick<Asking, 'player' | 'ways' | 'signal'>,
): Promise<(Answer | undefined)[]> {
  if (player.ask)
    return player.ask(
      asks.map(({ question, seed }) => ({ messages: questionMessages(question), seed })),
      ways,
      signal,
    );
  // A policy that knows only the roles is asked as a player whose environment is the question.
  const turns = asks.map(({ question: { text }, seed }) => ({
    conversation: player.open({ profile: 'games', observation: text, tools: [] }),
    seed,
  }));
  return player.answer(turns, ways, signal);
}
