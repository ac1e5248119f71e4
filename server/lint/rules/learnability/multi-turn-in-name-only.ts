import type { Facts } from '../../../analysis/facts.ts';
import { textOf } from '../../../analysis/parse.ts';
import type { Expression } from '../../../analysis/python/syntax.ts';
import type { ReturnShape } from '../../../analysis/returns.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';
import { branchesAround } from './branches.ts';

/** Every way of `step` ends the episode, although it is given several turns. */
export const multiTurnInNameOnly: LintRule = {
  code: 'SP520',
  profile: 'games',
  check(context) {
    const { facts } = context;
    const step = facts.method('step');
    const turns = facts.environment?.maxTurns.default;
    if (!step || turns === undefined || turns < 2) return;
    const shapes = facts.returns(step);
    if (!shapes.some(isEnd) || !shapes.every((shape) => isEnd(shape) || isAfterEnd(facts, shape))) return;
    context.report(
      nameSpan(step.node),
      `Every path of step ends the episode, although the environment has ${turns} turns: there is nothing to interact with. Let actions that are not final go on, or set max_turns to 1.`,
    );
  },
};

const flagsOf = ({ parts }: ReturnShape) => (parts?.length === 5 ? parts.slice(2, 4) : []);

/** `terminated` or `truncated` is nothing but true. */
const isEnd = (shape: ReturnShape): boolean =>
  flagsOf(shape).some(
    ({ values }) => values.length > 0 && values.every((value) => value.kind === 'bool' && value.value),
  );

/** Only where one of the flags that it returns holds: `if self.won or self.late: return …, self.won, self.late, {}`. */
function isAfterEnd(facts: Facts, shape: ReturnShape): boolean {
  const source = (node: Expression): string => textOf(facts.document, node);
  const flags = flagsOf(shape).flatMap(({ expression }) => (expression ? [source(expression)] : []));
  if (!shape.node || shape.through.length > 0) return false;
  return branchesAround(shape.node).some(({ test, holds }) => {
    if (!test || !holds) return false;
    const either = test.kind === 'BoolOp' && test.op === 'or' ? test.values : [test];
    return either.every((one) => flags.includes(source(one)));
  });
}
