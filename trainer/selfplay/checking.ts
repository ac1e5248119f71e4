/** Decides whether a design may be played: read first, since that costs nothing, and only then played. */
import { policyOf } from '../../server/contract/selection.ts';
import { SandboxFault } from '../../server/playtest/session.ts';
import type { PlaytestSettings } from '../../server/playtest/settings.ts';
import type { Report } from '../../server/protocol/finding.ts';
import type { SandboxPool } from '../../server/sandbox/pool.ts';
import { READING_AND_PLAYING } from '../../server/workspace/examine.ts';
import { readingOf } from '../../server/workspace/reading.ts';

const EVERY_RULE = policyOf({});

/** Results that a memory holds, of some 10 kB each. */
const REMEMBERED = 400;

/** Reasons that are told; the rest are in the findings. */
const TOLD = 3;

export interface Checked {
  readonly report: Report;
  /** Why it may not be played, in words for whoever designs the next; empty when it may. */
  readonly reasons: readonly string[];
}

/** What was found before, by source: pools that many runs begin with are checked once. Undecided ones are tried again. */
export class CheckMemory {
  readonly #kept = new Map<string, Checked>();

  get(key: string): Checked | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, checked: Checked): void {
    if (checked.report.verdict === 'undecided') return;
    this.#kept.set(key, checked);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > REMEMBERED && oldest !== undefined) this.#kept.delete(oldest);
  }
}

export class Checker {
  readonly #pool: SandboxPool;
  readonly #settings: PlaytestSettings;
  readonly #memory: CheckMemory;

  /** @param memory shared by checkers, whatever their settings. */
  constructor(pool: SandboxPool, settings: PlaytestSettings, memory = new CheckMemory()) {
    this.#pool = pool;
    this.#settings = settings;
    this.#memory = memory;
  }

  /** @throws SandboxFault when the sandbox failed twice: then nothing is known of the environment. */
  async check(source: string, signal: AbortSignal): Promise<Checked> {
    const key = JSON.stringify([this.#settings, source]);
    const known = this.#memory.get(key);
    if (known) return known;
    const checked = await this.#checkAnew(source, signal);
    this.#memory.keep(key, checked);
    return checked;
  }

  async #checkAnew(source: string, signal: AbortSignal): Promise<Checked> {
    const read = readingOf(source, this.#settings, EVERY_RULE);
    if (read.verdict === 'unsound') return { report: read, reasons: reasonsOf(read) };
    const report = await this.#play(source, signal).catch((problem: unknown) => {
      if (problem instanceof SandboxFault) return this.#play(source, signal);
      throw problem;
    });
    return { report, reasons: report.verdict === 'sound' ? [] : reasonsOf(report) };
  }

  #play(source: string, signal: AbortSignal): Promise<Report> {
    const job = { source, settings: this.#settings, selected: undefined };
    return this.#pool.use(
      (interpreter, either) => READING_AND_PLAYING.examine(interpreter, job, either),
      signal,
    );
  }
}

/** What makes it unfit: its errors, else what could not be decided. */
export function reasonsOf({ findings, undecided }: Report): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const told = errors.map(({ code, message, range }) => `${code}, line ${range.start.line}: ${message}`);
  const open = undecided
    .filter(({ severity }) => severity === 'error')
    .map(({ code, reason }) => `${code} could not be decided: ${reason}`);
  return [...told, ...open].slice(0, TOLD);
}
