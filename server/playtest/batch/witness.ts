/** An interpreter that notes, while others work with it, what a batch of checks wants to know afterwards. */
import { type Command, type Reply, returned } from '../../protocol/driver.ts';
import type { Conditions, Limits, SandboxResult } from '../../protocol/sandbox.ts';
import { textOf } from '../../protocol/value.ts';
import type { Interpreter } from '../../sandbox/pool.ts';

export class Witness implements Interpreter {
  readonly #inner: Interpreter;
  /** What the sandbox said when it failed: whatever was concluded after it rests on nothing. */
  fault: string | undefined;
  /** The observation of the first reset with seed 0. */
  opening: string | undefined;

  constructor(inner: Interpreter) {
    this.#inner = inner;
  }

  restore(conditions?: Partial<Conditions>): Promise<void> {
    return this.#inner.restore(conditions);
  }

  async run(commands: readonly Command[], limits?: Partial<Limits>): Promise<SandboxResult> {
    const result = await this.#inner.run(commands, limits);
    if (result.kind === 'internalError') this.fault ??= result.message;
    else if (this.opening === undefined) {
      const reply = result.replies[commands.findIndex(({ op, ...rest }) => op === 'reset' && isZero(rest))];
      if (reply) this.opening = openingOf(reply);
    }
    return result;
  }
}

const isZero = (rest: object): boolean => 'seed' in rest && rest.seed === 0;

function openingOf(reply: Reply): string | undefined {
  if (!('ok' in reply)) return undefined;
  const parsed = returned.safeParse(reply.ok);
  return textOf(parsed.data?.parts[0] ?? null);
}
