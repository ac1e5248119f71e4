/** For tests: a terminal whose output can be read, and environments whose results are written down. */
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { ruleOf } from '../contract/rules.ts';
import { decide } from '../contract/verdict.ts';
import type { Evidence, Finding, Measures, Report, RuleCode } from '../protocol/finding.ts';
import type { SandboxPool } from '../sandbox/pool.ts';
import { environment } from '../workspace/testing.ts';
import { replayCommands } from './replay.ts';
import type { ToldEnvironment } from './report/told.ts';
import type { Terminal } from './terminal.ts';

export interface TestTerminal {
  readonly terminal: Terminal;
  /** What was written so far. */
  out(): string;
  err(): string;
  readonly controller: AbortController;
}

/** Keeps its cache in the working folder. */
export function terminalIn(cwd: string, input: string | Buffer = ''): TestTerminal {
  const controller = new AbortController();
  const texts = { out: '', err: '' };
  const collect = (to: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[to] += chunk.toString('utf8');
        done();
      },
    });
  return {
    terminal: {
      stdin: Readable.from([Buffer.from(input)]),
      stdout: collect('out'),
      stderr: collect('err'),
      env: { SPADE_CACHE_DIR: join(cwd, '.cache') },
      cwd,
      signal: controller.signal,
    },
    out: () => texts.out,
    err: () => texts.err,
    controller,
  };
}

/** A pool whose work gets an interpreter that must not be used. */
export function idlePool(closed: () => void = () => undefined): SandboxPool {
  const refuse = () => Promise.reject(new Error('the test lends no interpreter'));
  return {
    use: (work, signal) => work({ run: refuse, restore: refuse }, signal ?? new AbortController().signal),
    processes: [],
    close: async () => closed(),
  };
}

const MEASURES: Measures = {
  episodes: 100,
  steps: 500,
  shortestWin: 3,
  randomWins: { wins: 0, plays: 40, low: 0, high: 0.0876 },
  solutionWins: { wins: 6, plays: 6 },
  rewardLevels: [0, 1],
  maxTurns: 20,
  depth: 20,
  statesSeen: 10,
  linesReached: [1, 2, 3],
  stepTicks: 10,
  memory: 1_000_000,
};

export function findingOf(code: RuleCode, evidence?: Evidence, line = 1): Finding {
  const { name, severity } = ruleOf(code);
  return {
    code,
    name,
    severity,
    message: `The message of ${code}.`,
    range: { start: { line, column: 0 }, end: { line, column: 5 } },
    by: evidence ? 'dynamic' : 'static',
    ...(evidence ? { evidence } : {}),
  };
}

export function reportWith(findings: readonly Finding[] = [], open: Report['undecided'] = []): Report {
  return {
    className: 'SampleEnv',
    profile: 'games',
    verdict: decide(findings, open),
    findings: [...findings],
    undecided: [...open],
    measures: MEASURES,
  };
}

export function toldWith(
  report: Report,
  path = 'sample.py',
  source = environment('Sample'),
): ToldEnvironment {
  return {
    path,
    source,
    sha256: 'a'.repeat(64),
    report,
    findings: report.findings.map((finding) => ({
      finding,
      replay: replayCommands(path, finding, finding.code),
    })),
    cached: false,
  };
}
