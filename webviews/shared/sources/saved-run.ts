/** A run as `spade run export` wrote it: an index of its records, which are read from the files when asked for. */
import { z } from 'zod';
import { Tally } from '../../../server/contract/insights/tally.ts';
import { runConfig } from '../../../server/protocol/run-config.ts';
import { type MemoryRecord, memoryRecord } from '../../../server/protocol/run-insights.ts';
import {
  type EnvironmentDetail,
  type EnvironmentHeader,
  environmentDetail,
  environmentHeader,
  type JournalRecord,
  journalRecord,
  type Metric,
  metric,
  runId,
  runState,
  stopReason,
  type Transcript,
  transcript,
} from '../../../server/protocol/run-records.ts';
import { SourceError } from '../run-source.ts';
import { SavedEpisodes } from './saved-episodes.ts';
import { linesOf, type Place, parsedLine, textAt } from './saved-file.ts';

/** The files of an export by name, as far as they are there. */
export type SavedFiles = ReadonlyMap<string, Blob>;

const facts = z.object({
  id: runId,
  name: z.string(),
  state: runState,
  reason: stopReason.nullable(),
  created: z.iso.datetime(),
  changed: z.iso.datetime(),
  config: runConfig,
  damaged: z.array(z.string()).default([]),
});

interface Design extends EnvironmentHeader {
  readonly place: Place;
}

export class SavedRun {
  readonly facts: z.infer<typeof facts>;
  readonly bytes: number;
  readonly designs: readonly Design[];
  readonly episodes: SavedEpisodes;
  readonly metrics: readonly Metric[];
  readonly journal: readonly JournalRecord[];
  readonly memory: readonly MemoryRecord[];
  /** The last committed step. */
  readonly last: number | null;
  readonly tally = new Tally();
  readonly #files: SavedFiles;

  private constructor(
    files: SavedFiles,
    parts: Pick<SavedRun, 'facts' | 'designs' | 'episodes' | 'metrics' | 'journal' | 'memory'>,
  ) {
    this.#files = files;
    this.facts = parts.facts;
    this.designs = parts.designs;
    this.episodes = parts.episodes;
    this.metrics = parts.metrics;
    this.journal = parts.journal;
    this.memory = parts.memory;
    this.bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    const commits = parts.journal.flatMap(({ kind, step }) =>
      kind === 'commit' && step !== null ? [step] : [],
    );
    this.last = commits.length === 0 ? null : Math.max(...commits);
    for (const group of this.episodes.groups(this.last ?? -1)) this.tally.add(group);
  }

  /** @throws SourceError when the files are no whole export. */
  static async open(files: SavedFiles): Promise<SavedRun> {
    const run = files.get('run.json');
    const missing = [
      'run.json',
      'environments.jsonl',
      'episodes.jsonl',
      'metrics.jsonl',
      'journal.jsonl',
    ].filter((name) => !files.has(name));
    if (!run || missing.length > 0)
      throw new SourceError(
        `This is no saved run: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Choose the folder that \`spade run export\` wrote.`,
      );
    const read = facts.safeParse(await json(run));
    if (!read.success)
      throw new SourceError(
        'run.json cannot be read: it was written by another version, or is no file of a run.',
      );
    let unreadable = 0;
    const skip = () => {
      unreadable += 1;
    };
    const [designs, episodes, metrics, journal, memory] = await Promise.all([
      readDesigns(files, skip),
      SavedEpisodes.read(fileOf(files, 'episodes.jsonl'), skip),
      records(files, 'metrics.jsonl', metric, skip),
      records(files, 'journal.jsonl', journalRecord, skip),
      records(files, 'memory.jsonl', memoryRecord, skip),
    ]);
    const damaged = unreadable === 0 ? [] : [`${unreadable} lines could not be read`];
    const all = { ...read.data, damaged: [...read.data.damaged, ...damaged] };
    return new SavedRun(files, { facts: all, designs, episodes, metrics, journal, memory });
  }

  async environment(id: number): Promise<EnvironmentDetail | undefined> {
    const found = this.designs.find((design) => design.id === id);
    if (!found) return undefined;
    return environmentDetail.parse(
      JSON.parse(await textAt(fileOf(this.#files, 'environments.jsonl'), found.place)),
    );
  }

  /** As text, for searching: read in one piece where they lie together. */
  async episodeTexts(indices: readonly number[]): Promise<string[]> {
    const file = fileOf(this.#files, 'episodes.jsonl');
    const places = indices.map((index) => this.episodes.placeOf(index));
    const start = Math.min(...places.map((place) => place.start));
    const end = Math.max(...places.map((place) => place.end));
    if (end - start > TOGETHER) return Promise.all(places.map((place) => textAt(file, place)));
    const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
    const decoder = new TextDecoder();
    return places.map((place) => decoder.decode(bytes.subarray(place.start - start, place.end - start)));
  }

  async transcript(index: number): Promise<Transcript> {
    const place = this.episodes.placeOf(index);
    return transcriptOf(await textAt(fileOf(this.#files, 'episodes.jsonl'), place));
  }

  commitTimes(): string[] {
    return this.journal
      .filter(({ kind }) => kind === 'commit')
      .sort((a, b) => (a.step ?? 0) - (b.step ?? 0))
      .map(({ time }) => time);
  }

  get eventsFile(): Blob | undefined {
    return this.#files.get('events.jsonl');
  }
}

/** Bytes that are read in one piece. */
const TOGETHER = 4 << 20;

const withTranscript = z.object({ transcript });
export const transcriptOf = (text: string): Transcript => withTranscript.parse(JSON.parse(text)).transcript;

const fileOf = (files: SavedFiles, name: string): Blob => files.get(name) ?? new Blob([]);

async function json(file: Blob): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}

async function readDesigns(files: SavedFiles, skip: () => void): Promise<Design[]> {
  const found: Design[] = [];
  for await (const { bytes, place } of linesOf(fileOf(files, 'environments.jsonl'))) {
    const read = environmentHeader.loose().safeParse(quietly(bytes));
    if (read.success) found.push({ ...headerOf(read.data), place });
    else skip();
  }
  return found;
}

/** Nothing but the header's own keys is kept. */
const headerOf = (whole: EnvironmentHeader): EnvironmentHeader => {
  const { id, hash, step, slot, attempt, skill, className, verdict, accepted, rejection, rules, document } =
    whole;
  return { id, hash, step, slot, attempt, skill, className, verdict, accepted, rejection, rules, document };
};

async function records<T>(
  files: SavedFiles,
  name: string,
  schema: z.ZodType<T>,
  skip: () => void,
): Promise<T[]> {
  const found: T[] = [];
  for await (const { bytes } of linesOf(fileOf(files, name))) {
    const read = schema.safeParse(quietly(bytes));
    if (read.success) found.push(read.data);
    else skip();
  }
  return found;
}

function quietly(bytes: Uint8Array): unknown {
  try {
    return parsedLine(bytes);
  } catch {
    return undefined;
  }
}
