import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP210', {
  bad: [
    {
      title: 'a board as large as the action says',
      source: variant(GAME, [
        '            text = "There is no such lever."',
        '            board = bytearray(int(lever) % 10 ** 9 if lever.isdecimal() else 1)\n            text = "There is no such lever."',
      ]),
      says: /`step` on turn \d+, with the action .*memory limit/,
      line: 34,
      without: ['SP209'],
    },
    {
      title: 'doubled at every turn',
      source: variant(GAME, [
        '        self.turn_count += 1\n',
        '        self.turn_count += 1\n        self.notes = (getattr(self, "notes", "x") + action[:50]) * 8\n',
      ]),
      line: 31,
    },
    { title: 'a table while loading', source: `TABLE = [0] * 10 ** 9\n${GAME}`, says: /Loading/, line: 1 },
  ],
  good: [
    { title: 'a large table that fits', source: `TABLE = [0] * 10 ** 6\n${GAME}` },
    {
      title: 'text that is cut',
      source: variant(GAME, [
        '        self.turn_count += 1\n',
        '        self.turn_count += 1\n        self.notes = (action[:20] * 20)[:100]\n',
      ]),
    },
  ],
});
