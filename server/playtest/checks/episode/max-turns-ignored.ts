import type { Check } from '../../check.ts';
import { endings, idleEpisode, SHORT_LIMIT } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { takesLimit } from './last-turn-win-lost.ts';
import { playUntil, quoted } from './report.ts';

/** The constructor's `max_turns` has no effect. */
export const maxTurnsIgnored: Check = {
  code: 'SP415',
  async run(lab: Lab) {
    const seed = lab.seeds[0] ?? 0;
    const idle = await idleEpisode(lab, seed);
    if (!idle || !takesLimit(lab)) return [];
    const action = idle.turns[0]?.action ?? '';
    const own = idle.turns.length;
    const short = (await endings(lab)).find(
      ({ kind, episode }) => kind === 'repeat' && episode.turns[0]?.action === action,
    )?.episode;
    const shortened =
      short ??
      (await lab.play([{ seed, maxTurns: SHORT_LIMIT, actions: idle.turns.map((turn) => turn.action) }]))[0];
    if (!shortened || shortened.play.seed !== idle.play.seed || own <= SHORT_LIMIT + 2) return [];
    if (shortened.ending !== 'unfinished' && shortened.turns.length < own) return [];
    const lengthened = { seed, maxTurns: own + 7, actions: Array.from({ length: own + 7 }, () => action) };
    const [long] = await lab.play([lengthened]);
    if (long?.ending !== 'truncated' || long.turns.length !== own) return [];
    return [
      {
        message: `Constructed with max_turns=${SHORT_LIMIT} and with max_turns=${own + 7}, an episode of ${quoted(action)} alone ends after ${own} turns all the same. A trainer that gives fewer or more turns, for its context or its curriculum, does not get them; keep self.max_turns = max_turns and compare with that.`,
        line: lineOf(lab.session.options.source, /def\s+__init__\s*\(/),
        evidence: {
          play: playUntil(long, own),
          step: own,
          expected: false,
          observed: true,
        },
      },
    ];
  },
};
