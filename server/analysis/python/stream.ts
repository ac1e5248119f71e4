/** The parser's position in the tokens, and the few moves that all of it is made of. */
import { type SyntaxProblem, type Tokens, tokenize } from './lexer.ts';
import type { Missing } from './syntax.ts';
import { END, NAME, NEWLINE, TEXTS } from './tokens.ts';

/** Nesting beyond this is given up: CPython itself allows 200 brackets. */
export const MAX_DEPTH = 120;

/** `depth` above 0 is inside brackets, where neither lines nor indentation count. */
export class TokenStream {
  protected kind: number;
  protected start: number;
  /** End of the token before the present one. */
  protected last: number;
  protected depth: number;
  protected readonly text: string;
  protected readonly problems: SyntaxProblem[];
  private readonly tokens: Tokens;
  private at = 0;

  constructor(text: string, problems: SyntaxProblem[], from = 0, to = text.length, depth = 0) {
    this.text = text;
    this.problems = problems;
    this.depth = depth;
    this.tokens = tokenize(text, problems, from, to, depth > 0);
    this.kind = this.tokens.kinds[0] ?? END;
    this.start = this.tokens.starts[0] ?? 0;
    this.last = this.start;
  }

  protected next(): void {
    if (this.kind === END) return;
    this.last = this.tokens.ends[this.at] ?? this.last;
    this.at++;
    this.kind = this.tokens.kinds[this.at] ?? END;
    this.start = this.tokens.starts[this.at] ?? this.text.length;
  }

  /** Offset where the present token ends. */
  protected get end(): number {
    return this.tokens.ends[this.at] ?? this.text.length;
  }

  protected peek(distance = 1): number {
    return this.tokens.kinds[this.at + distance] ?? END;
  }

  protected word(): string {
    return this.text.slice(this.start, this.end);
  }

  protected accept(kind: number): boolean {
    if (this.kind !== kind) return false;
    this.next();
    return true;
  }

  protected expect(kind: number): boolean {
    if (this.accept(kind)) return true;
    this.problem(`'${TEXTS[kind] ?? ''}' was expected here`);
    return false;
  }

  protected problem(message: string, start = this.start, end = this.end): void {
    const before = this.problems.at(-1);
    if (before && before.start === start && before.end >= end) return;
    this.problems.push({ start, end, message });
  }

  /** A name's text; empty, with a problem noted, when none stands here. */
  protected name(): string {
    if (this.kind !== NAME) {
      this.problem('a name was expected here');
      return '';
    }
    const word = this.word();
    this.next();
    return word;
  }

  protected missing(): Missing {
    this.problem('an expression was expected here');
    return { kind: 'Missing', start: this.last, end: this.last, parent: undefined };
  }

  /** Skips to the end of the logical line and past it. */
  protected skipLine(): void {
    while (this.kind !== NEWLINE && this.kind !== END) this.next();
    this.accept(NEWLINE);
  }

  /** Whether the present logical line ends in a token of `kind`. */
  protected lineEndsWith(kind: number): boolean {
    let before = END;
    for (let i = this.at; ; i++) {
      const at = this.tokens.kinds[i] ?? END;
      if (at === NEWLINE || at === END) return before === kind;
      before = at;
    }
  }

  /** The first token after the present logical line and any indentation. */
  protected afterLine(): { kind: number; word: string } {
    let i = this.at;
    while ((this.tokens.kinds[i] ?? END) > NEWLINE) i++;
    while ((this.tokens.kinds[i] ?? END) !== END && (this.tokens.kinds[i] ?? END) < NAME) i++;
    return {
      kind: this.tokens.kinds[i] ?? END,
      word: this.text.slice(this.tokens.starts[i], this.tokens.ends[i]),
    };
  }

  protected get position(): number {
    return this.at;
  }
}
