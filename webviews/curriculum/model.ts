/** What the curriculum page knows of a run, fetched as a whole and again when a step has come. */
import type {
  Difficulty,
  MemoryRecord,
  Place,
  Rejections,
  Series,
} from '../../server/protocol/run-insights.ts';
import type { RunDetail } from '../../server/protocol/run-records.ts';
import { MEASURE_NAMES } from '../shared/measures.ts';
import type { RunSource } from '../shared/run-source.ts';

/** A part is `undefined` until it has come. */
export interface Data {
  readonly detail?: RunDetail;
  readonly series?: Series;
  readonly difficulty?: Difficulty;
  readonly landscape?: { readonly items: readonly Place[]; readonly total: number };
  readonly rejections?: Rejections;
  readonly memory?: readonly MemoryRecord[];
  /** The second run, where one is laid over. */
  readonly against?: { readonly name: string; readonly series: Series };
}

/** Entries of a column: one a pixel or two. */
const POINTS = 500;
const PLACES = 1_500;

/**
 * Fetches all parts at once.
 * @param came is told of each part as it comes.
 * @throws SourceError of the first question that was refused, once all have been answered.
 */
export async function fetchAll(
  source: RunSource,
  run: string,
  against: string | undefined,
  came: (part: Data) => void,
): Promise<void> {
  const whole = { run, points: POINTS };
  const parts: Promise<Data>[] = [
    source.ask('run/show', { run }).then((detail) => ({ detail })),
    source.ask('run/series', { ...whole, names: [...MEASURE_NAMES] }).then((series) => ({ series })),
    source.ask('run/difficulty', whole).then((difficulty) => ({ difficulty })),
    source.ask('run/rejections', whole).then((rejections) => ({ rejections })),
    source.ask('run/landscape', { run, limit: PLACES }).then((landscape) => ({ landscape })),
    source.ask('run/memory', { run }).then(({ records }) => ({ memory: records })),
    ...(against === undefined ? [] : [fetchAgainst(source, against)]),
  ];
  const ends = await Promise.allSettled(parts.map((part) => part.then(came)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function fetchAgainst(source: RunSource, run: string): Promise<Data> {
  const [{ name }, series] = await Promise.all([
    source.ask('run/show', { run }),
    source.ask('run/series', { run, points: POINTS, names: [...MEASURE_NAMES] }),
  ]);
  return { against: { name, series } };
}

/** A column of a series, `undefined` where nothing was told. */
export const columnOf = (
  series: Series | undefined,
  name: string,
  skill: string | null,
): readonly (number | null)[] | undefined =>
  series?.series.find((one) => one.name === name && one.skill === skill)?.values;

/** The skills of a run, in the order of its configuration. */
export function skillsOf({ detail, series }: Data): string[] {
  const told = new Set(series?.series.flatMap(({ skill }) => skill ?? []) ?? []);
  const known = detail?.config.design.skills ?? [];
  return [
    ...known.filter((skill) => told.has(skill)),
    ...[...told].filter((skill) => !known.includes(skill)).sort(),
  ];
}
