import { isFiveTuple, type Turn } from '../../../contract/episode.ts';
import { numberOf, show, typeName } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { allTurns, playUntil, quoted } from './report.ts';

/** A reward that is no finite number. */
export const rewardNotANumber: Check = {
  code: 'SP406',
  async run(lab: Lab) {
    const all = (await everyEpisode(lab)).flatMap((episode) =>
      allTurns(episode).map((turn) => ({ episode, turn })),
    );
    const rewarded = all.filter(({ turn }) => isFiveTuple(turn.returned));
    const bad = rewarded.filter(({ turn }) => !Number.isFinite(numberOf(turn.returned?.parts[1] ?? null)));
    const kinds = new Map(bad.map((one) => [kindOf(one.turn), one] as const).reverse());
    return [...kinds].slice(0, 2).map(([kind, { episode, turn }]): Sighting => {
      const value = turn.returned?.parts[1] ?? null;
      const finite = kind !== 'float';
      return {
        message: `The reward of ${quoted(turn.action)} at step ${turn.step} is ${show(value)}${finite ? `, a ${kind}` : ''}: ${bad.length} of ${rewarded.length} rewards are not finite numbers. ${finite ? 'A trainer that adds rewards up stops or counts it wrongly' : 'One such value spoils the advantages of its whole group'}; return a float between 0 and 1 on every path.`,
        line: methodLine(lab, 'step'),
        evidence: {
          play: playUntil(episode, turn.step),
          step: turn.step,
          observed: value,
          sample: { shown: bad.length, of: rewarded.length },
        },
      };
    });
  },
};

const kindOf = (turn: Turn): string => typeName(turn.returned?.parts[1] ?? null);
