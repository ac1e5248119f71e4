/**
 * What the language server offers beside the Language Server Protocol, and what it is told at the start. Methods
 * are requests of the client unless it says otherwise. Every URI is a text document's.
 */
import { z } from 'zod';
import { finding, measures, play, severity, undecided, verdict } from './finding.ts';
import { playedTable } from './play-table.ts';

const profile = z.enum(['games', 'tool_use']);

/** `initializationOptions`. Nothing is played unless `trusted`. */
export const startOptions = z.object({
  trusted: z.boolean().default(true),
  /** Node of the extension's own package for the sandbox, tried after the setting `spade.node.path`. */
  bundledNode: z.string().optional(),
  /** For editors without the extension: the server itself carries out what it can of `CLIENT_COMMANDS`. */
  serverCommands: z.boolean().default(false),
});
export type StartOptions = z.infer<typeof startOptions>;

/** The section `spade` of the editor's settings. What is left out or wrong keeps its default. */
export const clientSettings = z.object({
  check: z.object({
    /** Play an environment when its file is saved. */
    onSave: z.boolean(),
    /** Plays of an environment; `null`: as pyproject.toml or the default says. */
    episodes: z.number().int().min(20).nullable(),
    /** Child processes; 0: one a core. */
    jobs: z.number().int().min(0),
  }),
  lint: z.object({ enabled: z.boolean() }),
  codeLens: z.object({ enabled: z.boolean() }),
  inlayHints: z.object({ enabled: z.boolean() }),
  node: z.object({ path: z.string() }),
});
export type ClientSettings = z.infer<typeof clientSettings>;

export const DEFAULT_CLIENT_SETTINGS: ClientSettings = {
  check: { onSave: true, episodes: null, jobs: 0 },
  lint: { enabled: true },
  codeLens: { enabled: true },
  inlayHints: { enabled: true },
  node: { path: '' },
};

/** The editor's notification that the workspace is trusted from now on. No parameters. */
export const TRUSTED = 'spade/trusted';

/** Notification of the server: whether environments can be played here. */
export const STATUS = 'spade/status';
export const serverStatus = z.object({
  /** `starting`: the sandbox is being made ready, on first use. `unavailable`: static rules work on. */
  playing: z.enum(['idle', 'starting', 'ready', 'untrusted', 'unavailable']),
  /** For `unavailable`: what is missing and what to do. */
  reason: z.string().optional(),
  /** Environments that are being checked or wait for it. */
  checking: z.number().int(),
  /** The Node that runs the sandbox. */
  node: z.string().optional(),
});
export type ServerStatus = z.infer<typeof serverStatus>;

/** What the last check came to. `stale`: the source has changed since. */
export const lastCheck = z.object({
  verdict,
  stale: z.boolean(),
  findings: z.array(finding),
  undecided: z.array(undecided),
  measures: measures.nullable(),
  /** Lines that can run, for coverage; empty when nothing was played. */
  executable: z.array(z.number().int()),
});
export type LastCheck = z.infer<typeof lastCheck>;

/** An environment of the workspace. */
export const workspaceEnvironment = z.object({
  uri: z.string(),
  className: z.string(),
  profile,
  /** Where the class begins, from 1. */
  line: z.number().int(),
  /** As its pool's manifest says. */
  skill: z.string().optional(),
  /** The folder, relative to the workspace folder, with `/`; empty for the workspace folder itself. */
  folder: z.string(),
  check: lastCheck.optional(),
});
export type WorkspaceEnvironment = z.infer<typeof workspaceEnvironment>;

/** `{}` -> `{ environments }`: all of the workspace, by path. Python files that hold no environment are not told. */
export const ENVIRONMENTS = 'spade/environments';
export const environmentsResult = z.object({ environments: z.array(workspaceEnvironment) });

/** Notification of the server: environments that are new or have changed, and URIs that are none any more. */
export const ENVIRONMENTS_CHANGED = 'spade/environmentsChanged';
export const environmentsChanged = z.object({
  changed: z.array(workspaceEnvironment),
  removed: z.array(z.string()),
});
export type EnvironmentsChanged = z.infer<typeof environmentsChanged>;

/**
 * Reads and plays environments (open documents as they stand, unsaved changes included), `workDoneToken` for
 * progress, cancellable. Each is told by `spade/environmentsChanged` as soon as it is done; the answer comes when
 * all are. `failed` holds those that could not be checked, with the reason.
 */
export const CHECK = 'spade/check';
export const checkParams = z.object({
  /** Left out: all of the workspace. */
  uris: z.array(z.string()).optional(),
  /** Checks again what has not changed. */
  fresh: z.boolean().optional(),
  workDoneToken: z.union([z.string(), z.number()]).optional(),
});
export type CheckParams = z.infer<typeof checkParams>;
export const checkResult = z.object({
  checked: z.array(workspaceEnvironment),
  failed: z.array(z.object({ uri: z.string(), reason: z.string() })),
});
export type CheckResult = z.infer<typeof checkResult>;

/** Plays in the sandbox; an environment that cannot be loaded is an answer (`message`), not an error. */
export const PLAY = 'spade/play';
export const playParams = z.object({ uri: z.string(), play });
export type PlayParams = z.infer<typeof playParams>;
export const playResult = z.union([
  z.object({ table: playedTable }),
  /** Why nothing can be played, and what to do. */
  z.object({ message: z.string() }),
]);
export type PlayResult = z.infer<typeof playResult>;

/** What `solution()` says at the play's end, and the play of its best reading from the play's start conditions. */
export const SOLVE = 'spade/solve';
export const solveResult = z.union([
  z.object({ said: z.string(), table: playedTable.nullable() }),
  z.object({ message: z.string() }),
]);
export type SolveResult = z.infer<typeof solveResult>;

/** Repairs a designer's raw output (fences, f-string braces): `{ text }` -> the source and what was done. */
export const REPAIR = 'spade/repair';
export const repairParams = z.object({ text: z.string() });
export const repairResult = z.object({
  source: z.string(),
  changes: z.array(z.object({ line: z.number().int(), message: z.string() })),
});
export type RepairResult = z.infer<typeof repairResult>;

/** The page of a rule in Markdown: `{ code }` -> `{ page }`, `null` when there is none. */
export const RULE_PAGE = 'spade/rulePage';
export const rulePageParams = z.object({ code: z.string() });
export const rulePageResult = z.object({ page: z.string().nullable() });

/** `data` of a diagnostic: the finding itself, so that code actions need nothing else. `undecided`: not decided. */
export const diagnosticData = z.object({ finding: finding.optional(), undecided: severity.optional() });
export type DiagnosticData = z.infer<typeof diagnosticData>;

/** Commands of code lenses and code actions; the client implements them. Arguments: a URI, and what is said. */
export const CLIENT_COMMANDS = {
  /** (uri) */
  check: 'spade.checkEnvironment',
  /** (uri) */
  play: 'spade.play',
  /** (uri, finding) */
  replay: 'spade.replayFinding',
  /** (uri) shows the last verdict's details. */
  showVerdict: 'spade.showVerdict',
  /** (code) */
  showRule: 'spade.showRule',
  /** (uri) lets a policy play it. */
  rollOut: 'spade.rollOut',
} as const;
