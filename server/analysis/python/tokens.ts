/** Kinds of token. Every operator and keyword has its own, so that the parser compares small integers. */

const OPERATORS = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  ';',
  '.',
  '...',
  '->',
  ':=',
  '=',
  '@',
  '!',
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '<<',
  '>>',
  '&',
  '|',
  '^',
  '~',
  '<',
  '>',
  '<=',
  '>=',
  '==',
  '!=',
  '+=',
  '-=',
  '*=',
  '/=',
  '//=',
  '%=',
  '**=',
  '<<=',
  '>>=',
  '&=',
  '|=',
  '^=',
  '@=',
] as const;

const KEYWORDS = [
  'False',
  'None',
  'True',
  'and',
  'as',
  'assert',
  'async',
  'await',
  'break',
  'class',
  'continue',
  'def',
  'del',
  'elif',
  'else',
  'except',
  'finally',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
  'is',
  'lambda',
  'nonlocal',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'try',
  'while',
  'with',
  'yield',
] as const;

export type TokenText = (typeof OPERATORS)[number] | (typeof KEYWORDS)[number];

export const END: number = 0;
export const NEWLINE: number = 1;
export const INDENT: number = 2;
export const DEDENT: number = 3;
export const NAME: number = 4;
export const NUMBER: number = 5;
export const STRING: number = 6;
/** A character that Python has no token for. */
export const STRAY: number = 7;
const FIRST = 8;

export const TEXTS: readonly string[] = [...Array<string>(FIRST).fill(''), ...OPERATORS, ...KEYWORDS];
const CODES = new Map(TEXTS.map((text, code) => [text, code]));

/** The kind of an operator or a keyword. */
export function token(text: TokenText): number {
  return CODES.get(text) ?? STRAY;
}

/** The kinds by name. */
export const T = {
  LPAR: token('('),
  RPAR: token(')'),
  LSQB: token('['),
  RSQB: token(']'),
  LBRACE: token('{'),
  RBRACE: token('}'),
  COMMA: token(','),
  COLON: token(':'),
  DOT: token('.'),
  EQUAL: token('='),
  WALRUS: token(':='),
  STAR: token('*'),
  POWER: token('**'),
  SLASH: token('/'),
  ELLIPSIS: token('...'),
  MINUS: token('-'),
  PLUS: token('+'),
  TILDE: token('~'),
  NOT: token('not'),
  AND: token('and'),
  OR: token('or'),
  IF: token('if'),
  ELSE: token('else'),
  IN: token('in'),
  IS: token('is'),
  FOR: token('for'),
  ASYNC: token('async'),
  AWAIT: token('await'),
  LAMBDA: token('lambda'),
  YIELD: token('yield'),
  FROM: token('from'),
  TRUE: token('True'),
  FALSE: token('False'),
  NONE: token('None'),
  BAR: token('|'),
  AS: token('as'),
  SEMI: token(';'),
  AT: token('@'),
  ARROW: token('->'),
  DEF: token('def'),
  CLASS: token('class'),
  ELIF: token('elif'),
  WHILE: token('while'),
  WITH: token('with'),
  TRY: token('try'),
  EXCEPT: token('except'),
  FINALLY: token('finally'),
  RETURN: token('return'),
  RAISE: token('raise'),
  IMPORT: token('import'),
  GLOBAL: token('global'),
  NONLOCAL: token('nonlocal'),
  ASSERT: token('assert'),
  DEL: token('del'),
  PASS: token('pass'),
  BREAK: token('break'),
  CONTINUE: token('continue'),
};

const KEYWORD_CODES = new Map<string, number>(KEYWORDS.map((word) => [word, token(word)]));
/** By length and first letter, so that most names need not be cut out to see that they are none. */
const KEYWORD_SHAPES = new Uint8Array(16 * 128);
for (const word of KEYWORDS) KEYWORD_SHAPES[word.length * 128 + word.charCodeAt(0)] = 1;

/** The kind of the word from `start` to `end`: a keyword's own, or `NAME`. */
export function wordKind(text: string, start: number, end: number): number {
  const length = end - start;
  if (length > 15 || !KEYWORD_SHAPES[length * 128 + text.charCodeAt(start)]) return NAME;
  return KEYWORD_CODES.get(text.slice(start, end)) ?? NAME;
}

/** Operators by first character, longest first. */
const BY_FIRST: (readonly (readonly [string, number])[] | undefined)[] = [];
for (const text of [...OPERATORS].sort((a, b) => b.length - a.length)) {
  const first = text.charCodeAt(0);
  BY_FIRST[first] = [...(BY_FIRST[first] ?? []), [text, token(text)]];
}

/** The longest operator at `at`: its kind, or `STRAY`. */
export function operatorAt(text: string, at: number): number {
  for (const [operator, code] of BY_FIRST[text.charCodeAt(at)] ?? []) {
    if (operator.length === 1 || text.startsWith(operator, at)) return code;
  }
  return STRAY;
}

/** Keywords that begin a statement and can stand nowhere inside brackets. */
export const STATEMENT_WORD =
  /(?:return|def|class|while|import|elif|try|except|finally|with|raise|pass|break|continue|assert|del|global|nonlocal)\b/y;
/** `self.x = `: an assignment to a dotted name is no keyword argument, so no bracket can be open before it. */
export const DOTTED_ASSIGNMENT = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+[ \t]*(?:[-+*/%&|^]|\/\/|\*\*)?=(?!=)/y;
/** A compound statement's header on one line. */
export const HEADER = /(?:if|for|else|async)\b[^\n#]*:[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;

export function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
