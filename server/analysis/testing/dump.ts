/** Our tree as a text that CPython's gives too (testing/dump.py): kinds, fields in CPython's order, some places. */
import type { Interpolation, Node, Parameter, Str, TextSegment } from '../python/syntax.ts';

type Shown = Node | readonly Shown[] | string | number | undefined;

export function dump(text: string, tree: Node): string {
  const show = (value: Shown): string => {
    if (value === undefined) return '-';
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    return 'kind' in value ? node(value) : `[${value.map(show).join(',')}]`;
  };
  const make = (kind: string, ...fields: readonly Shown[]): string =>
    `${kind}(${fields.map(show).join(',')})`;
  const placed = (one: Node, ...fields: readonly Shown[]): string =>
    `${make(one.kind, ...fields)}@${one.start}`;

  const texts = (segments: readonly (TextSegment | Interpolation)[]): string => {
    const parts: string[] = [];
    let open = '';
    const flush = (): void => {
      if (open) parts.push(ascii(open));
      open = '';
    };
    for (const segment of segments) {
      if (segment.kind === 'TextSegment') open += segment.value;
      else {
        if (segment.debug)
          open +=
            /^\{([\s\S]*?=\s*)(?:![rsa])?(?::[\s\S]*)?\}$/.exec(
              text.slice(segment.start, segment.end),
            )?.[1] ?? '';
        flush();
        const conversion = segment.conversion ?? (segment.debug && !segment.spec ? 'r' : '');
        parts.push(`{${show(segment.value)}!${conversion}:${segment.spec ? texts(segment.spec) : '-'}}`);
      }
    }
    flush();
    return `[${parts.join(',')}]`;
  };
  const string = (one: Str): string => {
    if (one.bytes) return `bytes@${one.start}`;
    if (one.literals.some((l) => l.format))
      return `f${texts(one.literals.flatMap((l) => l.segments))}@${one.start}`;
    return `${ascii(one.value ?? '')}@${one.start}`;
  };
  const parameters = (all: readonly Parameter[]): string =>
    `[${all.map((p) => `${p.flavour} ${p.name}:${show(p.annotation)}=${show(p.default)}`).join(',')}]`;

  const node = (n: Node): string => {
    switch (n.kind) {
      case 'Module':
        return make('Module', n.body);
      case 'FunctionDef':
        return make(
          n.async ? 'AsyncFunctionDef' : 'FunctionDef',
          n.name,
          parameters(n.parameters),
          n.body,
          n.decorators,
          n.returns,
        );
      case 'ClassDef':
        return make('ClassDef', n.name, n.bases, n.keywords, n.body, n.decorators);
      case 'Return':
      case 'Await':
      case 'Yield':
      case 'YieldFrom':
      case 'Starred':
        return make(n.kind, n.value);
      case 'Delete':
        return make('Delete', n.targets);
      case 'Assign':
        return make('Assign', n.targets, n.value);
      case 'AugAssign':
        return make('AugAssign', n.target, n.op, n.value);
      case 'AnnAssign':
        return make('AnnAssign', n.target, n.annotation, n.value);
      case 'TypeAlias':
        return `TypeAlias(Name(${n.name})@${text.indexOf(n.name, n.start + 4)},${show(n.value)})`;
      case 'For':
        return make(n.async ? 'AsyncFor' : 'For', n.target, n.iter, n.body, n.orelse);
      case 'While':
      case 'If':
        return make(n.kind, n.test, n.body, n.orelse);
      case 'With':
        return make(n.async ? 'AsyncWith' : 'With', n.items, n.body);
      case 'WithItem':
        return make('withitem', n.context, n.target);
      case 'Match':
        return make('Match', n.subject, n.cases);
      case 'MatchCase':
        return make('match_case', n.pattern, n.guard, n.body);
      case 'Raise':
        return make('Raise', n.exception, n.cause);
      case 'Try':
        return make('Try', n.body, n.handlers, n.orelse, n.finalbody);
      case 'ExceptHandler':
        return make('ExceptHandler', n.type, n.name, n.body);
      case 'Assert':
        return make('Assert', n.test, n.message);
      case 'Import':
        return make('Import', n.names);
      case 'ImportFrom':
        return make('ImportFrom', n.module || undefined, n.names, n.level);
      case 'Alias':
        return make('alias', n.name, n.asName);
      case 'Global':
      case 'Nonlocal':
        return make(n.kind, n.names);
      case 'ExpressionStatement':
        return make('Expr', n.value);
      case 'Pass':
      case 'Break':
      case 'Continue':
        return make(n.kind);
      case 'MatchValue':
        return n.value.kind === 'Constant'
          ? `MatchValue(${show(n.value).replace(/@\d+$/, '')})`
          : make('MatchValue', n.value);
      case 'MatchSequence':
      case 'MatchOr':
        return make(n.kind, n.patterns);
      case 'MatchMapping':
        return make('MatchMapping', n.keys, n.patterns, n.rest);
      case 'MatchClass':
        return make('MatchClass', n.cls, n.patterns, n.keywordNames, n.keywordPatterns);
      case 'MatchStar':
        return make('MatchStar', n.name);
      case 'MatchAs':
        return make('MatchAs', n.pattern, n.name);
      case 'BoolOp':
        return placed(n, n.op, n.values);
      case 'NamedExpr':
        return make('NamedExpr', n.target, n.value);
      case 'BinOp':
        return make('BinOp', n.left, n.op, n.right);
      case 'UnaryOp':
        return placed(n, n.op, n.operand);
      case 'Lambda':
        return placed(n, parameters(n.parameters), n.body);
      case 'IfExp':
        return make('IfExp', n.test, n.body, n.orelse);
      case 'Dict':
        return placed(n, n.keys as readonly Shown[], n.values);
      case 'List':
      case 'Set':
        return placed(n, n.elements);
      case 'Tuple':
        return make('Tuple', n.elements);
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp':
        return make(n.kind, n.element, n.generators);
      case 'DictComp':
        return make('DictComp', n.key, n.value, n.generators);
      case 'Generator':
        return make('comprehension', n.target, n.iter, n.conditions, n.async ? 1 : 0);
      case 'Compare':
        return make('Compare', n.left, n.ops, n.comparators);
      case 'Call':
        return make('Call', n.func, n.args, n.keywords);
      case 'Keyword':
        return make('keyword', n.name, n.value);
      case 'Attribute':
        return make('Attribute', n.value, n.attr);
      case 'Subscript':
        return make('Subscript', n.value, n.index);
      case 'Slice':
        return make('Slice', n.lower, n.upper, n.step);
      case 'Name':
        return placed(n, n.id);
      case 'Num':
        return `${n.type !== 'int' ? n.type : n.value < 2 ** 53 ? n.value : 'big'}@${n.start}`;
      case 'Constant':
        return `${n.value === null ? 'None' : n.value === true ? 'True' : n.value === false ? 'False' : '...'}@${n.start}`;
      case 'Str':
        return string(n);
      default:
        return n.kind;
    }
  };
  return node(tree);
}

/** As Python's `json.dumps` writes a text. */
const ascii = (value: string): string =>
  JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('\\u007f', '\x7f');
