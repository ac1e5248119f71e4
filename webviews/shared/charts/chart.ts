/** A chart with its title, legend, readout, table, and export: what anybody needs of it, with or without eyes. */

import { button } from '../controls.ts';
import { element } from '../dom.ts';
import type { PageHost } from '../run-source.ts';
import { pieces } from '../text.ts';
import { inkOf, onTheme } from './colours.ts';
import { Plot } from './plot.ts';
import { type ChartSpec, csvOf, fileName, shown, spoken } from './spec.ts';

/** Rows of the table that are shown at once; the CSV has all. */
const ROWS = 200;

export class Chart {
  readonly element: HTMLElement;
  readonly #host: PageHost;
  readonly #title = element('h3', {});
  readonly #says = element('p', { class: 'chart-says' });
  readonly #place = element('div', {
    class: 'chart-place',
    attributes: { tabindex: '0', role: 'img' },
  });
  readonly #legend = element('ul', { class: 'legend' });
  readonly #readout = element('p', { class: 'readout', attributes: { 'aria-live': 'polite' } });
  readonly #table = element('div', { class: 'chart-table' });
  readonly #empty = element('p', { class: 'empty' }, 'Nothing has been told yet.');
  readonly #plot: Plot;
  readonly #hidden = new Set<string>();
  readonly #endTheme: () => void;
  #spec: ChartSpec;

  constructor(host: PageHost, spec: ChartSpec) {
    this.#host = host;
    this.#spec = spec;
    this.#plot = new Plot(this.#place, spec, {
      pointed: (index) => this.#read(index),
      picked: (index) => this.#spec.pick?.(index),
    });
    const details = element(
      'details',
      { class: 'chart-details' },
      element('summary', {}, 'Table'),
      this.#table,
    );
    details.addEventListener('toggle', () => details.open && this.#fillTable());
    const tools = element(
      'div',
      { class: 'chart-tools' },
      button('PNG', () => this.#savePng(), { title: `Save "${spec.title}" as a picture` }).element,
      button('CSV', () => this.#saveCsv(), { title: `Save "${spec.title}" as comma-separated values` })
        .element,
    );
    this.element = element(
      'figure',
      { class: 'chart' },
      element('figcaption', {}, element('div', { class: 'chart-head' }, this.#title, tools), this.#says),
      this.#place,
      this.#empty,
      this.#readout,
      this.#legend,
      details,
    );
    this.#place.addEventListener('keydown', (event) => this.#key(event));
    this.#endTheme = onTheme(() => this.#plot.redraw());
    this.show(spec);
  }

  show(spec: ChartSpec): void {
    this.#spec = spec;
    const { title, says, x, lines } = spec;
    this.#title.textContent = title;
    this.#says.textContent = says;
    this.#place.setAttribute('aria-label', spoken(spec));
    const empty = x.length === 0 || lines.every(({ values }) => values.every((value) => value === null));
    this.#empty.hidden = !empty;
    this.#place.hidden = empty;
    this.#showLegend();
    if (!empty) this.#plot.show(spec, this.#hidden);
    const table = this.#table.parentElement;
    if (table instanceof HTMLDetailsElement && table.open) this.#fillTable();
  }

  dispose(): void {
    this.#endTheme();
    this.#plot.dispose();
  }

  #showLegend(): void {
    const { lines } = this.#spec;
    const names = lines.map(({ name }) => name).join('\n');
    if (this.#legend.dataset.names === names) return;
    this.#legend.dataset.names = names;
    this.#legend.replaceChildren(
      ...lines.map(({ name, colour, second }) => {
        const key = element('span', {
          class: `key${second ? ' second' : ''}`,
          attributes: { 'aria-hidden': 'true' },
        });
        key.style.setProperty('--key', `var(--series-${(colour % 8) + 1})`);
        const toggle = element(
          'button',
          { attributes: { 'aria-pressed': 'true', type: 'button' } },
          key,
          ...pieces(name),
        );
        toggle.addEventListener('click', () => {
          const hidden = !this.#hidden.delete(name);
          if (hidden) this.#hidden.add(name);
          toggle.setAttribute('aria-pressed', String(!hidden));
          this.#plot.show(this.#spec, this.#hidden);
        });
        return element('li', {}, toggle);
      }),
    );
  }

  #read(index: number | null): void {
    if (index === null) {
      this.#readout.textContent = '';
      return;
    }
    const { x, xName, lines, labels, kind, digits } = this.#spec;
    const known = lines.filter(
      ({ name, values }) => !this.#hidden.has(name) && typeof values[index] === 'number',
    );
    const label = labels?.[index];
    const parts = known.map(({ name, values }) => `${name} ${shown(values[index], digits)}`);
    const head = `${xName} ${shown(x[index], digits)}`;
    const text = [head, ...(label === undefined ? [] : [label]), ...parts].join(
      kind === 'points' ? ' · ' : '  ·  ',
    );
    this.#readout.replaceChildren(...pieces(text));
  }

  #key(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const far = shiftKey ? 10 : 1;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowRight: () => this.#plot.move(far),
      ArrowLeft: () => this.#plot.move(-far),
      Home: () => this.#plot.move('first'),
      End: () => this.#plot.move('last'),
      '+': () => this.#plot.zoom(0.5),
      '-': () => this.#plot.zoom(2),
      Escape: () => this.#plot.zoom(0),
      Enter: () => this.#plot.at !== null && this.#spec.pick?.(this.#plot.at),
    };
    const act = acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #fillTable(): void {
    const { x, xName, lines, labels, digits } = this.#spec;
    const head = [xName, ...(labels ? [''] : []), ...lines.map(({ name }) => name)];
    const from = Math.max(0, x.length - ROWS);
    const rows = x.slice(from).map((at, offset) => {
      const index = from + offset;
      return element(
        'tr',
        {},
        element('th', { attributes: { scope: 'row' } }, shown(at, digits)),
        ...(labels ? [element('td', {}, ...pieces(labels[index] ?? ''))] : []),
        ...lines.map(({ values }) => element('td', {}, shown(values[index], digits))),
      );
    });
    this.#table.replaceChildren(
      element(
        'table',
        {},
        element(
          'caption',
          {},
          from > 0 ? `The last ${ROWS} of ${x.length}; the CSV has all.` : `${x.length} rows`,
        ),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...head.map((name) => element('th', { attributes: { scope: 'col' } }, ...pieces(name))),
          ),
        ),
        element('tbody', {}, ...rows),
      ),
    );
  }

  #saveCsv(): void {
    const { title } = this.#spec;
    this.#host.save({ name: fileName(title, 'csv'), content: csvOf(this.#spec), type: 'text/csv' });
  }

  /** The drawing with title and legend, on the page's own background. */
  #savePng(): void {
    const drawn = this.#plot.canvas;
    if (!drawn) return;
    const ink = inkOf(this.#place);
    const scale = devicePixelRatio;
    const [head, foot] = [34 * scale, 24 * scale * Math.ceil(this.#spec.lines.length / 3) + 8 * scale];
    const canvas = element('canvas', {});
    canvas.width = drawn.width;
    canvas.height = drawn.height + head + foot;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = ink.background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = ink.text;
    context.font = `600 ${14 * scale}px sans-serif`;
    context.fillText(this.#spec.title, 12 * scale, 22 * scale);
    context.drawImage(drawn, 0, head);
    context.font = `${12 * scale}px sans-serif`;
    for (const [index, { name, colour }] of this.#spec.lines.entries()) {
      const x = 12 * scale + ((index % 3) * (canvas.width - 24 * scale)) / 3;
      const y = head + drawn.height + 16 * scale + Math.floor(index / 3) * 24 * scale;
      context.fillStyle = ink.series(colour);
      context.fillRect(x, y - 8 * scale, 14 * scale, 8 * scale);
      context.fillStyle = ink.text;
      context.fillText(name, x + 20 * scale, y);
    }
    canvas.toBlob(async (blob) => {
      if (!blob) return;
      const content = new Uint8Array(await blob.arrayBuffer());
      this.#host.save({ name: fileName(this.#spec.title, 'png'), content, type: 'image/png' });
    });
  }
}
