import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const LEVER = '        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])\n';
const resets = (...lines: string[]): string =>
  variant(GAME, [LEVER, LEVER + lines.map((line) => `        ${line}\n`).join('')]);

describeRule('SP803', {
  bad: [
    {
      title: 'a draw that may be 0',
      source: resets('spare = self.rng.randint(0, 3)', 'self.share = 12 // spare'),
      says: /`spare` is drawn from 0 to 3/,
      marks: 'spare',
      severity: 'warning',
    },
    { title: 'in place', source: resets('self.share = 12 / self.rng.randrange(4)') },
    {
      title: 'an attribute, in another method',
      source: variant(resets('self.parts = self.rng.randint(-2, 2)'), [
        'return text + "',
        'return str(9 % self.parts) + text + "',
      ]),
    },
    {
      title: 'a difference of draws',
      source: resets('a, b = self.rng.randint(1, 9), self.rng.randint(1, 9)', 'self.slope = 6 / (a - b)'),
    },
    {
      title: 'a draw less one',
      source: resets('n = self.rng.randint(1, 5)', 'self.step_size = 10 // (n - 1)'),
    },
    { title: 'zero itself', source: resets('self.share = 1 / 0'), says: /always raises/, severity: 'error' },
    { title: 'divmod', source: resets('n = self.rng.randrange(3)', 'self.share = divmod(9, n)') },
    {
      title: 'bounds in the wrong order',
      source: resets('self.share = self.rng.randint(9, 1)'),
      says: /lower bound is above/,
      severity: 'error',
    },
    { title: 'an empty range', source: resets('self.share = random.randrange(3, 3)'), severity: 'error' },
    {
      title: 'bounds that cross',
      source: resets('low = self.rng.randint(1, 9)', 'self.share = self.rng.randint(low + 1, 9)'),
      says: /draws from 10 up to 9 on some seeds/,
      severity: 'warning',
    },
    {
      title: 'nothing to choose from',
      source: resets('self.share = self.rng.choice([])'),
      severity: 'error',
    },
    {
      title: 'more than there are',
      source: resets('self.share = self.rng.sample(["a", "b"], self.rng.randint(1, 3))'),
      says: /wants up to 3 of 2 values/,
      severity: 'warning',
    },
    { title: 'in tool use', source: variant(TOOLS, ['rng.randint(17, 24)', '240 // rng.randint(0, 4)']) },
  ],
  good: [
    { title: 'no division', source: GAME },
    { title: 'a draw from 1', source: resets('self.share = 12 // self.rng.randint(1, 3)') },
    {
      title: 'tested first',
      source: resets('n = self.rng.randint(0, 3)', 'self.share = 12 // n if n else 0'),
    },
    { title: 'or another value', source: resets('n = self.rng.randint(0, 3) or 1', 'self.share = 12 // n') },
    {
      title: 'caught',
      source: resets(
        'n = self.rng.randint(0, 3)',
        'try:',
        '    self.share = 12 // n',
        'except ZeroDivisionError:',
        '    self.share = 0',
      ),
    },
    {
      title: 'drawn again',
      source: resets(
        'n = self.rng.randint(0, 3)',
        'while n == 0:',
        '    n = self.rng.randint(0, 3)',
        'self.share = 12 // n',
      ),
    },
    { title: 'formatting', source: resets('n = self.rng.randint(0, 3)', 'self.share = "%d left" % n') },
    {
      title: 'bounds that move together',
      source: resets('low = self.rng.randint(1, 9)', 'self.share = self.rng.randint(low, low + 3)'),
    },
    {
      title: 'a list that is filled',
      source: resets(
        'names = []',
        'names.append(str(self.rng.random()))',
        'self.share = self.rng.choice(names)',
      ),
    },
    { title: 'a divisor that nobody knows', source: resets('self.share = 12 // len(self.lever)') },
    { title: 'all of them', source: resets('self.share = self.rng.sample(["a", "b"], 2)') },
  ],
});
