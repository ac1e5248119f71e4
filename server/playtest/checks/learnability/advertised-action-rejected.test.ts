import { describeCheck, GAME, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

describeCheck('SP515', {
  bad: [
    {
      title: 'a lever that is not there',
      source: variant(
        GAME,
        [
          '    return f"{text}\\nLevers: amber',
          '    return f"{text}\\nActions: amber'.replace('Actions', 'Available levers'),
        ],
        ['green, violet\\nReply', 'green, violet, white\\nReply'],
      ),
      says: /"white"/,
    },
    {
      title: 'a command that was planned',
      source: variant(VAULT, [
        '"Reply with \\\\boxed{weigh 2} (any dial from 1 to 4), or with',
        '"Reply with \\\\boxed{weigh 2} (any dial from 1 to 4), \\\\boxed{weigh 3}, \\\\boxed{listen}, or with',
      ]),
      says: /"listen"/,
    },
  ],
  good: [
    { title: 'levers in a menu', source: variant(GAME, ['\\nLevers: ', '\\nAvailable levers: ']) },
    { title: 'a placeholder in the box', source: GAME },
    { title: 'refused in this state, with a reason', source: VAULT },
    {
      title: 'wrong choices are answered alike',
      source: variant(
        GAME,
        ['\\nLevers: ', '\\nAvailable levers: '],
        [
          'text = "There is no such lever."',
          'self.progress = 0\n            text = "Clunk: all levers spring back."',
        ],
      ),
    },
  ],
});
