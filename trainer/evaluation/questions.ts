/**
 * Sets of questions with short answers, as JSON lines: `{"problem": "…", "answer": "204"}`, which is AIME's form, or
 * `question` in the place of `problem`. `id` names one; what else a line holds is not read.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { inline } from '../../server/contract/visible.ts';
import { fileProblem, UsageError } from '../../server/workspace/usage-error.ts';
import { hashOf } from '../store/environments.ts';

const line = z
  .looseObject({
    problem: z.string().min(1).optional(),
    question: z.string().min(1).optional(),
    answer: z.union([z.string().trim().min(1), z.number()]),
    id: z.union([z.string(), z.number()]).optional(),
  })
  .transform(({ problem, question, answer, id }, { issues, value }) => {
    const text = problem ?? question;
    if (text === undefined)
      issues.push({ code: 'custom', message: 'it has neither "problem" nor "question"', input: value });
    return { text: text ?? '', answer: String(answer), id };
  });

export interface Question {
  /** Its own, else the number of its line from 1. */
  readonly id: string;
  readonly text: string;
  readonly answer: string;
}

export interface QuestionSet {
  readonly questions: readonly Question[];
  /** SHA-256 of the file, by which a later evaluation knows that it is of the same. */
  readonly hash: string;
}

/** @throws UsageError that names the line. */
export function readQuestions(path: string, absolute: string): QuestionSet {
  let content: string;
  try {
    content = readFileSync(absolute, 'utf8');
  } catch (error) {
    throw new UsageError(fileProblem(path, error));
  }
  const questions = content.split('\n').flatMap((text, at): Question[] => {
    if (text.trim() === '') return [];
    const parsed = line.safeParse(parseJson(text, path, at + 1));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new UsageError(
        `${path}:${at + 1}: it is no question with an answer: ${inline(issue?.path.join('.') ?? '')} ${inline(issue?.message ?? '')}. A line is {"problem": "…", "answer": "…"}.`,
      );
    }
    const { id, ...rest } = parsed.data;
    return [{ ...rest, id: String(id ?? at + 1) }];
  });
  if (questions.length === 0) throw new UsageError(`${path}: it holds no question.`);
  const twice = questions.find(({ id }, at) => questions.findIndex((one) => one.id === id) !== at);
  if (twice)
    throw new UsageError(`${path}: two questions have the id "${inline(twice.id)}". Give each its own.`);
  return { questions, hash: hashOf(content) };
}

function parseJson(text: string, path: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path}:${number}: it is no JSON. A question set has one JSON object a line.`);
  }
}
