import type { Facts } from '../../../analysis/facts.ts';
import { textOf } from '../../../analysis/parse.ts';
import { walkBody } from '../../../analysis/python/visit.ts';
import type { LintRule } from '../../rule.ts';
import { hiddenDraw } from './hidden-draw.ts';

/** Identifiers such as `A-17`: nothing that an agent could think of by itself. */
const IDENTIFIER = /^(?=.*\d)(?=.*[A-Za-z])[\w./@-]{4,}$/;

/** A criterion compares with a fixed identifier that stands nowhere else in the source, or with a hidden draw. */
export const criterionUnderivable: LintRule = {
  code: 'SP610',
  profile: 'tool_use',
  check(context) {
    const { facts } = context;
    for (const criterion of facts.criteria?.criteria ?? []) {
      for (const { node, value, other, op } of criterion.comparisons) {
        if (op !== '==') continue;
        const draw = hiddenDraw(facts, other);
        if (draw)
          context.report(
            node,
            `Criterion ${criterion.index + 1} needs \`${textOf(facts.document, other)}\`, which reset draws (\`${textOf(facts.document, draw)}\`) and nothing but criteria and solution() reads: no instruction or tool can tell it, so an agent can only guess. State it in the instruction, or let a tool reveal it.`,
          );
        if (value.kind !== 'str' || !IDENTIFIER.test(value.value)) continue;
        if (standsElsewhere(facts, value.value, criterion.node)) continue;
        context.report(
          node,
          `Criterion ${criterion.index + 1} needs ${JSON.stringify(value.value)}, which no instruction states and no tool returns: an agent can only guess it. State it in the instruction, or let a tool reveal it.`,
        );
      }
    }
  },
};

/** In any other text of the source but `solution()`: a message, the state, a tool's result. */
function standsElsewhere(
  facts: Facts,
  wanted: string,
  criterion: { readonly start: number; readonly end: number },
): boolean {
  const solution = facts.method('solution')?.node;
  const inSolution = new Set<number>();
  walkBody(solution?.body ?? [], (node) => {
    if (node.kind === 'Str') inSolution.add(node.start);
    return true;
  });
  return facts
    .nodes('Str')
    .some(
      (node) =>
        !(node.start >= criterion.start && node.end <= criterion.end) &&
        !inSolution.has(node.start) &&
        facts.document.text.slice(node.start, node.end).includes(wanted),
    );
}
