/** Reading on every core: threads that each take the next environment. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RulePolicy } from '../contract/selection.ts';
import type { LintSettings } from '../lint/rule.ts';
import type { Report } from '../protocol/finding.ts';

export interface Question {
  readonly id: number;
  readonly source: string;
  readonly settings: LintSettings;
  readonly policy: RulePolicy;
}

export interface Answer {
  readonly id: number;
  readonly report: Report;
}

const PROGRAM = import.meta.url.endsWith('.ts')
  ? join(import.meta.dirname, 'reader.ts')
  : join(import.meta.dirname, 'reader.mjs');

interface Waiting {
  readonly resolve: (report: Report) => void;
  readonly reject: (problem: Error) => void;
}

export class Readers {
  readonly #workers: readonly Worker[];
  readonly #waiting = new Map<number, Waiting>();
  readonly #room: number;
  #asked = 0;
  #failure: Error | undefined;

  /** @param queue questions that wait at each thread, so that none is ever idle. */
  constructor(threads: number, queue: number) {
    this.#room = threads * queue;
    this.#workers = Array.from({ length: threads }, () => this.#start());
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM);
    worker.on('message', ({ id, report }: Answer) => {
      this.#waiting.get(id)?.resolve(report);
      this.#waiting.delete(id);
    });
    worker.on('error', (problem: Error) => {
      this.#failure = problem;
      for (const { reject } of this.#waiting.values()) reject(problem);
      this.#waiting.clear();
    });
    return worker;
  }

  /** Some thread soon has nothing to do. */
  get free(): boolean {
    return this.#waiting.size < this.#room;
  }

  /** What `readingOf` says. Rejects when a thread failed. */
  read(source: string, settings: LintSettings, policy: RulePolicy): Promise<Report> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#asked++;
    const worker = this.#workers[id % this.#workers.length];
    if (!worker) throw new Error('there are no threads to read with');
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const question: Question = { id, source, settings, policy };
      worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
