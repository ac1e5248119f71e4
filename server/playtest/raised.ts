/**
 * Exceptions that the environment raised, each laid on the one rule that says most about it. Every check that reports
 * exceptions takes its own from here, so that none is told twice.
 */
import type { Episode } from '../contract/episode.ts';
import { INJECTED } from '../contract/injected.ts';
import { importRule, type Profile } from '../contract/profile.ts';
import type { EnvironmentError } from '../protocol/driver.ts';
import type { Play, RuleCode } from '../protocol/finding.ts';
import type { Lab } from './lab.ts';
import { BudgetSpent } from './session.ts';
import type { PlaytestSettings } from './settings.ts';

/** What was called when it was raised. */
export type Call = 'load' | 'constructor' | 'reset' | 'step' | 'solution';

export interface Raised {
  readonly owner: RuleCode;
  readonly error: EnvironmentError;
  readonly call: Call;
  /** The first play that raised it, up to the call; `step` 0 is the reset. */
  readonly play: Play;
  readonly step: number;
  /** In how many plays it was raised. */
  readonly plays: number;
}

/** What an exception is judged by beside itself. */
export interface Scene {
  readonly source: string;
  readonly profile: Profile;
  readonly allowedImports: readonly string[];
  readonly className: string;
}

/** Distinct exceptions (by type and place) over the standard experiments, and whether all of these could be run. */
export interface AllRaised {
  readonly all: readonly Raised[];
  readonly complete: boolean;
}

export function raised(lab: Lab): Promise<AllRaised> {
  return lab.once('raised', async () => {
    const found = new Map<string, Raised>();
    const scene = sceneOf(lab);
    const add = (error: EnvironmentError, call: Call, play: Play, step: number): void => {
      const key = `${error.type} ${error.frames.at(-1)?.line ?? error.message}`;
      const known = found.get(key);
      const action = play.actions.at(-1);
      if (known) found.set(key, { ...known, plays: known.plays + 1 });
      else found.set(key, { owner: ownerOf(error, call, scene, action), error, call, play, step, plays: 1 });
    };
    const openings = await lab.openings();
    for (const { seed, episode, constructed, solution } of openings) {
      const play = { seed, actions: [] };
      if (episode.error) add(episode.error, constructed ? 'reset' : 'constructor', play, 0);
      else if (solution && 'error' in solution) add(solution.error, 'solution', play, 0);
    }
    if (!openings.some((opening) => opening.episode.opening.returned))
      return { all: [...found.values()], complete: true };
    try {
      for (const { episode } of await lab.episodes()) {
        const turn = failing(episode);
        if (episode.opening.error && episode.turns.length === 0 && !knows(openings, episode.play))
          add(episode.opening.error, 'reset', { seed: episode.play.seed, actions: [] }, 0);
        if (turn?.error) add(turn.error, 'step', upTo(episode, turn.step), turn.step);
      }
      return { all: [...found.values()], complete: true };
    } catch (problem) {
      if (!(problem instanceof BudgetSpent)) throw problem;
      return { all: [...found.values()], complete: false };
    }
  });
}

const knows = (openings: readonly { readonly seed: number }[], play: Play): boolean =>
  openings.some((opening) => opening.seed === play.seed);

const failing = (episode: Episode) => [...episode.turns, ...episode.after].find((turn) => turn.error);

/** The play cut after one of its steps; steps after the end stay apart. */
function upTo(episode: Episode, step: number): Play {
  const { seed, maxTurns } = episode.play;
  const actions = episode.turns.slice(0, step).map((turn) => turn.action);
  const after = episode.after.slice(0, Math.max(0, step - episode.turns.length)).map((turn) => turn.action);
  return {
    seed,
    actions,
    ...(after.length > 0 ? { after } : {}),
    ...(maxTurns === undefined ? {} : { maxTurns }),
  };
}

export const sceneOf = (lab: Lab): Scene => ({
  source: lab.session.options.source,
  profile: lab.profile,
  allowedImports: lab.settings.allowedImports,
  className: lab.loaded.className,
});

/** The scene of a source that cannot be loaded: its class is not known. */
export const sceneAtLoad = (source: string, settings: PlaytestSettings): Scene => ({
  source,
  profile:
    settings.profile !== 'auto' ? settings.profile : source.includes('ToolUseBaseEnv') ? 'tool_use' : 'games',
  allowedImports: settings.allowedImports,
  className: '',
});

/** The line, from 1, on which it was raised; `null` where no line of the source was involved. */
export const raisedAt = (error: EnvironmentError): number | null => error.frames.at(-1)?.line ?? null;

/** The exception as Python prints it. */
export const told = ({ type, message }: EnvironmentError): string =>
  message ? `${type}: ${message.split('\n')[0]?.slice(0, 200) ?? ''}` : type;

/** The module that an import error is about. */
export function missingModule({ message }: EnvironmentError): string | undefined {
  return (/No module named '([\w.]+)'/.exec(message) ?? /from '([\w.]+)'/.exec(message))?.[1];
}

/** The name that a NameError is about. */
export const unknownName = ({ message }: EnvironmentError): string | undefined =>
  /name '(\w+)' is not defined/.exec(message)?.[1];

const SIGNATURES: readonly (readonly [pattern: RegExp, owner: RuleCode])[] = [
  [/\b__init__\(\)/, 'SP107'],
  [/\breset\(\)/, 'SP103'],
  [/\bstep\(\)/, 'SP105'],
  [/\bsolution\(\)/, 'SP108'],
];

const HOST_ERRORS =
  /^(?:FileNotFoundError|FileExistsError|PermissionError|IsADirectoryError|NotADirectoryError|OSError|IOError)$/;
const NETWORK_ERRORS =
  /^(?:gaierror|herror|URLError|HTTPError|ConnectionError|ConnectionRefusedError|TimeoutError|RemoteDisconnected|SSLError)$/;

/** The rule that an exception belongs to; SP412 where no other one says more. */
export function ownerOf(error: EnvironmentError, call: Call, scene: Scene, action?: string): RuleCode {
  const { type, message, frames } = error;
  const line = scene.source.split('\n')[(raisedAt(error) ?? 0) - 1] ?? '';
  if (call === 'load' && uncompiled(error)) return 'SP115';
  if (type === 'SystemExit') return 'SP207';
  if (type === 'ModuleNotFoundError' || type === 'ImportError') {
    const module = missingModule(error);
    return (module && importRule(scene.profile, module, scene.allowedImports)) ?? 'SP412';
  }
  if (type === 'NameError') return ownerOfName(unknownName(error), line);
  if (call === 'solution' && type === 'AttributeError' && message.endsWith("attribute 'solution'"))
    return 'SP108';
  if (type === 'AttributeError' && message.startsWith(`'${scene.className}' object has no attribute`))
    return 'SP110';
  if (type === 'TypeError' && frames.length === 0) {
    if (call === 'solution' && message.endsWith('not callable')) return 'SP109';
    if (message === 'no environment class') return 'SP101';
    const signature = SIGNATURES.find(([pattern]) => pattern.test(message));
    if (signature) return signature[1];
  }
  if (type === 'NotImplementedError' && call === 'solution') return 'SP108';
  if (type === 'NotImplementedError' && frames.length === 0) return 'SP101';
  if (type === 'EOFError' && /\binput\s*\(/.test(line)) return 'SP206';
  if (type === 'RuntimeError' && message.includes("can't start new thread")) return 'SP206';
  if (NETWORK_ERRORS.test(type)) return 'SP204';
  if (HOST_ERRORS.test(type)) return /\bsocket\b/.test(line) ? 'SP204' : 'SP203';
  if (impossibleDraw(error) && !(call === 'step' && /\d/.test(action ?? ''))) return 'SP803';
  return 'SP412';
}

function ownerOfName(name: string | undefined, line: string): RuleCode {
  if (name === undefined) return 'SP412';
  if (name === 'exit' || name === 'quit') return 'SP207';
  if (boxedName(line) === name) return 'SP702';
  return INJECTED.has(name) ? 'SP113' : 'SP412';
}

/** The word in `\boxed{word}` of an f-string on this line, which Python evaluates. */
export const boxedName = (line: string): string | undefined =>
  /\b[rR]?[fF][rR]?['"].*boxed\{(\w+)\}/.exec(line)?.[1];

/** A divisor of zero, a draw from nothing, or from an empty range. */
function impossibleDraw({ type, message }: EnvironmentError): boolean {
  return (
    type === 'ZeroDivisionError' ||
    (type === 'IndexError' && message.startsWith('Cannot choose from an empty')) ||
    (type === 'ValueError' && /^(?:empty range|Sample larger than population)/.test(message))
  );
}

/** CPython refused the source itself, before any of it ran. */
function uncompiled({ type, frames }: EnvironmentError): boolean {
  if (frames.length === 0)
    return /^(?:UnicodeEncodeError|RecursionError|OverflowError|ValueError|SyntaxError)$/.test(type);
  return /^(?:SyntaxError|IndentationError|TabError)$/.test(type) && frames.length === 1;
}
