import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
/** Lines in `reset`. */
const using = (...lines: string[]): string =>
  variant(GAME, [TURN, `${TURN}${lines.map((line) => `        ${line}\n`).join('')}`]);
const check = '\n    def _fits(self, n):\n        return n % 7 == 0\n';

describeRule('SP211', {
  bad: [
    {
      title: 'a counter that is forgotten',
      source: using('tries = 0', 'while tries < 10:', '    self.code = self.rng.randint(1, 9)'),
      says: /Nothing in this loop changes `tries < 10`/,
      marks: 'while tries < 10',
      severity: 'warning',
    },
    {
      title: 'no way out',
      source: using('while True:', '    self.turn += 1'),
      says: /Nothing leaves this loop/,
    },
    {
      title: 'a break of another loop',
      source: using('while 1:', '    for n in range(3):', '        break'),
    },
    {
      title: 'an attribute that nothing changes',
      source: using('total = 0', 'while self.turn < 3:', '    total += 1'),
      says: /`self.turn < 3`/,
    },
    {
      title: 'draws until a sum fits',
      source: using(
        'while True:',
        '    self.codes = [self.rng.randint(1, 60) for _ in range(3)]',
        '    if sum(self.codes) % 7 == 0:',
        '        break',
      ),
      says: /draws until the draw is fit/,
      marks: 'while True',
    },
    {
      title: 'draws until a method is content',
      source:
        using(
          'self.code = self.rng.randint(1, 99)',
          'while not self._fits(self.code):',
          '    self.code = self.rng.randint(1, 99)',
        ) + check,
    },
    {
      title: 'counts only the draws that fit',
      source:
        using(
          'found = 0',
          'while found < 3:',
          '    n = self.rng.randint(1, 999)',
          '    if self._fits(n):',
          '        found += 1',
        ) + check,
    },
    {
      title: 'a method that draws, and one that tests',
      source: `${using('while True:', '    self._draw()', '    if self._fits(self.turn):', '        return "A gate.", {}')}${check}\n    def _draw(self):\n        self.turn = self.rng.randint(1, 9)\n`,
    },
  ],
  good: [
    { title: 'no loop', source: GAME },
    { title: 'a loop that counts', source: using('n = 0', 'while n < 3:', '    n += 1') },
    {
      title: 'a cap on the draws',
      source:
        using(
          'tries = 0',
          'while tries < 100:',
          '    tries += 1',
          '    n = self.rng.randint(1, 99)',
          '    if self._fits(n):',
          '        break',
        ) + check,
    },
    {
      title: 'a cap before an exit',
      source:
        using(
          'tries = 0',
          'while True:',
          '    tries += 1',
          '    n = self.rng.randint(1, 99)',
          '    if self._fits(n) or tries > 100:',
          '        break',
        ) + check,
    },
    {
      title: 'a for loop of draws',
      source:
        using(
          'for _ in range(100):',
          '    n = self.rng.randint(1, 99)',
          '    if self._fits(n):',
          '        break',
        ) + check,
    },
    {
      title: 'a second draw that only must differ',
      source: using('a = b = self.rng.randint(1, 9)', 'while b == a:', '    b = self.rng.randint(1, 9)'),
    },
    {
      title: 'a code that is not taken',
      source: using('codes = {}', 'code = "a"', 'while code in codes:', '    code = self.rng.choice("abc")'),
    },
    {
      title: 'a set that grows',
      source: using('codes = set()', 'while len(codes) < 4:', '    codes.add(self.rng.randint(1, 99))'),
    },
    {
      title: 'work that gets less',
      source:
        using(
          'stack = [1, 2]',
          'while stack:',
          '    n = stack.pop()',
          '    if self._fits(n):',
          '        stack.append(self.rng.randint(1, 9))',
        ) + check,
    },
    {
      title: 'a walk that an alias changes',
      source: using('cells = [[0], [1]]', 'row = cells[0]', 'while cells[0][0] < 3:', '    row[0] += 1'),
    },
    {
      title: 'an attribute that a method changes',
      source: `${using('while self.turn < 3:', '    self._next()')}\n    def _next(self):\n        self.turn += 1\n`,
    },
    {
      title: 'digits of a number',
      source: using(
        'n = self.turn',
        'digits = []',
        'while n:',
        '    n, digit = divmod(n, 10)',
        '    digits.append(digit)',
      ),
    },
    {
      title: 'a generator',
      source: `${GAME}\n    def _counts(self):\n        n = 0\n        while True:\n            yield n\n`,
    },
    {
      title: 'an exception as the end',
      source: using(
        'items = [1, 2]',
        'try:',
        '    while True:',
        '        items.pop()',
        'except IndexError:',
        '    pass',
      ),
    },
  ],
});
