/** A run as it goes, in the terminal: a line for each rollout, and below it what is being done. */
import type { Screen } from '../../server/cli/terminal.ts';
import { count, inline } from '../../server/contract/visible.ts';
import type { Event } from '../../server/protocol/run-events.ts';
import type { Metric } from '../../server/protocol/run-records.ts';

/** Milliseconds between two drawings. */
const REDRAW = 200;

const HEADING =
  '   agents win   with hint   regret   learnable   designs sound   designer   held out won   seconds';

/** The measure of all skills, by name. */
export type Measured = ReadonlyMap<string, number>;

export const ofAll = (metrics: readonly Metric[]): Measured =>
  new Map(metrics.filter(({ skill }) => skill === null).map(({ name, value }) => [name, value]));

const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${Math.round(100 * share)} %`;

export class TrainProgress {
  readonly #of: number;
  /** Of the first column. */
  readonly #width: number;
  readonly #screen: Screen;
  readonly #timer: NodeJS.Timeout | undefined;
  #begun: number | undefined;
  #designs = { sound: 0, rejected: 0 };
  #plays = 0;
  #drawn = '';
  #told = false;

  /** @param of rollouts of the run. @param screen where the line below is drawn, if it is a terminal. */
  constructor(of: number, screen: Screen) {
    this.#of = of;
    this.#width = Math.max('rollout'.length, 2 * String(of).length + ' of '.length);
    this.#screen = screen;
    if (screen.isTTY) {
      this.#timer = setInterval(() => this.#draw(), REDRAW);
      this.#timer.unref();
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#wipe();
  }

  /** The lines that stay; `undefined`: none. */
  tell({ time, event }: Event): string | undefined {
    const now = Date.parse(time);
    switch (event.kind) {
      case 'resumed':
        this.#begin(now);
        return undefined;
      case 'environment':
        this.#designs[event.environment.accepted ? 'sound' : 'rejected'] += 1;
        return undefined;
      case 'episode':
        this.#plays += 1;
        return undefined;
      case 'step': {
        const seconds = this.#begun === undefined ? undefined : (now - this.#begun) / 1000;
        const line = this.#line(event.step, ofAll(event.metrics), seconds);
        this.#begin(now);
        return this.#staying(line);
      }
      case 'log':
        return event.level === 'warning' || event.level === 'error'
          ? this.#staying(`${event.level}: ${inline(event.message)}\n`)
          : undefined;
      case 'state':
        return event.reason === null || event.state === 'finished'
          ? undefined
          : this.#staying(`The run is ${event.state}: ${inline(event.reason.message)}\n`);
      default:
        return undefined;
    }
  }

  #begin(now: number): void {
    this.#begun = now;
    this.#designs = { sound: 0, rejected: 0 };
    this.#plays = 0;
  }

  #staying(line: string): string {
    this.#wipe();
    return line;
  }

  #line(step: number, all: Measured, seconds: number | undefined): string {
    const { sound, rejected } = this.#designs;
    const held = all.get('held-out-win-rate-after') ?? all.get('held-out-win-rate');
    const cells = [
      `${step + 1} of ${this.#of}`.padStart(this.#width),
      percent(all.get('win-rate')).padStart(10),
      // Regret is measured in the rollout that a set is designed in, and stays until the next one.
      percent(sound > 0 ? all.get('hinted-win-rate') : undefined).padStart(9),
      (sound > 0 ? (all.get('regret')?.toFixed(2) ?? '') : '').padStart(6),
      percent(all.get('learnable-share')).padStart(9),
      (sound + rejected === 0 ? '' : `${sound} of ${sound + rejected}`).padStart(13),
      (all.get('designer-reward')?.toFixed(2) ?? '').padStart(8),
      percent(held).padStart(12),
      (seconds === undefined ? '' : seconds.toFixed(0)).padStart(7),
    ];
    const line = `${cells.join('   ').trimEnd()}\n`;
    if (this.#told) return line;
    this.#told = true;
    return `${'rollout'.padStart(this.#width)}${HEADING}\n${line}`;
  }

  #draw(): void {
    const { sound, rejected } = this.#designs;
    const doing =
      this.#plays > 0
        ? `${count(this.#plays, 'play')} kept; learning`
        : sound + rejected > 0
          ? `playing ${count(sound, 'environment')}; ${rejected} rejected`
          : 'designing or playing';
    const since = this.#begun === undefined ? '' : ` · ${Math.round((Date.now() - this.#begun) / 1000)} s`;
    const line = `… ${this.#begun === undefined ? 'getting ready' : doing}${since}`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    this.#screen.write(`\r${line.slice(0, (this.#screen.columns ?? 80) - 1)}\u001b[K`);
  }

  #wipe(): void {
    if (this.#drawn === '') return;
    this.#drawn = '';
    this.#screen.write('\r\u001b[K');
  }
}
