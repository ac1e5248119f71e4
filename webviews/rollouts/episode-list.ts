/** The list of episodes: all that a filter leaves, or where a text was found; kept fresh while new ones come. */
import { fits } from '../../server/contract/insights/episode-filter.ts';
import { count, shorten } from '../../server/contract/visible.ts';
import type { Result } from '../../server/protocol/daemon.ts';
import type { EpisodeFilter, Hit } from '../../server/protocol/run-insights.ts';
import type { EpisodeHeader } from '../../server/protocol/run-records.ts';
import { button } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import type { RunSource } from '../shared/run-source.ts';
import { VirtualList } from '../shared/virtual-list.ts';
import { filterOf, orderOf, type Wanted } from './filters.ts';
import type { Names } from './names.ts';

/** Hits of one search that are kept. */
const MOST_HITS = 2_000;

type Item = EpisodeHeader & { readonly hit?: Omit<Hit, 'episode'> };

export interface EpisodeListEvents {
  chosen(episode: EpisodeHeader, hit: Omit<Hit, 'episode'> | undefined): void;
  failed(error: unknown): void;
}

export class EpisodeList {
  readonly list: VirtualList<Item>;
  readonly #source: RunSource;
  readonly #run: string;
  readonly #events: EpisodeListEvents;
  readonly #counts = element('p', { class: 'counts', attributes: { role: 'status' } });
  readonly #more = element('div', { class: 'more' });
  readonly element: HTMLElement;
  #set: Wanted | undefined;
  #filter: EpisodeFilter = {};
  /** Counts what was asked for: an answer to an old question is dropped. */
  #asked = 0;
  /** Episodes that fit and came after the list was made. */
  #fresh = 0;

  constructor(source: RunSource, run: string, names: Names, events: EpisodeListEvents) {
    this.#source = source;
    this.#run = run;
    this.#events = events;
    this.list = new VirtualList<Item>({
      label: 'Episodes',
      row: (item) => cells(item, names),
      spoken: (item) => spoken(item, names),
      key: ({ id }) => id,
      chosen: ({ hit, ...episode }) => events.chosen(episode, hit),
      failed: (error) => events.failed(error),
    });
    this.element = element('div', { class: 'list' }, this.#counts, this.#more, HEAD(), this.list.element);
  }

  /** @param stay keeps the place: the same list, with what has come. */
  async show(set: Wanted, stay = false): Promise<void> {
    this.#set = set;
    const asked = ++this.#asked;
    const filter = filterOf(set);
    if (typeof filter === 'string') {
      this.#counts.textContent = filter;
      return;
    }
    this.#filter = filter;
    try {
      if (set.text.trim() === '') await this.#all(asked, filter, set, stay);
      else await this.#search(asked, filter, set.text.trim());
    } catch (error) {
      if (asked === this.#asked) this.#events.failed(error);
    }
  }

  async #all(asked: number, filter: EpisodeFilter, set: Wanted, stay: boolean): Promise<void> {
    const run = this.#run;
    const { total, last, outcomes, hinted } = await this.#source.ask('run/episode-counts', {
      run,
      ...filter,
    });
    if (asked !== this.#asked) return;
    this.#fresh = 0;
    const { won, lost, truncated, fault } = outcomes;
    this.#counts.textContent =
      total === 0
        ? 'No episode fits. Clear a filter, or wait until one has been played.'
        : `${count(total, 'episode')}: ${won.toLocaleString('en')} won, ${lost.toLocaleString('en')} lost, ${truncated.toLocaleString('en')} truncated, ${fault.toLocaleString('en')} faults; ${hinted.toLocaleString('en')} with the hint.`;
    this.#more.replaceChildren();
    const question = { run, ...filter, ...orderOf(set), through: last };
    this.list.show(
      {
        total,
        page: async (offset, limit) =>
          (await this.#source.ask('run/episodes', { ...question, offset, limit })).items,
      },
      stay,
    );
  }

  /** Goes through the transcripts from the newest on, showing what it finds on the way. */
  async #search(asked: number, filter: EpisodeFilter, text: string): Promise<void> {
    const { total } = await this.#source.ask('run/episode-counts', { run: this.#run, ...filter });
    const items: Item[] = [];
    let [searched, before]: [number, number | undefined] = [0, undefined];
    while (asked === this.#asked) {
      const found: Result<'run/search'> = await this.#source.ask('run/search', {
        run: this.#run,
        ...filter,
        text,
        limit: 100,
        ...(before === undefined ? {} : { before }),
      });
      if (asked !== this.#asked) return;
      items.push(...found.items.map(({ episode, ...hit }) => ({ ...episode, hit })));
      searched += found.searched;
      before = found.next ?? undefined;
      const full = items.length >= MOST_HITS;
      const ended = found.next === null || full;
      this.#counts.textContent = `${count(items.length, 'episode')} with “${shorten(text, 60)}”: ${searched.toLocaleString('en')} of ${total.toLocaleString('en')} searched${full && found.next !== null ? '; more are not kept, narrow the filters' : ended ? '' : '…'}.`;
      const kept = [...items];
      if (found.items.length > 0 || searched === found.searched)
        this.list.show(
          { total: kept.length, page: async (offset, limit) => kept.slice(offset, offset + limit) },
          true,
        );
      if (ended) return;
    }
  }

  /** New episodes: the list takes them up at once where the newest are in sight, and says how many there are elsewhere. */
  came(episodes: readonly EpisodeHeader[]): void {
    if (this.#set?.text.trim() !== '') return;
    this.#fresh += episodes.filter((episode) => fits(episode, this.#filter)).length;
    if (this.#fresh === 0) return;
    if (this.#set.order === 'newest' && this.list.atTop) this.#soon();
    else
      this.#more.replaceChildren(
        button(`Show ${count(this.#fresh, 'new episode')}`, () => void this.refresh()).element,
      );
  }

  #timer: ReturnType<typeof setTimeout> | undefined;

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh();
    }, 1_000);
  }

  async refresh(): Promise<void> {
    if (this.#set) await this.show(this.#set, true);
  }

  dispose(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }
}

const HEAD = (): HTMLElement =>
  element(
    'div',
    { class: 'row-head', attributes: { 'aria-hidden': 'true' } },
    ...['Episode', 'Step', 'Environment', 'Hint', 'Outcome', 'Return', 'Turns'].map((name) =>
      element('span', {}, name),
    ),
  );

export const returnText = (value: number | null): string =>
  value === null ? '–' : String(Math.round(value * 1_000) / 1_000);

function cells(
  { id, step, environment, hinted, outcome, turns, hit, ...item }: Item,
  names: Names,
): HTMLElement[] {
  return [
    element('span', { class: 'number' }, String(id)),
    element('span', { class: 'number' }, String(step)),
    element(
      'span',
      { class: 'name' },
      shorten(hit ? `${names.of(environment)}: ${hit.excerpt}` : names.of(environment), 120),
    ),
    element('span', {}, hinted ? 'hint' : ''),
    element('span', { class: `outcome ${outcome}` }, outcome),
    element('span', { class: 'number' }, returnText(item.return)),
    element('span', { class: 'number' }, String(turns)),
  ];
}

function spoken({ id, step, environment, hinted, outcome, turns, hit, ...item }: Item, names: Names): string {
  const found = hit ? `, found at turn ${hit.turn}: ${shorten(hit.excerpt, 80)}` : '';
  return `Episode ${id}, step ${step}, ${shorten(names.of(environment), 60)}, ${hinted ? 'with' : 'without'} the hint, ${outcome}, return ${returnText(item.return)}, ${count(turns, 'turn')}${found}`;
}
