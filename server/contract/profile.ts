/** The two kinds of environment, and what each may import. */
import type { RuleCode } from '../protocol/finding.ts';

export type Profile = 'games' | 'tool_use';

/** The turn limit that plays use where the environment has none of its own (paper: at most 25). */
export const DEFAULT_MAX_TURNS = 20;

/** What a tool-use environment may import; the reference's prompt allows four, its printed example also `typing`. */
export const TOOL_USE_IMPORTS: readonly string[] = ['random', 'json', 're', 'math', 'typing'];

/** The standard library's pure part, and `math_verify`, for games. `__future__` changes nothing at run time. */
export const GAMES_IMPORTS: readonly string[] = [
  ...TOOL_USE_IMPORTS,
  ...'__future__ abc array ast base64 binascii bisect calendar cmath collections contextlib copy csv dataclasses datetime'.split(
    ' ',
  ),
  ...'decimal difflib enum fractions functools graphlib hashlib heapq html io itertools keyword math_verify numbers'.split(
    ' ',
  ),
  ...'operator pprint queue reprlib shlex statistics string struct textwrap time traceback types unicodedata uuid'.split(
    ' ',
  ),
  ...'warnings weakref zlib zoneinfo'.split(' '),
];

/** Modules that reach the host: named apart because SP203 to SP206 say more than "not allowed". */
export const HOST_MODULES: readonly string[] =
  'os pathlib subprocess ctypes shutil tempfile glob mmap fcntl pty resource platform signal sysconfig site winreg _posixsubprocess posix nt'.split(
    ' ',
  );
export const NETWORK_MODULES: readonly string[] =
  'socket ssl http urllib ftplib smtplib poplib imaplib telnetlib xmlrpc socketserver asyncio requests httpx aiohttp urllib3 websocket websockets selectors'.split(
    ' ',
  );
export const BLOCKING_MODULES: readonly string[] =
  'threading multiprocessing concurrent _thread sched signal'.split(' ');

/** Is `module` (possibly dotted) on the profile's allow-list, or on the user's own additions? */
export function allowsImport(profile: Profile, module: string, additions: readonly string[] = []): boolean {
  const top = module.split('.')[0] ?? module;
  const allowed = profile === 'games' ? GAMES_IMPORTS : TOOL_USE_IMPORTS;
  return (
    allowed.includes(top) ||
    additions.includes(top) ||
    additions.includes(module) ||
    top === 'tool_use_base_env'
  );
}

/** The text in which an agent of the profile wraps an action. */
export function wrapAction(profile: Profile, action: string): string {
  return profile === 'games' ? `\\boxed{${action}}` : action;
}

/** The rule that an import breaks; `undefined` where the profile or the user allows it. */
export function importRule(
  profile: Profile,
  module: string,
  additions: readonly string[] = [],
): RuleCode | undefined {
  if (allowsImport(profile, module, additions)) return undefined;
  const top = module.split('.')[0] ?? module;
  if (HOST_MODULES.includes(top)) return 'SP203';
  if (NETWORK_MODULES.includes(top)) return 'SP204';
  if (BLOCKING_MODULES.includes(top)) return 'SP206';
  return top === 'importlib' ? 'SP202' : 'SP201';
}
