import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP514', {
  bad: [
    {
      title: 'a command that nobody can find',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        if lever.startswith("zx81") and len(lever) == 17:\n            self.progress = 0\n            self.turn_count -= 1\n            text = "A hidden spring clicks."\n            return self._prompt(text), 0.0, False, False, {}\n        if lever not in LEVERS:',
      ]),
      line: 34,
      says: /step \(lines 34 to 37\)/,
      severity: 'information',
    },
    {
      title: 'a branch of a tool for what cannot be',
      source: variant(TOOLS, [
        '        if city not in CITIES:',
        '        if len(self._state["orders"]) > 9:\n            self._state["viewed"] = None\n            self._state["tickets"] = {}\n            return "Error: too many orders"\n        if city not in CITIES:',
      ]),
      says: /tool_move_order/,
    },
  ],
  good: [
    { title: 'every branch is played', source: GAME },
    {
      title: 'a guard of one line',
      source: variant(GAME, [
        '        if lever not in LEVERS:',
        '        if len(lever) > 90000:\n            lever = ""\n        if lever not in LEVERS:',
      ]),
    },
    {
      title: 'a method for readers of logs',
      source: variant(GAME, [
        '    def _prompt',
        '    def explain(self):\n        a = self.order\n        b = ", ".join(a)\n        return b\n\n    def _prompt',
      ]),
    },
  ],
});
