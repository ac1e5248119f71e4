/** The commands that play through an endpoint, from their arguments to what they leave behind. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusedUnsound } from '../../extension/trainer/endpoint.ts';
import { readArguments } from '../../server/cli/arguments.ts';
import { terminalIn } from '../../server/cli/testing.ts';
import { evaluation, rollout } from '../../trainer/cli/commands.ts';
import { evalSpec, rolloutSpec } from '../../trainer/cli/specs.ts';
import {
  refused,
  type Scripted,
  ScriptedEndpoint,
  type Seen,
  streamed,
} from '../../trainer/policy/openai/testing.ts';
import { FREIGHT, freight, freightAnswer } from '../../trainer/selfplay/testing.ts';
import { RunStore } from '../../trainer/store/run-store.ts';

const KEY = 'sk-to-be-told-nobody-4711';
const HINT = 'Multiply all three and add the permit.';

let folder: string;
let endpoint: ScriptedEndpoint;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spade-openai-'));
  writeFileSync(join(folder, 'barge.py'), freight('Barge'));
});
afterEach(async () => {
  await endpoint.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(answer: (seen: Seen, number: number) => Scripted | Promise<Scripted>): Promise<void> {
  endpoint = await ScriptedEndpoint.start(answer);
}

/** Plays right with the hint, never without. Writes hints, audits, and answers what is asked. */
const player = ({ body }: Seen): Scripted => {
  const [first, ...rest] = body.messages;
  const system = first?.content ?? '';
  if (system.startsWith('Write a hint')) return streamed(`<hint>${HINT}</hint>`);
  if (system.startsWith('Read the environment'))
    return streamed('<reason>It can be added up.</reason>\n<verdict>solvable</verdict>');
  const opening = rest[0]?.content ?? '';
  if (!opening.includes(HINT)) return streamed('\\boxed{1}', { thinking: 'Who knows?' });
  return streamed(freightAnswer(opening));
};

async function spade(
  command: 'rollout' | 'eval',
  argv: readonly string[],
  prepare: (terminal: ReturnType<typeof terminalIn>) => void = () => undefined,
) {
  const given = terminalIn(folder);
  prepare(given);
  const terminal = {
    ...given.terminal,
    env: { ...given.terminal.env, SPADE_HOME: join(folder, 'home'), SOME_KEY: KEY },
  };
  const [spec, run] = command === 'eval' ? [evalSpec, evaluation] : [rolloutSpec, rollout];
  // A run knows by itself how it is spoken with.
  const policy = argv.includes('--run')
    ? []
    : ['--policy', `openai:tiny@${endpoint.url}`, '--key-variable', 'SOME_KEY'];
  try {
    const code = await run(readArguments(spec, [...argv, ...policy, '--quiet']), terminal);
    return { code, out: given.out(), err: given.err() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { code: 2, out: given.out(), err: `${given.err()}${error.message}` };
  }
}

/** Every byte that lies below a folder, as text. */
function everythingIn(place: string): string {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe('spade rollout', () => {
  it('tells win rates, regret and an opinion, keeps the plays, and the key nowhere', async () => {
    await serve(player);
    const { code, out, err } = await spade('rollout', [
      ...['barge.py', '-n', '4', '--hint', '--audit', '--format', 'json'],
      ...['--prices', '1,2', '--out', 'kept'],
    ]);
    expect([code, err]).toEqual([0, '']);
    const told = JSON.parse(out);
    expect(told).toMatchObject({
      complete: true,
      environments: [
        {
          path: 'barge.py',
          plays: 4,
          winRate: { value: 0, low: 0 },
          hinted: { plays: 4, winRate: { value: 1, high: 1 } },
          regret: { value: 1 },
        },
      ],
      audits: [{ path: 'barge.py', verdict: 'solvable', reason: 'It can be added up.' }],
    });
    // Four plays of three attempts, four with the hint, the hint, the audit; 10 tokens in and 5 out each.
    expect(told.usage).toMatchObject({ requests: 18, inputTokens: 180, outputTokens: 90, uncounted: 0 });
    expect(told.usage.cost).toBeCloseTo((180 * 1 + 90 * 2) / 1e6, 12);
    expect(endpoint.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    expect(`${out}${err}${everythingIn(folder)}`).not.toContain(KEY);

    const [run = ''] = readdirSync(join(folder, 'kept', 'runs'));
    const store = RunStore.read(join(folder, 'kept', 'runs', run));
    expect(store.facts.state).toBe('finished');
    const episodes = store.episodes.page({}, 0, 100);
    expect(episodes.map(({ hinted, outcome }) => `${hinted} ${outcome}`).sort()).toEqual([
      ...Array(4).fill('false truncated'),
      ...Array(4).fill('true won'),
    ]);
    const play = store.episodes.get(episodes.find(({ hinted }) => !hinted)?.id ?? 0);
    expect(play?.transcript.turns[0]).toMatchObject({ response: '\\boxed{1}', thinking: 'Who knows?' });
    store.close();
  });

  it('goes on where it was interrupted, with the same hint, and plays nothing twice', async () => {
    const stop: { now?: AbortController } = {};
    let answers = 0;
    await serve((seen) => {
      answers += 1;
      if (answers === 12) stop.now?.abort(new Error('enough'));
      return player(seen);
    });
    const argv = ['barge.py', '-n', '5', '--hint', '--concurrency', '1', '--out', 'kept'];
    const first = await spade('rollout', argv, ({ controller }) => {
      stop.now = controller;
    });
    expect(first.err).toMatch(/\d+ plays? of 10 are kept\. The same command goes on\./);
    const keptBefore = Number(/(\d+) plays? of 10/.exec(first.err)?.[1]);
    expect(keptBefore).toBeGreaterThan(0);
    expect(keptBefore).toBeLessThan(10);
    const before = endpoint.seen.length;
    const second = await spade('rollout', [...argv, '--format', 'json']);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ all: { plays: 5, hinted: { plays: 5 } } });
    const asked = endpoint.seen.slice(before);
    expect(asked.some(({ body }) => body.messages[0]?.content.startsWith('Write a hint'))).toBe(false);
    const third = await spade('rollout', [...argv, '--format', 'json']);
    expect(endpoint.seen.length - before).toBe(asked.length);
    expect(JSON.parse(third.out).all).toEqual(JSON.parse(second.out).all);
    // Another program under the same name is another rollout.
    writeFileSync(join(folder, 'barge.py'), `${freight('Barge')}# changed\n`);
    await spade('rollout', argv);
    expect(readdirSync(join(folder, 'kept', 'runs'))).toHaveLength(2);
  });

  it('names what is not sound, and does not count it', async () => {
    writeFileSync(join(folder, 'broken.py'), FREIGHT.replace('rng.randint(12, 48)', 'undefined_name'));
    await serve(player);
    const { code, out, err } = await spade('rollout', ['barge.py', 'broken.py', '-n', '2']);
    expect(code).toBe(1);
    expect(err).toMatch(/broken\.py is unsound: .*SP\d+.* not played/);
    expect(out).toMatch(/barge\.py\s+2\s+0\.00 \[0\.00, 0\.66\]/);
    expect(out).not.toContain('broken.py');
    expect(out).toMatch(/spade daemon start/);
    const none = await spade('rollout', ['broken.py', '--format', 'json']);
    expect([none.code, refusedUnsound.safeParse(JSON.parse(none.out)).success]).toEqual([2, true]);
    expect(none.err).toMatch(/--unsound plays them all the same/);
  });

  it('keeps what was played when the endpoint gives up, and says what is wrong', async () => {
    await serve((seen, number) => (number < 4 ? player(seen) : refused(401, { message: `no: ${KEY}` })));
    const { code, err } = await spade('rollout', ['barge.py', '-n', '4', '--concurrency', '1']);
    expect(code).toBe(2);
    expect(err).toMatch(/1 play of 4 are kept/);
    expect(err).toMatch(/refuses the key \(401\)/);
    expect(`${err}${everythingIn(folder)}`).not.toContain(KEY);
  });
});

describe('spade eval', () => {
  const QUESTIONS = [
    '{"problem": "What is 6 times 7?", "answer": "42"}',
    '{"question": "A half?", "answer": "1/2"}',
  ];

  it('asks questions, compares as mathematics, and tells average and pass with intervals', async () => {
    writeFileSync(join(folder, 'set.jsonl'), `${QUESTIONS.join('\n')}\n`);
    const asked = new Map<string, number>();
    await serve(({ body }) => {
      const text = body.messages[0]?.content ?? '';
      const before = asked.get(text) ?? 0;
      asked.set(text, before + 1);
      if (text.startsWith('A half?')) return streamed(before === 0 ? 'It is \\boxed{0.5}.' : 'Who knows.');
      return streamed('<think>7+7…</think>So \\boxed{42}');
    });
    const argv = ['set.jsonl', '-n', '4', '--pass', '1,2,4', '--format', 'json'];
    const { code, out, err } = await spade('eval', argv);
    expect([code, err]).toEqual([0, '']);
    const told = JSON.parse(out);
    expect(told.average.value).toBeCloseTo((1 + 0.25) / 2, 9);
    expect(told.pass.map((one: { estimate: { value: number } }) => one.estimate.value)).toEqual([
      expect.closeTo(0.625, 9),
      expect.closeTo(0.75, 9),
      1,
    ]);
    expect(told.questions[1]).toMatchObject({ answers: 4, right: 1, unanswered: 3 });
    const before = endpoint.seen.length;
    expect(JSON.parse((await spade('eval', argv)).out).average).toEqual(told.average);
    expect(endpoint.seen).toHaveLength(before);
    expect(everythingIn(folder)).not.toContain(KEY);
  });

  it('plays held-out environments, and puts what comes out beside a run’s own measures', async () => {
    await serve(player);
    await spade('rollout', ['barge.py', '-n', '1', '--out', 'run', '--body', 'top_p=0.5']);
    const [run = ''] = readdirSync(join(folder, 'run', 'runs'));
    const argv = ['barge.py', '-n', '3', '--run', `run/runs/${run}`, '--format', 'json'];
    const { code, err } = await spade('eval', argv);
    expect([code, err]).toEqual([0, expect.stringMatching(/at step 0/)]);
    const [last] = endpoint.seen.slice(-1);
    expect([last?.body.top_p, last?.headers.authorization]).toEqual([0.5, `Bearer ${KEY}`]);
    const store = RunStore.read(join(folder, 'run', 'runs', run));
    const { items } = store.metrics.page(['evaluated-win-rate'], 0, 10);
    store.close();
    expect(items).toEqual([{ step: 0, name: 'evaluated-win-rate', skill: null, value: 0 }]);
    expect((await spade('eval', argv)).err).toMatch(/holds an evaluation of this kind at step 0 already/);
  });
});
