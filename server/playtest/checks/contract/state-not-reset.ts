import type { Check, Sighting } from '../../check.ts';
import { attributesApart, partedLines } from '../../compare.ts';
import { type Endurance, endurance } from '../../endurance.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { reused } from '../../replays.ts';

/** An instance that has played before plays the same seed and actions differently from a fresh one. */
export const stateNotReset: Check = {
  code: 'SP111',
  echoOf: ['SP306', 'SP110'],
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = await reused(lab);
    if (!found) return lab.profile === 'tool_use' ? hidden(lab, await endurance(lab)) : [];
    const { play, difference, attributes } = found;
    const kept =
      attributes.length > 0
        ? ` \`reset\` leaves ${attributes.map((name) => `\`self.${name}\``).join(', ')} as the last episode left it.`
        : '';
    const [expected, observed] = partedLines(difference);
    const where = difference.step === 0 ? 'at the reset' : `on turn ${difference.step}`;
    return [
      {
        message: `An instance that has played one episode plays the next one differently from a fresh instance, ${where}: ${observed} instead of ${expected}.${kept} Set everything that step changes anew in reset.`,
        line: methodLine(lab, 'reset'),
        evidence: { play, against: found.plain.play, ...difference },
      },
    ];
  },
};

/** Criteria read the whole of `_state`, so what is left in it counts though no play has shown it. */
function hidden(lab: Lab, { play, states }: Endurance): readonly Sighting[] {
  const [fresh, used] = states;
  if (!fresh || !used || !attributesApart(fresh, used).includes('_state')) return [];
  return [
    {
      message:
        '`reset` leaves `self._state` as the last episode left it: with the same seed it differs from that of a fresh instance, so a criterion can hold before anything was done. Build the whole of it anew in reset.',
      line: methodLine(lab, 'reset'),
      evidence: { play: { seed: play.seed, actions: [], earlier: [play] }, step: 0 },
    },
  ];
}
