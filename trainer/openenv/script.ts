/** An episode as what can be played again anywhere: the environment, the seed, the actions, and what came of each. */
import { createHash } from 'node:crypto';
import type { Command, Reply } from '../../server/protocol/driver.ts';
import type { Served } from './catalogue.ts';

const ID = 'served';
/** Bytes of the hash of an answer. */
const DIGEST = 12;

export class Script {
  readonly environment: Served;
  readonly seed: number;
  readonly #actions: string[] = [];
  /** Of the answers to the reset and to each action. */
  readonly #answers: string[] = [];
  #characters = 0;

  constructor(environment: Served, seed: number) {
    this.environment = environment;
    this.seed = seed;
  }

  get steps(): number {
    return this.#actions.length;
  }

  /** Characters of all actions: what the script costs in memory. */
  get characters(): number {
    return this.#characters;
  }

  /** Commands whose answers are known by `isAnswer`, the reset first. */
  get past(): Command[] {
    if (this.#answers.length === 0) return [];
    return [this.reset, ...this.#actions.map(stepOf)];
  }

  /** Before anything is asked of the environment. */
  get opening(): Command[] {
    const { source, compat, className } = this.environment;
    return [
      { op: 'load', source, compat, ...(className === undefined ? {} : { className }) },
      { op: 'new', id: ID },
    ];
  }

  get reset(): Command {
    return { op: 'reset', id: ID, seed: this.seed };
  }

  began(reply: Reply): void {
    this.#answers.push(digestOf(reply));
  }

  acted(action: string, reply: Reply): void {
    this.#actions.push(action);
    this.#answers.push(digestOf(reply));
    this.#characters += action.length;
  }

  /** Is this what the command of `past` with this index came to the first time? */
  isAnswer(index: number, reply: Reply): boolean {
    return this.#answers[index] === digestOf(reply);
  }
}

export const stepOf = (action: string): Command => ({ op: 'step', id: ID, action });

const digestOf = (reply: Reply): string =>
  createHash('sha256').update(JSON.stringify(reply)).digest().subarray(0, DIGEST).toString('base64');
