import { show, textOf } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { toolCall } from '../../solution.ts';

const INSIDE =
  /\b(?:criteri(?:on|a)|expected[_ ]answer|_?message_criteria|reward|ground[_ ]truth|solution)\b["']?\s*[:=]/i;

/** A tool's result tells the reward, the criterion or the solution. */
export const toolLeaks: Check = {
  code: 'SP617',
  profile: 'tool_use',
  async run(lab) {
    const solution = await solutionText(lab);
    for (const trial of await lab.toolTrials()) {
      const text = textOf(trial.value ?? null);
      if (text === undefined) continue;
      const inside = INSIDE.exec(text)?.[0];
      const whole = solution.length >= 12 && text.includes(solution);
      if (!inside && !whole) continue;
      return [
        {
          message: `tool_${trial.tool} tells the agent ${whole ? 'the solution' : `what it should not know (${show(inside ?? '').slice(0, 40)})`}: calling it is then better than solving the task. Return only what the simulated service would say.`,
          line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${trial.tool}\\b`)),
          evidence: {
            play: { seed: trial.seed, actions: [...trial.after, toolCall(trial.tool, trial.args)] },
            step: trial.after.length + 1,
            observed: text.slice(0, 300),
          },
        },
      ];
    }
    return [];
  },
};

async function solutionText(lab: Lab): Promise<string> {
  const [opening] = await lab.openings();
  return opening?.solution && 'value' in opening.solution
    ? (textOf(opening.solution.value) ?? '').trim()
    : '';
}
