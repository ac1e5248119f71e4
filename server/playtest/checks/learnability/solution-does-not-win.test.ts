import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP501', {
  bad: [
    {
      title: 'another formula than the check',
      source: variant(SUM, ['return str(self._total())\n', 'return str(self._total() - 40)\n']),
      says: /all 6 seeds/,
      without: ['SP502', 'SP504', 'SP402'],
    },
    {
      title: 'on some seeds only',
      source: variant(VAULT, ['f"report {self.code}"', "f\"report {self.code.replace('7', '1')}\""]),
      says: /of 6 seeds: on seed \d+ it earns 0 in place of 1/,
    },
    {
      title: 'it raises',
      source: variant(GAME, ['return ", ".join(self.order)', 'return ", ".join(self.sequence)']),
      says: /raises AttributeError/,
      line: 50,
    },
    {
      title: 'too few actions',
      source: variant(GAME, ['", ".join(self.order)', '", ".join(self.order[:-1])']),
      says: /leave the episode unfinished/,
    },
    {
      title: 'it only earns the part that a consolation pays',
      source: variant(
        SUM,
        ['return str(self._total())\n', 'return str(self._total() + 1)\n'],
        [
          '        if self.attempts >= self.max_turns:',
          '        if given == str(self._total() + 1):\n            return "Nearly.", 0.4, True, False, {}\n        if self.attempts >= self.max_turns:',
        ],
      ),
      says: /earns 0.4 in place of 1/,
    },
    {
      title: 'all tool calls, and the wrong last word',
      source: variant(TOOLS, [
        '            "<answer>done</answer>"\n',
        '            "<answer>closed</answer>"\n',
      ]),
    },
  ],
  good: [
    { title: 'an answer', source: SUM },
    {
      title: 'pay that falls with every turn',
      source: variant(VAULT, [
        'return "The vault opens.", 1.0',
        'return "The vault opens.", 1.0 - 0.02 * self.turn - 0.01 * int(self.code[0])',
      ]),
    },
    {
      title: 'numbered actions',
      source: variant(VAULT, [
        '"\\n".join(["weigh 1", "weigh 2", f"report {self.code}"])',
        'f"1. weigh 1\\n2. weigh 2\\n3. report {self.code}"',
      ]),
    },
    {
      title: 'a sentence around it',
      source: variant(SUM, ['return str(self._total())\n', 'return f"The answer is {self._total()}."\n']),
    },
    {
      title: 'the next action only',
      source: variant(GAME, ['", ".join(self.order)', 'self.order[self.progress]']),
    },
    { title: 'a list', source: variant(GAME, ['return ", ".join(self.order)', 'return list(self.order)']) },
    {
      title: 'calls with positional arguments',
      source: variant(TOOLS, ["find_order(customer='{self._customer}')", "find_order('{self._customer}')"]),
    },
  ],
});
