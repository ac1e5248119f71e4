import { afterEach, expect, it } from 'vitest';
import { type Scripted, ScriptedEndpoint, type Seen, streamed } from '../policy/openai/testing.ts';
import { OPENAI_KIND } from './openai-kind.ts';
import { configWith, freight, freightAnswer, Ledger } from './testing.ts';

let endpoint: ScriptedEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const chat = (url: string, more: Record<string, unknown> = {}) =>
  configWith({
    engine: { kind: 'openai', url, model: 'm' },
    rollouts: 2,
    design: { activeSkills: 1, perSkill: 1, every: 1, attempts: 2, maxTokens: 4_000 },
    play: { group: 2, maxTurns: 3, maxTokens: 64, context: 4_000 },
    curriculum: { designer: 'frozen', corpus: null },
    evaluation: null,
    ...more,
  });

const NAMES = ['Barge', 'Canal', 'Depot', 'Ferry'];

it('designs and plays through an endpoint, learns nothing, and tells what it asked for', async () => {
  let designed = 0;
  const answer = ({ body }: Seen): Scripted => {
    const [system, first] = body.messages;
    const task = system?.content ?? '';
    if (task.startsWith('Write a hint')) return streamed('<hint>Multiply.</hint>');
    if (task.startsWith('You are playing')) return streamed(freightAnswer(first?.content ?? ''));
    return streamed(`Here it is:\n\`\`\`python\n${freight(NAMES[designed++] ?? '')}\n\`\`\``);
  };
  endpoint = await ScriptedEndpoint.start(answer);
  const config = chat(endpoint.url);
  expect(await OPENAI_KIND.check(config)).toBeUndefined();
  const ledger = new Ledger(config);
  expect(await OPENAI_KIND.create(config).run(ledger.context())).toBe('finished');
  expect(ledger.environments.map(({ className, accepted, hint }) => [className, accepted, hint])).toEqual([
    ['BargeEnv', true, 'Multiply.'],
    ['CanalEnv', true, 'Multiply.'],
  ]);
  expect(ledger.metric(0, 'win-rate')).toBe(1);
  expect(ledger.metric(0, 'loss')).toBeUndefined();
  expect(ledger.logs.join('\n')).toMatch(/m: \d+ requests, \d+ tokens in, \d+ out/);
});

it('is refused where the run is to learn, and where its endpoint or key cannot be', async () => {
  const url = 'http://127.0.0.1:9/v1';
  const learning = chat(url, { curriculum: { designer: 'learning', corpus: null } });
  expect(await OPENAI_KIND.check(learning)).toMatch(/curriculum\.designer: .*"frozen"/);
  const keyed = chat(url, { engine: { kind: 'openai', url, model: 'm', keyVariable: 'SPADE_NO_SUCH_KEY' } });
  expect(await OPENAI_KIND.check(keyed)).toMatch(/SPADE_NO_SUCH_KEY is to hold the key, and is not set/);
});

it('ends with a sentence for the person when the endpoint is gone', async () => {
  endpoint = await ScriptedEndpoint.start(() => ({
    status: 404,
    json: { error: { message: 'no model m' } },
  }));
  const config = chat(endpoint.url);
  await expect(OPENAI_KIND.create(config).run(new Ledger(config).context())).rejects.toMatchObject({
    name: 'JobFailure',
    message: expect.stringMatching(/knows no such address or model \(404\).*no model m/),
  });
});
