/** How findings about plays that do not come out the same are told: the place, the two values, the evidence. */
import type { Evidence } from '../../../protocol/finding.ts';
import { type PyValue, show, typeName } from '../../../protocol/value.ts';
import type { Difference } from '../../compare.ts';
import type { Cause, Rerun } from '../../conditions.ts';
import { lineOf } from '../../place.ts';

/** Both values where they part, each on one line. */
export function parted({ expected, observed }: Difference): string {
  const [one, other] = [show(expected), show(observed)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return `${excerpt(one, at)} or ${excerpt(other, at)}`;
}

function excerpt(text: string, at: number): string {
  const start = at < 30 ? 0 : at - 15;
  const cut = text.slice(start, start + 60);
  return `${start > 0 ? '…' : ''}${cut}${start + 60 < text.length ? '…' : ''}`;
}

/** What the two values are of. */
export function whatDiffers({ expected }: Difference): string {
  const type = typeName(expected);
  if (type === 'str') return 'the observation differs';
  if (type === 'float' || type === 'int') return 'the reward differs';
  return type === 'bool' ? 'the end differs' : 'the outcome differs';
}

export function rerunEvidence({ play, plain, difference, shown, of }: Rerun): Evidence {
  return {
    play,
    against: { ...plain.play, actions: plain.play.actions.slice(0, play.actions.length) },
    ...(difference
      ? {
          step: difference.step,
          expected: cut(difference.expected),
          observed: cut(difference.observed),
        }
      : {}),
    sample: { shown, of },
  };
}

const cut = (value: PyValue): PyValue => (typeof value === 'string' ? value.slice(0, 300) : value);

const SUSPECTS: Readonly<Record<Cause, RegExp>> = {
  entropy:
    /\brandom\.Random\(\s*(?:None\s*)?\)|\bRandom\(\s*\)|\bSystemRandom\b|\buuid[14]\b|\bsecrets\.|\burandom\b|\brandom\.(?!Random\b|seed\b)\w+\(/,
  clock: /\btime\.\w+\(|\b(?:utc)?now\(\)|\btoday\(\)|\bperf_counter\(/,
  hash: /\bset\(|\bfrozenset\(|\bhash\(|=\s*\{\s*['"][^:{}\n]*\}/,
  draws: /\brandom\.(?!Random\b)\w+\(/,
  company: /^[A-Z_]+\s*=\s*random\.Random|^\w+\s*=\s*random\.Random/m,
};

/** The first line that can be the cause, else the method's. */
export function lineOfCause(source: string, cause: Cause, method: 'reset' | 'step'): number | null {
  return lineOf(source, SUSPECTS[cause]) ?? lineOf(source, new RegExp(`def\\s+${method}\\s*\\(`));
}
