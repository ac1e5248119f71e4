/** A hidden code of digits, of which each try tells how many stand in their place. */
import { between, oneOf } from '../draw.ts';
import { atLevel, boxed, type Family } from '../family.ts';
import { gameSource } from '../frame.ts';

const matches = (a: string, b: string): number => [...a].filter((digit, i) => digit === b[i]).length;

/** Every code of that many digits from 1 to `digits`. */
function codes(length: number, digits: number): string[] {
  if (length === 0) return [''];
  return codes(length - 1, digits).flatMap((code) =>
    Array.from({ length: digits }, (_, digit) => `${code}${digit + 1}`),
  );
}

export const code: Family = {
  name: 'code',
  skill: 'Logical Deduction',
  topics: ['A lock keeps them safe.', 'The secret is a code.', 'Only digits open it.'],
  hint: 'Only try codes that fit every count you have been told.',
  write(random, theme, level) {
    const length = atLevel(level, 2, 3, 3);
    const digits = atLevel(level, between(random, 4, 5), 3, between(random, 4, 5));
    const turns = between(random, 6, 9);
    return gameSource({
      theme,
      turns,
      setup: [`s.n="".join(r.choice("${'12345'.slice(0, digits)}") for _ in range(${length}))`],
      observation: `"A ${theme.place} of ${theme.things} has a lock: ${length} digits, 1 to ${digits}. Reply \\\\boxed{${'1'.repeat(length)}}."`,
      answer: `[1-${digits}]{${length}}`,
      play: ['g=a[0] if a else "-"', 'k=sum(x==y for x,y in zip(g,s.n))', `s.won=k==${length}`],
      reply: 'f"{k} in place."',
      solution: '"\\\\boxed{%s}"%s.n',
    });
  },
  act(observations, actions, random) {
    const [, length = '2', digits = '3'] = /(\d) digits, 1 to (\d)/.exec(observations[0] ?? '') ?? [];
    const tried = actions.map((action) => action.replace(/\D/g, ''));
    const all = codes(Number(length), Number(digits));
    const fitting = all.filter((one) =>
      tried.every((other, i) => matches(one, other) === Number.parseInt(observations[i + 1] ?? '', 10)),
    );
    // None fits after a try that was no code.
    return boxed(oneOf(random, fitting.length > 0 ? fitting : all));
  },
  /** Tries anything, whatever it was told. */
  blunder(observations, _actions, random) {
    const [, length = '2', digits = '3'] = /(\d) digits, 1 to (\d)/.exec(observations[0] ?? '') ?? [];
    return boxed(oneOf(random, codes(Number(length), Number(digits))));
  },
};
