/** What the rules about state ask in common. */
import type { Facts } from '../analysis/facts.ts';
import type { FunctionDef, Node } from '../analysis/python/syntax.ts';

const CONTRACT = /^(?:reset|step|solution|_check_answer|tool_\w+)$/;

/** What it holds can be told from outside: it flows into a return of the contract, or decides which one is taken. */
export const showsInOutcome = (facts: Facts, isSource: (node: Node) => boolean): boolean =>
  facts.spread(isSource)?.returns.some(({ method }) => CONTRACT.test(method.name)) ?? false;

/** Names of what only remembers results: the same whether it is there or not. */
export const isCache = (name: string): boolean => /cache|memo|lru/i.test(name);

export function functionAround(node: Node): FunctionDef | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.kind === 'FunctionDef') return at;
  return undefined;
}

/** From 1. */
export const lineOf = (node: Node, facts: Facts): number => facts.range(node).start.line;

/** Functions that set no attribute of what they are given. */
const READERS =
  /^(?:isinstance|super|getattr|hasattr|type|id|len|str|repr|print|vars|dir|hash|callable|format|iter|sorted|list|min|max|sum)$/;

/** `configure(self)`, `Base.reset(self)`: another function may set attributes of it. */
export const handsOutSelf = (facts: Facts, isWithin: (node: Node) => boolean): boolean =>
  facts.nodes('Name').some((name) => {
    if (name.id !== 'self') return false;
    const call = name.parent?.kind === 'Keyword' ? name.parent.parent : name.parent;
    if (call?.kind !== 'Call' || call.func === name) return false;
    return !(call.func.kind === 'Name' && READERS.test(call.func.id)) && isWithin(name);
  });
