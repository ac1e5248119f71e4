import { describe, expect, it } from 'vitest';
import type { PyValue } from '../protocol/value.ts';
import { box } from './boxes.ts';
import { answer, readings, toolCall } from './solution.ts';

const games = (value: PyValue): (readonly string[])[] =>
  readings(value, 'games').map(({ actions }) => actions);
const boxes = (...actions: string[]): string[] => actions.map(box);

describe('readings of a game', () => {
  it.each<[string, PyValue, string[]]>([
    ['an answer', '417', boxes('417')],
    ['a boxed answer', '\\boxed{\\frac{1}{2}}', boxes('\\frac{1}{2}')],
    ['boxes in prose', 'First \\boxed{a}, then \\boxed{b}.', boxes('a', 'b')],
    ['one box around all', '\\boxed{up, down}', boxes('up', 'down')],
    ['lines', 'up\ndown\n', boxes('up', 'down')],
    ['numbered lines', '1. go north\n2) take lamp', boxes('go north', 'take lamp')],
    ['numbers in a line', '1. go north 2. take lamp', boxes('go north', 'take lamp')],
    ['steps', 'Step 1: open\nStep 2: close', boxes('open', 'close')],
    ['bullets', '- open\n- close', boxes('open', 'close')],
    ['remarks', 'open  # the lid\nclose (gently)', boxes('open', 'close')],
    ['arrows', 'weigh 1 -> weigh 2 → report 7', boxes('weigh 1', 'weigh 2', 'report 7')],
    ['commas and then', 'up, down, then left', boxes('up', 'down', 'left')],
    ['semicolons', 'rotate 1 2; open valve', boxes('rotate 1 2', 'open valve')],
    ['bars', 'accept a | print', boxes('accept a', 'print')],
    ['words', 'U D L R', boxes('U', 'D', 'L', 'R')],
    ['repetitions', 'north x2, east', boxes('north', 'north', 'east')],
    ['a labelled answer', 'The answer is 42.', boxes('42')],
    ['a labelled list', 'Sequence: red, blue', boxes('red', 'blue')],
    ['quoted actions', "Say 'open' and 'close'.", boxes('open', 'close')],
    ['a number in a sentence', 'It takes 12 crates and 30 days', boxes('30')],
    ['a JSON list', '["up", "down"]', boxes('up', 'down')],
    ['a Python list in text', "['up', 'down']", boxes('up', 'down')],
    ['a list', ['up', 'down'], boxes('up', 'down')],
    ['a list as one answer', [3, 1, 2], boxes('3, 1, 2')],
    ['a list of pairs', [{ tuple: [0, 1] }, { tuple: [2, 3] }], boxes('0 1', '2 3')],
    ['multiplied actions', '2x north, east', boxes('north', 'north', 'east')],
    ['letters', 'RRDL', boxes('R', 'R', 'D', 'L')],
    ['a derivation', 'Step 1: 3 * 4 = 12\nStep 2: 12 + 5 = 17\nAnswer: seventeen', boxes('seventeen')],
    ['a last line', 'The first clue excludes Bo.\nAda', boxes('Ada')],
    ['a JSON object', '{"reason": "by sums", "answer": 12}', boxes('12')],
    ['an answer with its explanation', { tuple: ['417', 'because it fits'] }, boxes('417')],
    [
      'a dictionary as JSON',
      {
        dict: [
          ['x', 1],
          ['y', 2],
        ],
      },
      boxes('{"x":1,"y":2}'),
    ],
    ['a number', 7, boxes('7')],
    ['a float', { float: 2.5 }, boxes('2.5')],
    ['a dictionary of actions', { dict: [['actions', ['up']]] }, boxes('up')],
  ])('%s', (_, value, actions) => {
    expect(games(value)).toContainEqual(actions);
  });

  it('puts the most literal one first, without repeats', () => {
    const found = games('up, down');
    expect(found[0]).toEqual(boxes('up, down'));
    expect(new Set(found.map((actions) => actions.join('\n'))).size).toBe(found.length);
  });
  it('names forms alike for solutions written alike', () => {
    const forms = (value: string, actions: string[]): string | undefined =>
      readings(value, 'games').find((reading) => JSON.stringify(reading.actions) === JSON.stringify(actions))
        ?.form;
    expect(forms('a -> b', boxes('a', 'b'))).toBe(forms('c -> d -> e', boxes('c', 'd', 'e')));
  });
  it('is empty for nothing', () => {
    expect(games(null)).toEqual([]);
    expect(games('  ')).toEqual([]);
  });
});

describe('readings of tool use', () => {
  const tools = new Map([
    ['find', ['customer']],
    ['move', ['order_id', 'city']],
  ]);
  const plan = [toolCall('find', { customer: 'Ada' }), toolCall('move', { order_id: 'R-1', city: 'Oslo' })];
  it.each<[string, PyValue]>([
    ['calls', "find(customer='Ada')\nmove(order_id='R-1', city='Oslo')"],
    [
      'calls with positional arguments',
      "1. find('Ada')\n2. move('R-1', city=\"Oslo\")\n<answer>done</answer>",
    ],
    ['calls on self', "self.tool_find('Ada'); self.tool_move('R-1', 'Oslo')"],
    ['tool calls', `${plan.join('\n')}\n<answer>done</answer>`],
    [
      'JSON objects',
      '[{"name": "find", "arguments": {"customer": "Ada"}}, {"name": "move", "arguments": {"order_id": "R-1", "city": "Oslo"}}]',
    ],
    [
      'Python dictionaries',
      [
        {
          dict: [
            ['tool', 'find'],
            ['args', { dict: [['customer', 'Ada']] }],
          ],
        },
        {
          dict: [
            ['tool', 'move'],
            [
              'args',
              {
                dict: [
                  ['order_id', 'R-1'],
                  ['city', 'Oslo'],
                ],
              },
            ],
          ],
        },
      ],
    ],
    [
      'tuples',
      [
        { tuple: ['find', { dict: [['customer', 'Ada']] }] },
        {
          tuple: [
            'move',
            {
              dict: [
                ['order_id', 'R-1'],
                ['city', 'Oslo'],
              ],
            },
          ],
        },
      ],
    ],
  ])('%s', (_, value) => {
    expect(readings(value, 'tool_use', tools).map(({ actions }) => actions)).toContainEqual([
      ...plan,
      answer('done'),
    ]);
  });
  it('ends with the answer that is said', () => {
    const [first] = readings("find('Ada')\nFinal answer: 17", 'tool_use', tools);
    expect(first?.actions.at(-1)).toBe(answer('17'));
  });
  it('passes over calls of what is no tool', () => {
    expect(readings("print(find('Ada'))", 'tool_use', tools)[0]?.actions).toEqual([plan[0], answer('done')]);
  });
});
