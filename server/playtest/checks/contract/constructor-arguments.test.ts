import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP107', {
  bad: [
    {
      title: 'a size without default',
      source: variant(GAME, ['max_turns=25, **kwargs', 'size, max_turns=25']),
      says: /requires `size`/,
      line: 11,
      without: ['SP412'],
    },
    {
      title: 'a keyword that must be given',
      source: variant(GAME, ['**kwargs', '*, difficulty']),
      says: /requires `difficulty`/,
      without: ['SP412'],
    },
  ],
  good: [
    { title: 'max_turns without default', source: variant(GAME, ['max_turns=25, **kwargs', 'max_turns']) },
    { title: 'a size with a default', source: variant(GAME, ['**kwargs', 'size=5']) },
    {
      title: 'no constructor',
      source: variant(GAME, [
        '    def __init__(self, max_turns=25, **kwargs):\n        self.max_turns = max_turns\n        self.turn_count = 0\n        self.order = []\n        self.progress = 0\n        self.ended = ""\n        self.reset()\n',
        '    max_turns = 25\n',
      ]),
    },
  ],
});
