/**
 * Whether answers are right, by the `math_verify` that environments have (server/contract/python/math_verify.py): numbers,
 * fractions, percentages, simple LaTeX, sets, tuples, and text otherwise. It runs in the sandbox, in bounded time.
 */
import { Session } from '../../server/playtest/session.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';

export interface Pair {
  readonly expected: string;
  readonly given: string;
}

/** An environment whose steps compare. */
const COMPARER = `import json
from math_verify import parse, verify


class ComparerEnv:
    def __init__(self, max_turns=1):
        pass

    def reset(self, seed=None):
        return "", {}

    def step(self, action):
        expected, given = (parse("\\\\boxed{" + text + "}") for text in json.loads(action))
        return "", 1.0 if verify(expected, given) else 0.0, False, False, {}
`;

/** Pairs that one interpreter compares in a row. */
const AT_ONCE = 100;
const BUDGET = { episodes: Number.MAX_SAFE_INTEGER, ticks: Number.MAX_SAFE_INTEGER };

/**
 * One after the other, each the same as every time.
 * @throws Error where the comparison itself fails: nothing is known then, and nothing is counted as wrong.
 */
export async function compare(
  pairs: readonly Pair[],
  pool: SandboxPool,
  signal: AbortSignal,
): Promise<boolean[]> {
  const results: boolean[] = [];
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE);
    const actions = some.map(({ expected, given }) => JSON.stringify([expected, given]));
    const [episode] = await pool.use(
      (interpreter, either) =>
        new Session(interpreter, { source: COMPARER, compat: false, budget: BUDGET, signal: either }).play([
          { seed: 0, actions },
        ]),
      signal,
    );
    if (episode?.ending !== 'unfinished' || episode.turns.length !== some.length) {
      const reason = episode?.error?.message ?? episode?.breach?.limit ?? 'it ended early';
      throw new Error(`answers could not be compared: ${reason}`);
    }
    results.push(...episode.turns.map(({ reward }) => reward === 1));
  }
  return results;
}
