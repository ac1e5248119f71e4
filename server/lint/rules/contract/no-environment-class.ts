import { type ClassFacts, has } from '../../../analysis/classes.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { nameSpan } from '../../edits.ts';
import type { LintContext, LintRule } from '../../rule.ts';

/** A loader finds nothing to play: no class ends in `Env`, or the one that does lacks `reset` or `step`. */
export const noEnvironmentClass: LintRule = {
  code: 'SP101',
  anywhere: true,
  check(context) {
    const { facts } = context;
    // What a source that does not compile defines is not known; SP115 tells.
    if (facts.document.problems.length > 0 || mayMakeClasses(facts)) return;
    const { environment } = facts;
    if (!environment) reportUnnamed(context);
    else if (!facts.candidates.some(({ cls }) => cls.opaque || missingIn(cls).length === 0))
      reportUnplayable(context, environment.cls);
  },
};

/** Classes or methods may come from where reading does not look: `globals()`, an import, a call, `GameEnv.step = …`. */
function mayMakeClasses(facts: Facts): boolean {
  if (['globals', 'exec', 'setattr'].some((name) => facts.freeNames.has(name))) return true;
  const known = new Set(facts.candidates.map(({ name }) => name));
  for (const [name, bindings] of facts.scopes.module.bindings) {
    if (!name.endsWith('Env') || name === 'Env' || name === 'ToolUseBaseEnv' || known.has(name)) continue;
    if (bindings.some(({ kind }) => kind !== 'function')) return true;
  }
  const patched = facts
    .nodes('Assign')
    .some(({ targets }) => targets.some((t) => t.kind === 'Attribute' && /^(?:step|reset)$/.test(t.attr)));
  return patched || facts.imports.some(({ name }) => name === '*');
}

const missingIn = (cls: ClassFacts): string[] =>
  ['reset', 'step'].filter((name) =>
    // The base class of tool-use environments declares `reset` and leaves it to be written.
    name === 'reset' ? !defines(cls, name) : !defines(cls, name) && !has(cls, name),
  );

const defines = (cls: ClassFacts, name: string): boolean =>
  cls.methods.has(name) || [cls, ...cls.ancestors].some((one) => one.constants.has(name));

function reportUnplayable(context: LintContext, cls: ClassFacts): void {
  const names = context.facts.candidates.map(({ name }) => name);
  const others = names.length > 1 ? ` (nor has any other of ${names.join(', ')})` : '';
  const own = cls.toolUse ? ' of its own' : '';
  context.report(
    nameSpan(cls.node),
    `\`${cls.name}\` has no \`${missingIn(cls).join('` and no `')}\`${own}${others}, so nothing can be played. Give it \`reset(self, seed=None)\` and \`step(self, action)\`.`,
  );
}

function reportUnnamed(context: LintContext): void {
  const classes = context.facts.classes.filter((cls) => !cls.nested);
  const playable = classes.find((cls) => missingIn(cls).length === 0);
  if (playable) {
    const { name, node } = playable;
    context.report(
      nameSpan(node),
      `\`${name}\` has \`reset\` and \`step\`, but a loader takes classes whose name ends in \`Env\` and finds none. Call it \`${name.replace(/(?:Environment|Game|_?env)$/, '')}Env\`.`,
    );
    return;
  }
  const seen = classes.slice(0, 5).map(({ name }) => name);
  context.report(
    classes[0] ? nameSpan(classes[0].node) : { start: 0, end: 0 },
    `The source defines no class whose name ends in \`Env\`${seen.length > 0 ? ` (there is ${seen.join(', ')})` : ''}, so there is nothing to play. Define one with \`reset\`, \`step\` and \`solution\`.`,
  );
}
