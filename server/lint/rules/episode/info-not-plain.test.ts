import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const INFO = '{"turn": self.turn}';
const tells = (info: string, before = ''): string =>
  variant(GAME, [
    `return self._prompt("Nothing moves."), 0.0, False, late, ${INFO}`,
    `${before}return self._prompt("Nothing moves."), 0.0, False, late, ${info}`,
  ]);

describeRule('SP411', {
  bad: [
    {
      title: 'a text',
      source: tells('{"feedback": "cold"}'),
      says: /a text under `feedback`/,
      marks: '"cold"',
      severity: 'warning',
    },
    { title: 'the action', source: tells('{"said": action.strip()}') },
    {
      title: 'a list of texts',
      source: tells('{"log": [f"turn {n}" for n in range(3)]}'),
      says: /a list of texts/,
    },
    {
      title: 'through a helper',
      source: `${tells('self._info()')}\n    def _info(self):\n        return {"phase": "over" if self.done else "on"}\n`,
    },
    {
      title: 'put in later',
      source: tells('info', 'info = {}\n        info["lever"] = str(self.lever)\n        '),
      says: /under `lever`/,
    },
    { title: 'a generator', source: tells('{"rng": self.rng}'), says: /random numbers/ },
    { title: 'the environment', source: tells('{"env": self}'), says: /the environment itself/ },
    { title: 'a set', source: tells('{"seen": {1, 2}}'), says: /JSON has not/ },
    {
      title: 'of reset',
      source: variant(GAME, [
        'A gate with four levers."), {}',
        'A gate with four levers."), {"task": f"levers {seed}"}',
      ]),
    },
    {
      title: 'in tool use',
      source: variant(TOOLS, [
        'return self._user_messages[0], {}',
        'return self._user_messages[0], {"domain": "heat"}',
      ]),
    },
  ],
  good: [
    { title: 'numbers', source: GAME },
    {
      title: 'truth values, None, lists and dicts of numbers',
      source: tells('{"a": True, "b": None, "c": [1, 2], "d": {"e": 0.5}, "f": (1, 2)}'),
    },
    { title: 'what nobody knows', source: tells('{"x": action_value(action)}') },
    { title: 'counted texts', source: tells('{"words": len(action.split())}') },
    { title: 'empty', source: tells('{}') },
  ],
});
