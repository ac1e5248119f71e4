import type { Facts } from '../../../analysis/facts.ts';
import type { Call, Expression, Node } from '../../../analysis/python/syntax.ts';
import { forEachChild } from '../../../analysis/python/visit.ts';
import { allowsImport } from '../../../contract/profile.ts';
import { removal } from '../../edits.ts';
import type { Fixing, LintContext, LintRule } from '../../rule.ts';
import { callsOf } from './asked.ts';

const PRINTS = [
  'print',
  'pprint.pprint',
  'pprint.pp',
  'sys.stdout.write',
  'sys.stderr.write',
  'traceback.print_exc',
  'traceback.print_stack',
  'traceback.print_exception',
];
const LOGS = /^(?:debug|info|warning|warn|error|critical|exception|log)$/;

/** The environment prints. */
export const outputNoise: LintRule = {
  code: 'SP208',
  check(context) {
    const { facts } = context;
    const calls = callsOf(context, PRINTS).filter(({ call }) => !writesElsewhere(call, facts));
    for (const { call } of [...calls, ...logs(context)]) {
      if (isSwitchedOff(call, facts)) continue;
      const fix = fixOf(call, context);
      context.report(
        call,
        "The environment prints. The agent never sees it, and thousands of rollouts bury the trainer's log under it. Remove it, or put what the agent should read into the observation.",
        { ...(fix ? { fix } : {}) },
      );
    }
  },
};

/** `print(…, file=buffer)` */
function writesElsewhere({ keywords }: Call, facts: Facts): boolean {
  const file = keywords.find(({ name }) => name === 'file')?.value;
  return file !== undefined && !/^sys\.std/.test(facts.qualified(file) ?? '');
}

/** Where `logging` may be imported at all; else its import is what SP201 tells of. */
function logs(context: LintContext): readonly { readonly call: Call }[] {
  const { facts, profile, settings } = context;
  if (!allowsImport(profile, 'logging', settings.allowedImports)) return [];
  return facts
    .nodes('Call')
    .filter(({ func }) => func.kind === 'Attribute' && LOGS.test(func.attr) && isLogger(func.value))
    .filter((call) => facts.isPlayed(call))
    .map((call) => ({ call }));
}

const isLogger = (node: Expression): boolean =>
  (node.kind === 'Name' && /^_?logg(?:er|ing)$/i.test(node.id)) ||
  (node.kind === 'Attribute' && /^_?logger$/i.test(node.attr));

/** Under a flag that is off: a constant, or an attribute that only ever is a parameter whose default is `False`. */
function isSwitchedOff(node: Node, facts: Facts): boolean {
  for (let child = node, at = node.parent; at && at.kind !== 'FunctionDef'; child = at, at = at.parent) {
    if (at.kind === 'If' && at.body.some((one) => one === child) && isOff(at.test, facts)) return true;
  }
  return false;
}

function isOff(test: Expression, facts: Facts): boolean {
  if (test.kind === 'BoolOp' && test.op === 'and') return test.values.some((one) => isOff(one, facts));
  if (test.kind === 'Compare' && test.ops.length === 1 && test.ops[0] === '==') {
    const [other] = test.comparators;
    const [one, two] = [constantOf(test.left, facts), other && constantOf(other, facts)];
    return one !== undefined && two !== undefined && one !== two;
  }
  const value = constantOf(test, facts);
  return value !== undefined && !value;
}

/** What it is as long as nobody gives the constructor another flag; `undefined` where that is not known. */
function constantOf(node: Expression, facts: Facts): string | number | boolean | null | undefined {
  const value = facts.evaluate(node);
  if (value.kind === 'bool' || value.kind === 'num' || value.kind === 'str') return value.value;
  if (value.kind === 'none') return null;
  if (node.kind === 'Name') {
    const [only, ...others] = facts.definitions(node);
    return only?.kind === 'parameter' && others.length === 0 && only.value
      ? constantOf(only.value, facts)
      : undefined;
  }
  if (node.kind !== 'Attribute') return undefined;
  const writes = facts.attributes?.byName.get(node.attr)?.writes ?? [];
  const [first, ...more] = writes.map(({ value: written }) =>
    written ? constantOf(written, facts) : undefined,
  );
  return more.every((one) => one === first) ? first : undefined;
}

/** Takes the statement out, where nothing but the printing is lost. */
function fixOf(call: Call, { document }: LintContext): Fixing | undefined {
  const statement = call.parent;
  if (statement?.kind !== 'ExpressionStatement' || ![...call.args, ...call.keywords].every(isPure))
    return undefined;
  const edit = removal(document, statement);
  return edit && { title: 'Remove it', edits: [edit] };
}

const PURE =
  /^(?:len|str|repr|int|float|bool|sum|min|max|sorted|list|tuple|set|dict|round|abs|type|join|format|upper|lower|strip|title|get|items|keys|values|index|count|ljust|rjust|center|replace|split|format_exc)$/;

/** Evaluating it changes nothing. */
function isPure(node: Node): boolean {
  if (node.kind === 'NamedExpr' || node.kind === 'Await' || node.kind === 'Yield') return false;
  if (node.kind === 'Call') {
    const name =
      node.func.kind === 'Name' ? node.func.id : node.func.kind === 'Attribute' ? node.func.attr : '';
    if (!PURE.test(name)) return false;
  }
  let pure = true;
  forEachChild(node, (child) => {
    pure &&= isPure(child);
  });
  return pure;
}
