/** Ways of returning that the contract does not know: where each is told, and how sure it is that a play takes it. */
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, FunctionDef, Node, Statement } from '../../../analysis/python/syntax.ts';
import type { ReturnShape } from '../../../analysis/returns.ts';
import { isNever, isOnly, type Type, type TypeName } from '../../../analysis/types.ts';
import type { Severity } from '../../../protocol/finding.ts';
import { nameSpan } from '../../edits.ts';
import type { Replacement, Span } from '../../rule.ts';

/** One shape for each place in the source that certainly gives something wrong. */
export function wrongShapes(
  facts: Facts,
  method: 'reset' | 'step',
  isWrong: (shape: ReturnShape) => boolean,
): readonly ReturnShape[] {
  const found = facts.method(method);
  if (!found) return [];
  const seen = new Set<Node>();
  return facts.returns(found).filter((shape) => {
    const node = nodeOf(shape);
    if (seen.has(node) || !isWrong(shape)) return false;
    seen.add(node);
    return true;
  });
}

/** Certainly no tuple, or one whose parts do not fit. */
export function misfits(shape: ReturnShape, wanted: readonly (readonly TypeName[])[]): boolean {
  const { type, parts } = shape;
  if (type.unknown) return false;
  if (!type.names.includes('tuple')) return type.names.length > 0;
  if (!parts || type.names.length > 1) return false;
  return (
    parts.length !== wanted.length || wanted.some((names, i) => parts[i] && isNever(parts[i].type, ...names))
  );
}

/** The function whose end is passed without a `return`. */
export const fallenOff = ({ at, type }: ReturnShape): FunctionDef | undefined =>
  at.kind === 'FunctionDef' && isOnly(type, 'none') ? at : undefined;

/** Why a call gives no value at all yet; `undefined` for plain functions. */
export function deferredBy({ at, type }: ReturnShape): string | undefined {
  if (at.kind !== 'FunctionDef') return undefined;
  if (at.async) return `\`${at.name}\` is \`async\`, and nobody awaits it`;
  return isOnly(type, 'generator') ? `the \`yield\` in \`${at.name}\` makes a generator of it` : undefined;
}

/** A wrong tuple is told where it stands, a value that is none at the `return` of the method. */
const nodeOf = ({ at, node, type }: ReturnShape): Node =>
  at.kind === 'FunctionDef' || type.names.includes('tuple') || type.names.includes('list')
    ? at
    : (node ?? at);

export function placeOf(shape: ReturnShape): Span {
  const node = nodeOf(shape);
  return node.kind === 'FunctionDef' ? nameSpan(node) : node;
}

/**
 * A path that leaves a loop, or a chain of conditions that may cover every case, may be one that no play takes:
 * no more than a warning.
 */
export function severityOf(shape: ReturnShape): Severity {
  const fallen = fallenOff(shape);
  return fallen && !passesItsEnd(fallen.body) ? 'warning' : 'error';
}

/** Whether the end of a block is certainly passed by some run that enters it. */
function passesItsEnd(block: readonly Statement[]): boolean {
  const last = block.at(-1);
  switch (last?.kind) {
    case 'If': {
      if (last.orelse.length > 0) {
        const [inner] = last.orelse;
        // `elif` without `else`: the author may have meant that there is no other case.
        if (last.orelse.length === 1 && inner?.kind === 'If' && !mayPass(last.body)) return false;
        return passesItsEnd(last.body) || passesItsEnd(last.orelse);
      }
      const before = block.at(-2);
      return mayPass(last.body) ? passesItsEnd(last.body) : !(before?.kind === 'If' && !mayPass(before.body));
    }
    case 'With':
      return passesItsEnd(last.body);
    case 'For':
    case 'While':
    case 'Match':
    case 'Try':
    case 'Return':
    case 'Raise':
    case 'Continue':
    case 'Break':
      return false;
    default:
      return true;
  }
}

const mayPass = (block: readonly Statement[]): boolean => {
  const last = block.at(-1);
  return last?.kind !== 'Return' && last?.kind !== 'Raise';
};

/** Wraps an expression in a call: `float(…)`. Generators and the like are left alone. */
export const wrapped = (node: Expression, name: string): readonly Replacement[] =>
  node.kind === 'GeneratorExp' || node.kind === 'Starred'
    ? []
    : [
        { start: node.start, end: node.start, text: `${name}(` },
        { start: node.end, end: node.end, text: ')' },
      ];

/** A type as a message names it: the parts of which nothing is known are left open. */
export function shown(type: Type): string {
  const names = type.names.map((name) => {
    if (name === 'none') return 'None';
    return name === 'tuple' && type.items ? `(${type.items.map(shown).join(', ')})` : name;
  });
  return type.unknown || names.length === 0 ? '…' : names.join(' or ');
}
