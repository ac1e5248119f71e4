/** Walking the syntax tree. Children come in source order, except that decorators precede their definition's name. */
import type { Expression, FunctionDef, Lambda, Node, Statement } from './syntax.ts';

type Visit = (child: Node) => void;

function list(nodes: readonly (Node | undefined)[], visit: Visit): void {
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node) visit(node);
  }
}

/** Calls `visit` for every direct child. The cases are compared in turn, so the commonest kinds come first. */
export function forEachChild(node: Node, visit: Visit): void {
  switch (node.kind) {
    case 'Name':
    case 'TextSegment':
    case 'Constant':
    case 'Num':
      return;
    case 'Attribute':
    case 'ExpressionStatement':
    case 'Keyword':
      visit(node.value);
      return;
    case 'Call':
      visit(node.func);
      list(node.args, visit);
      list(node.keywords, visit);
      return;
    case 'StringLiteral':
      list(node.segments, visit);
      return;
    case 'Str':
      list(node.literals, visit);
      return;
    case 'Assign':
      list(node.targets, visit);
      visit(node.value);
      return;
    case 'Interpolation':
      visit(node.value);
      if (node.spec) list(node.spec, visit);
      return;
    case 'Subscript':
      visit(node.value);
      visit(node.index);
      return;
    case 'Compare':
      visit(node.left);
      list(node.comparators, visit);
      return;
    case 'BinOp':
      visit(node.left);
      visit(node.right);
      return;
    case 'While':
    case 'If':
      visit(node.test);
      list(node.body, visit);
      list(node.orelse, visit);
      return;
    case 'List':
    case 'Tuple':
    case 'Set':
      list(node.elements, visit);
      return;
    case 'Return':
    case 'Yield':
    case 'YieldFrom':
      if (node.value) visit(node.value);
      return;
    case 'Dict':
      for (let i = 0; i < node.values.length; i++) {
        const key = node.keys[i];
        const value = node.values[i];
        if (key) visit(key);
        if (value) visit(value);
      }
      return;
    case 'Parameter':
      if (node.annotation) visit(node.annotation);
      if (node.default) visit(node.default);
      return;
    case 'BoolOp':
      list(node.values, visit);
      return;
    case 'FunctionDef':
      list(node.decorators, visit);
      list(node.parameters, visit);
      if (node.returns) visit(node.returns);
      list(node.body, visit);
      return;
    case 'UnaryOp':
      visit(node.operand);
      return;
    case 'Module':
      list(node.body, visit);
      return;
    case 'ClassDef':
      list(node.decorators, visit);
      list(node.bases, visit);
      list(node.keywords, visit);
      list(node.body, visit);
      return;
    case 'Delete':
      list(node.targets, visit);
      return;
    case 'AugAssign':
    case 'NamedExpr':
      visit(node.target);
      visit(node.value);
      return;
    case 'AnnAssign':
      visit(node.target);
      visit(node.annotation);
      if (node.value) visit(node.value);
      return;
    case 'For':
      visit(node.target);
      visit(node.iter);
      list(node.body, visit);
      list(node.orelse, visit);
      return;
    case 'With':
      list(node.items, visit);
      list(node.body, visit);
      return;
    case 'WithItem':
      visit(node.context);
      if (node.target) visit(node.target);
      return;
    case 'Match':
      visit(node.subject);
      list(node.cases, visit);
      return;
    case 'MatchCase':
      visit(node.pattern);
      if (node.guard) visit(node.guard);
      list(node.body, visit);
      return;
    case 'Raise':
      if (node.exception) visit(node.exception);
      if (node.cause) visit(node.cause);
      return;
    case 'Try':
      list(node.body, visit);
      list(node.handlers, visit);
      list(node.orelse, visit);
      list(node.finalbody, visit);
      return;
    case 'ExceptHandler':
      if (node.type) visit(node.type);
      list(node.body, visit);
      return;
    case 'Assert':
      visit(node.test);
      if (node.message) visit(node.message);
      return;
    case 'Import':
    case 'ImportFrom':
      list(node.names, visit);
      return;
    case 'MatchSequence':
    case 'MatchOr':
      list(node.patterns, visit);
      return;
    case 'MatchMapping':
      for (let i = 0; i < node.patterns.length; i++) {
        const key = node.keys[i];
        const pattern = node.patterns[i];
        if (key) visit(key);
        if (pattern) visit(pattern);
      }
      return;
    case 'MatchClass':
      visit(node.cls);
      list(node.patterns, visit);
      list(node.keywordPatterns, visit);
      return;
    case 'MatchAs':
      if (node.pattern) visit(node.pattern);
      return;
    case 'Lambda':
      list(node.parameters, visit);
      visit(node.body);
      return;
    case 'IfExp':
      visit(node.body);
      visit(node.test);
      visit(node.orelse);
      return;
    case 'ListComp':
    case 'SetComp':
    case 'GeneratorExp':
      visit(node.element);
      list(node.generators, visit);
      return;
    case 'DictComp':
      visit(node.key);
      visit(node.value);
      list(node.generators, visit);
      return;
    case 'Generator':
      visit(node.target);
      visit(node.iter);
      list(node.conditions, visit);
      return;
    case 'Slice':
      if (node.lower) visit(node.lower);
      if (node.upper) visit(node.upper);
      if (node.step) visit(node.step);
      return;
    case 'Starred':
    case 'Await':
    case 'MatchValue':
    case 'TypeAlias':
      visit(node.value);
      return;
    case 'Global':
    case 'Nonlocal':
    case 'Pass':
    case 'Break':
    case 'Continue':
    case 'Invalid':
    case 'Alias':
    case 'MatchStar':
    case 'Missing':
      return;
  }
}

/** Visits `node` and everything below it, parents first. Return `false` to leave out what lies below. */
export function walk(node: Node, visit: (node: Node) => boolean | undefined): void {
  const go = (one: Node): void => {
    if (visit(one) !== false) forEachChild(one, go);
  };
  go(node);
}

/** Like `walk` over a function's body, without what nested functions, lambdas and classes contain. */
export function walkBody(body: readonly Statement[], visit: (node: Node) => boolean | undefined): void {
  for (const statement of body) {
    walk(statement, (node) => {
      if (node.kind === 'FunctionDef' || node.kind === 'ClassDef' || node.kind === 'Lambda') {
        visit(node);
        return false;
      }
      return visit(node);
    });
  }
}

/** The nearest enclosing node for which `test` holds, not counting `node` itself. */
export function enclosing<T extends Node>(node: Node, test: (node: Node) => node is T): T | undefined;
export function enclosing(node: Node, test: (node: Node) => boolean): Node | undefined;
export function enclosing(node: Node, test: (node: Node) => boolean): Node | undefined {
  for (let at = node.parent; at; at = at.parent) if (test(at)) return at;
  return undefined;
}

export const isFunction = (node: Node): node is FunctionDef | Lambda =>
  node.kind === 'FunctionDef' || node.kind === 'Lambda';

/** `self.x` → `['self', 'x']`; `undefined` when the root is no name. */
export function dotted(node: Expression): string[] | undefined {
  const path: string[] = [];
  let at = node;
  while (at.kind === 'Attribute') {
    path.push(at.attr);
    at = at.value;
  }
  if (at.kind !== 'Name') return undefined;
  path.push(at.id);
  return path.reverse();
}

/** `random.Random` as text; `undefined` when the expression is no dotted name. */
export function dottedName(node: Expression): string | undefined {
  if (node.kind === 'Name') return node.id;
  return node.kind === 'Attribute' ? dotted(node)?.join('.') : undefined;
}

/** The attribute's name when `node` is `receiver.NAME` (by default `self.NAME`). */
export function selfAttribute(node: Node, receiver = 'self'): string | undefined {
  return node.kind === 'Attribute' && node.value.kind === 'Name' && node.value.id === receiver
    ? node.attr
    : undefined;
}
