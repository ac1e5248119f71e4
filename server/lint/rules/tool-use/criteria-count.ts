import type { LintRule } from '../../rule.ts';

/** As many criteria as user messages are needed. */
export const criteriaCount: LintRule = {
  code: 'SP605',
  profile: 'tool_use',
  check(context) {
    const { criteria, attributes } = context.facts;
    if (
      !criteria ||
      criteria.count === undefined ||
      !criteria.messages ||
      criteria.count === criteria.messages
    )
      return;
    const at =
      criteria.attribute === undefined
        ? undefined
        : attributes?.byName.get(criteria.attribute)?.writes[0]?.node;
    if (!at) return;
    context.report(
      at,
      `There are ${criteria.messages} user messages but ${criteria.count} criteria: the conversation cannot be completed as it is told. Give every message its criterion.`,
    );
  },
};
