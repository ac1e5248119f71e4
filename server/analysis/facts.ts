/**
 * Facts: everything that rules, the explorer and the editor know of a source without running it.
 *
 * `analyse(parse(text))` costs nothing by itself; each part is computed when it is first read and kept as long as the
 * document lives. Nothing here throws or hangs, on any text. What the source does not tell is `unknown` or
 * `undefined`, never a guess: a rule reports only what is certain.
 *
 *  document      text, `tree` (python/syntax.ts; `parent`, `start`, `end`), `problems`; `facts.range(node)` for reports
 *  nodes(kind)   every node of a kind: `facts.nodes('Call')`
 *  scopes        names and their bindings (scope.ts); `definitions(name)`: those that reach a read on some path
 *  imports       `import` by `import`; `qualified(expression)`: `rnd.choice` → `random.choice`, builtins as themselves
 *  calls(name)   every call of `random.choice`, `print`, …; `callNames`: what is called so; `freeNames`: names that
 *                nothing binds; `isPlayed(node)`: can it run in a play, or only when the source is used otherwise
 *  classes       all classes: bases, methods with `self` and parameters, class-level constants (classes.ts)
 *  candidates    classes that a loader may take; `environment`: the one that is meant, with profile and `max_turns`
 *  method(name)  of the environment, inherited ones of this source included; `reached(…names)`: what they may run
 *  attributes    where each `self.x` is set, read, changed in place, by name and by method (attributes.ts)
 *  earlyReads    attributes that may be read before they are set, in the order constructor, reset, the rest
 *  assignment(m) what a method certainly sets, and what it needs, helpers included
 *  flow(fn)      control-flow graph: reachable points, returns, `fallsOff` (flow.ts); `always(fn, test)` asks of every
 *                way out whether something that passes `test` has certainly been evaluated before, helpers included
 *  returns(m)    each way of returning: type, parts with type and constant values, helpers in between (returns.ts)
 *  typeOf(e)     the type of an expression (types.ts); evaluate(e): its value (values.ts)
 *  observations(m) texts of part 0 of each return: literal pieces, attributes shown whole, in part or derived, and
 *                what is shown as it is; text(e): the same of any text
 *  actions       harvested commands with holes, argument hints and normalisation; `meetings`: the raw encounters
 *  turns         'single' when every way of `step` ends the episode, 'multi' when some way does not, else 'unknown'
 *  entropy       randomness, time, hashing; generators and what seeds them; draws; lost set order (entropy.ts)
 *  seeding       what seeds each generator, with a seed given to `reset` and without; `started` and `acting`: the
 *                functions that `reset` and an action may run
 *  spread(test)  attributes and returns that values picked by `test` may reach
 *  answer        attributes compared with the action and read by `solution`; where an observation shows them
 *  tools, criteria, state   of a tool-use environment: schemas as JSON, criteria with the state paths they read and
 *                compare, state paths that `reset` and tools write with their types
 */
import type { Range } from '../protocol/range.ts';
import type { Meeting } from './action-flow.ts';
import { type ActionFacts, actionsOf, type HarvestedAction } from './actions.ts';
import { type AnswerFacts, answerOf, endsEpisode } from './answer.ts';
import { type AssignmentSummary, assignmentOf, type EarlyRead, earlyReads } from './assignment.ts';
import { attributesOf, type ClassAttributes } from './attributes.ts';
import { callsByName } from './calls.ts';
import {
  type ClassFacts,
  classesOf,
  type EnvironmentChoice,
  environmentOf,
  type Method,
  TOOL_USE_METHODS,
} from './classes.ts';
import { evaluate } from './constants.ts';
import { type CriteriaFacts, criteriaOf } from './criteria.ts';
import { type EntropyFacts, entropyOf } from './entropy.ts';
import { type Flow, flowOf } from './flow.ts';
import { freeNames } from './free-names.ts';
import type { Context } from './helpers.ts';
import { type ImportFacts, importsOf, qualifiedName } from './imports.ts';
import { typeOf } from './infer.ts';
import { memo } from './memo.ts';
import { nodesOf } from './nodes.ts';
import { type ObservationFacts, observationsOf, type TextFacts, textOf } from './observations.ts';
import { rangeOf, type SourceDocument } from './parse.ts';
import { alwaysBefore, type Exit } from './paths.ts';
import { isPlayed, playedFunctions } from './played.ts';
import type { Call, Expression, FunctionDef, Name, Node, NodeOf, Parameter } from './python/syntax.ts';
import { reachedFrom } from './reach.ts';
import { definitionsOf } from './reaching.ts';
import { type ReturnShape, returnsOf } from './returns.ts';
import { type Binding, type Scopes, scopesOf } from './scope.ts';
import { type SeedingFacts, seedingOf } from './seeding.ts';
import { type Spread, spread } from './spread.ts';
import { type StateFacts, stateOf } from './state.ts';
import { type Tools, toolsOf } from './tools.ts';
import type { Type } from './types.ts';
import type { Value } from './values.ts';

export type { HarvestedAction } from './actions.ts';

export interface EnvironmentFacts {
  /** The name that a loader finds: the class's own, or an alias of it. */
  readonly name: string;
  readonly cls: ClassFacts;
  readonly profile: 'games' | 'tool_use';
  /** Default of the constructor's `max_turns`, or the number that is stored when there is no such parameter. */
  readonly maxTurns: { readonly default: number | undefined; readonly parameter: Parameter | undefined };
}

/** The constructor's default in the injected base class. */
const TOOL_USE_MAX_TURNS = 10;
const NO_ACTIONS: ActionFacts = { harvested: [], meetings: [] };

export class Facts {
  readonly document: SourceDocument;
  private readonly reachedBy = new Map<string, ReadonlySet<FunctionDef>>();

  constructor(document: SourceDocument) {
    this.document = document;
  }

  private get module() {
    return this.document.tree;
  }

  private get cls(): ClassFacts | undefined {
    return this.environment?.cls;
  }

  private get context(): Context {
    return { module: this.module, cls: this.cls };
  }

  /** Where a node stands, for a finding. */
  range(node: { readonly start: number; readonly end: number }): Range {
    return rangeOf(this.document, node);
  }

  nodes<K extends Node['kind']>(kind: K): readonly NodeOf<K>[] {
    return nodesOf(this.module, kind);
  }

  get scopes(): Scopes {
    return scopesOf(this.module);
  }

  definitions(name: Name): readonly Binding[] {
    return definitionsOf(this.module, name);
  }

  get imports(): readonly ImportFacts[] {
    return importsOf(this.module);
  }

  qualified(node: Expression): string | undefined {
    return qualifiedName(this.module, node);
  }

  /** Calls by the full name of what they call: builtins, and what imports give. */
  calls(name: string): readonly Call[] {
    return callsByName(this.module).get(name) ?? [];
  }

  get callNames(): Iterable<string> {
    return callsByName(this.module).keys();
  }

  /** Reads of names that nothing in the source binds, by name. */
  get freeNames(): ReadonlyMap<string, readonly Name[]> {
    return freeNames(this.module);
  }

  /** Whether a node can run when the environment is loaded and played. */
  isPlayed(node: Node): boolean {
    const { candidates } = this;
    return (
      candidates.length === 0 ||
      candidates.some(({ cls }) => isPlayed(node, () => playedFunctions(this.module, cls)))
    );
  }

  get classes(): readonly ClassFacts[] {
    return classesOf(this.module);
  }

  get candidates(): EnvironmentChoice['candidates'] {
    return environmentOf(this.module).candidates;
  }

  get environment(): EnvironmentFacts | undefined {
    return environmentFacts(this.document);
  }

  /** `undefined` when there is none in this source: the injected base class's own are not listed. */
  method(name: string): Method | undefined {
    return this.cls?.methods.get(name);
  }

  /** The functions that the environment's methods of these names may run, they themselves included. */
  reached(...names: readonly string[]): ReadonlySet<FunctionDef> {
    const key = names.join();
    const known = this.reachedBy.get(key);
    if (known) return known;
    const { cls } = this;
    const methods = names.map((name) => cls?.methods.get(name));
    const found = cls ? reachedFrom(this.module, cls, methods) : new Set<FunctionDef>();
    this.reachedBy.set(key, found);
    return found;
  }

  /** What `reset` may run. */
  get started(): ReadonlySet<FunctionDef> {
    return this.reached('reset');
  }

  /** What an action may run: `step`, the tools, and what the injected base class calls. */
  get acting(): ReadonlySet<FunctionDef> {
    const hooks = [...(this.cls?.methods.keys() ?? [])].filter(
      (name) =>
        name.startsWith('tool_') || (this.cls?.toolUse && TOOL_USE_METHODS.has(name) && name !== '__init__'),
    );
    return this.reached('step', ...hooks);
  }

  /** What seeds the generators, with a seed given to `reset` and without. */
  get seeding(): SeedingFacts | undefined {
    return this.cls && seedingOf(this.module, this.cls, this.started);
  }

  get attributes(): ClassAttributes | undefined {
    return this.cls && attributesOf(this.cls);
  }

  get earlyReads(): readonly EarlyRead[] {
    return this.cls ? earlyReads(this.cls) : [];
  }

  assignment(method: Method): AssignmentSummary | undefined {
    return this.cls && assignmentOf(this.cls, method);
  }

  flow(fn: FunctionDef): Flow {
    return flowOf(fn);
  }

  /** For each way out of a function: has a node that passes `test` certainly been evaluated on the way? */
  always(fn: FunctionDef, test: (node: Node) => boolean): readonly Exit[] {
    return alwaysBefore(fn, this.context, test);
  }

  returns(method: Method): readonly ReturnShape[] {
    return this.cls ? returnsOf(this.module, this.cls, method.node) : [];
  }

  typeOf(node: Expression): Type {
    return typeOf(node, this.context);
  }

  evaluate(node: Expression): Value {
    return evaluate(node, this.context);
  }

  observations(method: Method): readonly ObservationFacts[] {
    return this.cls ? observationsOf(this.module, this.cls, method.node) : [];
  }

  /** What goes into a text of the environment. */
  text(node: Expression): TextFacts {
    return textOf(node, this.context);
  }

  get actions(): readonly HarvestedAction[] {
    return this.actionFacts.harvested;
  }

  get meetings(): readonly Meeting[] {
    return this.actionFacts.meetings;
  }

  private get actionFacts(): ActionFacts {
    return this.cls ? actionsOf(this.module, this.cls) : NO_ACTIONS;
  }

  get turns(): 'single' | 'multi' | 'unknown' {
    const step = this.method('step');
    if (!step) return this.environment?.profile === 'tool_use' ? 'multi' : 'unknown';
    const shapes = this.returns(step);
    if (shapes.some((shape) => shape.parts?.length === 5 && !endsEpisode(shape))) return 'multi';
    const certain = (shape: ReturnShape): boolean =>
      shape.parts
        ?.slice(2, 4)
        .some((part) => part.values.length > 0 && part.values.every((v) => v.kind === 'bool' && v.value)) ??
      false;
    return shapes.length > 0 && shapes.every(certain) ? 'single' : 'unknown';
  }

  get entropy(): EntropyFacts | undefined {
    return this.cls && entropyOf(this.module, this.cls);
  }

  spread(isSource: (node: Node) => boolean): Spread | undefined {
    return this.cls && spread(this.cls, isSource);
  }

  get answer(): AnswerFacts | undefined {
    return this.cls && answerOf(this.module, this.cls);
  }

  get tools(): Tools | undefined {
    return this.environment?.profile === 'tool_use' && this.cls ? toolsOf(this.module, this.cls) : undefined;
  }

  get criteria(): CriteriaFacts | undefined {
    return this.environment?.profile === 'tool_use' && this.cls
      ? criteriaOf(this.module, this.cls)
      : undefined;
  }

  get state(): StateFacts | undefined {
    return this.environment?.profile === 'tool_use' && this.cls ? stateOf(this.module, this.cls) : undefined;
  }
}

/** The facts of a document: the same object for the same document. */
export const analyse = memo((document: SourceDocument): Facts => new Facts(document));

const environmentFacts = memo((document: SourceDocument): EnvironmentFacts | undefined => {
  const { chosen } = environmentOf(document.tree);
  if (!chosen) return undefined;
  const { name, cls } = chosen;
  const profile = cls.toolUse ? 'tool_use' : 'games';
  const init = cls.methods.get('__init__');
  const parameter = init?.parameters.find((p) => p.name === 'max_turns');
  const stored =
    attributesOf(cls).byName.get('max_turns')?.writes[0]?.value ?? cls.constants.get('max_turns');
  const source = parameter ? parameter.default : stored;
  const value = source && evaluate(source, { module: document.tree, cls });
  const inherited = cls.toolUse && !parameter && !source ? TOOL_USE_MAX_TURNS : undefined;
  return {
    name,
    cls,
    profile,
    maxTurns: { default: value?.kind === 'num' ? value.value : inherited, parameter },
  };
});
