import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const COUNT = '        self.turn += 1\n';
const LATE = '        late = self.turn >= self.max_turns\n';
const NOTHING = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const SEARCH = '        match = re.search(r"\\\\boxed\\{(\\w+)\\}", action)\n';
const SLIP =
  '        if not match:\n            return self._prompt("Write a box."), 0.0, False, False, {}\n';

describeRule('SP401', {
  bad: [
    {
      title: 'a slip of format costs no turn',
      source: variant(GAME, [COUNT + SEARCH, SEARCH + SLIP + COUNT]),
      says: /before `self.max_turns` is looked at/,
      marks: 'self._prompt("Write a box."), 0.0, False, False, {}',
      severity: 'error',
    },
    { title: 'it costs one, and nothing asks', source: variant(GAME, [SEARCH, SEARCH + SLIP]) },
    {
      title: 'the answer to an unknown word comes before the limit',
      source: variant(GAME, [
        LATE,
        `        if word not in ("amber", "blue"):\n            return "No such lever.", 0.0, False, False, {}\n${LATE}`,
      ]),
    },
    {
      title: 'the limit is computed and forgotten on one path',
      source: variant(GAME, [LATE, ''], [COUNT, COUNT + LATE], [SEARCH, SEARCH + SLIP]),
      says: /although time is up/,
    },
    {
      title: 'no limit at all',
      source: variant(
        GAME,
        [LATE, ''],
        [NOTHING, 'return self._prompt("Nothing moves."), 0.0, False, False, {}'],
      ),
      says: /No path of step tests a turn limit/,
    },
    {
      title: 'through a helper',
      source: `${variant(GAME, [SEARCH, `${SEARCH}        if not match:\n            return self._refuse()\n`])}\n    def _refuse(self):\n        return "Write a box.", 0.0, False, False, {}\n`,
    },
    {
      title: 'an exception of the parser',
      source: variant(GAME, [
        SEARCH,
        `        try:\n            number = int(action)\n        except ValueError:\n            return "A number, please.", 0.0, False, False, {}\n${SEARCH}`,
      ]),
    },
  ],
  good: [
    { title: 'every path comes by the limit', source: GAME },
    {
      title: 'the limit is tested first',
      source: variant(GAME, [
        COUNT + SEARCH,
        `        if self.turn >= self.max_turns:\n            return "Time is up.", 0.0, False, True, {}\n${COUNT}${SEARCH}${SLIP}`,
      ]),
    },
    {
      title: 'slips are counted and end the episode',
      source: variant(
        GAME,
        ['        self.turn = 0\n', '        self.turn = 0\n        self.slips = 0\n'],
        [
          SEARCH,
          `${SEARCH}        if self.slips > 3:\n            return "Too many slips.", 0.0, True, False, {}\n        if not match:\n            self.slips += 1\n            return "Write a box.", 0.0, False, False, {}\n`,
        ],
      ),
    },
    {
      title: 'a path that can be gone once',
      source: variant(
        GAME,
        ['        self.turn = 0\n', '        self.turn = 0\n        self.warned = False\n'],
        [
          SEARCH,
          `${SEARCH}        if not match and not self.warned:\n            self.warned = True\n            return "Write a box.", 0.0, False, False, {}\n`,
        ],
      ),
    },
    {
      title: 'the limit in a helper',
      source: `${variant(GAME, [SEARCH, `${SEARCH}        if not match:\n            return "Write a box.", 0.0, False, self._late(), {}\n`])}\n    def _late(self):\n        return self.turn >= self.max_turns\n`,
    },
    {
      title: 'counted down from the limit',
      source: variant(
        GAME,
        ['        self.turn = 0\n', '        self.turn = 0\n        self.left = self.max_turns\n'],
        [COUNT, '        self.turn += 1\n        self.left -= 1\n'],
        [LATE, '        late = self.left <= 0\n'],
      ),
    },
    {
      title: 'a random event',
      source: variant(GAME, [
        SEARCH,
        `${SEARCH}        if not match and self.rng.random() < 0.5:\n            return "Fog.", 0.0, False, False, {}\n`,
      ]),
    },
  ],
});
