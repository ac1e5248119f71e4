/** Facts: draft head, see below. */
import { type ActionFacts, actionsOf, type HarvestedAction } from './actions.ts';
import { attributesOf, type ClassAttributes } from './attributes.ts';
import { type ClassFacts, classesOf, type EnvironmentChoice, environmentOf, type Method } from './classes.ts';
import { type Context, evaluate } from './constants.ts';
import { memo } from './memo.ts';
import type { SourceDocument } from './parse.ts';
import type { Expression, Parameter } from './python/syntax.ts';
import { type Scopes, scopesOf } from './scope.ts';
import { type Tools, toolsOf } from './tools.ts';
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

export class Facts {
  readonly document: SourceDocument;

  constructor(document: SourceDocument) {
    this.document = document;
  }

  get scopes(): Scopes {
    return scopesOf(this.document.tree);
  }

  get classes(): readonly ClassFacts[] {
    return classesOf(this.document.tree);
  }

  get candidates(): EnvironmentChoice['candidates'] {
    return environmentOf(this.document.tree).candidates;
  }

  get environment(): EnvironmentFacts | undefined {
    return environmentFacts(this);
  }

  get actions(): readonly HarvestedAction[] {
    return this.actionFacts?.harvested ?? [];
  }

  get actionFacts(): ActionFacts | undefined {
    const cls = this.environment?.cls;
    return cls && actionsOf(this.document.tree, cls);
  }

  get tools(): Tools | undefined {
    const cls = this.environment?.cls;
    return cls && toolsOf(this.document.tree, cls);
  }

  get attributes(): ClassAttributes | undefined {
    const cls = this.environment?.cls;
    return cls && attributesOf(cls);
  }

  /** A method of the environment, inherited ones of this source included. */
  method(name: string): Method | undefined {
    return this.environment?.cls.methods.get(name);
  }

  /** What an expression is worth as far as the source tells; `self` is the environment. */
  evaluate(node: Expression): Value {
    return evaluate(node, this.context);
  }

  get context(): Context {
    return { module: this.document.tree, cls: this.environment?.cls };
  }
}

/** The facts of a document; the same object for the same document. Costs nothing until something is read. */
export const analyse = memo((document: SourceDocument): Facts => new Facts(document));

const environmentFacts = memo((facts: Facts): EnvironmentFacts | undefined => {
  const { chosen } = environmentOf(facts.document.tree);
  if (!chosen) return undefined;
  const { name, cls } = chosen;
  const init = cls.methods.get('__init__');
  const parameter = init?.parameters.find((p) => p.name === 'max_turns');
  const context: Context = { module: facts.document.tree, cls };
  const stored =
    attributesOf(cls).byName.get('max_turns')?.writes[0]?.value ?? cls.constants.get('max_turns');
  const source = parameter ? parameter.default : stored;
  const value = source && evaluate(source, context);
  return {
    name,
    cls,
    profile: cls.toolUse ? 'tool_use' : 'games',
    maxTurns: { default: value?.kind === 'num' ? value.value : undefined, parameter },
  };
});
