/** Control: many may watch, one client commands. It goes by the client's id, so that it outlives a lost connection. */

export interface Holder {
  readonly id: string;
  readonly name: string;
}

export class Lease {
  /** Milliseconds for which it outlives the last connection of its holder. */
  readonly #grace: number;
  readonly #onChange: (holder: Holder | null) => void;
  #holder: Holder | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(grace: number, onChange: (holder: Holder | null) => void) {
    this.#grace = grace;
    this.#onChange = onChange;
  }

  get holder(): Holder | null {
    return this.#holder;
  }

  /** @returns who held it before, or `refused` where another one does and `force` is not given. */
  take(client: Holder, force: boolean): { readonly previous: Holder | null } | 'refused' {
    const previous = this.#holder;
    if (previous && previous.id !== client.id && !force) return 'refused';
    clearTimeout(this.#timer);
    this.#holder = client;
    if (previous?.id !== client.id) this.#onChange(client);
    return { previous };
  }

  /** @returns whether the client held it. */
  release(id: string): boolean {
    if (this.#holder?.id !== id) return false;
    clearTimeout(this.#timer);
    this.#holder = null;
    this.#onChange(null);
    return true;
  }

  /** A client's last connection is gone. */
  left(id: string): void {
    if (this.#holder?.id !== id) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.release(id), this.#grace);
    this.#timer.unref();
  }

  /** A client is there again. */
  arrived(id: string): void {
    if (this.#holder?.id === id) clearTimeout(this.#timer);
  }

  /** Nobody holds it any more, and nobody is told: clients that leave afterwards change nothing. */
  close(): void {
    clearTimeout(this.#timer);
    this.#holder = null;
  }
}
