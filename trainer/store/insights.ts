/**
 * What is asked of a run as a whole. Plays and designs of committed steps never change, so they are counted once and
 * kept; the step at work is left to lists and events.
 */
import { z } from 'zod';
import { rejectionsOf } from '../../server/contract/insights/rejections.ts';
import { SeriesBuilder } from '../../server/contract/insights/series.ts';
import { spansOf } from '../../server/contract/insights/spans.ts';
import { landscapeOf, Tally } from '../../server/contract/insights/tally.ts';
import {
  type Difficulty,
  type MemoryRecord,
  memoryRecord,
  type Place,
  type Rejections,
  type Series,
} from '../../server/protocol/run-insights.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { DesignFacts, Environments } from './environments.ts';
import type { Episodes } from './episodes.ts';
import type { Journal } from './journal.ts';
import type { Metrics } from './metrics.ts';

export interface Tables {
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly environments: Environments;
  readonly episodes: Episodes;
  readonly checkpoints: Checkpoints;
}

/** A job that keeps a memory says so by this name in its checkpoints. */
const withMemory = z.object({ memory: z.array(memoryRecord) });

export class Insights {
  readonly #tables: Tables;
  readonly #tally = new Tally();
  readonly #designs: DesignFacts[] = [];
  /** The last step that was counted. */
  #counted = -1;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** The last committed step, with everything up to it counted. */
  #count(): number | null {
    const { journal, episodes, environments } = this.#tables;
    const last = journal.committed;
    if (last === null || last <= this.#counted) return last;
    const groups = episodes.groups(this.#counted, last);
    const designs = [...environments.facts(this.#counted, last)];
    for (const group of groups) this.#tally.add(group);
    this.#designs.push(...designs);
    this.#counted = last;
    return last;
  }

  series(names: readonly string[], points: number): Series {
    const { journal, metrics } = this.#tables;
    const spans = spansOf(journal.committed, points);
    const builder = new SeriesBuilder(spans);
    for (const one of metrics.means(names, spans)) builder.add(one);
    return builder.result(journal.commitTimes());
  }

  difficulty(points: number): Difficulty {
    return this.#tally.difficulty(spansOf(this.#count(), points));
  }

  landscape(skill: string | undefined, limit: number): { items: Place[]; total: number } {
    this.#count();
    return landscapeOf(this.#designs, this.#tally, { skill, limit });
  }

  rejections(skill: string | undefined, points: number): Rejections {
    const spans = spansOf(this.#count(), points);
    return rejectionsOf(this.#designs, spans, skill);
  }

  /** @throws StoreError when the last checkpoint is damaged. */
  memory(): MemoryRecord[] {
    const read = withMemory.safeParse(this.#tables.checkpoints.latestState());
    return read.success ? read.data.memory : [];
  }
}
