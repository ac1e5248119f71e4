/** `spade/rulePage`: a rule's page, by code or name. */
import { findRule } from '../../contract/rules.ts';
import { RULE_PAGE, rulePageParams } from '../../protocol/language.ts';
import { rulePage } from '../../workspace/rule-page.ts';
import type { Method } from './method.ts';
import { parsed } from './parameters.ts';

export const rulePageMethod: Method = {
  register({ connection }) {
    connection.onRequest(RULE_PAGE, (given: unknown) => {
      const rule = findRule(parsed(rulePageParams, given).code);
      return { page: (rule && rulePage(rule)) ?? null };
    });
  },
};
