/** What a served pool has done, as Prometheus reads it (text format 0.0.4). */

/** Seconds. A step in a live interpreter takes one millisecond, one that is played again a few. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

class Histogram {
  readonly #buckets = BOUNDS.map(() => 0);
  #count = 0;
  #sum = 0;

  add(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at >= 0) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
  }

  get count(): number {
    return this.#count;
  }

  lines(name: string): string[] {
    let below = 0;
    const buckets = BOUNDS.map((bound, i) => {
      below += this.#buckets[i] ?? 0;
      return `${name}_bucket{le="${bound}"} ${below}`;
    });
    return [
      ...buckets,
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#sum}`,
      `${name}_count ${this.#count}`,
    ];
  }
}

/** What is looked at when somebody asks. */
export interface Gauges {
  readonly sessions: number;
  readonly capacity: number;
  readonly connections: number;
  readonly waiting: number;
  readonly playing: number;
  readonly environments: number;
  readonly processes: number;
}

export class Metrics {
  readonly #resets = new Histogram();
  readonly #steps = new Histogram();
  readonly #endings = new Map<string, number>([
    ['terminated', 0],
    ['truncated', 0],
  ]);
  readonly #errors = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  #sessions = 0;
  #replays = 0;
  #replayed = 0;
  #lost = 0;

  session(): void {
    this.#sessions += 1;
  }

  reset(seconds: number): void {
    this.#resets.add(seconds);
  }

  step(seconds: number): void {
    this.#steps.add(seconds);
  }

  ended(how: 'terminated' | 'truncated'): void {
    add(this.#endings, how);
  }

  error(code: string): void {
    add(this.#errors, code);
  }

  refused(reason: string): void {
    add(this.#refused, reason);
  }

  replayed(steps: number): void {
    this.#replays += 1;
    this.#replayed += steps;
  }

  lost(): void {
    this.#lost += 1;
  }

  get steps(): number {
    return this.#steps.count;
  }

  get replays(): number {
    return this.#replays;
  }

  text(gauges: Gauges): string {
    const { sessions, capacity, connections, waiting, playing, environments, processes } = gauges;
    return [
      ...gauge('spade_serve_sessions', 'Sessions that hold a slot.', sessions),
      ...gauge('spade_serve_capacity', 'Slots.', capacity),
      ...gauge('spade_serve_connections', 'Open WebSockets.', connections),
      ...gauge('spade_serve_waiting', 'Calls that wait for an interpreter.', waiting),
      ...gauge('spade_serve_playing', 'Calls that have an interpreter.', playing),
      ...gauge('spade_serve_environments', 'Environments that are served.', environments),
      ...gauge('spade_serve_sandbox_processes', 'Processes of the sandbox.', processes),
      ...gauge(
        'spade_serve_memory_bytes',
        'Resident memory of the server itself.',
        process.memoryUsage.rss(),
      ),
      ...counter('spade_serve_sessions_total', 'Sessions that took a slot.', this.#sessions),
      ...counter('spade_serve_replays_total', 'Episodes played again to go on elsewhere.', this.#replays),
      ...counter('spade_serve_replayed_steps_total', 'Steps played again.', this.#replayed),
      ...counter('spade_serve_sandbox_lost_total', 'Processes lost or ended under a call.', this.#lost),
      ...labelled('spade_serve_episodes_total', 'Episodes that ended, by how.', 'ending', this.#endings),
      ...labelled(
        'spade_serve_errors_total',
        'Errors that clients were answered, by code.',
        'code',
        this.#errors,
      ),
      ...labelled(
        'spade_serve_refused_total',
        'Requests that were not let in, by reason.',
        'reason',
        this.#refused,
      ),
      ...head('spade_serve_reset_seconds', 'Time of a reset.', 'histogram'),
      ...this.#resets.lines('spade_serve_reset_seconds'),
      ...head('spade_serve_step_seconds', 'Time of a step.', 'histogram'),
      ...this.#steps.lines('spade_serve_step_seconds'),
      '',
    ].join('\n');
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const head = (name: string, help: string, type: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

const gauge = (name: string, help: string, value: number): string[] => [
  ...head(name, help, 'gauge'),
  `${name} ${value}`,
];

const counter = (name: string, help: string, value: number): string[] => [
  ...head(name, help, 'counter'),
  `${name} ${value}`,
];

/** Labels are words of our own: nothing in them has to be escaped. */
const labelled = (
  name: string,
  help: string,
  label: string,
  counts: ReadonlyMap<string, number>,
): string[] => [
  ...head(name, help, 'counter'),
  ...[...counts].map(([key, value]) => `${name}{${label}="${key}"} ${value}`),
];
