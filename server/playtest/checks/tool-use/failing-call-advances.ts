import { show } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { toolCall } from '../../solution.ts';
import { refuses } from '../../tool-trials.ts';

/** A call that the tool refuses completes an instruction all the same. */
export const failingCallAdvances: Check = {
  code: 'SP613',
  profile: 'tool_use',
  echoOf: ['SP606', 'SP612'],
  async run(lab) {
    const trials = (await lab.toolTrials()).filter(
      (trial) => trial.kind !== 'valid' && (trial.error || refuses(trial.value)),
    );
    const advanced = trials.filter((trial) => (trial.next.current ?? 0) > (trial.before.current ?? 0));
    const [first] = advanced;
    if (!first) return [];
    const call = toolCall(first.tool, first.args);
    return [
      {
        message: `\`${first.tool}\` answers ${show(first.value ?? first.error?.message ?? null).slice(0, 100)} and completes instruction ${(first.before.current ?? 0) + 1} all the same. An agent learns that failing calls count. Record the call only after its arguments were accepted.`,
        line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${first.tool}\\b`)),
        evidence: {
          play: { seed: first.seed, actions: [...first.after, call] },
          step: first.after.length + 1,
          sample: { shown: advanced.length, of: trials.length },
        },
      },
    ];
  },
};
