/** Python regular expressions, read far enough to say which texts they want. */

/** What may stand in a hole of a template. */
export type Argument =
  /** `attribute`: the attribute of `self` that the code looks it up in. */
  | { readonly kind: 'text'; readonly attribute?: string }
  | { readonly kind: 'int'; readonly low: number | undefined; readonly high: number | undefined }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

export interface Template {
  /** `{}` marks each hole. */
  readonly text: string;
  readonly holes: readonly Argument[];
}

export interface Group {
  /** Nothing that wants text stands before the group. */
  readonly leading: boolean;
  /** Nothing but the group is in the pattern. */
  readonly whole: boolean;
  readonly name: string | undefined;
  readonly argument: Argument;
}

export interface RegexFacts {
  /** Texts that match, with holes; empty when the pattern was not understood or wants no literal text. */
  readonly templates: readonly Template[];
  /** By number, from 1. */
  readonly groups: readonly Group[];
  /** Finds the action inside its wrapping: `\boxed{…}`, `<answer>…</answer>` and the like. */
  readonly unwraps: boolean;
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hole'; readonly argument: Argument }
  | { readonly kind: 'space'; readonly optional: boolean }
  | {
      readonly kind: 'alternatives';
      readonly options: readonly (readonly Part[])[];
      readonly optional: boolean;
    };

const MAX_TEMPLATES = 48;
const MAX_DEPTH = 24;
const TEXT: Argument = { kind: 'text' };
const INT: Argument = { kind: 'int', low: undefined, high: undefined };
const WRAPPERS = /boxed|<\/?(?:answer|action|move|guess|command|final|response)/i;

/** The same few patterns come in every source that an author writes. */
const MAX_KNOWN = 500;
const known = new Map<string, RegexFacts>();

/** Reads a pattern as Python's `re` would; what it does not know (look-around, back-references) it reads over. */
export function readRegex(pattern: string): RegexFacts {
  let facts = known.get(pattern);
  if (!facts) {
    if (known.size >= MAX_KNOWN) known.clear();
    facts = read(pattern);
    known.set(pattern, facts);
  }
  return facts;
}

function read(pattern: string): RegexFacts {
  const unwraps = WRAPPERS.test(pattern);
  if (pattern.length > 2000) return { templates: [], groups: [], unwraps };
  const reader = new Reader(pattern);
  const parts = reader.alternatives(0);
  const templates = unwraps
    ? []
    : expand(parts).filter((t) => /\p{L}|\p{N}/u.test(t.text) || t.holes.some((h) => h.kind !== 'text'));
  return { templates, groups: reader.groups, unwraps };
}

class Reader {
  readonly groups: Group[] = [];
  private readonly pattern: string;
  private at = 0;
  /** Literal text has been read before this place. */
  private literal = false;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  alternatives(depth: number): Part[] {
    const options: Part[][] = [this.sequence(depth)];
    const before = this.literal;
    while (this.pattern[this.at] === '|') {
      this.at++;
      this.literal = before && depth > 0;
      options.push(this.sequence(depth));
    }
    const [only] = options;
    return options.length === 1 && only ? only : [{ kind: 'alternatives', options, optional: false }];
  }

  private sequence(depth: number): Part[] {
    const parts: Part[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')') {
      const part = this.atom(depth);
      const quantified = this.quantified(part);
      if (quantified) parts.push(quantified);
    }
    return parts;
  }

  private atom(depth: number): Part | undefined {
    const c = this.pattern[this.at++] ?? '';
    if (c === '^' || c === '$') return undefined;
    if (c === '.') return { kind: 'hole', argument: TEXT };
    if (c === '[') return this.characterClass();
    if (c === '\\') return this.escape();
    if (c === '(') return this.group(depth);
    this.literal = true;
    return { kind: 'text', text: c };
  }

  private escape(): Part | undefined {
    const c = this.pattern[this.at++] ?? '';
    if (c === 's') return { kind: 'space', optional: false };
    if (c === 'd') return { kind: 'hole', argument: INT };
    if ('bBAZ'.includes(c) || /[1-9]/.test(c)) return undefined;
    if ('wWSD'.includes(c)) return { kind: 'hole', argument: TEXT };
    this.literal = true;
    return { kind: 'text', text: { n: '\n', t: '\t', r: '\r' }[c] ?? c };
  }

  private characterClass(): Part {
    const negated = this.pattern[this.at] === '^';
    const start = this.at;
    if (negated) this.at++;
    if (this.pattern[this.at] === ']') this.at++;
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']')
      this.at += this.pattern[this.at] === '\\' ? 2 : 1;
    const body = this.pattern.slice(start, this.at);
    this.at++;
    if (negated) return { kind: 'hole', argument: TEXT };
    if (/^(?:\\d|0-9|[-+.,])+$/.test(body) && /\\d|0-9/.test(body)) return { kind: 'hole', argument: INT };
    if (/^(?:\\s| )+$/.test(body)) return { kind: 'space', optional: false };
    const separator = /[^\w\s\\]/.exec(body.replaceAll(/\\s|\w-\w/g, ''))?.[0];
    if (separator !== undefined) {
      this.literal = true;
      return { kind: 'text', text: separator };
    }
    const values = classMembers(body);
    return { kind: 'hole', argument: values ? { kind: 'choice', values } : TEXT };
  }

  private group(depth: number): Part | undefined {
    const opened = this.at - 1;
    let name: string | undefined;
    let captures = true;
    let looks = false;
    if (this.pattern[this.at] === '?') {
      const named = /^\?P<(\w+)>/.exec(this.pattern.slice(this.at, this.at + 60));
      if (named) {
        name = named[1];
        this.at += named[0].length;
      } else {
        captures = false;
        const head =
          /^\?(?:P=\w+|[aiLmsux-]*:|<?[=!]|[aiLmsux-]+|#[^)]*|>)/.exec(
            this.pattern.slice(this.at, this.at + 60),
          )?.[0] ?? '?';
        looks = /[=!#]/.test(head);
        this.at += head.length;
      }
    }
    const leading = !this.literal && this.groups.length === 0;
    const index = this.groups.length;
    if (captures) this.groups.push({ leading, whole: false, name, argument: TEXT });
    const parts = depth < MAX_DEPTH ? this.alternatives(depth + 1) : [];
    if (depth >= MAX_DEPTH) this.at = this.pattern.length;
    if (this.pattern[this.at] === ')') this.at++;
    if (looks) return undefined;
    if (captures) {
      const before = this.pattern.slice(0, opened).replaceAll(/\\s[*+?]?|\^| /g, '');
      const after = this.pattern.slice(this.at).replaceAll(/\\s[*+?]?|\$|\\Z| |^[*+?]/g, '');
      this.groups[index] = {
        leading,
        whole: before === '' && after === '',
        name,
        argument: argumentOf(parts),
      };
    }
    return { kind: 'alternatives', options: [parts], optional: false };
  }

  private quantified(part: Part | undefined): Part | undefined {
    const quantifier = /^(?:[*+?]|\{\d*,?\d*\})[?+]?/.exec(this.pattern.slice(this.at, this.at + 16))?.[0];
    if (!quantifier) return part;
    this.at += quantifier.length;
    if (!part) return undefined;
    const optional =
      quantifier.startsWith('*') ||
      quantifier.startsWith('?') ||
      quantifier.startsWith('{0') ||
      quantifier.startsWith('{,');
    if (part.kind === 'space') return { kind: 'space', optional };
    if (part.kind === 'hole') {
      // `[a-h]` is one letter, `[a-h]+` a word of them.
      if (part.argument.kind === 'choice' && !quantifier.startsWith('?'))
        return { kind: 'hole', argument: TEXT };
      return optional && quantifier.startsWith('?')
        ? { kind: 'alternatives', options: [[part]], optional }
        : part;
    }
    // A sign before a number.
    if (part.kind === 'text' && (part.text === '-' || part.text === '+')) return undefined;
    if (!optional) return part;
    return part.kind === 'alternatives'
      ? { ...part, optional }
      : { kind: 'alternatives', options: [[part]], optional };
  }
}

/** The characters of a class such as `A-Ha-h1-8`; `undefined` when there are many. */
function classMembers(body: string): string[] | undefined {
  const members: string[] = [];
  for (let i = 0; i < body.length; i++) {
    if (body[i] === '\\') return undefined;
    const from = body.charCodeAt(i);
    if (body[i + 1] === '-' && i + 2 < body.length) {
      const to = body.charCodeAt(i + 2);
      if (to - from > 20 || to < from) return undefined;
      for (let c = from; c <= to; c++) members.push(String.fromCharCode(c));
      i += 2;
    } else members.push(body[i] ?? '');
  }
  return members.length <= 24 ? members : undefined;
}

function argumentOf(parts: readonly Part[]): Argument {
  const templates = expand(parts);
  const [only] = templates;
  if (templates.length === 1 && only && only.holes.length === 1 && only.text === '{}')
    return only.holes[0] ?? TEXT;
  if (templates.length > 0 && templates.every((t) => t.holes.length === 0))
    return { kind: 'choice', values: templates.map((t) => t.text) };
  return templates.length === 1 && only?.holes.every((h) => h.kind === 'int') && /^-?\{\}$/.test(only.text)
    ? INT
    : TEXT;
}

/** Every text that the parts stand for, up to a limit; optional parts are left out first, then put in. */
function expand(parts: readonly Part[]): Template[] {
  let found: Template[] = [{ text: '', holes: [] }];
  for (const part of parts) {
    const tails = tailsOf(part);
    found = found.flatMap((head) => tails.map((tail) => joinTemplates(head, tail))).slice(0, MAX_TEMPLATES);
  }
  const seen = new Set<string>();
  return found
    .map(({ text, holes }) => ({ text: text.trim(), holes }))
    .filter(({ text }) => !seen.has(text) && seen.add(text));
}

function tailsOf(part: Part): Template[] {
  switch (part.kind) {
    case 'text':
      return [{ text: part.text, holes: [] }];
    case 'space':
      return [{ text: part.optional ? '' : ' ', holes: [] }];
    case 'hole':
      return [{ text: '{}', holes: [part.argument] }];
    case 'alternatives': {
      const options = part.options.flatMap((option) => expandRaw(option));
      return part.optional ? [{ text: '', holes: [] }, ...options] : options;
    }
  }
}

function expandRaw(parts: readonly Part[]): Template[] {
  let found: Template[] = [{ text: '', holes: [] }];
  for (const part of parts) {
    found = found
      .flatMap((head) => tailsOf(part).map((tail) => joinTemplates(head, tail)))
      .slice(0, MAX_TEMPLATES);
  }
  return found;
}

/** Holes that adjoin without text between them are one when both are free (`\w+.*`). */
function joinTemplates(head: Template, tail: Template): Template {
  const adjoins = head.text.endsWith('{}') && tail.text === '{}';
  const last = head.holes.at(-1);
  if (adjoins && last && (last.kind === 'text' || (last.kind === 'int' && tail.holes[0]?.kind === 'int')))
    return head;
  return { text: head.text + tail.text, holes: [...head.holes, ...tail.holes] };
}
