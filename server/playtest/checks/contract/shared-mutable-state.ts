import type { Shared } from '../../../protocol/driver.ts';
import type { Check, Sighting } from '../../check.ts';
import { partedLines } from '../../compare.ts';
import { endurance } from '../../endurance.ts';
import type { Lab } from '../../lab.ts';
import { lineOf, sharedLine } from '../../place.ts';
import { interleaved } from '../../replays.ts';

/** Two instances that take turns disturb each other. */
export const sharedMutableState: Check = {
  code: 'SP112',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = await interleaved(lab);
    if (!found) return [];
    const { play, difference } = found;
    const [expected, observed] = partedLines(difference);
    const name = changing((await endurance(lab)).shared);
    const what = name ? `They share \`${name}\`.` : 'Something that can be changed is shared.';
    const where = difference.step === 0 ? 'at the reset' : `on turn ${difference.step}`;
    return [
      {
        line: name ? sharedLine(lab, name) : sharedAt(lab.session.options.source),
        message: `A second instance that plays at the same time changes this one ${where}: ${observed} instead of ${expected}. ${what} A trainer plays many instances of a group in one process, so their rewards would mix. Keep all state in attributes that reset makes anew: no mutable class attribute, default argument or module global.`,
        evidence: { play, against: found.plain.play, ...difference },
      },
    ];
  },
};

/** The first name that instances share and change. */
function changing(samples: readonly Shared[]): string | undefined {
  const [first] = samples;
  return Object.keys(first ?? {}).find((name) =>
    samples.some((sample) => sample[name]?.hash !== first?.[name]?.hash),
  );
}

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
