/** A number that two tools find one after the other. */
import { between, shuffled } from '../draw.ts';
import type { Family } from '../family.ts';
import { toolAnswer, toolCall, toolSource } from '../tools.ts';

const NAMES = ['Ada', 'Ben', 'Eva', 'Kai', 'Lea', 'Max', 'Noa', 'Tim'];

export const lookup: Family = {
  name: 'lookup',
  skill: 'Data Retrieval',
  topics: [
    'A book tells who owns which box.',
    'Each box has an owner in the books.',
    'The clerk looks it up.',
  ],
  hint: 'First ask for the box of the name, then read that box, and answer what you read.',
  write(random, { place, things }, level) {
    const count = 3 + level;
    const names = shuffled(random, NAMES).slice(0, count);
    const least = between(random, 100, 300);
    return toolSource({
      theme: { place, things },
      turns: between(random, 3, 5),
      setup: [
        `s.n=${JSON.stringify(names)}`,
        `s.k=r.sample(range(10,99),${count})`,
        `s.v=r.sample(range(${least},999),${count})`,
        `s.w=r.randrange(${count})`,
        's._expected_answer=str(s.v[s.w])',
      ],
      tools: { box: ['name', 'string'], read: ['box', 'integer'] },
      observation: `f'How many ${things} of the ${place} are in the box of {s.n[s.w]}? Tools: box(name), read(box). Call <tool_call>{{"name":"box","arguments":{{"name":"Al"}}}}</tool_call>, then <answer>5</answer>.'`,
      methods: [
        'def tool_box(s,name):',
        ' return f"Box {s.k[s.n.index(name)]}." if name in s.n else "Error: no such name."',
        'def tool_read(s,box):',
        ` return f"{s.v[s.k.index(box)]} ${things}." if box in s.k else "Error: no such box."`,
        'def solution(s):',
        ` return f"box(name='{s.n[s.w]}')\\nread(box={s.k[s.w]})\\n<answer>{s.v[s.w]}</answer>"`,
      ],
    });
  },
  act([first, ...results]) {
    const found = (pattern: RegExp) =>
      results.findLast((result) => pattern.test(result))?.match(pattern)?.[1];
    const count = found(/(\d+) \w+\.$/);
    const box = found(/Box (\d+)/);
    if (count !== undefined) return toolAnswer(count);
    if (box !== undefined) return toolCall('read', 'box', Number(box));
    return toolCall('box', 'name', /box of (\w+)/.exec(first ?? '')?.[1] ?? '');
  },
  /** Takes the box's number for what is in it. */
  blunder(observations, actions, random) {
    const box = /Box (\d+)/.exec(observations.at(-1) ?? '')?.[1];
    return box === undefined ? lookup.act(observations, actions, random) : toolAnswer(box);
  },
};
