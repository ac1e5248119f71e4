import type { Check } from '../../check.ts';
import { lineOf } from '../../place.ts';

/** A criterion holds on the state that reset builds: its instruction is done before the agent acts. */
export const criterionPreSatisfied: Check = {
  code: 'SP606',
  profile: 'tool_use',
  async run(lab) {
    const openings = (await lab.openings()).filter((opening) => opening.tools);
    const count = Math.max(0, ...openings.map((opening) => opening.tools?.criteria.length ?? 0));
    return Array.from({ length: count }, (_, index) => {
      const held = openings.filter((opening) => opening.tools?.criteria[index]?.holds === true);
      return { index, held };
    })
      .filter(({ held }) => held.length > 0)
      .map(({ index, held }) => ({
        message: `Criterion ${index + 1} already holds when the episode begins (${held.length} of ${openings.length} seeds), so any tool call completes "${held[0]?.tools?.messages[index]?.slice(0, 80) ?? ''}". Check the change that the instruction asks for.`,
        line: lineOf(lab.session.options.source, /_message_criteria\s*=/),
        evidence: {
          play: { seed: held[0]?.seed ?? 0, actions: [] },
          step: 0,
          sample: { shown: held.length, of: openings.length },
        },
      }));
  },
};
