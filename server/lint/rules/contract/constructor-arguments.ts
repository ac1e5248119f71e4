import type { ClassFacts } from '../../../analysis/classes.ts';
import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';
import { parametersOf, requiredOf } from './signature.ts';

/** The constructor wants arguments that no loader gives. */
export const constructorArguments: LintRule = {
  code: 'SP107',
  check(context) {
    const { facts } = context;
    const cls = facts.environment?.cls;
    if (!cls) return;
    const init = facts.method('__init__');
    const names = init
      ? requiredOf(parametersOf(init) ?? []).flatMap(({ name }) => (name === 'max_turns' ? [] : [name]))
      : fieldsWithoutDefault(cls);
    if (names.length === 0) return;
    const shown = names.map((name) => `\`${name}\``).join(', ');
    context.report(
      nameSpan(init?.node ?? cls.node),
      `The constructor requires ${shown}. A loader gives it at most \`max_turns\`, so no instance can be made. Give ${names.length === 1 ? 'it a default' : 'them defaults'}, or draw the value in reset.`,
    );
  },
};

/** A dataclass's constructor takes its fields. */
function fieldsWithoutDefault(cls: ClassFacts): string[] {
  if (cls.opaque || cls.toolUse || !cls.decorators.some((name) => /(?:^|\.)dataclass$/.test(name))) return [];
  const fields = cls.node.body.flatMap((statement) =>
    statement.kind === 'AnnAssign' && statement.target.kind === 'Name' && !statement.value
      ? [{ name: statement.target.id, annotation: statement.annotation }]
      : [],
  );
  const isClassVariable = (node: (typeof fields)[number]['annotation']): boolean => {
    const named = node.kind === 'Subscript' ? node.value : node;
    return (
      (named.kind === 'Name' && named.id === 'ClassVar') ||
      (named.kind === 'Attribute' && named.attr === 'ClassVar')
    );
  };
  return fields
    .filter(({ name, annotation }) => name !== 'max_turns' && !isClassVariable(annotation))
    .map(({ name }) => name);
}
