/** A finding's evidence: a line for each play, and one for what it shows. What is left out is counted. */
import type { Evidence, Play } from '../protocol/finding.ts';
import { type PyValue, show } from '../protocol/value.ts';
import { count, shorten } from './visible.ts';

const ACTIONS = 4;
const ACTION_LENGTH = 60;
const VALUE_LENGTH = 90;

/** The plays that evidence rests on: two where two plays differ, none where it was read. */
export const playsOf = (evidence: Evidence | undefined): Play[] =>
  [evidence?.play, evidence?.against].filter((play) => play !== undefined);

export function evidenceLines(evidence: Evidence): string[] {
  const plays = [
    ...(evidence.play ? [describePlay(evidence.play)] : []),
    ...(evidence.against ? [`against ${describePlay(evidence.against)}`] : []),
  ];
  return [...plays, seen(evidence)].filter(Boolean);
}

/** `seed 3, 2 actions: look; \boxed{go north}` */
export function describePlay(play: Play): string {
  const conditions = [
    play.seed === null ? 'no seed' : `seed ${play.seed}`,
    ...told('at most', play.maxTurns, 'turns'),
    ...told('constructor seed', play.constructorSeed),
    ...told('hash seed', play.hashSeed),
    ...told('entropy', play.entropy),
    ...told('clock', play.clock),
    ...told('draws from the global generator before every call:', play.draws),
    ...(play.earlier?.length
      ? [`on an instance that played ${count(play.earlier.length, 'episode')} before`]
      : []),
    ...(play.beside ? ['beside another instance'] : []),
    actions(play.actions),
  ];
  if (play.after?.length) conditions.push(`and after the end ${actions(play.after)}`);
  return conditions.join(', ');
}

const told = (before: string, value: number | undefined, after = ''): string[] =>
  value === undefined ? [] : [`${before} ${value} ${after}`.trim()];

function actions(list: readonly string[]): string {
  if (list.length === 0) return 'no action';
  const shown = list.length <= ACTIONS ? list : [...list.slice(0, ACTIONS - 1), ...list.slice(-1)];
  const texts = shown.map((action) =>
    action.trim() === '' ? JSON.stringify(action) : shorten(action, ACTION_LENGTH),
  );
  if (shown.length < list.length) texts.splice(-1, 0, `… ${list.length - shown.length} more …`);
  return `${count(list.length, 'action')}: ${texts.join('; ')}`;
}

function seen({ step, expected, observed, sample }: Evidence): string {
  const parts = [
    ...(step === undefined ? [] : [step === 0 ? 'at the reset' : `at step ${step}`]),
    ...difference(expected, observed),
  ];
  if (sample) {
    const { low, high } = sample;
    const interval =
      low === undefined || high === undefined ? '' : ` (95 % interval ${percent(low)} to ${percent(high)})`;
    parts.push(`shown in ${sample.shown} of ${sample.of}${interval}`);
  }
  return parts.join(', ');
}

function difference(expected: PyValue | undefined, observed: PyValue | undefined): string[] {
  if (expected !== undefined && observed !== undefined && show(expected) === show(observed))
    return [`both times ${value(observed)}`];
  return [
    ...(expected === undefined ? [] : [`expected ${value(expected)}`]),
    ...(observed === undefined ? [] : [`observed ${value(observed)}`]),
  ];
}

const value = (of: PyValue): string => shorten(show(of), VALUE_LENGTH);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
