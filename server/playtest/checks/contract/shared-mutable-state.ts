import type { Check, Sighting } from '../../check.ts';
import { partedLines } from '../../compare.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { interleaved } from '../../replays.ts';

/** Two instances that take turns disturb each other. */
export const sharedMutableState: Check = {
  code: 'SP112',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = await interleaved(lab);
    if (!found) return [];
    const { play, difference } = found;
    const [expected, observed] = partedLines(difference);
    const where = difference.step === 0 ? 'at the reset' : `on turn ${difference.step}`;
    return [
      {
        line: sharedAt(lab.session.options.source),
        message: `A second instance that plays at the same time changes this one ${where}: ${observed} instead of ${expected}. A trainer plays many instances of a group in one process, so their rewards would mix. Keep all state in attributes that reset makes anew: no mutable class attribute, default argument or module global.`,
        evidence: { play, against: found.plain.play, ...difference },
      },
    ];
  },
};

/** Where something mutable is shared: a class attribute, a default argument, a module global. */
function sharedAt(source: string): number | null {
  const mutable = String.raw`(?:\[|\{|(?:list|dict|set|deque|defaultdict|Counter|OrderedDict|bytearray)\()`;
  return (
    lineOf(source, new RegExp(String.raw`^(?: {4}|\t)[A-Za-z_]\w*\s*(?::[^=\n]+)?=\s*${mutable}`, 'm')) ??
    lineOf(source, new RegExp(String.raw`def \w+\([^)]*=\s*${mutable}`)) ??
    lineOf(source, /^\s+global\s/m) ??
    lineOf(source, new RegExp(String.raw`^[a-z_]\w*\s*(?::[^=\n]+)?=\s*${mutable}`, 'm'))
  );
}
