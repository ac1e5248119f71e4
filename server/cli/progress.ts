/** How far a long command is: a bar that is redrawn on a terminal, a line now and then elsewhere. On stderr. */
import type { Screen } from './terminal.ts';

/** Milliseconds between two drawings, and between two lines where nothing can be redrawn. */
const REDRAW = 100;
const LINE = 5_000;
const BAR = 24;

export interface ProgressState {
  readonly done: number;
  /** Of `done`: taken from the cache, which says nothing about how fast the rest will go. */
  readonly cached: number;
  readonly total: number;
  /** More may still be found. */
  readonly listing: boolean;
  /** What is being done, where no bar is drawn; checking by default. */
  readonly doing?: string;
}

export class Progress {
  readonly #screen: Screen;
  readonly #state: () => ProgressState;
  readonly #begun = performance.now();
  readonly #timer: NodeJS.Timeout;
  #last = '';

  /** Draws until `stop`. `state` is asked whenever it draws. */
  constructor(screen: Screen, state: () => ProgressState) {
    this.#screen = screen;
    this.#state = state;
    this.#timer = setInterval(() => this.#draw(), screen.isTTY ? REDRAW : LINE);
    this.#timer.unref();
  }

  /** Leaves the screen clean. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#last !== '' && this.#screen.isTTY) this.#screen.write('\r\u001b[K');
  }

  #draw(): void {
    const line = progressLine(
      this.#state(),
      (performance.now() - this.#begun) / 1000,
      this.#screen.isTTY === true,
    );
    if (line === this.#last) return;
    this.#last = line;
    const width = (this.#screen.columns ?? 80) - 1;
    this.#screen.write(this.#screen.isTTY ? `\r${line.slice(0, width)}\u001b[K` : `${line}\n`);
  }
}

/** `[####      ] 120 of 400, 30 % · 12.5 a second · 22 s left` */
export function progressLine(state: ProgressState, seconds: number, bar: boolean): string {
  const { done, cached, total, listing } = state;
  const share = total > 0 ? done / total : 0;
  const rate = seconds > 0 ? (done - cached) / seconds : 0;
  const parts = [
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')}${listing ? ' or more' : `, ${Math.floor(100 * share)} %`}`,
  ];
  if (cached > 0) parts.push(`${cached.toLocaleString('en')} from the cache`);
  if (rate > 0) {
    parts.push(`${rate.toFixed(1)} a second`);
    if (!listing && total > done) parts.push(`${duration((total - done) / rate)} left`);
  }
  const filled = Math.round(BAR * share);
  return `${bar ? `[${'#'.repeat(filled)}${' '.repeat(BAR - filled)}] ` : `${state.doing ?? 'checking'}: `}${parts.join(' · ')}`;
}

/** `12 s`, `3 min`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
