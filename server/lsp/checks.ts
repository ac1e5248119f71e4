/** Environments read and played, one result a document: the newest check of a document wins. */
import { parse } from '../analysis/parse.ts';
import { applyPolicy } from '../contract/selection.ts';
import { cacheFolder } from '../playtest/batch/cache-folder.ts';
import { ResultCache, type ResultStore } from '../playtest/batch/result-cache.ts';
import { rulesVersion } from '../playtest/batch/rules-version.ts';
import { checkAll, type Job, resultKey } from '../playtest/batch.ts';
import type { Report } from '../protocol/finding.ts';
import type { LastCheck } from '../protocol/language.ts';
import { READING_AND_PLAYING } from '../workspace/examine.ts';
import type { Settings } from '../workspace/settings.ts';
import { executableLines } from './coverage.ts';
import type { Projects } from './projects.ts';
import type { Sandbox } from './sandbox.ts';
import type { Session } from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** The last check of a document. */
export class Checked {
  readonly text: string;
  readonly report: Report;
  /** Another for every check. */
  readonly revision: number;
  #executable: readonly number[] | undefined;

  constructor(text: string, report: Report, revision: number) {
    this.text = text;
    this.report = report;
    this.revision = revision;
  }

  /** Lines that can run; none when nothing was played. */
  get executable(): readonly number[] {
    const { measures } = this.report;
    this.#executable ??= measures ? executableLines(parse(this.text), measures.linesReached) : [];
    return this.#executable;
  }
}

const NO_ENVIRONMENT = 'It holds no environment: no class whose name ends in Env, with reset or step.';

export type Outcome =
  | { readonly kind: 'checked' }
  /** Nothing can be said about the environment: why. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'cancelled' };

interface Running {
  readonly controller: AbortController;
  readonly outcome: Promise<Outcome>;
}

export interface CheckOptions {
  readonly signal?: AbortSignal;
  /** Leaves kept results aside. */
  readonly fresh?: boolean;
}

export class Checks {
  readonly #session: Session;
  readonly #projects: Projects;
  readonly #sandbox: Pick<Sandbox, 'lease'>;
  readonly #changed: (uri: string | undefined) => void;
  readonly #results = new Map<string, Checked>();
  readonly #running = new Map<string, Running>();
  #revision = 0;
  #cache: ResultCache | 'unusable' | undefined;

  /** @param changed is called when a check has ended, with its document, and without one when a check begins. */
  constructor(
    session: Session,
    projects: Projects,
    sandbox: Pick<Sandbox, 'lease'>,
    changed: (uri: string | undefined) => void,
  ) {
    this.#session = session;
    this.#projects = projects;
    this.#sandbox = sandbox;
    this.#changed = changed;
  }

  /** How many documents are being checked. */
  get running(): number {
    return this.#running.size;
  }

  of(uri: string): Checked | undefined {
    return this.#results.get(uri);
  }

  forget(uri: string): void {
    this.#running.get(uri)?.controller.abort();
    this.#results.delete(uri);
  }

  /** The result in the form that the editor is told, `undefined` before the first check. */
  lastCheck(snapshot: Snapshot): LastCheck | undefined {
    const checked = this.#results.get(snapshot.uri);
    if (!checked) return undefined;
    const { verdict, findings, undecided, measures } = checked.report;
    return {
      verdict,
      findings,
      undecided,
      measures,
      stale: checked.text !== snapshot.text,
      executable: [...checked.executable],
    };
  }

  /** Takes over what an earlier run has kept about this source, if anything. Starts nothing. */
  recall(snapshot: Snapshot): void {
    if (this.#results.has(snapshot.uri) || !this.#session.trusted) return;
    const settings = this.#projects.of(snapshot.uri);
    if ('problem' in settings) return;
    const kept = this.#store()?.get(resultKey(jobOf(snapshot, settings), READING_AND_PLAYING));
    if (kept) this.#keep(snapshot, applyPolicy(kept.report, settings.policy));
  }

  /** Checks the document as it stands. An older check of it ends. */
  async check(uri: string, options: CheckOptions = {}): Promise<Outcome> {
    const snapshot = this.#session.read(uri);
    if ('fault' in snapshot) return { kind: 'failed', reason: snapshot.fault };
    if (!snapshot.isEnvironment) return { kind: 'failed', reason: NO_ENVIRONMENT };
    const settings = this.#projects.of(uri);
    if ('problem' in settings) return { kind: 'failed', reason: settings.problem };
    this.#running.get(uri)?.controller.abort();
    const controller = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal;
    const outcome = this.#examine(snapshot, settings, signal, options.fresh ?? false);
    const running = { controller, outcome };
    this.#running.set(uri, running);
    this.#changed(undefined);
    const ended = await outcome;
    const newer = this.#running.get(uri);
    if (newer && newer !== running) return options.signal?.aborted ? ended : newer.outcome;
    this.#running.delete(uri);
    this.#changed(uri);
    return ended;
  }

  /** Ends all checks. */
  async close(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { controller } of all) controller.abort();
    await Promise.allSettled(all.map(({ outcome }) => outcome));
    if (this.#cache instanceof ResultCache) this.#cache.close();
    this.#cache = 'unusable';
  }

  async #examine(
    snapshot: Snapshot,
    settings: Settings,
    signal: AbortSignal,
    fresh: boolean,
  ): Promise<Outcome> {
    async function* one(): AsyncGenerator<Job> {
      yield jobOf(snapshot, settings);
    }
    const store = this.#store();
    try {
      const checked = checkAll(one(), {
        start: () => this.#sandbox.lease(),
        children: 1,
        examiner: READING_AND_PLAYING,
        results: fresh && store ? writeOnly(store) : store,
        signal,
      });
      for await (const item of checked) {
        if (signal.aborted) break;
        if ('fault' in item) return { kind: 'failed', reason: item.fault };
        this.#keep(snapshot, applyPolicy(item.result.report, settings.policy));
        return { kind: 'checked' };
      }
      return { kind: 'cancelled' };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #keep({ uri, text }: Snapshot, report: Report): void {
    this.#revision += 1;
    this.#results.set(uri, new Checked(text, report, this.#revision));
  }

  #store(): ResultCache | undefined {
    try {
      this.#cache ??= new ResultCache(cacheFolder(), rulesVersion());
    } catch {
      this.#cache = 'unusable'; // every check is then made anew
    }
    return this.#cache === 'unusable' ? undefined : this.#cache;
  }
}

const jobOf = (snapshot: Snapshot, { playtest, policy }: Settings): Job => ({
  source: snapshot.text,
  settings: playtest,
  selected: policy.selected,
});

const writeOnly = (store: ResultStore): ResultStore => ({
  get: () => undefined,
  put: (key, result) => store.put(key, result),
});
