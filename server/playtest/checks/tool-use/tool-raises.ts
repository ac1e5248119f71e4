import type { Check, Sighting } from '../../check.ts';
import { ownerOf, sceneOf } from '../../raised.ts';
import { toolCall } from '../../solution.ts';

/** A call that fits the schema raises inside the tool. */
export const toolRaises: Check = {
  code: 'SP616',
  profile: 'tool_use',
  echoOf: ['SP603', 'SP607'],
  async run(lab) {
    const found = new Map<number, Sighting>();
    for (const trial of await lab.toolTrials()) {
      const { error, tool } = trial;
      if (trial.kind !== 'valid' && trial.kind !== 'unknown-value') continue;
      const line = error?.frames.at(-1)?.line;
      if (!error || line === undefined || found.has(line) || found.size === 3) continue;
      const action = toolCall(tool, trial.args);
      const owner = ownerOf(error, 'step', sceneOf(lab), action);
      found.set(line, {
        message: `tool_${tool} raises ${error.type}: ${error.message.slice(0, 120)} on arguments that its schema allows. The agent sees a Python message instead of an answer; test the argument and return an error text.`,
        line,
        evidence: {
          play: { seed: trial.seed, actions: [...trial.after, action] },
          step: trial.after.length + 1,
        },
        echoOf: owner === 'SP412' ? [] : [owner],
      });
    }
    return [...found.values()];
  },
};
