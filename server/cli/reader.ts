/** Reads environments in a thread of its own, one after the other, as readers.ts asks. */
import { parentPort } from 'node:worker_threads';
import { readingOf } from '../workspace/reading.ts';
import type { Answer, Question } from './readers.ts';

parentPort?.on('message', ({ id, source, settings, policy }: Question) => {
  const answer: Answer = { id, report: readingOf(source, settings, policy) };
  parentPort?.postMessage(answer);
});
