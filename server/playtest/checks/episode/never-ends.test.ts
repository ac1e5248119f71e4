import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP401', {
  bad: [
    {
      title: 'a malformed action costs no turn',
      source: variant(GAME, [
        '            text = "There is',
        '            self.turn_count -= 1\n            text = "There is',
      ]),
      says: /limit is 25 turns/,
      line: 27,
      without: ['SP402', 'SP415', 'SP405'],
    },
    {
      title: 'the limit is never tested',
      source: variant(GAME, ['self.turn_count >= self.max_turns', 'self.turn_count >= 10 ** 9']),
      without: ['SP402', 'SP415'],
    },
    {
      title: 'one command returns before the limit is tested',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        if lever == "look":\n            return self._prompt("You look around."), 0.0, False, False, {}\n        if lever not in LEVERS:',
      ]),
      says: /look/,
    },
    {
      title: 'a long limit of which nothing comes',
      source: variant(GAME, ['max_turns=25', 'max_turns=90'], ['>= self.max_turns', '> 10 ** 6']),
    },
  ],
  good: [
    { title: 'the limit is tested on every path', source: GAME },
    {
      title: 'one turn more than the limit',
      source: variant(GAME, ['>= self.max_turns', '> self.max_turns']),
    },
    { title: 'a long limit that is kept', source: variant(GAME, ['max_turns=25', 'max_turns=70']) },
    { title: 'tool use', source: TOOLS },
  ],
});
