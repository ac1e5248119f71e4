/** Places for sessions: as many as the server was given, and no more. */
export class Slots {
  readonly capacity: number;
  #taken = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get taken(): number {
    return this.#taken;
  }

  /** False: there is none left. */
  take(): boolean {
    if (this.#taken >= this.capacity) return false;
    this.#taken += 1;
    return true;
  }

  free(): void {
    this.#taken = Math.max(0, this.#taken - 1);
  }
}

/** In the words that the original server uses. */
export const capacityText = ({ taken, capacity }: Slots): string =>
  `Server at capacity: ${taken}/${capacity} sessions active. Try again when one has ended.`;
