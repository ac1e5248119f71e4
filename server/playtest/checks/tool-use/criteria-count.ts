import type { Check } from '../../check.ts';
import { lineOf } from '../../place.ts';

/** As many criteria as user messages are needed: with fewer, an instruction cannot be completed. */
export const criteriaCount: Check = {
  code: 'SP605',
  profile: 'tool_use',
  async run(lab) {
    for (const { seed, tools } of await lab.openings()) {
      if (!tools || tools.messages.length === 0 || tools.messages.length === tools.criteria.length) continue;
      return [
        {
          message: `There are ${tools.messages.length} user messages but ${tools.criteria.length} criteria: the conversation cannot be completed as it is told. Give every message its criterion.`,
          line: lineOf(lab.session.options.source, /_message_criteria\s*=/),
          evidence: {
            play: { seed, actions: [] },
            step: 0,
            expected: tools.messages.length,
            observed: tools.criteria.length,
          },
        },
      ];
    }
    return [];
  },
};
