import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP105', {
  bad: [
    {
      title: 'two actions',
      source: variant(GAME, ['action: str)', 'action: str, lever)']),
      says: /requires `action`, `lever`/,
      line: 27,
      without: ['SP412'],
    },
    {
      title: 'no action',
      source: variant(GAME, ['def step(self, action: str)', 'def step(self)'], ['action)', '"")']),
      says: /takes no action/,
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'another name',
      source: variant(
        GAME,
        ['def step(self, action: str)', 'def step(self, move)'],
        [', action)', ', move)'],
      ),
    },
    {
      title: 'an option with a default',
      source: variant(GAME, ['action: str)', 'action: str, verbose=False)']),
    },
  ],
});
