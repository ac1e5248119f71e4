/**
 * Reading and rewriting the sections of a WebAssembly binary: as much as the image build needs.
 *
 * A binary is eight bytes of header, then sections: an id, a length, a body. Integers are unsigned LEB128.
 */

export interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

export const SECTION = { import: 2, memory: 5, export: 7, data: 11, dataCount: 12 } as const;

/** Bytes of one page of linear memory. */
export const PAGE = 65_536;

const HEADER = 8;

class Reader {
  offset = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  get done(): boolean {
    return this.offset >= this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.offset];
    if (value === undefined) throw new Error('The WebAssembly binary ends early.');
    this.offset += 1;
    return value;
  }

  integer(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if ((byte & 128) === 0) return value;
      scale *= 128;
    }
  }

  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.offset, this.offset + length);
    if (taken.length !== length) throw new Error('The WebAssembly binary ends early.');
    this.offset += length;
    return taken;
  }
}

function integer(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 128 : low);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

export function parseSections(binary: Uint8Array): Section[] {
  const reader = new Reader(binary, HEADER);
  const sections: Section[] = [];
  while (!reader.done) {
    const id = reader.byte();
    sections.push({ id, body: reader.take(reader.integer()) });
  }
  return sections;
}

/** The binary of `header`'s version with these sections. */
export function joinSections(header: Uint8Array, sections: readonly Section[]): Uint8Array {
  const parts: Uint8Array[] = [header.subarray(0, HEADER)];
  for (const { id, body } of sections) parts.push(Uint8Array.of(id), integer(body.length), body);
  return Buffer.concat(parts);
}

/** The names of the functions that the binary imports. */
export function importedFunctions(binary: Uint8Array): Set<string> {
  const section = parseSections(binary).find(({ id }) => id === SECTION.import);
  const names = new Set<string>();
  if (!section) return names;
  const reader = new Reader(section.body);
  const limits = () => {
    if ((reader.byte() & 1) === 1) reader.integer();
    reader.integer();
  };
  for (let left = reader.integer(); left > 0; left -= 1) {
    reader.take(reader.integer()); // the module's name
    const name = Buffer.from(reader.take(reader.integer())).toString('utf8');
    const kind = reader.byte();
    if (kind === 0) {
      reader.integer(); // its type
      names.add(name);
    } else if (kind === 1) {
      reader.byte(); // a table: what it holds
      limits();
    } else if (kind === 2) limits();
    else if (kind === 3 || kind === 4) {
      reader.byte(); // a global: its type and whether it changes; a tag: an attribute and its type
      reader.integer();
    } else throw new Error(`The WebAssembly binary imports something unknown (kind ${kind}).`);
  }
  return names;
}

/** An export section that holds only the names in `keep`. */
function filterExports(body: Uint8Array, keep: ReadonlySet<string>): Uint8Array {
  const reader = new Reader(body);
  const kept: Uint8Array[] = [];
  for (let left = reader.integer(); left > 0; left -= 1) {
    const start = reader.offset;
    const name = Buffer.from(reader.take(reader.integer())).toString('utf8');
    reader.byte(); // what is exported: a function, a memory, …
    reader.integer(); // its index
    if (keep.has(name)) kept.push(body.subarray(start, reader.offset));
  }
  return Buffer.concat([integer(kept.length), ...kept]);
}

export interface Memory {
  readonly minimumPages: number;
  readonly maximumPages: number;
}

/** The one memory that the binary declares, with its limits replaced. */
function memorySection(body: Uint8Array, memory: Partial<Memory>): Uint8Array {
  const reader = new Reader(body);
  const count = reader.integer();
  const flags = reader.byte();
  const minimum = reader.integer();
  if (count !== 1 || flags > 1) throw new Error('Expected one plain memory in the WebAssembly binary.');
  const maximum = flags === 1 ? reader.integer() : PAGE;
  return Buffer.concat([
    Uint8Array.of(1, 1),
    integer(memory.minimumPages ?? minimum),
    integer(memory.maximumPages ?? maximum),
  ]);
}

export interface Rewrite {
  /** Names of exports to keep; absent keeps all. */
  readonly exports?: ReadonlySet<string>;
  readonly memory?: Partial<Memory>;
  /** Drops the data segments: a memory that is filled from a snapshot has no use for them. */
  readonly dropData?: boolean;
}

export function rewrite(binary: Uint8Array, wanted: Rewrite): Uint8Array {
  const empty = Uint8Array.of(0);
  const sections = parseSections(binary).map(({ id, body }) => {
    if (id === SECTION.export && wanted.exports) return { id, body: filterExports(body, wanted.exports) };
    if (id === SECTION.memory && wanted.memory) return { id, body: memorySection(body, wanted.memory) };
    if ((id === SECTION.data || id === SECTION.dataCount) && wanted.dropData) return { id, body: empty };
    return { id, body };
  });
  return joinSections(binary, sections);
}
