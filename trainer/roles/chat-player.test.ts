import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type SandboxPool } from '../../server/sandbox/pool.ts';
import { ChatClient } from '../policy/openai/client.ts';
import { ENDPOINT_DEFAULTS, type Endpoint } from '../policy/openai/endpoint.ts';
import { refused, type Scripted, ScriptedEndpoint, type Seen, streamed } from '../policy/openai/testing.ts';
import { returnOf } from '../selfplay/outcomes.ts';
import { type PlaySettings, playAll } from '../selfplay/playing.ts';
import { FREIGHT, freightAnswer } from '../selfplay/testing.ts';
import { ChatPlayer } from './chat-player.ts';

/** Pays for the number that only a tool tells. */
const LEDGER = `
class LedgerEnv(ToolUseBaseEnv):
    def reset(self, seed=None):
        self.turn_count = 0
        self._number = 40 + (seed or 0) % 50
        self._tools = {
            "look_up": {
                "description": "Tells an account's number.",
                "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
            }
        }
        self._expected_answer = str(self._number)
        return "What is the number of Ada's account?", {}

    def tool_look_up(self, name):
        return str(self._number) if name == "Ada" else "There is no such account."

    def solution(self):
        return [f"<answer>{self._number}</answer>"]
`;

let pool: SandboxPool;
let endpoint: ScriptedEndpoint | undefined;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool.close());
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const SETTINGS: PlaySettings = {
  profile: 'games',
  maxTurns: 4,
  ownTurns: true,
  temperature: 0.6,
  maxTokens: 100,
  context: 10_000,
  thinking: false,
};

async function play(
  answer: (seen: Seen, number: number) => Scripted,
  {
    source = FREIGHT,
    plays = 1,
    ...more
  }: { source?: string; plays?: number } & Partial<Endpoint & PlaySettings>,
) {
  endpoint = await ScriptedEndpoint.start(answer);
  const client = new ChatClient({ ...ENDPOINT_DEFAULTS, url: endpoint.url, model: 'm', tries: 1, ...more });
  const seats = Array.from({ length: plays }, (_, i) => ({ source, seed: 7 + i, chance: i }));
  const players = { pool, player: new ChatPlayer(client), signal: new AbortController().signal };
  const over: unknown[] = [];
  const played = await playAll(seats, { ...SETTINGS, ...more }, players, (one) => over.push(one));
  return { played, over, seen: endpoint.seen };
}

const lastOf = ({ body }: Seen) => body.messages.at(-1)?.content ?? '';

describe('plays through a chat endpoint', () => {
  it('are conversations: thinking is kept apart, and no tokens are claimed', async () => {
    const { played, over, seen } = await play(
      (one, number) =>
        number === 0
          ? streamed('I guess \\boxed{1}', { thinking: 'No idea.' })
          : streamed(freightAnswer(one.body.messages[1]?.content ?? '')),
      {},
    );
    const [first] = played;
    expect(over).toEqual(played);
    expect(returnOf(first?.episode ?? ({} as never))).toBeGreaterThan(0);
    expect(first?.tokens).toEqual([]);
    expect(first?.replies.map(({ thinking, read, sampled }) => [thinking, read.action, sampled])).toEqual([
      ['No idea.', '\\boxed{1}', undefined],
      [undefined, expect.stringMatching(/^\\boxed/), undefined],
    ]);
    expect(seen[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(seen[1]?.body.messages)).not.toContain('No idea.');
  });

  it('end for want of room where the endpoint says so, and before it is asked where the tokens tell', async () => {
    const full = await play(() => refused(400, { code: 'context_length_exceeded', message: 'too long' }), {});
    expect(full.played[0]?.cut).toBe('context');
    await endpoint?.close();
    const counted = await play(() => streamed('\\boxed{1}', { usage: [150, 20] }), { context: 260 });
    expect(counted.played[0]?.cut).toBe('context');
    expect(counted.seen).toHaveLength(1);
  });

  it('call tools natively, several at once, and are answered as such', async () => {
    const { played, seen } = await play(
      (one, number) =>
        number === 0
          ? streamed('', {
              calls: [
                { name: 'look_up', arguments: '{"name": "Bob"}' },
                { name: 'look_up', arguments: '{"name": "Ada"}' },
              ],
            })
          : streamed(`<answer>${/\d+/.exec(JSON.stringify(one.body.messages.slice(3)))?.[0]}</answer>`),
      { source: LEDGER, profile: 'tool_use' },
    );
    expect(seen[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['look_up']);
    expect(seen[0]?.body.messages[0]?.content).not.toContain('<tool_call>');
    expect(seen[1]?.body.messages.slice(2).map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool']);
    expect(seen[1]?.body.messages[2]?.tool_calls).toHaveLength(2);
    const [first] = played;
    expect(first?.replies[0]?.text).toBe(
      '<tool_call>{"name": "look_up", "arguments": {"name":"Bob"}}</tool_call>\n<tool_call>{"name": "look_up", "arguments": {"name":"Ada"}}</tool_call>',
    );
    expect(first?.episode.return).toBe(1);
  });

  it('call tools in the text where they are described there', async () => {
    const { played, seen } = await play(
      (one, number) =>
        number === 0
          ? streamed('<tool_call>{"name": "look_up", "arguments": {"name": "Ada"}}</tool_call>')
          : streamed(`<answer>${/\d+/.exec(lastOf(one))?.[0]}</answer>`),
      { source: LEDGER, profile: 'tool_use', tools: 'text' },
    );
    expect(seen[0]?.body.tools).toBeUndefined();
    expect(seen[0]?.body.messages[0]?.content).toMatch(/<tool_call>.*"name":"look_up"/s);
    expect(played[0]?.episode.return).toBe(1);
  });

  it('end together when one fails, with what is wrong', async () => {
    await expect(play(() => refused(401, { message: 'who are you' }), { plays: 3 })).rejects.toThrow(
      /refuses the key/,
    );
  });
});
