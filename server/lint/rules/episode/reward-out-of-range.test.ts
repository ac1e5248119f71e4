import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const WON = 'return "The gate opens.", 1.0, True, False, {}';
const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const pays = (reward: string, before = ''): string => variant(GAME, [ON, before + ON.replace('0.0', reward)]);

describeRule('SP407', {
  bad: [
    {
      title: 'a fine',
      source: pays('-0.1'),
      says: /pays -0.1, outside the range from 0 to 1/,
      marks: '-0.1',
      severity: 'warning',
    },
    { title: 'a prize', source: variant(GAME, [WON, WON.replace('1.0', '10')]), says: /pays 10/ },
    { title: 'on one way', source: pays('fine', 'fine = -0.5 if not match else 0.0\n        ') },
    {
      title: 'added up',
      source: pays('reward', 'reward = 0.0\n        reward -= 0.25\n        '),
      says: /pays -0.25/,
    },
    {
      title: 'a constant of the class',
      source: variant(pays('self.FINE'), ['    def __init__', '    FINE = -1\n\n    def __init__']),
      says: /pays -1/,
    },
    {
      title: 'above the declared range',
      source: variant(pays('0.8'), ['    def __init__', '    reward_range = (0.0, 0.5)\n\n    def __init__']),
      times: 2,
    },
    {
      title: 'outside the range of the settings',
      settings: { rewardRange: [0, 0.5] },
      source: GAME,
      says: /pays 1/,
    },
  ],
  good: [
    { title: 'within', source: GAME },
    {
      title: 'declared',
      source: variant(pays('-1.0'), [
        '    def __init__',
        '    reward_range = (-1.0, 1.0)\n\n    def __init__',
      ]),
    },
    {
      title: 'declared in the constructor',
      source: variant(pays('-1.0'), [
        '        self.max_turns = max_turns',
        '        self.max_turns = max_turns\n        self.reward_range = (-1, 1)',
      ]),
    },
    { title: 'within the range of the settings', settings: { rewardRange: [-1, 1] }, source: pays('-0.5') },
    { title: 'not known', source: pays('self.turn / 100 - 1') },
    { title: 'a number that is no reward', source: variant(GAME, ['{"turn": self.turn}', '{"turn": -5}']) },
  ],
});
