/** A list of any length: only what is seen is fetched and in the page, and a bounded number of rows is kept. */
import { element } from './dom.ts';

/** Pixels of a row; the style sheet's `.row-item` has the same. */
const ROW = 26;
/** Rows of one question. */
const PAGE = 100;
/** Pages that are kept; the one that was not seen for longest goes first. */
const KEPT = 30;
/** Rows above and below the visible ones. */
const OVER = 8;

export interface Rows<T> {
  readonly total: number;
  page(offset: number, limit: number): Promise<readonly T[]>;
}

export interface ListOptions<T> {
  readonly label: string;
  readonly row: (item: T) => readonly (Node | string)[];
  /** Read out. */
  readonly spoken: (item: T) => string;
  readonly key: (item: T) => number;
  readonly chosen: (item: T) => void;
  readonly failed: (error: unknown) => void;
}

export class VirtualList<T> {
  readonly element: HTMLElement;
  readonly #options: ListOptions<T>;
  readonly #spacer = element('div', { class: 'spacer', attributes: { role: 'presentation' } });
  readonly #window = element('div', { class: 'window', attributes: { role: 'presentation' } });
  readonly #pages = new Map<number, readonly T[] | 'asked'>();
  readonly #id = `list-${Math.random().toString(36).slice(2, 8)}`;
  #rows: Rows<T> = { total: 0, page: async () => [] };
  /** Counts the sets of rows: an answer about an old one is dropped. */
  #generation = 0;
  #at = -1;
  #chosenKey: number | undefined;
  #drawing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ListOptions<T>) {
    this.#options = options;
    this.element = element(
      'div',
      { class: 'virtual', attributes: { role: 'listbox', tabindex: '0', 'aria-label': options.label } },
      this.#spacer,
      this.#window,
    );
    this.element.addEventListener('scroll', () => this.#draw());
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('.row-item') : null;
      if (row instanceof HTMLElement && row.dataset.index !== undefined) this.go(Number(row.dataset.index));
    });
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  get atTop(): boolean {
    return this.element.scrollTop < ROW;
  }

  get total(): number {
    return this.#rows.total;
  }

  /** Other rows. @param stay keeps the place: they are the same with some more. */
  show(rows: Rows<T>, stay = false): void {
    this.#rows = rows;
    this.#generation += 1;
    this.#pages.clear();
    this.#spacer.style.height = `${rows.total * ROW}px`;
    if (!stay) {
      this.#at = -1;
      this.element.scrollTop = 0;
    }
    this.#draw();
  }

  /** The row that is marked, by its key, where it is in sight. */
  mark(key: number | undefined): void {
    this.#chosenKey = key;
    this.#draw();
  }

  /** To a row, and chooses it. */
  go(index: number): void {
    const { total } = this.#rows;
    if (total === 0) return;
    this.#at = Math.max(0, Math.min(total - 1, index));
    const top = this.#at * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW > scrollTop + clientHeight) this.element.scrollTop = top + ROW - clientHeight;
    this.#draw();
    clearTimeout(this.#timer);
    // A held key runs over many rows; only where it rests something is fetched.
    this.#timer = setTimeout(() => void this.#choose(this.#at), 60);
  }

  async #choose(index: number): Promise<void> {
    const generation = this.#generation;
    await this.#fetch(Math.floor(index / PAGE));
    const item = this.#itemAt(index);
    if (item === undefined || generation !== this.#generation) return;
    this.#chosenKey = this.#options.key(item);
    this.#options.chosen(item);
    this.#draw();
  }

  #itemAt(index: number): T | undefined {
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page === undefined || page === 'asked' ? undefined : page[index % PAGE];
  }

  async #fetch(page: number): Promise<void> {
    const kept = this.#pages.get(page);
    if (kept !== undefined) {
      this.#pages.delete(page);
      this.#pages.set(page, kept);
      return;
    }
    const generation = this.#generation;
    this.#pages.set(page, 'asked');
    try {
      const items = await this.#rows.page(page * PAGE, PAGE);
      if (generation !== this.#generation) return;
      this.#pages.set(page, items);
      for (const oldest of this.#pages.keys()) {
        if (this.#pages.size <= KEPT) break;
        this.#pages.delete(oldest);
      }
      this.#draw();
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#pages.delete(page);
      this.#options.failed(error);
    }
  }

  #draw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#drawNow();
    });
  }

  #drawNow(): void {
    const { scrollTop, clientHeight } = this.element;
    const { total } = this.#rows;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - OVER);
    const last = Math.min(total, Math.ceil((scrollTop + clientHeight) / ROW) + OVER);
    const made: HTMLElement[] = [];
    for (let index = first; index < last; index++) made.push(this.#row(index));
    this.#window.style.transform = `translateY(${first * ROW}px)`;
    this.#window.replaceChildren(...made);
    const active = this.#at >= first && this.#at < last ? `${this.#id}-${this.#at}` : '';
    this.element.setAttribute('aria-activedescendant', active);
    for (let page = Math.floor(first / PAGE); page * PAGE < last; page++) void this.#fetch(page);
  }

  #row(index: number): HTMLElement {
    const item = this.#itemAt(index);
    const { row, spoken, key } = this.#options;
    const chosen = item !== undefined && key(item) === this.#chosenKey;
    const made = element('div', {
      class: `row-item${chosen ? ' chosen' : ''}${index === this.#at ? ' active' : ''}`,
      id: `${this.#id}-${index}`,
      attributes: {
        role: 'option',
        'data-index': String(index),
        'aria-selected': String(chosen),
        'aria-setsize': String(this.#rows.total),
        'aria-posinset': String(index + 1),
        ...(item === undefined ? { 'aria-busy': 'true' } : { 'aria-label': spoken(item) }),
      },
    });
    made.append(...(item === undefined ? ['…'] : row(item)));
    return made;
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: this.#at + 1,
      ArrowUp: this.#at < 0 ? 0 : this.#at - 1,
      PageDown: this.#at + page,
      PageUp: this.#at - page,
      Home: 0,
      End: this.#rows.total - 1,
      Enter: this.#at,
    };
    const index = to[event.key];
    if (index === undefined) return;
    event.preventDefault();
    this.go(index);
  }
}
