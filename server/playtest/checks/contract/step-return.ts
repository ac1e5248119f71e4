import { type Episode, isFiveTuple, shapeOf, type Turn } from '../../../contract/episode.ts';
import type { Returned } from '../../../protocol/driver.ts';
import { numberOf, type PyValue, typeName } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';

/** Different shapes that are told apart: each is likely another path of `step`. */
const SHAPES = 2;

/** Some step returns other than `(str, float, bool, bool, dict)`. */
export const stepReturn: Check = {
  code: 'SP106',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const wrong = new Map<string, { episode: Episode; turn: Turn; returned: Returned; shown: number }>();
    let steps = 0;
    for (const { episode } of await lab.episodes()) {
      for (const turn of [...episode.turns, ...episode.after]) {
        if (!turn.returned) continue;
        steps++;
        if (fits(turn.returned)) continue;
        const shape = shapeOf(turn.returned);
        const known = wrong.get(shape);
        if (known) known.shown++;
        else wrong.set(shape, { episode, turn, returned: turn.returned, shown: 1 });
      }
    }
    return [...wrong].slice(0, SHAPES).map(([shape, { episode, turn, returned, shown }]) => ({
      message: `${shown === steps ? 'Every step' : `${shown} of ${steps} steps`} returned ${shape}: ${reasonFor(returned)}. End every path of step with \`return observation, reward, terminated, truncated, {}\`, typed (str, float, bool, bool, dict).`,
      line: methodLine(lab, 'step'),
      evidence: {
        play: {
          seed: episode.play.seed,
          actions: episode.turns.slice(0, turn.step).map((one) => one.action),
        },
        step: turn.step,
        expected: '(str, float, bool, bool, dict)',
        observed: shape,
        sample: { shown, of: steps },
      },
    }));
  },
};

const fits = (returned: Returned): boolean => isFiveTuple(returned) && wrongPart(returned.parts) < 0;

/** The first of the five parts that has another type than it should; -1 when all are right. */
function wrongPart([observation, reward, terminated, truncated, info]: readonly PyValue[]): number {
  return [
    typeName(observation ?? null) === 'str',
    numberOf(reward ?? null) !== undefined,
    typeof terminated === 'boolean',
    typeof truncated === 'boolean',
    isDict(info),
  ].indexOf(false);
}

const isDict = (value: PyValue | undefined): boolean =>
  value !== null && typeof value === 'object' && 'dict' in value;

const NAMES = ['observation', 'reward', 'terminated', 'truncated', 'info'];
const TYPES = ['text', 'a number', 'True or False', 'True or False', 'a dict'];

/** What it does to whoever unpacks it. */
function reasonFor(returned: Returned): string {
  if (returned.type === 'NoneType')
    return 'a path of step falls off its end, so the turn is a TypeError for the trainer';
  if (returned.type !== 'tuple') return 'it cannot be unpacked into five parts';
  if (returned.parts.length === 4)
    return 'this is the old four-part form; with one flag a time-out counts as an end';
  if (returned.parts.length !== 5) return `there are ${returned.parts.length} parts where five are unpacked`;
  const at = wrongPart(returned.parts);
  return `${NAMES[at]} must be ${TYPES[at]}, not ${typeName(returned.parts[at] ?? null)}`;
}
