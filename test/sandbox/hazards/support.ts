/** What every hazard test asserts beside its own point: the child lives on, and the next environment sees nothing. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Command, LimitBreach, Reply } from '../../../server/protocol/driver.ts';
import type { Conditions, Limits, SandboxResult } from '../../../server/protocol/sandbox.ts';
import { ensureImage } from '../../../server/sandbox/ensure.ts';
import { createPool, type SandboxPool } from '../../../server/sandbox/pool.ts';

/** Uses what hazards tamper with: random, json, builtins, sets, the clock, output, recursion, memory. */
const ORDINARY = `
import builtins, collections, decimal, gc, json, math, os, random, re, sys, time, uuid

class OrdinaryEnv:
    def __init__(self, max_turns=4):
        self.max_turns = max_turns

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        self.turns = 0
        print("reset", seed)
        return self.look(), {}

    def look(self):
        facts = [
            random.random(), self.rng.random(), json.dumps({"a": [1, 2.5, None]}), json.loads("[1]"), len([1, 2]),
            sorted({"x", "y", "z"}), list({"x", "y", "z"}), hash("spade"), time.time(), time.monotonic(), os.urandom(8).hex(),
            str(uuid.uuid4()), sorted(sys.modules), sorted(vars(builtins)), dict(os.environ), os.getcwd(), os.listdir("/"),
            sys.path, len(sys.meta_path), sys.getrecursionlimit(), decimal.getcontext().prec, gc.isenabled(), gc.get_count(),
            re.sub("a+", "b", "aaa"), math.sqrt(2), id(object()), open("/lib/python314.zip", "rb").fileno(),
            sys.stdout.name, sys.getallocatedblocks(), isinstance(True, int), str(collections.Counter("hello")),
        ]
        return json.dumps(facts)

    def step(self, action):
        self.turns += 1
        return self.look() + action, 1.0, self.turns > 2, self.turns >= self.max_turns, {"turns": self.turns}

    def solution(self):
        return "x"
`;

export const play = (source: string, ...actions: string[]): Command[] => [
  { op: 'load', source, compat: false },
  { op: 'new', id: 'env' },
  { op: 'reset', id: 'env', seed: 7 },
  ...actions.map((action): Command => ({ op: 'step', id: 'env', action })),
];

/** An environment whose step runs `body`. The body's first line is line 10 of the source. */
export const inStep = (body: string): string => `
class HazardEnv:
    def __init__(self, max_turns=9):
        self.max_turns = max_turns

    def reset(self, seed=None):
        return "ready", {}

    def step(self, action):
${indent(body)}
        return str(locals().get("answer")), 0.0, False, False, {}

    def solution(self):
        return "x"
`;

function indent(body: string): string {
  return body
    .trim()
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
}

export interface Hazards {
  readonly pool: SandboxPool;
  /** The image that the pool runs: a second pool with it runs the same Python, whatever is edited meanwhile. */
  readonly image: string;
  /** Runs commands in a fresh interpreter. */
  run(
    commands: readonly Command[],
    limits?: Partial<Limits>,
    conditions?: Partial<Conditions>,
  ): Promise<SandboxResult>;
  /** Runs `body` as a step, and returns what the result says of that step. */
  step(body: string, limits?: Partial<Limits>): Promise<Reply | { internalError: string }>;
  /** The observation of an ordinary step that sets `answer`. */
  answer(body: string): Promise<string>;
}

/** A pool of one child, and a check after each test that the child and the next environment are as ever. */
export function useHazards(options: { childMayDie?: boolean } = {}): Hazards {
  let pool: SandboxPool | undefined;
  let image = '';
  let child: number | undefined;
  let normal: SandboxResult | undefined;

  const present = (): SandboxPool => {
    if (!pool) throw new Error('the pool is not ready');
    return pool;
  };
  const run: Hazards['run'] = (commands, limits, conditions) =>
    present().use(async (interpreter) => {
      if (conditions) await interpreter.restore(conditions);
      return interpreter.run(commands, limits);
    });
  const ordinary = () => run([...play(ORDINARY, 'a', 'b'), { op: 'state', id: 'env' }]);

  beforeAll(async () => {
    image = await ensureImage();
    pool = await createPool({ children: 1, image });
    child = pool.processes[0];
    normal = await ordinary();
    expect(normal).toMatchObject({ kind: 'ok', output: 'reset 7\n' });
    const { replies } = normal as { replies: Reply[] };
    expect(replies.filter((reply) => !('ok' in reply))).toEqual([]);
  });
  afterEach(async () => {
    if (!options.childMayDie) expect(present().processes).toEqual([child]);
    expect(await ordinary()).toEqual(normal);
  });
  afterAll(async () => {
    await pool?.close();
  });

  const step: Hazards['step'] = async (body, limits) => {
    const result = await run(play(inStep(body), 'go'), limits);
    if (result.kind === 'internalError') return { internalError: result.message };
    if (result.kind === 'limit') {
      expect(result.at).toBe(3);
      return { breach: result.breach };
    }
    return result.replies[3] ?? { internalError: 'no reply' };
  };
  return {
    get pool() {
      return present();
    },
    get image() {
      return image;
    },
    run,
    step,
    async answer(body) {
      const reply = await step(body);
      const returned = 'ok' in reply ? (reply.ok as { parts?: unknown[] }) : undefined;
      if (typeof returned?.parts?.[0] !== 'string') throw new Error(JSON.stringify(reply));
      return returned.parts[0];
    },
  };
}

/** A breach at a line of the source, in the step of `inStep`. */
export const breachAt = (limit: LimitBreach['limit'], line: number, name = 'HazardEnv.step') => ({
  breach: expect.objectContaining({ limit, line, function: name }),
});

/** An exception that the environment raised: not a breach, and not ours. */
export const raised = (type: string, message?: RegExp) => ({
  error: expect.objectContaining({ type, ...(message && { message: expect.stringMatching(message) }) }),
});
