import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';

/** The whole solution is replayed and an instruction's criterion never comes true. */
export const criterionUnreachable: Check = {
  code: 'SP608',
  profile: 'tool_use',
  echoOf: ['SP601', 'SP603', 'SP605', 'SP607', 'SP609', 'SP615', 'SP108', 'SP502'],
  async run(lab) {
    const traces = await lab.toolTraces();
    if (traces.length === 0) {
      const openings = await lab.openings();
      const multi = openings.some((opening) => (opening.tools?.criteria.length ?? 0) > 0);
      return multi
        ? undecided('solution() could not be read as tool calls, so no criterion was seen to change')
        : [];
    }
    const stuck = traces.flatMap((trace) => {
      const last = trace.steps.at(-1)?.tools;
      if (trace.wins || !last || last.current === null || last.current >= last.criteria.length) return [];
      return [{ trace, last, index: last.current }];
    });
    const [first] = stuck;
    if (!first) return [];
    return [
      {
        message: `Instruction ${first.index + 1} ("${first.last.messages[first.index]?.slice(0, 80) ?? ''}") is never completed: its criterion stays false through all ${first.trace.steps.length} actions of solution() (${stuck.length} of ${traces.length} seeds). Check that it reads a key that a tool writes, with the value that the tool writes.`,
        line: lineOf(lab.session.options.source, /_message_criteria\s*=/),
        evidence: {
          play: { seed: first.trace.seed, actions: first.trace.steps.map((step) => step.turn.action) },
          step: first.trace.steps.length,
          sample: { shown: stuck.length, of: traces.length },
        },
      },
    ];
  },
};
