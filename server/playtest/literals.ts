/** Reads the Python literals and call expressions in which designers write solutions: `move(src='a', n=3)`. */

export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal };

export interface CallText {
  readonly name: string;
  readonly positional: readonly Literal[];
  readonly named: Readonly<Record<string, Literal>>;
}

const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;

class Reader {
  readonly text: string;
  at: number;
  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  eat(token: string): boolean {
    this.space();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  match(pattern: RegExp): string | undefined {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found) this.at += found.length;
    return found;
  }
}

/** A literal at the reader's place, `undefined` when there is none. */
function literal(reader: Reader): Literal | undefined {
  reader.space();
  const first = reader.text[reader.at];
  if (first === "'" || first === '"') return quoted(reader, first);
  if (reader.eat('[')) return sequence(reader, ']');
  if (reader.eat('(')) return sequence(reader, ')');
  if (reader.eat('{')) return mapping(reader);
  const number = reader.match(NUMBER);
  if (number !== undefined) return Number(number.replaceAll('_', ''));
  const word = reader.match(WORD);
  if (word === 'True' || word === 'true') return true;
  if (word === 'False' || word === 'false') return false;
  if (word === 'None' || word === 'null') return null;
  return word;
}

function quoted(reader: Reader, mark: string): string | undefined {
  let value = '';
  for (reader.at++; reader.at < reader.text.length; reader.at++) {
    const character = reader.text[reader.at] ?? '';
    if (character === mark) {
      reader.at++;
      return value;
    }
    if (character === '\\') {
      reader.at++;
      const escaped = reader.text[reader.at] ?? '';
      const code = /^u[0-9a-fA-F]{4}/.exec(reader.text.slice(reader.at, reader.at + 5))?.[0];
      if (code) reader.at += 4;
      value += code
        ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
        : ({ n: '\n', t: '\t', r: '\r' }[escaped] ?? escaped);
    } else value += character;
  }
  return undefined;
}

function sequence(reader: Reader, close: string): Literal[] | undefined {
  const items: Literal[] = [];
  while (!reader.eat(close)) {
    const item = literal(reader);
    if (item === undefined) return undefined;
    items.push(item);
    if (!reader.eat(',') && !reader.text.startsWith(close, skip(reader))) return undefined;
  }
  return items;
}

function skip(reader: Reader): number {
  reader.space();
  return reader.at;
}

function mapping(reader: Reader): Literal | undefined {
  const entries: Record<string, Literal> = {};
  while (!reader.eat('}')) {
    const key = literal(reader);
    if (key === undefined || !reader.eat(':')) return undefined;
    const value = literal(reader);
    if (value === undefined) return undefined;
    entries[String(key)] = value;
    if (!reader.eat(',') && !reader.text.startsWith('}', skip(reader))) return undefined;
  }
  return entries;
}

/** The literal that `text` consists of, `undefined` when it is none. */
export function readLiteral(text: string): Literal | undefined {
  const reader = new Reader(text, 0);
  const value = literal(reader);
  return skip(reader) === text.length ? value : undefined;
}

/** Every `name(…)` in the text whose arguments are literals, in order. */
export function readCalls(text: string): CallText[] {
  const calls: CallText[] = [];
  const opening = /([A-Za-z_]\w*)\s*\(/g;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const reader = new Reader(text, opening.lastIndex);
    const call = readArguments(reader, found[1] ?? '');
    if (call) {
      calls.push(call);
      opening.lastIndex = reader.at;
    }
  }
  return calls;
}

function readArguments(reader: Reader, name: string): CallText | undefined {
  const positional: Literal[] = [];
  const named: Record<string, Literal> = {};
  while (!reader.eat(')')) {
    const start = skip(reader);
    const key = reader.match(WORD);
    if (key === undefined || !reader.eat('=')) {
      reader.at = start;
      const value = literal(reader);
      if (value === undefined) return undefined;
      positional.push(value);
    } else {
      const value = literal(reader);
      if (value === undefined) return undefined;
      named[key] = value;
    }
    if (!reader.eat(',') && !reader.text.startsWith(')', skip(reader))) return undefined;
  }
  return { name, positional, named };
}
