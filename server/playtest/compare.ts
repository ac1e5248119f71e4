/** Whole episodes against each other, by value: what the agent saw, what it earned, and how it ended. */
import type { Episode } from '../contract/episode.ts';
import type { Outcome } from '../protocol/driver.ts';
import type { PyValue } from '../protocol/value.ts';

/** Where two episodes part. */
export interface Difference {
  /** 0 is the reset. */
  readonly step: number;
  readonly expected: PyValue;
  readonly observed: PyValue;
}

/** The first place where `observed` is not what `expected` says; `undefined` when the agent could not tell them apart. */
export function difference(expected: Episode, observed: Episode): Difference | undefined {
  const ours = [expected.opening, ...expected.turns.map(outcomeOf), ...expected.after.map(outcomeOf)];
  const theirs = [observed.opening, ...observed.turns.map(outcomeOf), ...observed.after.map(outcomeOf)];
  for (let step = 0; step < Math.max(ours.length, theirs.length); step++) {
    const [one, other] = [ours[step], theirs[step]];
    const parted = one && other ? unlike(one, other) : ([shown(one), shown(other)] as const);
    if (parted) return { step, expected: parted[0], observed: parted[1] };
  }
  return undefined;
}

const outcomeOf = ({ returned, error }: Outcome): Outcome => ({
  ...(returned ? { returned } : {}),
  ...(error ? { error } : {}),
});

function unlike(one: Outcome, other: Outcome): readonly [PyValue, PyValue] | undefined {
  const [parts, others] = [one.returned?.parts, other.returned?.parts];
  if (!parts || !others || parts.length !== others.length || one.returned?.type !== other.returned?.type)
    return same(shown(one), shown(other)) ? undefined : [shown(one), shown(other)];
  const at = parts.findIndex((part, index) => !same(part, others[index]));
  return at < 0 ? undefined : [parts[at] ?? null, others[at] ?? null];
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An outcome as one value: an error by its text, a return as its tuple, nothing as `None`. */
function shown(outcome: Outcome | undefined): PyValue {
  if (outcome?.error) return `${outcome.error.type}: ${outcome.error.message}`;
  return outcome?.returned ? { tuple: [...outcome.returned.parts] } : null;
}
