/** Where the answer is kept, and where the agent gets to see it. */
import { attributesIn } from './action-arguments.ts';
import type { Meeting } from './action-flow.ts';
import { actionsOf } from './actions.ts';
import { attributesOf } from './attributes.ts';
import type { ClassFacts, Method } from './classes.ts';
import { memo } from './memo.ts';
import { observationsOf, type Shown } from './observations.ts';
import type { Expression, Module, Node } from './python/syntax.ts';
import { forEachChild, selfAttribute } from './python/visit.ts';
import { definitionsOf } from './reaching.ts';
import type { ReturnShape } from './returns.ts';

export interface Leak {
  readonly method: Method;
  readonly shape: ReturnShape;
  readonly shown: Shown;
}

export interface AnswerFacts {
  /** Attributes that `step` compares the action, or a part of it, with for equality. */
  readonly compared: ReadonlyMap<string, readonly Meeting[]>;
  /** Attributes from which `step` computes what it compares the action with. */
  readonly inputs: ReadonlySet<string>;
  /** Attributes that `solution` reads, itself or through helpers. */
  readonly solution: ReadonlySet<string>;
  /** In both: where the answer is kept. */
  readonly attributes: readonly string[];
  /** The answer is written into an observation of `reset` or of a step that does not end the episode. */
  readonly leaks: readonly Leak[];
}

const read = memo((module: Module) => memo((cls: ClassFacts): AnswerFacts => answerIn(module, cls)));

export function answerOf(module: Module, cls: ClassFacts): AnswerFacts {
  return read(module)(cls);
}

function answerIn(module: Module, cls: ClassFacts): AnswerFacts {
  const compared = new Map<string, Meeting[]>();
  const inputs = new Set<string>();
  for (const meeting of actionsOf(module, cls).meetings) {
    if (meeting.how !== 'compare' || (meeting.op !== '==' && meeting.op !== '!=')) continue;
    const behind = attributesBehind(module, meeting.expression);
    for (const attribute of behind) compared.set(attribute, [...(compared.get(attribute) ?? []), meeting]);
    if (behind.length === 0 && meeting.expression) collectInputs(module, meeting.expression, inputs, 0);
  }
  const solution = new Set<string>();
  const method = cls.methods.get('solution');
  if (method) collectReads(cls, method, solution, new Set());
  const attributes = [...compared.keys()].filter((name) => solution.has(name));
  return { compared, inputs, solution, attributes, leaks: leaksOf(module, cls, new Set(attributes)) };
}

/** Every attribute that takes part in an expression, through locals. */
function collectInputs(module: Module, node: Node, into: Set<string>, depth: number): void {
  const attribute = selfAttribute(node);
  if (attribute !== undefined) into.add(attribute);
  else if (node.kind === 'Name' && depth < 4) {
    for (const { value } of definitionsOf(module, node))
      if (value) collectInputs(module, value, into, depth + 1);
  } else forEachChild(node, (child) => collectInputs(module, child, into, depth));
}

/** The attribute that an expression, or the local that it names, is read from. */
function attributesBehind(module: Module, expression: Expression | undefined): string[] {
  const own = attributesIn(expression);
  if (own.length > 0 || expression?.kind !== 'Name') return own;
  return definitionsOf(module, expression).flatMap((d) =>
    d.kind === 'assign' || d.kind === 'unpack' ? attributesIn(d.value) : [],
  );
}

function collectReads(cls: ClassFacts, method: Method, into: Set<string>, open: Set<Method>): void {
  if (open.has(method)) return;
  open.add(method);
  for (const use of attributesOf(cls).byMethod.get(method.node) ?? []) {
    if (use.kind === 'write' || use.kind === 'delete') continue;
    const callee = cls.methods.get(use.name);
    if (callee) collectReads(cls, callee, into, open);
    else into.add(use.name);
  }
}

function leaksOf(module: Module, cls: ClassFacts, answers: ReadonlySet<string>): Leak[] {
  if (answers.size === 0) return [];
  const leaks: Leak[] = [];
  for (const name of ['reset', 'step']) {
    const method = cls.methods.get(name);
    if (!method) continue;
    for (const { shape, text } of observationsOf(module, cls, method.node)) {
      if (name === 'step' && endsEpisode(shape)) continue;
      for (const shown of text.shown) if (answers.has(shown.attribute)) leaks.push({ method, shape, shown });
    }
  }
  return leaks;
}

/** Whether a return of `step` may end the episode: what it says then is no leak. */
export function endsEpisode(shape: ReturnShape): boolean {
  const [, , terminated, truncated] = shape.parts ?? [];
  const mayBe = (part: typeof terminated): boolean =>
    part?.values.some((v) => v.kind !== 'bool' || v.value) ?? true;
  return mayBe(terminated) || mayBe(truncated);
}
