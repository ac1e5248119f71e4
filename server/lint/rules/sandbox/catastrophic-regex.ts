import { isExponential } from '../../../analysis/backtracking.ts';
import type { Facts } from '../../../analysis/facts.ts';
import type { Call, Expression, FunctionDef } from '../../../analysis/python/syntax.ts';
import { homeIn } from '../../../analysis/reach.ts';
import type { LintRule } from '../../rule.ts';

const MATCHING = ['match', 'search', 'fullmatch', 'findall', 'finditer', 'sub', 'subn', 'split', 'compile'];
const MAX_SHOWN = 60;

/** A pattern that tries every way of splitting the action before it gives up. */
export const catastrophicRegex: LintRule = {
  code: 'SP212',
  check(context) {
    const { facts } = context;
    const played = facts.acting;
    for (const method of MATCHING) {
      for (const call of facts.calls(`re.${method}`)) {
        const [pattern] = call.args;
        if (!pattern || !meetsActions(call, played, facts) || isVerbose(call, facts)) continue;
        const value = facts.evaluate(pattern);
        const whole = method === 'fullmatch' || (method === 'compile' && isUsedWhole(call, facts));
        if (value.kind !== 'str' || !isExponential(value.value, whole)) continue;
        const shown = value.value.length > MAX_SHOWN ? `${value.value.slice(0, MAX_SHOWN)}…` : value.value;
        context.report(
          pattern,
          `The pattern \`${shown}\` repeats inside a repetition, so that a text which does not match is tried in every way: each further character doubles the time, and thirty of them take hours. An agent that sends such a text stalls its whole batch. Write the pattern so that only one way matches, and cap the length of the action.`,
        );
      }
    }
  },
};

/** In what `step` may run; a pattern that is compiled elsewhere is there to be used. */
const meetsActions = (call: Call, played: ReadonlySet<FunctionDef>, facts: Facts): boolean =>
  homeIn(call, played) !== undefined || (facts.qualified(call.func) === 're.compile' && facts.isPlayed(call));

/** With `re.VERBOSE`, spaces and comments are no part of the pattern. */
const isVerbose = (call: Call, facts: Facts): boolean =>
  [...call.args.slice(1), ...call.keywords.map(({ value }) => value)].some((node) =>
    /\bre\.(?:VERBOSE|X)\b|\bVERBOSE\b/.test(facts.document.text.slice(node.start, node.end)),
  );

/** `PATTERN.fullmatch(…)` for what the compiled pattern is assigned to. */
function isUsedWhole(call: Call, facts: Facts): boolean {
  const target = call.parent?.kind === 'Assign' ? call.parent.targets[0] : undefined;
  const name = target && lastName(target);
  if (name === undefined) return call.parent?.kind === 'Attribute' && call.parent.attr === 'fullmatch';
  return facts.nodes('Attribute').some(({ attr, value }) => attr === 'fullmatch' && lastName(value) === name);
}

const lastName = (node: Expression): string | undefined =>
  node.kind === 'Name' ? node.id : node.kind === 'Attribute' ? node.attr : undefined;
