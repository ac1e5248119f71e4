/** Values that can be changed in place, and where a name or an attribute is. */
import { isMutator } from './attributes.ts';
import type { Expression, Node } from './python/syntax.ts';

const MAKERS: ReadonlySet<string> = new Set([
  'list',
  'dict',
  'set',
  'defaultdict',
  'deque',
  'Counter',
  'OrderedDict',
  'bytearray',
  'array',
]);

/** A display, a comprehension, or a call of `list`, `dict`, `deque` and the like. */
export function makesMutable(node: Expression): boolean {
  switch (node.kind) {
    case 'List':
    case 'Dict':
    case 'Set':
    case 'ListComp':
    case 'DictComp':
    case 'SetComp':
      return true;
    case 'Call': {
      const { func } = node;
      const name = func.kind === 'Attribute' ? func.attr : func.kind === 'Name' ? func.id : '';
      return MAKERS.has(name);
    }
    case 'BinOp':
      return node.op === '*' && (node.left.kind === 'List' || node.right.kind === 'List');
    default:
      return false;
  }
}

/**
 * How the value of a name or an attribute is changed where it stands: `place` by a method that changes it, an item
 * assigned or deleted, `+=`; `bound` when the name itself gets another value. `undefined` when it is only read.
 */
export function changeAt(node: Expression): 'place' | 'bound' | undefined {
  let at: Node = node;
  while (at.parent?.kind === 'Subscript' && at.parent.value === at) at = at.parent;
  const { parent } = at;
  if (!parent) return undefined;
  const item = at !== node;
  switch (parent.kind) {
    case 'Attribute':
      return parent.parent?.kind === 'Call' && parent.parent.func === parent && isMutator(parent.attr)
        ? 'place'
        : undefined;
    case 'Assign':
    case 'Delete':
      return parent.targets.some((target) => target === at) ? (item ? 'place' : 'bound') : undefined;
    case 'AnnAssign':
    case 'AugAssign':
      return parent.target === at ? (item ? 'place' : 'bound') : undefined;
    case 'Tuple':
    case 'List':
      return parent.parent?.kind === 'Assign' && parent.parent.targets.some((target) => target === parent)
        ? item
          ? 'place'
          : 'bound'
        : undefined;
    case 'Call':
      // `random.shuffle(deck)`, `heapq.heappush(queue, …)`
      return parent.args[0] === at &&
        parent.func.kind === 'Attribute' &&
        (parent.func.attr === 'shuffle' || /^heap/.test(parent.func.attr))
        ? 'place'
        : undefined;
    default:
      return undefined;
  }
}
