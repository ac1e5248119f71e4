import type { Check } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { announcements } from '../../tool-traces.ts';

/** An instruction's criterion already holds when the instruction is announced. */
export const criterionOutOfOrder: Check = {
  code: 'SP612',
  profile: 'tool_use',
  echoOf: ['SP606'],
  async run(lab) {
    const traces = await lab.toolTraces();
    const early = traces.flatMap((trace) =>
      announcements(trace)
        .filter(({ instruction, tools }) => instruction > 0 && tools.criteria[instruction]?.holds === true)
        .map((announcement) => ({ trace, announcement })),
    );
    const [first] = early;
    if (!first) return [];
    const { instruction, after, tools } = first.announcement;
    return [
      {
        message: `Instruction ${instruction + 1} ("${tools.messages[instruction]?.slice(0, 80) ?? ''}") is already fulfilled when it is announced: the step before did its work, or any call completes it. Make its criterion depend on an action that only this instruction asks for.`,
        line: lineOf(lab.session.options.source, /_message_criteria\s*=/),
        evidence: {
          play: { seed: first.trace.seed, actions: [...after] },
          step: after.length,
          sample: { shown: early.length, of: traces.length },
        },
      },
    ];
  },
};
