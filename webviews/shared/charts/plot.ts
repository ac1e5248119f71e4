/** A chart's drawing. Only this module knows the library (docs/decisions/charts.md). */
import uPlot from 'uplot';
import { dashOf, type Ink, inkOf } from './colours.ts';
import { type ChartSpec, shown } from './spec.ts';

const HEIGHT = 230;
const POINT = 7;
/** Steps are whole, and so are the distances of their ticks. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000];
/** Pixels around a point within which it is meant. */
const NEAR = 24;

export interface PlotEvents {
  /** The entry that is pointed at, `null` for none. */
  pointed(index: number | null): void;
  picked(index: number): void;
}

export class Plot {
  readonly #place: HTMLElement;
  readonly #events: PlotEvents;
  #spec: ChartSpec;
  #hidden: ReadonlySet<string> = new Set();
  #plot: uPlot | undefined;
  #shape = '';
  #at: number | null = null;
  readonly #resize: ResizeObserver;

  constructor(place: HTMLElement, spec: ChartSpec, events: PlotEvents) {
    this.#place = place;
    this.#events = events;
    this.#spec = spec;
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(place);
  }

  show(spec: ChartSpec, hidden: ReadonlySet<string>): void {
    this.#spec = spec;
    this.#hidden = hidden;
    const shape = JSON.stringify([
      spec.kind,
      spec.range,
      spec.region,
      spec.lines.map((one) => [one.name, one.second]),
    ]);
    if (this.#plot && shape === this.#shape) {
      for (const [index, { name }] of spec.lines.entries())
        if (this.#plot.series[index + 1]?.show === hidden.has(name))
          this.#plot.setSeries(index + 1, { show: !hidden.has(name) });
      this.#plot.setData(dataOf(spec), true);
      return;
    }
    this.#shape = shape;
    this.redraw();
  }

  /** With the colours that hold now. */
  redraw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (this.#spec.x.length === 0 || this.#place.clientWidth === 0) return;
    const ink = inkOf(this.#place);
    this.#plot = new uPlot(this.#options(ink), dataOf(this.#spec), this.#place);
    if (this.#spec.kind === 'points') this.#pointNearby(this.#plot);
  }

  /** Moves by a number of entries, or to one end. */
  move(by: number | 'first' | 'last'): void {
    const last = this.#spec.x.length - 1;
    if (last < 0) return;
    const from = this.#at ?? (by === 1 ? -1 : last + 1);
    const to = by === 'first' ? 0 : by === 'last' ? last : Math.min(last, Math.max(0, from + by));
    this.#point(to, true);
  }

  get at(): number | null {
    return this.#at;
  }

  /** Narrows or widens what is seen around the middle; 0 shows all. */
  zoom(factor: number): void {
    const plot = this.#plot;
    const [first, last] = [this.#spec.x[0], this.#spec.x.at(-1)];
    if (!plot || first === undefined || last === undefined) return;
    const { min = first, max = last } = plot.scales.x ?? {};
    const middle =
      this.#at === null ? ((min ?? first) + (max ?? last)) / 2 : (this.#spec.x[this.#at] ?? first);
    const half = factor === 0 ? last - first : (((max ?? last) - (min ?? first)) * factor) / 2;
    const limits = { min: Math.max(first, middle - half), max: Math.min(last, middle + half) };
    if (limits.max > limits.min) plot.setScale('x', limits);
  }

  /** The drawing alone, as it is now. */
  get canvas(): HTMLCanvasElement | undefined {
    return this.#plot?.ctx.canvas;
  }

  dispose(): void {
    this.#resize.disconnect();
    this.#plot?.destroy();
  }

  #fit(): void {
    const width = this.#place.clientWidth;
    if (width === 0) return;
    if (!this.#plot) this.redraw();
    else if (this.#plot.width !== width) this.#plot.setSize({ width, height: HEIGHT });
  }

  #point(index: number | null, move: boolean): void {
    this.#at = index;
    const plot = this.#plot;
    if (plot && move && index !== null) {
      const x = this.#spec.x[index] ?? 0;
      const line = this.#spec.lines.find(({ values }) => typeof values[index] === 'number');
      const y = line?.values[index] ?? 0;
      plot.setCursor({ left: plot.valToPos(x, 'x'), top: plot.valToPos(y, 'y') }, false);
    }
    this.#events.pointed(index);
  }

  #options(ink: Ink): uPlot.Options {
    const { kind, lines, range, digits = 2, xName, yName } = this.#spec;
    const axis = {
      stroke: ink.soft,
      grid: { stroke: ink.grid, width: 1 },
      ticks: { stroke: ink.grid, width: 1 },
    };
    const format = (_: uPlot, splits: number[]) => splits.map((value) => shown(value, digits));
    return {
      width: this.#place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: {
        drag: { x: kind !== 'points', y: false },
        points: { show: kind === 'lines' },
        y: kind === 'points',
      },
      scales: {
        x: { time: false, ...(kind === 'points' ? { range: [-0.03, 1.03] } : {}) },
        y: range ? { range: [...range] } : kind === 'stacked' ? { range: (_, __, max) => [0, max || 1] } : {},
      },
      axes: [
        {
          ...axis,
          ...{ size: 28, label: xName, labelSize: 20, labelGap: 0 },
          ...(kind === 'points' ? {} : { incrs: WHOLE }),
        },
        {
          ...axis,
          size: 56,
          values: format,
          ...(yName === undefined ? {} : { label: yName, labelSize: 20 }),
        },
      ],
      series: [
        {},
        ...lines.map((line, index): uPlot.Series => {
          const stroke = ink.series(line.colour);
          return {
            stroke,
            show: !this.#hidden.has(line.name),
            width: line.second ? 1.5 : 2,
            dash: dashOf(line.colour, line.second === true),
            spanGaps: true,
            ...(kind === 'points'
              ? {
                  paths: () => null,
                  points: { show: true, size: POINT, fill: stroke, stroke: ink.background },
                }
              : { points: { show: sparse(line.values) && kind === 'lines', size: 5, fill: stroke } }),
            ...(kind === 'stacked' && index === lines.length - 1 ? { fill: soft(stroke) } : {}),
          };
        }),
      ],
      bands:
        kind === 'stacked'
          ? lines.slice(0, -1).map((line, index) => ({
              series: [index + 1, index + 2] as [number, number],
              fill: soft(ink.series(line.colour)),
            }))
          : [],
      hooks: {
        drawClear: [(plot) => shade(plot, this.#spec, ink)],
        setCursor: [
          ({ cursor }) => {
            if (kind !== 'points' && cursor.left !== undefined && cursor.left >= 0)
              this.#point(cursor.idx ?? null, false);
          },
        ],
      },
    };
  }

  /** In a map the pointer means the nearest point, whichever way. */
  #pointNearby(plot: uPlot): void {
    const nearest = ({ offsetX, offsetY }: MouseEvent): number | null => {
      let [best, distance]: [number | null, number] = [null, NEAR];
      for (const { values } of this.#spec.lines.filter(({ name }) => !this.#hidden.has(name)))
        for (const [index, value] of values.entries()) {
          if (value === null) continue;
          const x = plot.valToPos(this.#spec.x[index] ?? 0, 'x') - offsetX;
          const y = plot.valToPos(value, 'y') - offsetY;
          const away = Math.hypot(x, y);
          if (away < distance) [best, distance] = [index, away];
        }
      return best;
    };
    plot.over.addEventListener('mousemove', (event) => this.#point(nearest(event), false));
    plot.over.addEventListener('click', (event) => {
      const index = nearest(event);
      if (index !== null) this.#events.picked(index);
    });
  }
}

/** Lines with few known values need their points. */
const sparse = (values: readonly (number | null)[]): boolean =>
  values.filter((value) => value !== null).length < Math.min(40, values.length / 2 + 2);

/** A stacked chart's lines are sums from the bottom up, the last one being the lowest. */
function dataOf({ x, lines, kind }: ChartSpec): uPlot.AlignedData {
  if (kind !== 'stacked') return [[...x], ...lines.map(({ values }) => [...values])];
  const sums = x.map(() => 0);
  const stacked = [...lines].reverse().map(({ values }) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0);
      return sums[index];
    }),
  );
  return [[...x], ...stacked.reverse()];
}

const soft = (colour: string): string => `color-mix(in srgb, ${colour} 55%, transparent)`;

function shade(plot: uPlot, { region, regionX }: ChartSpec, ink: Ink): void {
  const { left, top, width, height } = plot.bbox;
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = ink.shade;
  if (region) {
    const from = plot.valToPos(region.from, 'y', true);
    const to = plot.valToPos(region.to, 'y', true);
    ctx.fillRect(left, to, width, from - to);
  }
  if (regionX) {
    const from = plot.valToPos(regionX.from, 'x', true);
    const to = plot.valToPos(regionX.to, 'x', true);
    ctx.fillRect(from, top, to - from, height);
  }
  ctx.restore();
}
