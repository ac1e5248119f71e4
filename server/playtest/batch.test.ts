import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Report } from '../protocol/finding.ts';
import type { Interpreter, SandboxPool } from '../sandbox/pool.ts';
import type { Examined, ResultStore } from './batch/result-cache.ts';
import {
  type BatchOptions,
  type Checked,
  checkAll,
  type Examiner,
  type Job,
  PLAYING,
  resultKey,
  type Unreadable,
} from './batch.ts';
import { SandboxFault } from './session.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

interface Named extends Job {
  readonly name: string;
}

const job = (name: string): Named => ({ name, source: `# ${name}`, settings: DEFAULT_SETTINGS });

const report = (className: string): Report => ({
  className,
  profile: 'games',
  verdict: 'sound',
  findings: [],
  undecided: [],
  measures: null,
});

async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

class Store implements ResultStore {
  readonly kept = new Map<string, Examined>();
  get = (key: string) => this.kept.get(key);
  put = (key: string, result: Examined) => void this.kept.set(key, result);
}

const interpreter: Interpreter = {
  run: async () => ({ kind: 'internalError', message: 'the process ended' }),
  restore: async () => undefined,
};

const pool = (close: () => void = () => undefined): SandboxPool => ({
  use: (work, signal) => work(interpreter, signal ?? new AbortController().signal),
  processes: [],
  close: async () => close(),
});

const by = (examine: Examiner['examine']): Examiner => ({ name: 'test', examine });

const named = (options: Partial<BatchOptions>): BatchOptions => ({
  start: async () => pool(),
  children: 2,
  examiner: by(async (_, { source }) => report(source)),
  ...options,
});

async function names(
  checked: AsyncIterable<Checked<Named | (Unreadable & { name: string })>>,
): Promise<string[]> {
  const found: string[] = [];
  for await (const item of checked) found.push('fault' in item ? `${item.job.name}!` : item.job.name);
  return found;
}

describe('a batch', () => {
  test('tells results in the order of the jobs, whichever is done first', async () => {
    const examine: Examiner['examine'] = async (_, { source }) => {
      await delay(source === '# a' ? 30 : 1);
      return report(source);
    };
    const jobs = [job('a'), { name: 'b', fault: 'cannot be read' }, job('c'), job('d')];
    expect(
      await names(
        checkAll<Named, Unreadable & { name: string }>(stream(jobs), named({ examiner: by(examine) })),
      ),
    ).toEqual(['a', 'b!', 'c', 'd']);
  });

  test('examines no more at once than there are children', async () => {
    let now = 0;
    let most = 0;
    const examine: Examiner['examine'] = async () => {
      most = Math.max(most, ++now);
      await delay(2);
      now -= 1;
      return report('');
    };
    await names(
      checkAll<Named, never>(stream([...'abcdefgh'].map(job)), named({ examiner: by(examine), children: 3 })),
    );
    expect(most).toBe(3);
  });

  test('reads no further ahead than its window', async () => {
    let read = 0;
    async function* counted() {
      for (const name of 'abcdefghij') {
        read += 1;
        yield job(name);
      }
    }
    const checked = checkAll<Named, never>(counted(), named({ window: 3 }));
    await checked.next();
    await delay(5);
    expect(read).toBeLessThan(7);
    await checked.return(undefined);
  });

  test('starts no sandbox while the kept results answer, and keeps new ones', async () => {
    const results = new Store();
    const start = vi.fn(async () => pool());
    await names(checkAll<Named, never>(stream([job('a'), job('b')]), named({ results, start })));
    expect(start).toHaveBeenCalledTimes(1);
    expect(results.kept.size).toBe(2);
    const again = checkAll<Named, never>(stream([job('a'), job('b')]), named({ results, start }));
    for await (const item of again) expect('cached' in item && item.cached).toBe(true);
    expect(start).toHaveBeenCalledTimes(1);
  });

  test('closes the sandbox when it is over, and when its reader leaves early', async () => {
    const closed = vi.fn();
    const start = async () => pool(closed);
    await names(checkAll<Named, never>(stream([job('a')]), named({ start })));
    expect(closed).toHaveBeenCalledTimes(1);
    for await (const _ of checkAll<Named, never>(stream([job('a'), job('b')]), named({ start }))) break;
    expect(closed).toHaveBeenCalledTimes(2);
  });
});

describe('failures', () => {
  test('a failure of the sandbox is tried again once, and never kept', async () => {
    const results = new Store();
    const examine = vi.fn<Examiner['examine']>(async () => {
      throw new SandboxFault('out of memory');
    });
    const checked = checkAll<Named, never>(stream([job('a')]), named({ results, examiner: by(examine) }));
    const { value } = await checked.next();
    expect(value).toMatchObject({ fault: 'out of memory' });
    await checked.next();
    expect(examine).toHaveBeenCalledTimes(2);
    expect(results.kept.size).toBe(0);
  });

  test('a report that rests on a failed call counts as a failure, whatever it says', async () => {
    const results = new Store();
    let tries = 0;
    const examine: Examiner['examine'] = async (lent) => {
      if (tries++ === 0) await lent.run([]);
      return report('fine');
    };
    const checked = checkAll<Named, never>(stream([job('a')]), named({ results, examiner: by(examine) }));
    expect((await checked.next()).value).toMatchObject({ result: { report: { className: 'fine' } } });
    expect(tries).toBe(2);
    await checked.next();
  });

  test('one environment that breaks the checker does not end the batch', async () => {
    const examine: Examiner['examine'] = async (_, { source }) => {
      if (source === '# b') throw new TypeError('a bug');
      return report('');
    };
    expect(
      await names(
        checkAll<Named, never>(stream([job('a'), job('b'), job('c')]), named({ examiner: by(examine) })),
      ),
    ).toEqual(['a', 'b!', 'c']);
  });

  test('a sandbox that cannot be started ends the batch with its reason', async () => {
    const start = async () => {
      throw new Error('no image');
    };
    await expect(
      names(checkAll<Named, never>(stream([job('a'), job('b')]), named({ start }))),
    ).rejects.toThrow('no image');
  });

  test('so does a listing that fails, after what came before', async () => {
    async function* failing() {
      yield job('a');
      throw new Error('bad settings');
    }
    const found: string[] = [];
    const run = async () => {
      for await (const item of checkAll<Named, never>(failing(), named({}))) found.push(item.job.name);
    };
    await expect(run()).rejects.toThrow('bad settings');
    expect(found).toEqual(['a']);
  });
});

test('an abort tells what was finished and ends without an error', async () => {
  const controller = new AbortController();
  const results = new Store();
  const examine: Examiner['examine'] = async (_, { source }, signal) => {
    if (source === '# a' || source === '# c') return report(source);
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  };
  const done = vi.fn(() => {
    if (done.mock.calls.length === 2) controller.abort(new Error('stop'));
  });
  const options = named({ examiner: by(examine), results, signal: controller.signal, onDone: done });
  expect(await names(checkAll<Named, never>(stream([...'abcd'].map(job)), options))).toEqual(['a', 'c']);
  expect(results.kept.size).toBe(2);
});

describe('the key of a result', () => {
  const base = job('a');
  const key = resultKey(base, PLAYING);

  test.each<[string, Job]>([
    ['the source', { ...base, source: '# b' }],
    ['the seeds', { ...base, settings: { ...DEFAULT_SETTINGS, seeds: 3 } }],
    ['the budget', { ...base, settings: { ...DEFAULT_SETTINGS, budget: { episodes: 1, ticks: 1 } } }],
    ['the rules', { ...base, selected: new Set(['SP306']) }],
    ['the profile', { ...base, settings: { ...DEFAULT_SETTINGS, profile: 'games' } }],
    ['the reward range', { ...base, settings: { ...DEFAULT_SETTINGS, rewardRange: [0, 2] } }],
    ['allowed imports', { ...base, settings: { ...DEFAULT_SETTINGS, allowedImports: ['sympy'] } }],
    ['injected names', { ...base, settings: { ...DEFAULT_SETTINGS, compat: true } }],
  ])('depends on %s', (_, other) => {
    expect(resultKey(other, PLAYING)).not.toBe(key);
  });

  test('depends on the way of looking', () => {
    expect(resultKey(base, { name: 'other' })).not.toBe(key);
  });

  test('covers every setting that there is', () => {
    const covered = ['profile', 'seeds', 'budget', 'compat', 'allowedImports', 'rewardRange'];
    expect(Object.keys(DEFAULT_SETTINGS).sort()).toEqual(covered.sort());
  });

  test('does not depend on the order of lists', () => {
    const one = { ...base, selected: new Set(['SP301', 'SP306']) };
    expect(resultKey({ ...base, selected: new Set(['SP306', 'SP301']) }, PLAYING)).toBe(
      resultKey(one, PLAYING),
    );
  });
});
