import type { Episode } from '../../../contract/episode.ts';
import type { Play } from '../../../protocol/finding.ts';
import type { Check } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { answer } from '../../solution.ts';
import { announcements } from '../../tool-traces.ts';

/** `<answer>done</answer>` wins although instructions are still open. */
export const earlyDone: Check = {
  code: 'SP619',
  profile: 'tool_use',
  async run(lab) {
    const [opening] = await lab.openings();
    const messages = opening?.tools?.messages.length ?? 0;
    if (!opening || messages === 0) return [];
    const [trace] = await lab.toolTraces();
    const points = trace ? announcements(trace) : [];
    const plays: Play[] = [
      { seed: opening.seed, actions: [answer('done')] },
      ...points
        .slice(1)
        .map(
          (point): Play => ({ seed: trace?.seed ?? opening.seed, actions: [...point.after, answer('done')] }),
        ),
    ];
    const won = (await lab.play(plays)).find(
      (episode: Episode) => episode.ending === 'terminated' && episode.return > 0,
    );
    if (!won) return [];
    return [
      {
        message: `<answer>done</answer> is accepted after ${won.turns.length - 1} tool calls, while ${messages} instructions were to be done: saying that the work is done pays as much as doing it. Let _check_answer also require self._current_msg >= len(self._user_messages).`,
        line:
          lineOf(lab.session.options.source, /def\s+_check_answer\b/) ??
          lineOf(lab.session.options.source, /_expected_answer\s*=/),
        evidence: { play: won.play, step: won.turns.length },
      },
    ];
  },
};
