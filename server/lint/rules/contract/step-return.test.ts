import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const WON = 'return "The gate opens.", 1.0, True, False, {}';
const ON = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const winning = (text: string): string => variant(GAME, [WON, text]);
const going = (text: string): string => variant(GAME, [ON, text]);

describeRule('SP106', {
  bad: [
    {
      title: 'the old four-part form',
      source: winning('return "The gate opens.", 1.0, True, {}'),
      says: /returns \(str, float, bool, dict\): this is the old four-part form/,
      marks: '"The gate opens.", 1.0, True, {}',
      severity: 'error',
      fixed: GAME,
    },
    {
      title: 'four parts whose flag tells of the limit',
      source: going('return self._prompt("Nothing moves."), 0.0, self.turn >= self.max_turns, {}'),
      fixed: going('return self._prompt("Nothing moves."), 0.0, False, self.turn >= self.max_turns, {}'),
    },
    {
      title: 'four parts in brackets, over lines',
      source: going(
        'return (\n            "No.",\n            0.0,\n            self.done,\n            {},\n        )',
      ),
      fixed: going(
        'return (\n            "No.",\n            0.0,\n            self.done,\n            False, {},\n        )',
      ),
    },
    {
      title: 'a bool as reward',
      source: winning('return "Open.", True, True, False, {}'),
      says: /reward must be a number, not bool/,
      fixed: winning('return "Open.", 1.0, True, False, {}'),
    },
    {
      title: 'a comparison as reward',
      source: winning('return "Open.", word == self.lever, True, False, {}'),
      fixed: winning('return "Open.", float(word == self.lever), True, False, {}'),
    },
    {
      title: 'flags of ints',
      source: winning('return "Open.", 1.0, 1, 0, {}'),
      says: /terminated must be True or False, not int/,
      fixed: winning('return "Open.", 1.0, True, False, {}'),
    },
    {
      title: 'a count as flag',
      source: going('return "No.", 0.0, False, len(action) // 9, {}'),
      fixed: going('return "No.", 0.0, False, bool(len(action) // 9), {}'),
    },
    {
      title: 'None for info',
      source: winning('return "Open.", 1.0, True, False, None'),
      fixed: winning('return "Open.", 1.0, True, False, {}'),
    },
    {
      title: 'a list',
      source: winning('return ["Open.", 1.0, True, False, {}]'),
      fixed: winning('return ("Open.", 1.0, True, False, {})'),
    },
    {
      title: 'a reward in words',
      source: winning('return "Open.", "1", True, False, {}'),
      says: /reward must be a number, not str/,
      unfixed: true,
    },
    {
      title: 'a flag and a reward at once',
      source: winning('return "Open.", True, 1, False, {}'),
      fixed: winning('return "Open.", 1.0, True, False, {}'),
    },
    {
      title: 'falling off the end',
      source: going('self.late = late'),
      says: /`step` falls off its end/,
      marks: 'step',
      severity: 'error',
    },
    { title: 'a bare return', source: winning('return'), says: /nothing to unpack/ },
    {
      title: 'text alone',
      source: winning('return "The gate opens."'),
      says: /cannot be unpacked into five parts/,
    },
    { title: 'six parts', source: winning('return "Open.", 1.0, True, False, {}, []'), says: /6 parts/ },
    {
      title: 'a local tuple',
      source: winning('result = "Open.", 1.0, True, {}\n            return result'),
      line: 27,
      fixed: winning('result = "Open.", 1.0, True, False, {}\n            return result'),
    },
    {
      title: 'through a helper',
      source: variant(winning('return self._end()'), [
        '    def _prompt',
        '    def _end(self):\n        self.done = True\n        return "Open.", 1.0, True, {}\n\n    def _prompt',
      ]),
      line: 33,
    },
    {
      title: 'an own step of a tool-use environment',
      source: variant(TOOLS, [
        '    def tool_set_target',
        '    def step(self, action):\n        if not action:\n            return "Empty.", 0.0, False, {}\n        return super().step(action)\n\n    def tool_set_target',
      ]),
    },
    {
      title: 'a chain that may cover every case',
      source: going(
        'if word:\n            return "No.", 0.0, False, late, {}\n        elif late:\n            return "Late.", 0.0, False, True, {}',
      ),
      severity: 'warning',
    },
    {
      title: 'a generator',
      source: variant(GAME, ['        self.turn += 1\n', '        self.turn += 1\n        yield action\n']),
      says: /makes a generator of it/,
    },
  ],
  good: [
    { title: 'five parts', source: GAME },
    { title: 'an int as reward', source: winning('return "Open.", 1, True, False, {}') },
    { title: 'step of the injected base', source: TOOLS },
    {
      title: 'flags from and, or, not and comparisons',
      source: going('return "No.", 0.0, not word and late, bool(word) or late, {}'),
    },
    { title: 'what cannot be known', source: going('return self._turn(action)') },
    { title: 'five parts joined from two tuples', source: going('return ("No.", 0.0) + (False, late, {})') },
    {
      title: 'a match',
      source: going(
        'match bool(word):\n            case True:\n                return "No.", 0.0, False, late, {}\n            case _:\n                return "Late.", 0.0, False, True, {}',
      ),
    },
    { title: 'always raising', source: going('raise RuntimeError("broken")') },
    {
      title: 'a reward of a helper',
      source: variant(winning('return "Open.", self._pay(), True, False, {}'), [
        '    def _prompt',
        '    def _pay(self):\n        return round(1 - self.turn / 10, 2)\n\n    def _prompt',
      ]),
    },
  ],
});
