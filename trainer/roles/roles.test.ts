import { describe, expect, it } from 'vitest';
import type { MemoryRecord } from '../curriculum/memory.ts';
import { streamOf } from '../curriculum/random.ts';
import { nextMessages, openingMessages } from './agent.ts';
import { readAudit } from './audit.ts';
import { type DesignRequest, designMessages, readDesign, retryMessages } from './designer.ts';
import { hintMessages, readHint } from './hint.ts';

const past: MemoryRecord = {
  className: 'TidePoolEnv',
  skill: 'Causal Inference',
  source: 'class TidePoolEnv: ...',
  winRate: 0.5,
  regret: 0.25,
  rollout: 3,
};
const request: DesignRequest = {
  profile: 'games',
  skill: 'Causal Inference',
  difficulty: 'medium',
  seeds: [past],
  warnings: [{ ...past, className: 'CoinTossEnv', winRate: 0.97 }],
};
const text = (given: DesignRequest, seed = 1) =>
  designMessages(given, streamOf(seed))
    .map(({ content }) => content)
    .join('\n');

describe('what the designer is asked', () => {
  it('names the skill, the difficulty, what taught much and what did not', () => {
    const asked = text(request);
    expect(asked).toContain('Skill to exercise: Causal Inference. Difficulty: medium.');
    expect(asked).toContain('won in 50 % of plays, a hint adds 25 %');
    expect(asked).toContain('CoinTossEnv was too easy: won in 97 % of plays');
  });

  it('is grounded in the document that was drawn', () => {
    const asked = text({ ...request, document: { name: 'd', text: 'Tides follow the moon.' } });
    expect(asked).toContain('Document:\nTides follow the moon.');
    expect(asked).toContain('never speak of a document');
  });

  it('is a derivation or a game of several turns, as chance decides', () => {
    const kinds = new Set(
      Array.from({ length: 30 }, (_, seed) => /derivation|several turns/.exec(text(request, seed))?.[0]),
    );
    expect(kinds).toEqual(new Set(['derivation', 'several turns']));
  });

  it('varies domains and variants in tool use by their weights', () => {
    const asked = Array.from({ length: 700 }, (_, seed) => text({ ...request, profile: 'tool_use' }, seed));
    expect(asked.every((one) => one.includes('ToolUseBaseEnv'))).toBe(true);
    expect(new Set(asked.map((one) => /task about ([^.]+)\./.exec(one)?.[1])).size).toBe(10);
    const share = (words: string) => asked.filter((one) => one.includes(words)).length / 700;
    expect(share('says all that its call needs')).toBeCloseTo(3 / 7, 1);
    expect(share('decline_request')).toBeCloseTo(1 / 7, 1);
  });

  it('after a rejection shows the source and why', () => {
    const first = designMessages(request, streamOf(1));
    const again = retryMessages(first, { source: 'class X: ...', reasons: ['SP501: the answer is shown'] });
    expect(again.slice(0, first.length)).toEqual(first);
    expect(again.at(-2)?.content).toContain('class X: ...');
    expect(again.at(-1)?.content).toContain('- SP501: the answer is shown');
  });

  it('is read out of its fence and mended', () => {
    const answer =
      'Here it is:\n```python\nclass AEnv:\n    def f(self):\n        return f"say \\\\boxed{word}"\n```\nEnjoy!';
    const { source, changes } = readDesign(answer);
    expect(source).toContain('boxed{{word}}');
    expect(source).not.toContain('Enjoy');
    expect(changes.length).toBe(2);
  });
});

describe('the hint', () => {
  it('is asked for with the source, forbids the answer, and is read from its tags', () => {
    expect(
      hintMessages('games', 'SOURCE')
        .map(({ content }) => content)
        .join('\n'),
    ).toMatch(/Never state the answer.*SOURCE/s);
    expect(readHint('<hint>a</hint> no: <hint> probe the middle first </hint>')).toBe(
      'probe the middle first',
    );
    expect(readHint('<hint>cut off')).toBe('cut off');
    expect(readHint('probe')).toBeUndefined();
    expect(readHint('<hint> </hint>')).toBeUndefined();
  });
});

describe('the agent', () => {
  it('is told what it sees, and the hint only where there is one', () => {
    expect(openingMessages('games', 'OBSERVATION').at(-1)?.content).toBe('OBSERVATION');
    expect(openingMessages('games', 'OBSERVATION', 'HINT').at(-1)?.content).toMatch(/OBSERVATION.*HINT/s);
    expect(openingMessages('tool_use', 'x')[0]?.content).toContain('<tool_call>');
  });

  it('goes on with its answer and what came of it', () => {
    const messages = nextMessages(openingMessages('games', 'a'), 'b', 'c');
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });
});

describe('an audit', () => {
  it('is read, and what gives no verdict is none', () => {
    expect(readAudit('<reason>r</reason>\n<verdict>Solvable</verdict>')).toEqual({
      verdict: 'solvable',
      reason: 'r',
    });
    expect(readAudit('It is solvable.')).toBeUndefined();
    expect(readAudit('<verdict>perhaps</verdict>')).toBeUndefined();
  });
});
