/** The structure of a Python regular expression: which characters each place takes, and what is repeated. */

/** Characters as a set of ASCII codes; bit 128 stands for a letter outside of ASCII. */
export type CharacterSet = bigint;

export type RegexNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly body: RegexNode; readonly min: number; readonly max: number }
  /** Takes no character. `end`: the text must end here. */
  | { readonly kind: 'empty'; readonly end: boolean };

const bit = (code: number): CharacterSet => 1n << BigInt(Math.min(code, 128));
const span = (from: number, to: number): CharacterSet => {
  let set = 0n;
  for (let code = from; code <= Math.min(to, 127); code++) set |= bit(code);
  return to > 127 ? set | bit(128) : set;
};
const ALL = (1n << 129n) - 1n;
const DIGIT = span(48, 57);
const WORD = DIGIT | span(65, 90) | span(97, 122) | bit(95) | bit(128);
const SPACE = [9, 10, 11, 12, 13, 28, 29, 30, 31, 32].reduce((set, code) => set | bit(code), 0n);
const NEWLINE = bit(10);
const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: DIGIT,
  D: ALL & ~DIGIT,
  w: WORD,
  W: ALL & ~WORD,
  s: SPACE,
  S: ALL & ~SPACE,
};
const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7 };
const EMPTY: RegexNode = { kind: 'empty', end: false };
const MAX_DEPTH = 40;
const MAX_LENGTH = 1000;

/** What this reader does not follow: back-references, conditions, possessive and atomic groups, `(?x)`. */
class NotRead extends Error {}

/** `undefined` for what is no pattern, or none that is read here. */
export function readStructure(pattern: string): RegexNode | undefined {
  if (pattern.length > MAX_LENGTH) return undefined;
  try {
    return new Reader(pattern).all();
  } catch (problem) {
    if (problem instanceof NotRead) return undefined;
    throw problem;
  }
}

/** Python makes one character class of a choice between characters; of one between equals it makes a common beginning. */
function merged(parts: readonly RegexNode[]): RegexNode | undefined {
  const sets = parts.map((part) => (part.kind === 'set' ? part.set : undefined));
  if (!sets.every((set) => set !== undefined) || sets.every((set) => set === sets[0])) return undefined;
  return { kind: 'set', set: sets.reduce((all, set) => all | set, 0n) };
}

class Reader {
  private readonly pattern: string;
  private at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  all(): RegexNode {
    const node = this.choice(0);
    if (this.at < this.pattern.length) throw new NotRead();
    return node;
  }

  private choice(depth: number): RegexNode {
    if (depth > MAX_DEPTH) throw new NotRead();
    const parts = [this.sequence(depth)];
    while (this.accept('|')) parts.push(this.sequence(depth));
    const [only] = parts;
    return parts.length === 1 && only ? only : (merged(parts) ?? { kind: 'choice', parts });
  }

  private sequence(depth: number): RegexNode {
    const parts: RegexNode[] = [];
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at] ?? ''))
      parts.push(this.repeated(this.atom(depth)));
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: 'sequence', parts };
  }

  private accept(text: string): boolean {
    if (!this.pattern.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private repeated(body: RegexNode): RegexNode {
    const found = /^(?:[*+?]|\{(\d*)(,?)(\d*)\})/.exec(this.pattern.slice(this.at, this.at + 20));
    if (!found || found[0] === '{}' || found[0] === '{,}') return body;
    const [text, low, comma, high] = found;
    this.at += text.length;
    if (this.accept('+')) throw new NotRead();
    this.accept('?');
    const min = text === '+' ? 1 : Number(low ?? 0);
    const max =
      text === '?'
        ? 1
        : text === '*' || text === '+'
          ? Infinity
          : high
            ? Number(high)
            : comma
              ? Infinity
              : min;
    return { kind: 'repeat', body, min, max };
  }

  private atom(depth: number): RegexNode {
    const c = this.pattern[this.at++] ?? '';
    switch (c) {
      case '.':
        return { kind: 'set', set: ALL & ~NEWLINE };
      case '^':
        return EMPTY;
      case '$':
        return { kind: 'empty', end: true };
      case '[':
        return { kind: 'set', set: this.characterClass() };
      case '(':
        return this.group(depth);
      case '\\':
        return this.escape();
      case '*':
      case '+':
      case '?':
        throw new NotRead();
      default: {
        // A character outside the basic plane is two units.
        if (/[\ud800-\udbff]/.test(c)) this.at++;
        return { kind: 'set', set: bit(c.charCodeAt(0)) };
      }
    }
  }

  private group(depth: number): RegexNode {
    const head = /^\?(?:P<\w+>|<?[=!]|P=|>|\(|#|[aiLmsux-]*[:)])/.exec(
      this.pattern.slice(this.at, this.at + 80),
    )?.[0];
    if (head === undefined && this.pattern[this.at] === '?') throw new NotRead();
    this.at += head?.length ?? 0;
    if (head && /^\?(?:P=|>|\(|#)/.test(head)) throw new NotRead();
    if (head && /^\?[a-zA-Z-]*x/.test(head)) throw new NotRead();
    if (head?.endsWith(')')) return EMPTY;
    const inside = this.choice(depth + 1);
    if (!this.accept(')')) throw new NotRead();
    // Looking ahead can fail as the end can.
    return head && /[=!]$/.test(head) ? { kind: 'empty', end: !head.includes('<') } : inside;
  }

  private escape(): RegexNode {
    const c = this.pattern[this.at] ?? '';
    if (/[1-9]/.test(c)) throw new NotRead();
    if ('bBA'.includes(c) && c) {
      this.at++;
      return EMPTY;
    }
    if (c === 'Z') {
      this.at++;
      return { kind: 'empty', end: true };
    }
    return { kind: 'set', set: this.escaped() };
  }

  /** Behind a backslash. */
  private escaped(): CharacterSet {
    const c = this.pattern[this.at++] ?? '';
    const named = CLASSES[c];
    if (named !== undefined) return named;
    const hex = c === 'x' ? 2 : c === 'u' ? 4 : c === 'U' ? 8 : 0;
    if (hex > 0) {
      const digits = this.pattern.slice(this.at, this.at + hex);
      this.at += hex;
      return bit(Number.parseInt(digits, 16) || 0);
    }
    return bit(ESCAPES[c] ?? c.charCodeAt(0));
  }

  private characterClass(): CharacterSet {
    const negated = this.accept('^');
    let set = 0n;
    for (let first = true; first || this.pattern[this.at] !== ']'; first = false) {
      if (this.at >= this.pattern.length) throw new NotRead();
      const from = this.member();
      // `a-z`, but not `a-]` nor `\w-x`.
      if (this.pattern[this.at] === '-' && this.pattern[this.at + 1] !== ']' && from.code !== undefined) {
        this.at++;
        const to = this.member();
        set |= to.code === undefined ? from.set | to.set | bit(45) : span(from.code, to.code);
      } else set |= from.set;
    }
    this.at++;
    return negated ? ALL & ~set : set;
  }

  private member(): { readonly set: CharacterSet; readonly code: number | undefined } {
    const c = this.pattern[this.at++] ?? '';
    if (c !== '\\') return { set: bit(c.charCodeAt(0)), code: c.charCodeAt(0) };
    const next = this.pattern[this.at] ?? '';
    const set = this.escaped();
    return { set, code: CLASSES[next] === undefined ? (ESCAPES[next] ?? next.charCodeAt(0)) : undefined };
  }
}
