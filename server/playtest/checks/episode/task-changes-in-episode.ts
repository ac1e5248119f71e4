import { show } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { newTasks } from '../../new-tasks.ts';
import { methodLine } from '../../place.ts';
import { quoted } from './report.ts';

/** A task of fewer values may have moved by chance, as a target does. */
const SURE = 3;

/** `step` makes a new task. */
export const taskChangesInEpisode: Check = {
  code: 'SP413',
  echoOf: ['SP412'],
  async run(lab: Lab) {
    const found = await newTasks(lab);
    const first = found.find(({ byReset }) => byReset) ?? found[0];
    if (!first) return [];
    const { seed, action, turn, byReset, parts, before, after } = first;
    const changed =
      JSON.stringify(before) === JSON.stringify(after)
        ? ''
        : `; solution() said ${cut(show(before))} and says ${cut(show(after))} now`;
    return [
      {
        message: `${quoted(action)} ${byReset ? 'makes step call reset' : 'draws another task'} in the middle of the episode of seed ${seed}${changed}. What the agent has found out is void, and the plays of a group part into different tasks; build the task in reset only.`,
        line: byReset ? resetLine(lab) : methodLine(lab, 'step'),
        ...(byReset || parts >= SURE ? {} : { severity: 'warning' }),
        evidence: {
          play: { seed, actions: [action] },
          step: 1,
          expected: before,
          observed: byReset && before === after ? turn.observation.slice(0, 300) : after,
        },
      },
    ];
  },
};

const cut = (text: string): string => (text.length > 50 ? `${text.slice(0, 47)}…` : text);

/** The first call of `reset` from `step` on; the one in the constructor stands before it as a rule. */
function resetLine(lab: Lab): number | null {
  const step = methodLine(lab, 'step');
  if (step === null) return null;
  const lines = lab.session.options.source.split('\n');
  const at = lines.findIndex((line, index) => index >= step && /\bself\.reset\(/.test(line));
  return at < 0 ? step : at + 1;
}
