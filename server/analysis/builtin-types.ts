/** Types of what Python itself gives: operators, builtin functions, the methods of builtin types. */
import { is, isOnly, type Type, type TypeName, tupleOf, UNKNOWN, union, without } from './types.ts';

/** `-value` and `~value`. */
export const negated = (type: Type): Type =>
  isOnly(type, 'bool') ? is('int') : isOnly(type, 'int', 'float') ? type : UNKNOWN;

/** `a or b` is `a` only where that is true: what is always false drops out, except at the end. */
export function boolOp(op: 'and' | 'or', types: readonly Type[]): Type {
  const last = types.at(-1);
  return union(types.map((type) => (op === 'or' && type !== last ? without(type, 'none') : type)));
}

/** `left op right`. */
export function binaryType(op: string, left: Type, right: Type): Type {
  const numeric = (t: Type): boolean => isOnly(t, 'int', 'float', 'bool');
  if (numeric(left) && numeric(right)) {
    if (op === '/') return is('float');
    if (isOnly(left, 'float') || isOnly(right, 'float')) return is('float');
    if (isOnly(left, 'int', 'bool') && isOnly(right, 'int', 'bool')) {
      if ((op === '&' || op === '|' || op === '^') && isOnly(left, 'bool') && isOnly(right, 'bool'))
        return is('bool');
      return op === '**' ? union([is('int'), is('float')]) : is('int');
    }
    return union([is('int'), is('float')]);
  }
  if (op === '+') {
    for (const name of ['str', 'list', 'bytes'] as const)
      if (isOnly(left, name) && isOnly(right, name)) return is(name);
    if (isOnly(left, 'tuple') && isOnly(right, 'tuple'))
      return left.items && right.items ? tupleOf([...left.items, ...right.items]) : is('tuple');
    // A text can only be added to a text: anything else raises.
    if (isOnly(left, 'str') || isOnly(right, 'str')) return is('str');
  }
  if (op === '%' && isOnly(left, 'str')) return is('str');
  if (op === '*')
    for (const name of ['str', 'list'] as const)
      if (isOnly(left, name) || isOnly(right, name)) return is(name);
  if ((op === '|' || op === '&' || op === '^') && isOnly(left, 'set') && isOnly(right, 'set'))
    return is('set');
  // Nothing but a set can be taken from a set.
  if (op === '-' && isOnly(left, 'set')) return is('set');
  return op === '|' && isOnly(left, 'dict') && isOnly(right, 'dict') ? is('dict') : UNKNOWN;
}

export const BUILTINS: Readonly<Record<string, TypeName>> = {
  str: 'str',
  repr: 'str',
  format: 'str',
  chr: 'str',
  input: 'str',
  hex: 'str',
  bin: 'str',
  oct: 'str',
  ascii: 'str',
  int: 'int',
  len: 'int',
  ord: 'int',
  hash: 'int',
  id: 'int',
  float: 'float',
  bool: 'bool',
  isinstance: 'bool',
  issubclass: 'bool',
  any: 'bool',
  all: 'bool',
  callable: 'bool',
  hasattr: 'bool',
  list: 'list',
  sorted: 'list',
  dict: 'dict',
  set: 'set',
  frozenset: 'set',
  tuple: 'tuple',
  bytes: 'bytes',
};
export const TEXT_METHODS = new Set([
  'join',
  'format',
  'strip',
  'lstrip',
  'rstrip',
  'lower',
  'upper',
  'title',
  'capitalize',
  'casefold',
  'swapcase',
  'replace',
  'center',
  'ljust',
  'rjust',
  'zfill',
  'removeprefix',
  'removesuffix',
  'expandtabs',
]);
export const QUALIFIED: Readonly<Record<string, TypeName>> = {
  'json.dumps': 'str',
  'random.random': 'float',
  'random.uniform': 'float',
  'random.gauss': 'float',
  'random.randint': 'int',
  'random.randrange': 'int',
  'random.sample': 'list',
  'random.choices': 'list',
  'random.Random': 'random',
  'math.sqrt': 'float',
  'math.floor': 'int',
  'math.ceil': 'int',
  'math.gcd': 'int',
  'math.factorial': 'int',
  'math.comb': 'int',
  'math.isqrt': 'int',
  'math.exp': 'float',
  'math.log': 'float',
  'math.sin': 'float',
  'math.cos': 'float',
  'math.hypot': 'float',
  'time.time': 'float',
  'textwrap.dedent': 'str',
  're.sub': 'str',
  're.split': 'list',
  're.findall': 'list',
};
/** Methods whose result does not depend on what they are called on. */
export const METHODS: Readonly<Record<string, TypeName>> = {
  startswith: 'bool',
  endswith: 'bool',
  isdigit: 'bool',
  isalpha: 'bool',
  isnumeric: 'bool',
  isupper: 'bool',
  islower: 'bool',
  isalnum: 'bool',
  isspace: 'bool',
  issubset: 'bool',
  issuperset: 'bool',
  split: 'list',
  rsplit: 'list',
  splitlines: 'list',
  encode: 'bytes',
  randint: 'int',
  randrange: 'int',
  sample: 'list',
  getrandbits: 'int',
  append: 'none',
  extend: 'none',
  shuffle: 'none',
  sort: 'none',
  reverse: 'none',
};
