import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP519', {
  bad: [
    {
      title: 'every report is a victory',
      source: variant(VAULT, [
        'return "The vault stays shut for good."',
        'return "Congratulations, you have won!"',
      ]),
      says: /reward of 0/,
    },
    {
      title: 'the winner is told off',
      source: variant(SUM, [
        'return "The carrier signs the bill."',
        'return "Incorrect, the carrier leaves."',
      ]),
      says: /reward of 1/,
    },
  ],
  good: [
    {
      title: 'both agree',
      source: variant(
        VAULT,
        ['return "The vault opens."', 'return "Correct! You have won."'],
        ['return "The vault stays shut for good."', 'return "Wrong answer: you have lost."'],
      ),
    },
    {
      title: 'a condition is no verdict',
      source: variant(VAULT, [
        'return "The vault stays shut for good."',
        'return "It stays shut. With the code you would have won."',
      ]),
    },
    {
      title: 'praise on the way',
      source: variant(GAME, ['text = f"Click: ', 'text = f"Well done! Click: ']),
    },
  ],
});
