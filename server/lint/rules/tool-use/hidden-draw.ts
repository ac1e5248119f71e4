/** Values that reset draws and that nothing but criteria and `solution()` ever reads. */
import type { Facts } from '../../../analysis/facts.ts';
import type { Expression, Node } from '../../../analysis/python/syntax.ts';
import { selfAttribute } from '../../../analysis/python/visit.ts';

/** The draw that decides `value`, where no message, state or tool can tell anything about it; else `undefined`. */
export function hiddenDraw(facts: Facts, value: Expression): Expression | undefined {
  const { attributes } = facts;
  if (!attributes || attributes.dynamic) return undefined;
  const silent: Node[] = (facts.criteria?.criteria ?? []).map(({ node }) => node);
  const solution = facts.method('solution')?.node;
  if (solution) silent.push(solution);
  const passed = new Set<Node>();
  let at = value;
  // From name to attribute to draw; each is read by nothing else.
  for (let hops = 0; hops < 4; hops++) {
    const step = origin(facts, at);
    if (!step) return undefined;
    const told = step.reads.some(
      (read) => !passed.has(read) && !silent.some((one) => one.start <= read.start && read.end <= one.end),
    );
    if (told) return undefined;
    if (isDraw(facts, step.value)) return step.value;
    passed.add(step.value);
    at = step.value;
  }
  return undefined;
}

interface Origin {
  /** The one expression that is assigned. */
  readonly value: Expression;
  readonly reads: readonly Node[];
}

function origin(facts: Facts, node: Expression): Origin | undefined {
  const attribute = selfAttribute(node);
  if (attribute !== undefined) {
    const known = facts.attributes?.byName.get(attribute);
    const [write, ...others] = known?.writes ?? [];
    if (!known || !write?.value || others.length > 0 || write.index !== undefined || write.kind !== 'write')
      return undefined;
    const reads = known.uses.filter((use) => use !== write).map((use) => use.node);
    return isSoleTarget(write.node) ? { value: write.value, reads } : undefined;
  }
  if (node.kind !== 'Name') return undefined;
  const [binding, ...others] = facts.definitions(node);
  if (!binding?.value || binding.kind !== 'assign' || binding.index !== undefined || others.length > 0)
    return undefined;
  const reads = facts
    .nodes('Name')
    .filter(
      (name) => name.id === node.id && name !== binding.node && facts.definitions(name).includes(binding),
    );
  return isSoleTarget(binding.node) ? { value: binding.value, reads } : undefined;
}

/** `a = b = draw` keeps the value twice. */
function isSoleTarget(node: Node): boolean {
  let at = node;
  while (at.parent && at.kind !== 'Assign') at = at.parent;
  return at.kind !== 'Assign' || at.targets.length === 1;
}

const isDraw = (facts: Facts, value: Expression): boolean =>
  facts.entropy?.draws.some(({ node }) => value.start <= node.start && node.end <= value.end) ?? false;
