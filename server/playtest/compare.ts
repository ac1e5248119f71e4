/** Whole episodes against each other, by value: what the agent saw, what it earned, and how it ended. */
import type { Episode } from '../contract/episode.ts';
import type { Outcome, StateDescription } from '../protocol/driver.ts';
import { type PyValue, show, textOf } from '../protocol/value.ts';

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

/** The first difference outside `info`, which no agent sees. */
export function visibleDifference(expected: Episode, observed: Episode): Difference | undefined {
  return difference(withoutInfo(expected), withoutInfo(observed));
}

function withoutInfo(episode: Episode): Episode {
  const bare = <T extends Outcome>(outcome: T, parts: number): T =>
    outcome.returned?.parts.length === parts
      ? { ...outcome, returned: { ...outcome.returned, parts: outcome.returned.parts.slice(0, -1) } }
      : outcome;
  return {
    ...episode,
    opening: bare(episode.opening, 2),
    turns: episode.turns.map((turn) => ({ ...turn, ...bare(outcomeOf(turn), 5) })),
    after: episode.after.map((turn) => ({ ...turn, ...bare(outcomeOf(turn), 5) })),
  };
}

const outcomeOf = ({
  returned,
  error,
}: {
  returned?: Outcome['returned'] | undefined;
  error?: Outcome['error'] | undefined;
}): Outcome => ({
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

/** The two values from where they part, each short enough for a sentence: expected, observed. */
export function partedLines({ expected, observed }: Difference): readonly [string, string] {
  const [one, other] = [textOf(expected)?.split('\n'), textOf(observed)?.split('\n')];
  if (!one || !other) return [brief(show(expected)), brief(show(observed))];
  const at = Math.max(
    0,
    one.findIndex((line, index) => line !== other[index]),
  );
  const from = (lines: readonly string[]): string => {
    const rest = lines.slice(at).find((line) => line.trim() !== '');
    return rest === undefined ? 'nothing more' : brief(show(rest));
  };
  return [from(one), from(other)];
}

const brief = (text: string): string => (text.length > 90 ? `${text.slice(0, 89)}…` : text);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An outcome as one value: an error by its text, a return as its tuple, nothing as `None`. */
function shown(outcome: Outcome | undefined): PyValue {
  if (outcome?.error) return `${outcome.error.type}: ${outcome.error.message}`;
  return outcome?.returned ? { tuple: [...outcome.returned.parts] } : null;
}

/** Attributes, generators aside, that differ between two states. */
export function attributesApart(one: StateDescription, other: StateDescription): string[] {
  return Object.keys({ ...one.attributes, ...other.attributes }).filter((name) => {
    const [before, after] = [one.attributes[name], other.attributes[name]];
    const value = (after ?? before)?.value ?? null;
    const generator =
      typeof value === 'object' && value !== null && 'object' in value && /Random$/.test(value.object);
    return before?.hash !== after?.hash && !generator;
  });
}
