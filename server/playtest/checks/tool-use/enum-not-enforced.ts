import type { Check, Sighting } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { toolCall } from '../../solution.ts';
import { refuses } from '../../tool-trials.ts';

/** A value outside the enum, or of the wrong type, is accepted and changes the state. */
export const enumNotEnforced: Check = {
  code: 'SP614',
  profile: 'tool_use',
  async run(lab) {
    const trials = await lab.toolTrials();
    // The same tool must change the state with valid arguments too: else the change is a log of the call, not of the value.
    const wrong = trials.filter(
      (trial) =>
        (trial.kind === 'outside-enum' ||
          (trial.kind === 'wrong-type' && trial.args[trial.property ?? ''] !== 31_337)) &&
        trial.changed &&
        !trial.error &&
        !refuses(trial.value),
    );
    const seen = new Set<string>();
    const found: Sighting[] = [];
    for (const trial of wrong) {
      const key = `${trial.tool} ${trial.property}`;
      if (seen.has(key) || found.length === 3) continue;
      seen.add(key);
      const value = JSON.stringify(trial.args[trial.property ?? '']);
      const why = trial.kind === 'outside-enum' ? 'which its enum does not list' : 'which is not of its type';
      found.push({
        message: `\`${trial.tool}\` accepts ${value} for \`${trial.property}\`, ${why}, and changes the state with it. Refuse it with an error text: base classes and chat templates do not check values.`,
        line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${trial.tool}\\b`)),
        evidence: {
          play: { seed: trial.seed, actions: [...trial.after, toolCall(trial.tool, trial.args)] },
          step: trial.after.length + 1,
        },
      });
    }
    return found;
  },
};
