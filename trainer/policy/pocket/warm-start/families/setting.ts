/** Two things to set as a sentence says, each with its tool. */
import { between, shuffled } from '../draw.ts';
import { type Family, numbersIn } from '../family.ts';
import { toolAnswer, toolCall, toolSource } from '../tools.ts';

const COLOURS = ['red', 'blue', 'green', 'white', 'black', 'gold'];

export const setting: Family = {
  name: 'setting',
  skill: 'State Modification',
  topics: [
    'A flag shows when it is full.',
    'The keeper fills it and sets a flag.',
    'Its flag tells what is inside.',
  ],
  hint: 'Fill first, then set the flag, then say that you are done.',
  write(random, { place, things }, level) {
    const colours = shuffled(random, COLOURS).slice(0, 3 + level);
    const most = between(random, 50, 99);
    return toolSource({
      theme: { place, things },
      turns: between(random, 3, 5),
      setup: [
        `s.c=${JSON.stringify(colours)}`,
        `s.g=[r.randint(2,${most}),r.choice(s.c)]`,
        's._state={"fill":0,"flag":"none"}',
        's._expected_answer="done"',
      ],
      tools: { fill: ['count', 'integer'], flag: ['color', 'string'] },
      observation: `f'Fill the ${place} with {s.g[0]} ${things} and set its flag to {s.g[1]}. Tools: fill(count), flag(color). Call <tool_call>{{"name":"fill","arguments":{{"count":1}}}}</tool_call>, then <answer>done</answer>.'`,
      methods: [
        'def tool_fill(s,count):',
        ` if type(count)!=int or not 0<count<=${most}:return "Error: 1 to ${most}."`,
        ' s._state["fill"]=count',
        ` return f"{count} ${things}."`,
        'def tool_flag(s,color):',
        ' if color not in s.c:return "Error: no such color."',
        ' s._state["flag"]=color',
        ' return f"Flag {color}."',
        'def _check_answer(s,answer):',
        ' return answer=="done" and list(s._state.values())==s.g',
        'def solution(s):',
        ` return f"fill(count={s.g[0]})\\nflag(color='{s.g[1]}')\\n<answer>done</answer>"`,
      ],
    });
  },
  act([first], actions) {
    const [count = 0] = numbersIn(first);
    const calls = [
      toolCall('fill', 'count', count),
      toolCall('flag', 'color', /flag to (\w+)/.exec(first ?? '')?.[1] ?? ''),
    ];
    return calls.find((call) => !actions.includes(call)) ?? toolAnswer('done');
  },
  /** Forgets the flag. */
  blunder(observations, actions, random) {
    return actions.length > 0 ? toolAnswer('done') : setting.act(observations, actions, random);
  },
};
