import { describe, expect, it } from 'vitest';
import { generator } from './chance.ts';
import { randomToolCall, schemasOf, toolValues, validArguments } from './tool-calls.ts';

const tools = {
  schemas: {
    move: {
      description: 'Move an order.',
      parameters: {
        type: 'object',
        properties: {
          order: { type: 'string' },
          speed: { type: 'string', enum: ['slow', 'fast'] },
          count: { type: 'integer', minimum: 1, maximum: 5 },
          tags: { type: 'array', items: { type: 'integer' } },
          place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
        required: ['order', 'speed', 'count', 'tags', 'place'],
      },
    },
    broken: 'no schema',
  },
  methods: [],
  messages: [],
  current: null,
  criteria: [],
  expectedAnswer: null,
};

describe('schemasOf', () => {
  it('leaves out what is no schema', () => {
    expect(schemasOf(tools).map(({ name }) => name)).toEqual(['move']);
  });
});

describe('validArguments', () => {
  it('fits the schema', () => {
    const [schema] = schemasOf(tools);
    if (!schema) expect.fail('no schema');
    for (let seed = 0; seed < 40; seed++) {
      const args = validArguments(schema, ['R-17', '900', 'Oslo'], generator(seed));
      expect(['slow', 'fast']).toContain(args.speed);
      expect(Number(args.count)).toBeGreaterThanOrEqual(1);
      expect(Number(args.count)).toBeLessThanOrEqual(5);
      expect(args.tags).toEqual([expect.any(Number)]);
      expect(args.place).toEqual({ city: expect.any(String) });
    }
  });
});

it('random calls are JSON that names a tool, or answers', () => {
  for (let seed = 0; seed < 20; seed++) {
    const action = randomToolCall(tools, ['R-17'], generator(seed));
    expect(action).toMatch(/^<tool_call>\{"name":"move","arguments":\{.*\}\}<\/tool_call>$|^<answer>/);
  }
});

it('takes identifiers, paths and numbers from a text', () => {
  expect(toolValues('Order R-17 of ada@mail.com lies in /srv/in.txt, 3 boxes.')).toEqual(
    expect.arrayContaining(['R-17', 'ada@mail.com', '/srv/in.txt', '3']),
  );
});
