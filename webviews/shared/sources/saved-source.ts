/** Saved runs: the daemon's questions, answered from files. */
import { rejectionsOf, WARNINGS } from '../../../server/contract/insights/rejections.ts';
import { findIn, mayHold } from '../../../server/contract/insights/search.ts';
import { SeriesBuilder } from '../../../server/contract/insights/series.ts';
import { spansOf } from '../../../server/contract/insights/spans.ts';
import { landscapeOf } from '../../../server/contract/insights/tally.ts';
import type { Params, ReadParams, Result } from '../../../server/protocol/daemon.ts';
import { type Event, event, type Stream } from '../../../server/protocol/run-events.ts';
import type { EnvironmentFilter, Hit } from '../../../server/protocol/run-insights.ts';
import type { QueryName } from '../../../server/protocol/run-page.ts';
import type { EnvironmentHeader, RunSummary } from '../../../server/protocol/run-records.ts';
import { type Follower, type RunSource, SourceError, type Subscription } from '../run-source.ts';
import { answerOf, paramsOf } from './answers.ts';
import { linesOf, parsedLine } from './saved-file.ts';
import { type SavedFiles, SavedRun, transcriptOf } from './saved-run.ts';

type Answers = {
  readonly [M in QueryName]: (params: ReadParams<M>) => Result<M> | Promise<Result<M>>;
};

/** Milliseconds that one search may take, as with the daemon. */
const SEARCH = 40;
/** Episodes that a search reads at once. */
const BATCH = 64;
const LEVELS = ['debug', 'info', 'warning', 'error'] as const;

export class SavedSource implements RunSource {
  readonly kind = 'saved';
  readonly #runs = new Map<string, SavedRun>();

  /** Adds a run, and gives its id. @throws SourceError when the files are no whole export. */
  async add(files: SavedFiles): Promise<string> {
    const run = await SavedRun.open(files);
    this.#runs.set(run.facts.id, run);
    return run.facts.id;
  }

  /** What could not be read of a run; empty when all could. */
  damage(id: string): readonly string[] {
    return this.#runs.get(id)?.facts.damaged ?? [];
  }

  async ask<M extends QueryName>(method: M, params: Params<M>): Promise<Result<M>> {
    const read = paramsOf(method, params);
    // The compiler does not follow that a method's own schema gives that method's parameters.
    const answer = await this.#answers[method](read as ReadParams<M>);
    return answerOf(method, answer);
  }

  subscribe(_: Stream, __: number | undefined, follower: Follower): Subscription {
    follower.link({ state: 'saved' });
    return { dispose: () => {} };
  }

  close(): void {
    this.#runs.clear();
  }

  #run(id: string): SavedRun {
    const found = this.#runs.get(id);
    if (!found) throw new SourceError(`There is no run "${id}" among the saved ones.`, 'no-such-run');
    return found;
  }

  readonly #answers: Answers = {
    'daemon/status': () => {
      throw new SourceError('A saved run has no daemon.', 'unknown-method');
    },
    'run/list': () => ({ runs: [...this.#runs.values()].map(summaryOf), unreadable: [] }),
    'run/show': ({ run }) => {
      const found = this.#run(run);
      const accepted = found.designs.filter((design) => design.accepted).length;
      return {
        ...summaryOf(found),
        config: found.facts.config,
        counts: { environments: found.designs.length, accepted, episodes: found.episodes.length },
        folder: 'a saved run',
        bytes: found.bytes,
      };
    },
    'run/metrics': ({ run, names, after, limit }) => {
      const wanted = names && new Set(names);
      const all = this.#run(run)
        .metrics.map((one, index) => ({ one, id: index + 1 }))
        .filter(({ one, id }) => id > after && (!wanted || wanted.has(one.name)));
      const items = all.slice(0, limit);
      return {
        items: items.map(({ one }) => one),
        next: items.length < limit ? null : (items.at(-1)?.id ?? null),
      };
    },
    'run/series': ({ run, names, points }) => {
      const found = this.#run(run);
      const builder = new SeriesBuilder(spansOf(found.last, points));
      const wanted = new Set(names);
      for (const one of found.metrics) if (wanted.has(one.name)) builder.add(one);
      return builder.result(found.commitTimes());
    },
    'run/difficulty': ({ run, points }) => {
      const { tally, last } = this.#run(run);
      return tally.difficulty(spansOf(last, points));
    },
    'run/landscape': ({ run, skill, limit }) => {
      const { designs, tally } = this.#run(run);
      return landscapeOf(designs, tally, { skill, limit });
    },
    'run/rejections': ({ run, skill, points }) => {
      const { designs, last } = this.#run(run);
      const committed = designs.filter(({ step }) => step <= (last ?? -1));
      return rejectionsOf(committed, spansOf(last, points), skill);
    },
    'run/memory': ({ run }) => ({ records: [...this.#run(run).memory] }),
    'run/environments': ({ run, after, offset, descending, limit, ...filter }) => {
      const found = this.#run(run).designs.filter((design) => fitsDesign(design, filter));
      const headers = found.map(({ place: _, ...header }) => header);
      if (offset === undefined && !descending)
        return pageOf(headers.filter(({ id }) => id > after).slice(0, limit), limit);
      return sliceOf(descending ? headers.reverse() : headers, offset ?? 0, limit);
    },
    'run/environment-counts': ({ run, ...filter }) => {
      const found = this.#run(run).designs.filter((design) => fitsDesign(design, filter));
      return { total: found.length, accepted: found.filter(({ accepted }) => accepted).length };
    },
    'run/environment': async ({ run, id }) => {
      const found = await this.#run(run).environment(id);
      if (!found) throw noRecord(`environment ${id} in the run ${run}`);
      return found;
    },
    'run/episodes': ({ run, sort, descending, after, offset, limit, ...filter }) => {
      const { episodes } = this.#run(run);
      const found = this.#matching(run, filter);
      if (offset === undefined && sort === 'played' && !descending) {
        const items = [];
        for (const index of found) {
          const episode = episodes.at(index);
          if (episode.id > after) items.push(episode);
          if (items.length === limit) break;
        }
        return pageOf(items, limit);
      }
      const sorted = this.#sorted(run, found, sort, descending);
      const start = offset ?? 0;
      const items = Array.from(sorted.subarray(start, start + limit), (index) => episodes.at(index));
      return { items, next: items.length < limit ? null : start + items.length };
    },
    'run/episode-counts': ({ run, ...filter }) => this.#run(run).episodes.counts(this.#matching(run, filter)),
    'run/episode': async ({ run, id }) => {
      const found = this.#run(run);
      const index = found.episodes.find(id);
      if (index === undefined) throw noRecord(`episode ${id} in the run ${run}`);
      return { ...found.episodes.at(index), transcript: await found.transcript(index) };
    },
    'run/replay': async () => ({
      kind: 'not-played',
      message: 'Saved runs are not played here. “Copy the command” has what plays it again in a terminal.',
    }),
    'run/search': ({ run, text, before, limit, ...filter }) => this.#search(run, text, before, limit, filter),
    'run/journal': ({ run, after, limit }) =>
      pageOf(
        this.#run(run)
          .journal.filter(({ id }) => id > after)
          .slice(0, limit),
        limit,
      ),
    'run/checkpoints': () => ({ checkpoints: [] }),
    'run/log': ({ run, level, after, limit }) => {
      const levels: readonly string[] = LEVELS.slice(LEVELS.indexOf(level));
      return this.#events(
        run,
        after,
        limit,
        ({ event: one }) => one.kind === 'log' && levels.includes(one.level),
      );
    },
    'events/read': ({ stream, after, limit }) => {
      if (stream === null) throw new SourceError('A saved run has no daemon.', 'no-such-run');
      return this.#events(stream, after, limit, () => true);
    },
  };

  /** The last filter of a run, since a list asks for page after page of one. */
  #kept: { readonly key: string; readonly indices: Int32Array } | undefined;
  #order: { readonly key: string; readonly of: Int32Array; readonly indices: Int32Array } | undefined;

  #matching(run: string, filter: Parameters<SavedRun['episodes']['matching']>[0]): Int32Array {
    const key = JSON.stringify([run, filter]);
    if (this.#kept?.key !== key) this.#kept = { key, indices: this.#run(run).episodes.matching(filter) };
    return this.#kept.indices;
  }

  #sorted(run: string, of: Int32Array, sort: 'played' | 'return' | 'turns', descending: boolean): Int32Array {
    const key = `${sort} ${descending}`;
    if (this.#order?.of !== of || this.#order.key !== key)
      this.#order = { key, of, indices: this.#run(run).episodes.sorted(of, sort, descending) };
    return this.#order.indices;
  }

  async #search(
    run: string,
    text: string,
    before: number | undefined,
    limit: number,
    filter: Parameters<SavedRun['episodes']['matching']>[0],
  ): Promise<Result<'run/search'>> {
    const found = this.#run(run);
    const indices = this.#matching(run, filter);
    const until = performance.now() + SEARCH;
    const items: Hit[] = [];
    let searched = 0;
    let at = indices.length - 1;
    while (before !== undefined && at >= 0 && found.episodes.at(indices[at] ?? 0).id >= before) at--;
    while (at >= 0) {
      const batch = [...indices.subarray(Math.max(0, at - BATCH + 1), at + 1)].reverse();
      const texts = await found.episodeTexts(batch);
      for (const [offset, index] of batch.entries()) {
        const episode = found.episodes.at(index);
        const whole = texts[offset] ?? '';
        searched += 1;
        at -= 1;
        const place = mayHold(whole, text) ? findIn(transcriptOf(whole), text) : undefined;
        if (place) items.push({ episode, ...place });
        if (at >= 0 && items.length >= limit) return { items, searched, next: episode.id };
      }
      const last = batch.at(-1);
      if (at >= 0 && last !== undefined && performance.now() > until)
        return { items, searched, next: found.episodes.at(last).id };
    }
    return { items, searched, next: null };
  }

  async #events(
    run: string,
    after: number,
    limit: number,
    wanted: (one: Event) => boolean,
  ): Promise<{ items: Event[]; next: number | null }> {
    const file = this.#run(run).eventsFile;
    const items: Event[] = [];
    if (file)
      for await (const { bytes } of linesOf(file)) {
        const read = event.safeParse(parsedLine(bytes));
        if (!read.success || read.data.sequence <= after || !wanted(read.data)) continue;
        items.push(read.data);
        if (items.length === limit) return { items, next: read.data.sequence };
      }
    return { items, next: null };
  }
}

const noRecord = (what: string) => new SourceError(`There is no ${what}.`, 'no-such-record');

function summaryOf({ facts, last }: SavedRun): RunSummary {
  const { id, name, state, reason, created, changed, config } = facts;
  return {
    ...{ id, name, state, reason, created, changed },
    steps: (last ?? -1) + 1,
    of: config.rollouts,
    profile: config.profile,
    engine: config.engine.kind,
    lastEvent: 0,
    queue: null,
  };
}

function fitsDesign(design: EnvironmentHeader, filter: EnvironmentFilter): boolean {
  const { step, accepted, skill, hash, rule } = filter;
  if (step !== undefined && design.step !== step) return false;
  if (accepted !== undefined && design.accepted !== accepted) return false;
  if (skill !== undefined && design.skill !== skill) return false;
  if (hash !== undefined && design.hash !== hash) return false;
  if (rule === undefined) return true;
  if (rule === 'none') return !design.accepted && design.rules.every((code) => WARNINGS.has(code));
  return design.rules.includes(rule);
}

const pageOf = <T extends { readonly id: number }>(items: T[], limit: number) => ({
  items,
  next: items.length < limit ? null : (items.at(-1)?.id ?? null),
});

const sliceOf = <T>(all: readonly T[], offset: number, limit: number) => {
  const items = all.slice(offset, offset + limit);
  return { items, next: items.length < limit ? null : offset + items.length };
};
