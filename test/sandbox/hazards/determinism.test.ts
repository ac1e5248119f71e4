import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../server/protocol/driver.ts';
import type { Conditions } from '../../../server/protocol/sandbox.ts';
import { createPool } from '../../../server/sandbox/pool.ts';
import { play, useHazards } from './support.ts';

const hazards = useHazards();

/** Expressions whose value could depend on the machine, the process, the time or chance. */
const FREE_OF_HASH = {
  random: 'random.random()',
  'random.seed(None)': '(random.seed(), random.random())[1]',
  'random.Random()': 'random.Random().random()',
  'random.Random(3)': 'random.Random(3).random()',
  SystemRandom: 'random.SystemRandom().random()',
  shuffle: '(lambda x: (random.shuffle(x), x)[1])(list(range(10)))',
  urandom: 'os.urandom(8).hex()',
  secrets: 'secrets.token_hex(8)',
  uuid1: 'str(uuid.uuid1())',
  uuid4: 'str(uuid.uuid4())',
  getnode: 'uuid.getnode()',
  time: 'time.time()',
  time_ns: 'time.time_ns()',
  monotonic: 'time.monotonic()',
  perf_counter: 'time.perf_counter()',
  process_time: 'time.process_time()',
  localtime: 'tuple(time.localtime())',
  strftime: 'time.strftime("%Y-%m-%d %H:%M:%S %Z")',
  'datetime.now': 'datetime.datetime.now().isoformat()',
  'date.today': 'datetime.date.today().isoformat()',
  tzname: 'time.tzname',
  id: 'id(object())',
  'repr of an object': 'repr(object())',
  'hash of an int': 'hash(12345)',
  'hash of a float': 'hash(0.1)',
  'hash of None': 'hash(None)',
  stat: 'str(os.stat("/lib/python314.zip"))',
  listdir: 'os.listdir("/")',
  getpid: 'os.getpid(), os.getppid(), os.getuid()',
  cwd: 'os.getcwd()',
  environ: '{k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"}',
  platform: 'sys.platform, sys.version, sys.byteorder, sys.maxsize',
  'float sum': 'sum([0.1] * 10), math.fsum([0.1] * 10), sum(math.sin(i) for i in range(1000))',
  'float text': 'repr(1 / 3), format(math.pi ** 50, ".17g"), 2 ** 0.5',
  transcendental: '[getattr(math, f)(0.7) for f in ("exp", "log", "tan", "sinh", "gamma", "erf", "cbrt")]',
  sorting: 'sorted(range(20), key=lambda i: (i * 7) % 5)',
  blocks: 'sys.getallocatedblocks(), gc.get_count()',
};
const OF_HASH = {
  'hash of a str': 'hash("spade")',
  'hash of bytes': 'hash(b"spade")',
  'order of a set': 'list({"spade", "trace", "lemon", "graph", "crane", "slate"})',
  'hash of a date': 'hash(datetime.date(2020, 1, 1))',
};
/** Follow from the sizes of all that was allocated before, so any condition may change them. */
const ADDRESSES = ['id', 'repr of an object', 'blocks'];
const PROBE = { ...FREE_OF_HASH, ...OF_HASH };

const SOURCE = `
import datetime, gc, json, math, os, random, secrets, sys, time, uuid

class ProbeEnv:
    def reset(self, seed=None): return "", {}
    def step(self, action): return json.dumps(eval(action), default=str), 0.0, False, False, {}
    def solution(self): return ""
`;

/** The observation of each expression by its name. */
function observations(replies: readonly Reply[]): Record<string, string> {
  const texts = replies.slice(3).map((reply) => {
    const parts = 'ok' in reply ? (reply.ok as { parts: unknown[] }).parts : [];
    if (typeof parts[0] !== 'string') throw new Error(JSON.stringify(reply));
    return parts[0];
  });
  return Object.fromEntries(Object.keys(PROBE).map((name, i) => [name, texts[i] ?? '']));
}

async function probe(conditions?: Partial<Conditions>, pool = hazards.pool) {
  const result = await pool.use(async (interpreter) => {
    if (conditions) await interpreter.restore(conditions);
    return interpreter.run(play(SOURCE, ...Object.values(PROBE)));
  });
  if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
  return { result, seen: observations(result.replies) };
}

const differing = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(a).filter((name) => a[name] !== b[name]);

describe('the same conditions', () => {
  it('give the same results, ticks and memory again and again', async () => {
    const first = await probe();
    for (let i = 0; i < 5; i += 1) expect((await probe()).result).toEqual(first.result);
    expect((await probe({ hashSeed: 0, entropy: 1, clock: 1_750_000_000 })).result).toEqual(first.result);
  });

  it('give the same results in another process, and in a spare interpreter', async () => {
    const first = await probe();
    const other = await createPool({ children: 2, image: hazards.image });
    try {
      const both = await Promise.all([probe(undefined, other), probe(undefined, other)]);
      expect(both.map(({ result }) => result)).toEqual([first.result, first.result]);
    } finally {
      await other.close();
    }
    await hazards.step('x = [bytes(10 ** 6) for _ in range(150)]'); // so large that the spare takes over
    expect((await probe()).result).toEqual(first.result);
  });

  it('hold for every condition', async () => {
    const conditions = { hashSeed: 1, entropy: 77, clock: 1_000_000_000.5 } as const;
    const first = await probe(conditions);
    await hazards.step('answer = 1');
    expect((await probe(conditions)).result).toEqual(first.result);
  });
});

describe('another', () => {
  it('hash seed changes what hashes decide, and nothing else', async () => {
    const changed = differing((await probe()).seen, (await probe({ hashSeed: 1 })).seen);
    expect(changed.filter((name) => name in OF_HASH).length).toBe(Object.keys(OF_HASH).length);
    expect(changed.filter((name) => !(name in OF_HASH) && !ADDRESSES.includes(name))).toEqual([]);
  });

  it('entropy changes what is drawn without a seed, and nothing else', async () => {
    const changed = differing((await probe()).seen, (await probe({ entropy: 2 })).seen);
    const drawn = [
      'random',
      'random.seed(None)',
      'random.Random()',
      'SystemRandom',
      'shuffle',
      'urandom',
      'secrets',
      'uuid1',
      'uuid4',
      'getnode',
    ];
    expect(changed.filter((name) => !drawn.includes(name) && !ADDRESSES.includes(name))).toEqual([]);
    expect(drawn.filter((name) => !changed.includes(name))).toEqual([]);
  });

  it('clock changes the time, and nothing else', async () => {
    const { seen } = await probe({ clock: 1_000_000_000.25 });
    const timed = ['uuid1', 'time', 'time_ns', 'localtime', 'strftime', 'datetime.now', 'date.today'];
    const changed = differing((await probe()).seen, seen);
    expect(changed.filter((name) => !timed.includes(name) && !ADDRESSES.includes(name))).toEqual([]);
    expect(Number(seen.time)).toBeCloseTo(1_000_000_000.25, 2);
    expect(seen['datetime.now']).toContain('2001-09-09T01:46:40');
  });
});

/** Leaves traces in everything that a load can leave them in, and tells all of it at every step. */
const MEMORABLE = `
import json, os, random, sys, time

HISTORY = [random.random(), time.time(), os.urandom(4).hex(), list({"spade", "trace", "lemon"})]
print("loaded")

class MemorableEnv:
    seen = []

    def reset(self, seed=None):
        HISTORY.append(len(HISTORY))
        self.seen.append(random.random())
        return json.dumps(HISTORY), {}

    def step(self, action):
        facts = [HISTORY, self.seen, random.random(), time.time(), os.urandom(4).hex(), id(object()), sys.getallocatedblocks()]
        return json.dumps(facts), 0.0, False, False, {}
`;

describe('an environment that is loaded again', () => {
  const load = { op: 'load', source: MEMORABLE, compat: false } as const;
  const rest = play(MEMORABLE, 'a', 'b').slice(1);

  it.each<Partial<Conditions>>([{}, { hashSeed: 1 }, { entropy: 5, clock: 12 }])(
    'under %j is each time what it was when it was compiled',
    async (conditions) => {
      const rounds = await hazards.pool.use(async (interpreter) => {
        const results: unknown[] = [];
        for (let round = 0; round < 5; round += 1) {
          await interpreter.restore(conditions);
          const { memory: _, ...loaded } = { memory: 0, ...(await interpreter.run([load])) };
          const { memory: __, ...played } = { memory: 0, ...(await interpreter.run(rest)) };
          results.push([loaded, played]);
        }
        return results;
      });
      expect(rounds[0]).toMatchObject([{ kind: 'ok', output: 'loaded\n' }, { kind: 'ok' }]);
      for (const round of rounds) expect(round).toEqual(rounds[0]);
    },
  );

  it('under other conditions is loaded under those', async () => {
    const told = await hazards.pool.use(async (interpreter) => {
      const under = async (conditions: Partial<Conditions>) => {
        await interpreter.restore(conditions);
        await interpreter.run([load]);
        return JSON.stringify((await interpreter.run(rest)) satisfies object);
      };
      const usual = [await under({}), await under({}), await under({})];
      return { usual, late: await under({ clock: 12 }), again: await under({}) };
    });
    expect(new Set([...told.usual, told.again]).size).toBe(1);
    expect(told.late).not.toBe(told.usual[0]);
  });
});
