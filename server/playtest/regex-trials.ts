/**
 * Actions built to make a pattern with nested quantifiers backtrack: near misses of two lengths. Played only where the
 * source holds such a pattern, for each costs what the pattern makes it cost.
 */
import { wrapAction } from '../contract/profile.ts';
import type { Command } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import type { Lab } from './lab.ts';

export interface Blowup {
  /** The longer of the two actions. */
  readonly play: Play;
  /** Ticks of the step with the shorter and the longer one. */
  readonly short: number;
  readonly long: number;
  readonly lengths: readonly [number, number];
}

/** A repeated group that holds a repetition: `(a+)+`, `(\w+\s*)*`, `(?:.*,)*`. */
export const NESTED =
  /\((?:[^()\\\n]|\\.|\((?:[^()\\\n]|\\.)*\))*(?:[+*]|\{\d+,\})\??(?:[^()\\\n]|\\.)*\)(?:[+*]|\{\d+,\})/;

const SHORT = 12;
const LONG = 16;
/** Each step of four characters multiplies the work of an exponential pattern by about 16, of a linear one by 4/3. */
const RATIO = 5;
/** Ticks that a step must take before its growth means anything. */
const NOTICEABLE = 40;

const UNITS = ['a', '1', ' ', ',', 'a ', 'a,', '1,', 'a1', '-', '.'];

export function blowup(lab: Lab): Promise<Blowup | undefined> {
  return lab.once('blowup', async () => {
    if (!NESTED.test(lab.session.options.source)) return undefined;
    const seed = lab.seeds[0] ?? 0;
    const trials = UNITS.flatMap((unit) =>
      [(text: string) => wrapAction(lab.profile, text), (text: string) => text].map((wrap) =>
        [SHORT, LONG].map((length) =>
          wrap(`${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}!`),
        ),
      ),
    );
    lab.session.count(2 * trials.length);
    await lab.session.fresh();
    const found: Blowup[] = [];
    for (const [short = '', long = ''] of trials) {
      const { usage } = await lab.session.run([...stepAlone(seed, short), ...stepAlone(seed, long)]);
      const [before, after] = [usage[2]?.ticks ?? 0, usage[6]?.ticks ?? 0];
      if (after >= NOTICEABLE && after >= RATIO * Math.max(1, before))
        found.push({ play: { seed, actions: [long] }, short: before, long: after, lengths: [SHORT, LONG] });
    }
    return found.toSorted((a, b) => b.long - a.long)[0];
  });
}

const stepAlone = (seed: number, action: string): Command[] => [
  { op: 'new', id: 'pattern' },
  { op: 'reset', id: 'pattern', seed },
  { op: 'step', id: 'pattern', action },
  { op: 'drop', id: 'pattern' },
];
