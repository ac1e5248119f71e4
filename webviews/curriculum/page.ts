/** The curriculum page: what is on it, and when it is drawn again. */
import type { Event } from '../../server/protocol/run-events.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { Chart } from '../shared/charts/chart.ts';
import type { ChartSpec } from '../shared/charts/spec.ts';
import { choice } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { Feed } from '../shared/feed.ts';
import { RunHead } from '../shared/run-head.ts';
import type { Context } from '../shared/start.ts';
import { Answers } from './answers.ts';
import { Changes } from './changes.ts';
import { CHARTS, type Look, rejectionChart } from './chart-specs.ts';
import { mapOf } from './map.ts';
import { memoryPart } from './memory.ts';
import { type Data, fetchAll } from './model.ts';
import { RejectionTable } from './rejections.ts';

/** Milliseconds between two fetches, however fast steps come. */
const PACE = 1_000;

interface Drawn {
  readonly chart: Chart;
  readonly make: (data: Data, look: Look) => ChartSpec;
}

export class CurriculumPage {
  readonly #context: Context;
  readonly #run: string;
  readonly #head: RunHead;
  readonly #answers = new Answers();
  readonly #changes = new Changes();
  readonly #rejections: RejectionTable;
  readonly #memory = element('div', {});
  readonly #log = element('p', { class: 'log soft', attributes: { 'aria-live': 'off' } });
  readonly #against = element('div', {});
  readonly #charts: Drawn[] = [];
  readonly #feed: Feed;
  #data: Data = {};
  #look: Look = { smoothing: 1 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fetching = false;
  #ended = false;
  #lastFetch = 0;

  constructor(context: Context, run: string) {
    this.#context = context;
    this.#run = run;
    const { host, source, target } = context;
    const open = (environment: number) =>
      host.perform({ action: 'open-page', page: 'rollouts', run, environment });
    this.#head = new RunHead('Curriculum', {
      choose: (other) => host.perform({ action: 'open-page', page: 'curriculum', run: other }),
      other: { label: 'Rollouts', go: () => host.perform({ action: 'open-page', page: 'rollouts', run }) },
    });
    this.#rejections = new RejectionTable(open);
    this.#draw(open);
    this.#feed = new Feed(source, run, undefined, {
      events: (events) => this.#hear(events),
      link: (link) => {
        this.#head.showLink(link);
        if (link.state === 'live' || link.state === 'saved') this.#soon(0);
        else if (link.state === 'connecting') this.#head.showFailure(undefined);
      },
    });
    void this.#listRuns(target.against);
  }

  dispose(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#feed.dispose();
    for (const { chart } of this.#charts) chart.dispose();
  }

  #draw(open: (environment: number) => void): void {
    const add = (make: Drawn['make']) => {
      const chart = new Chart(this.#context.host, make({}, this.#look));
      this.#charts.push({ chart, make });
      return chart.element;
    };
    const smoothing = choice(
      [1, 5, 10, 20].map((steps) => ({
        value: String(steps),
        label: steps === 1 ? 'none' : `${steps} steps`,
      })),
      {
        label: 'Running mean',
        value: '1',
        changed: (value) => {
          this.#look = { smoothing: Number(value) };
          this.#showCharts();
        },
      },
    );
    const main = element(
      'main',
      { class: 'curriculum' },
      this.#answers.element,
      this.#changes.element,
      element('div', { class: 'looks' }, smoothing.element, this.#against),
      ...CHARTS.map(({ section, charts }) =>
        element(
          'section',
          {},
          element('h2', {}, section),
          element('div', { class: 'charts' }, ...charts.map(add)),
        ),
      ),
      element(
        'section',
        {},
        element('h2', {}, 'Where the environments lie'),
        add((data) => mapOf(data, ({ id }) => open(id))),
      ),
      element(
        'section',
        {},
        element('h2', {}, 'Why were designs rejected?'),
        this.#rejections.element,
        add(rejectionChart),
      ),
      element('section', {}, element('h2', {}, 'What the designer remembers'), this.#memory),
    );
    document.body.replaceChildren(this.#head.element, this.#log, main);
  }

  async #listRuns(against: string | undefined): Promise<void> {
    const list = await this.#context.source.ask('run/list', {}).catch(() => undefined);
    if (!list || this.#ended) return;
    this.#head.showRuns(list.runs, this.#run);
    this.#offerComparison(list.runs, against);
  }

  #offerComparison(runs: readonly RunSummary[], against: string | undefined): void {
    const others = runs.filter(({ id }) => id !== this.#run);
    if (others.length === 0) return;
    const options = others.map(({ id, name, steps }) => ({
      value: id,
      label: `${name} · ${steps} steps · ${id.slice(-8)}`,
    }));
    const field = choice([{ value: '', label: 'nothing' }, ...options], {
      label: 'Lay over',
      value: against ?? '',
      changed: (other) => this.#compare(other === '' ? undefined : other),
    });
    this.#against.replaceChildren(field.element);
  }

  #compare(against: string | undefined): void {
    const { against: _, ...target } = this.#context.target;
    this.#context.keep({}, { ...target, ...(against === undefined ? {} : { against }) });
    const { against: __, ...data } = this.#data;
    this.#data = data;
    this.#wanted = against;
    this.#soon(0);
  }

  #wanted: string | undefined = undefined;

  #hear(events: readonly Event[]): void {
    const kinds = new Set(events.map(({ event }) => event.kind));
    const line = events.findLast(({ event }) => event.kind === 'log')?.event;
    if (line?.kind === 'log') this.#log.textContent = line.message;
    if (kinds.has('step') || kinds.has('state') || kinds.has('resumed')) this.#soon(PACE);
  }

  /** Fetches now, or once the last fetch is `pace` milliseconds old. */
  #soon(pace: number): void {
    if (this.#fetching || this.#ended) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    const wait = Math.max(0, this.#lastFetch + pace - Date.now());
    this.#timer = setTimeout(() => void this.#fetch(), wait);
  }

  #again = false;

  async #fetch(): Promise<void> {
    this.#fetching = true;
    this.#again = false;
    try {
      const against = this.#wanted ?? this.#context.target.against;
      await fetchAll(this.#context.source, this.#run, against, (part) => this.#came(part));
      this.#head.showFailure(undefined);
    } catch (error) {
      if (!this.#ended) this.#head.showFailure(error instanceof Error ? error.message : String(error));
    }
    this.#lastFetch = Date.now();
    this.#fetching = false;
    if (this.#again) this.#soon(PACE);
  }

  #came(part: Data): void {
    if (this.#ended) return;
    this.#data = { ...this.#data, ...part };
    const { detail, rejections, memory } = this.#data;
    if (part.detail && detail) this.#head.showRun(detail);
    if (part.rejections && rejections) this.#rejections.show(rejections);
    if (part.memory && memory) this.#memory.replaceChildren(memoryPart(memory));
    if (part.series || part.detail) this.#answers.show(this.#data);
    if (part.series || part.rejections) this.#changes.show(this.#data);
    this.#showCharts();
  }

  #drawing = false;

  /** Once a frame, however many parts have come. */
  #showCharts(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      if (this.#ended) return;
      for (const { chart, make } of this.#charts) chart.show(make(this.#data, this.#look));
    });
  }
}
