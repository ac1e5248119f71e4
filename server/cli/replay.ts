/** From a finding's evidence to the command that plays it again. The flags are those of commands/play.ts. */
import { playsOf } from '../contract/evidence-text.ts';
import type { Finding, Play } from '../protocol/finding.ts';
import { commandLine } from './text/shell.ts';

/** Characters beyond which a command is no longer pleasant to paste. */
const LONGEST = 700;

/** The options of `spade play` that bring about this play. */
export function playWords(play: Play): string[] {
  return [
    ...option('seed', play.seed === null ? 'none' : String(play.seed)),
    ...optional('max-turns', play.maxTurns),
    ...optional('constructor-seed', play.constructorSeed),
    ...optional('hash-seed', play.hashSeed),
    ...optional('entropy', play.entropy),
    ...optional('clock', play.clock),
    ...optional('draws', play.draws),
    ...(play.earlier ?? []).flatMap((episode) => option('earlier', JSON.stringify(episode))),
    ...(play.beside ? option('beside', JSON.stringify(play.beside)) : []),
    ...play.actions.flatMap((action) => option('action', action)),
    ...(play.after ?? []).flatMap((action) => option('after', action)),
  ];
}

/** `spade play …` for one play; `undefined` when it is too long to type or holds what no shell can carry. */
export function playCommand(
  path: string,
  play: Play,
  settings: readonly string[] = [],
  platform?: string,
): string | undefined {
  const line = commandLine(['spade', 'play', pathWord(path), ...playWords(play), ...settings], platform);
  return line !== undefined && line.length <= LONGEST ? line : undefined;
}

/** `spade play FILE --finding …`: looks the finding up again and plays its evidence, however long. */
export function findingCommand(
  path: string,
  reference: string,
  settings: readonly string[] = [],
  platform?: string,
): string | undefined {
  return commandLine(['spade', 'play', pathWord(path), '--finding', reference, ...settings], platform);
}

/** Settings given on the command line that a replay needs as well. */
export interface ReplaySettings {
  /** For any play: `--compat`. */
  readonly play: readonly string[];
  /** For finding the finding again: what else was different from the project's settings. */
  readonly check: readonly string[];
}

export const NO_SETTINGS: ReplaySettings = { play: [], check: [] };

/** The commands that replay what a finding rests on: none where it was only read, two where two plays differ. */
export function replayCommands(
  path: string,
  finding: Finding,
  reference: string,
  settings: ReplaySettings = NO_SETTINGS,
  platform?: string,
): string[] {
  const plays = playsOf(finding.evidence);
  if (plays.length === 0) return [];
  const direct = plays.map((play) => playCommand(path, play, settings.play, platform));
  const whole = direct.filter((line) => line !== undefined);
  if (whole.length === plays.length) return whole;
  const indirect = findingCommand(path, reference, [...settings.play, ...settings.check], platform);
  return indirect === undefined ? [] : [indirect];
}

/** How `--finding` names each finding of a report: its code, and a number where the code occurs again. */
export function references(findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ code }) => {
    const nth = (seen.get(code) ?? 0) + 1;
    seen.set(code, nth);
    return nth === 1 ? code : `${code}:${nth}`;
  });
}

/** A file named `-x.py` would be taken for an option. */
const pathWord = (path: string): string => (/^-./.test(path) ? `./${path}` : path);

/** One word with `=` where the value could be taken for another option. */
const option = (name: string, value: string): string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value];

const optional = (name: string, value: number | undefined): string[] =>
  value === undefined ? [] : option(name, String(value));
