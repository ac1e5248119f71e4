import type { Expression, Node, Raise, Statement } from '../../../analysis/python/syntax.ts';
import { replacement } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';
import { builtinsOf, callsOf } from './asked.ts';

/** The environment ends the process that plays it. */
export const processExit: LintRule = {
  code: 'SP207',
  check(context) {
    const { facts } = context;
    const calls = [
      ...builtinsOf(context, ['exit', 'quit']).map(({ at, did, name }) => ({
        at,
        did,
        node: name.parent ?? name,
      })),
      ...callsOf(context, ['sys.exit', 'os._exit', 'os.abort', 'os.kill']).map(({ at, did, call }) => ({
        at,
        did,
        node: call,
      })),
    ].filter(({ did, node }) => did.startsWith('os.') || !isCaught(node));
    for (const { at, did, node } of calls) report(context, at, did, node);
    for (const node of facts.nodes('Raise')) {
      if (raisesExit(node) && facts.isPlayed(node) && !isCaught(node))
        report(context, node, 'SystemExit', node);
    }
  },
};

function report(
  context: LintContext,
  at: { readonly start: number; readonly end: number },
  did: string,
  node: Node,
): void {
  const fix = fixOf(node, context.text);
  context.report(
    at,
    `\`${did}\` ends the whole process: every other rollout in it is lost. Return \`terminated=True\` to end the episode, or raise an exception for a fault.`,
    { ...(fix ? { fix } : {}) },
  );
}

const raisesExit = ({ exception }: Raise): boolean => {
  const raised = exception?.kind === 'Call' ? exception.func : exception;
  return raised?.kind === 'Name' && raised.id === 'SystemExit';
};

/** A handler around takes SystemExit too. */
function isCaught(node: Node): boolean {
  for (let child = node, at = node.parent; at && at.kind !== 'FunctionDef'; child = at, at = at.parent) {
    if (at.kind !== 'Try' || !at.body.some((one) => one === child)) continue;
    if (at.handlers.some(({ type }) => !type || /\b(?:BaseException|SystemExit)\b/.test(nameOf(type))))
      return true;
  }
  return false;
}

const nameOf = (node: Expression): string =>
  node.kind === 'Name' ? node.id : node.kind === 'Tuple' ? node.elements.map(nameOf).join(' ') : '';

/** The statement raises an exception instead, with the same words if there were any. */
function fixOf(node: Node, text: string): Fixing | undefined {
  const statement: Statement | undefined =
    node.kind === 'Raise' ? node : node.parent?.kind === 'ExpressionStatement' ? node.parent : undefined;
  const call = node.kind === 'Raise' ? node.exception : node;
  if (!statement || (call?.kind !== 'Call' && node.kind !== 'Raise')) return undefined;
  const said = call?.kind === 'Call' ? call.args[0] : undefined;
  const words = said?.kind === 'Str' ? text.slice(said.start, said.end) : '"the environment cannot go on"';
  return {
    title: 'Raise an exception instead',
    edits: [replacement(statement, `raise RuntimeError(${words})`)],
  };
}
