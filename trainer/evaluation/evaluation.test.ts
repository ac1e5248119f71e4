import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { AnswerBook } from './answering.ts';
import { lastBox } from './boxed.ts';
import { compare } from './compare.ts';
import { passAtK } from './pass-at-k.ts';
import { readQuestions } from './questions.ts';
import { scoresOf } from './scores.ts';

const folder = mkdtempSync(join(tmpdir(), 'spade-questions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string) {
  const file = join(folder, 'q.jsonl');
  writeFileSync(file, content);
  return readQuestions('q.jsonl', file).questions;
}

describe('a question set', () => {
  it('has a question a line, under either name, with a number or a text as its answer', () => {
    expect(
      read(
        '{"problem": "2+2?", "answer": 4}\n\n{"id": "b", "question": "Half?", "answer": "1/2", "year": 2024}\n',
      ),
    ).toEqual([
      { id: '1', text: '2+2?', answer: '4' },
      { id: 'b', text: 'Half?', answer: '1/2' },
    ]);
  });

  it.each([
    ['{"problem": "x"}', /q\.jsonl:1: .*answer/],
    ['{"problem": "x", "answer": 1}\n{"answer": 2}', /q\.jsonl:2: .*neither "problem" nor "question"/],
    ['nonsense', /q\.jsonl:1: it is no JSON/],
    ['', /holds no question/],
    [
      '{"id": 1, "problem": "x", "answer": 1}\n{"id": "1", "problem": "y", "answer": 1}',
      /two questions have the id "1"/,
    ],
  ])('that is no good is refused: %s', (content, words) => {
    expect(() => read(content)).toThrow(words);
  });
});

it.each([
  ['so \\boxed{1} and then \\boxed{ \\frac{1}{2} }.', '\\frac{1}{2}'],
  ['\\boxed{\\{1, 2\\}}', '\\{1, 2\\}'],
  ['\\boxed{7} or \\boxed{8', '7'],
  ['\\boxed{}', undefined],
  ['no box', undefined],
])('the answer of %j is %j', (text, answer) => {
  expect(lastBox(text)).toBe(answer);
});

describe('pass@k', () => {
  it('is the share of choices of k answers that hold a right one', () => {
    for (const [n, c] of [
      [5, 0],
      [5, 1],
      [6, 3],
      [7, 7],
    ] as const)
      for (let k = 1; k <= n; k += 1) {
        const answers = Array.from({ length: n }, (_, i) => i < c);
        let [hits, all] = [0, 0];
        for (let choice = 0; choice < 2 ** n; choice += 1) {
          const chosen = answers.filter((_, i) => (choice >> i) & 1);
          if (chosen.length !== k) continue;
          all += 1;
          if (chosen.includes(true)) hits += 1;
        }
        expect(passAtK(n, c, k)).toBeCloseTo(hits / all, 12);
      }
  });

  it('is a mean over questions, and unknown where one has too few answers', () => {
    const one = (id: string, answers: number, right: number) => ({
      id,
      answers,
      right,
      unanswered: 0,
      cut: 0,
    });
    const scores = scoresOf([one('a', 4, 4), one('b', 4, 1)], [1, 2, 4]);
    expect(scores.average?.value).toBeCloseTo(0.625, 9);
    expect(scores.pass.map(({ estimate }) => estimate?.value)).toEqual([
      expect.closeTo(0.625, 9),
      expect.closeTo(0.75, 9),
      1,
    ]);
    expect(scores.average?.low).toBeLessThan(0.625);
    expect(scoresOf([one('a', 4, 4), one('b', 2, 1)], [4]).pass[0]?.estimate).toBeUndefined();
  });
});

describe('answers', () => {
  let pool: SandboxPool;
  beforeAll(async () => {
    pool = await createPool({ children: 1 });
  });
  afterAll(() => pool.close());

  it('are compared as mathematics, in the sandbox', async () => {
    const pairs = [
      ['204', '204'],
      ['204', '204.0'],
      ['\\frac{1}{2}', '0.5'],
      ['(1, 2)', '(1,2)'],
      ['204', '205'],
      ['025', '25'],
      ['1/3', 'x'],
    ].map(([expected = '', given = '']) => ({ expected, given }));
    const same = await compare(pairs, pool, new AbortController().signal);
    expect(same).toEqual([true, true, true, true, false, true, false]);
  });

  it('are kept line by line, what a crash left of one is dropped, and other settings are refused', () => {
    const place = join(folder, 'book');
    const book = AnswerBook.open(place, { seed: 0 });
    book.add({ question: 'a', sample: 0, response: '\\boxed{1}', stopReason: 'stop' });
    writeFileSync(join(place, 'answers.jsonl'), '{"question": "b", "sam', { flag: 'a' });
    const again = AnswerBook.open(place, { seed: 0 });
    expect(again.answers).toHaveLength(1);
    again.add({ question: 'b', sample: 0, response: '', stopReason: 'length' });
    expect(AnswerBook.open(place, { seed: 0 }).answers.map(({ question }) => question)).toEqual(['a', 'b']);
    expect(() => AnswerBook.open(place, { seed: 1 })).toThrow(/other settings/);
  });
});
