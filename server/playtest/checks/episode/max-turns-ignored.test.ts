import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP415', {
  bad: [
    {
      title: 'stored as a number of its own',
      source: variant(GAME, ['self.max_turns = max_turns', 'self.max_turns = 25']),
      severity: 'warning',
      line: 11,
    },
    {
      title: 'compared with a number',
      source: variant(GAME, ['>= self.max_turns', '>= 25']),
      says: /after 25 turns/,
    },
    {
      title: 'swallowed by the other arguments',
      source: variant(
        GAME,
        ['max_turns=25, **kwargs', '**kwargs'],
        ['self.max_turns = max_turns', 'self.max_turns = 18'],
      ),
    },
  ],
  good: [
    { title: 'kept', source: GAME },
    {
      title: 'kept within bounds',
      source: variant(GAME, ['self.max_turns = max_turns', 'self.max_turns = max(10, min(max_turns, 25))']),
    },
    { title: 'tool use', source: TOOLS },
  ],
});
