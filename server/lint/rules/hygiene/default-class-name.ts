import { nameSpan } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';

/** Words that say nothing of what is played. */
const GENERIC = new Set(
  `a abstract agent ai basic corpus custom default demo design domain dummy example final game games generated generic
  gym grounded hard impl interactive main multi my new page play procedural puzzle reasoning rl sample simple single
  step task template test text the tool tools training turn use v1 v2 your`.split(/\s+/),
);

/** The scaffold's class name was kept. */
export const defaultClassName: LintRule = {
  code: 'SP804',
  check(context) {
    const { environment } = context.facts;
    if (!environment) return;
    const { node } = environment.cls;
    const words = environment.name
      .replace(/Env\d*$/, '')
      .split(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .filter(Boolean)
      .map((word) => word.toLowerCase());
    if (words.length === 0 || !words.every((word) => GENERIC.has(word))) return;
    context.report(
      nameSpan(node),
      `\`${environment.name}\` says nothing of what is played, and many environments are called so. Name the class for its task, so that it can be found in a pool.`,
    );
  },
};
