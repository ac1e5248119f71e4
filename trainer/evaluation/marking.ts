/** Which answers are right. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import type { Kept } from './answering.ts';
import { lastBox } from './boxed.ts';
import { compare } from './compare.ts';
import type { Question } from './questions.ts';
import type { QuestionScore } from './scores.ts';

const MARKS = 'marks.jsonl';

/** Writes `marks.jsonl` beside the answers: what was read of each, and whether it is right. */
export async function markAll(
  questions: readonly Question[],
  answers: readonly Kept[],
  folder: string,
  pool: SandboxPool,
  signal: AbortSignal,
): Promise<QuestionScore[]> {
  const expected = new Map(questions.map(({ id, answer }) => [id, answer]));
  const read = answers.flatMap((one) => {
    const gold = expected.get(one.question);
    return gold === undefined ? [] : [{ ...one, gold, given: lastBox(one.response) }];
  });
  const boxed = read.flatMap((one) => (one.given === undefined ? [] : [{ ...one, given: one.given }]));
  const same = await compare(
    boxed.map(({ gold, given }) => ({ expected: gold, given })),
    pool,
    signal,
  );
  const right = new Set(
    boxed.filter((_, i) => same[i]).map(({ question, sample }) => `${sample} ${question}`),
  );
  const marks = read.map(({ question, sample, given, gold, stopReason }) => ({
    ...{ question, sample, given: given ?? null, expected: gold },
    right: right.has(`${sample} ${question}`),
    stopReason,
  }));
  writeFileSync(join(folder, MARKS), marks.map((mark) => `${JSON.stringify(mark)}\n`).join(''));
  return questions.map(({ id }) => {
    const mine = marks.filter(({ question }) => question === id);
    return {
      id,
      answers: mine.length,
      right: mine.filter((one) => one.right).length,
      unanswered: mine.filter((one) => one.given === null).length,
      cut: mine.filter((one) => one.stopReason !== 'stop').length,
    };
  });
}
