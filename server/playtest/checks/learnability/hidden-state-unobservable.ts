import type { Episode } from '../../../contract/episode.ts';
import { type PyValue, show, textOf } from '../../../protocol/value.ts';
import { type Alteration, alterations, playAltered } from '../../altered-states.ts';
import { stands } from '../../answers.ts';
import type { Check, Sighting } from '../../check.ts';
import { difference } from '../../compare.ts';
import type { Lab } from '../../lab.ts';

/** Drawn for every seed, and whatever its value the agent sees and earns the same. */
export const hiddenStateUnobservable: Check = {
  code: 'SP518',
  profile: 'games',
  echoOf: ['SP801', 'SP301', 'SP302'],
  async run(lab: Lab) {
    const idle = await idleAttributes(lab);
    const known = await knownPlays(lab);
    if (idle.length === 0 || known.length === 0) return [];
    await lab.session.fresh();
    const found: string[] = [];
    for (const alike of idle.slice(0, 3))
      if (await makesNoDifference(lab, alike, known)) found.push(alike[0]?.attribute ?? '');
    const [first] = found;
    if (!first) return [];
    const sighting: Sighting = {
      message: `self.${found.join(', self.')} differs from seed to seed, and no play shows it: with other values the same observations, rewards and ends come back. Let it matter, or leave it out.`,
      line: lineOfAttribute(lab, first),
      ...(known[0] ? { evidence: { play: known[0].play } } : {}),
    };
    return [sighting];
  },
};

/** By attribute, of those whose every replacement leaves `solution()` as it was, and which the opening does not show. */
async function idleAttributes(lab: Lab): Promise<Alteration[][]> {
  const altered = await alterations(lab);
  const opening = (await lab.openings()).find((candidate) => candidate.seed === altered[0]?.seed);
  if (!opening) return [];
  const idle = Map.groupBy(altered, ({ attribute }) => attribute);
  return [...idle.values()].filter((alike) =>
    alike.every(
      ({ from, changesSolution, solution }) =>
        solution !== undefined &&
        !changesSolution &&
        !leaves(from).some((text) => stands(opening.episode.observation, text)),
    ),
  );
}

/** The texts and numbers that a value consists of. */
function leaves(value: PyValue): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (value !== null && typeof value === 'object' && 'tuple' in value) return value.tuple.flatMap(leaves);
  return [textOf(value) ?? show(value)];
}

/** The winning play and the longest other one of the altered seed. */
async function knownPlays(lab: Lab): Promise<Episode[]> {
  const seed = (await alterations(lab))[0]?.seed;
  const won = (await lab.solutions()).find((solved) => solved.seed === seed)?.episode;
  const other = (await lab.passive())
    .filter((episode) => episode.play.seed === seed && episode.turns.length <= 30)
    .toSorted(
      (a, b) =>
        new Set(b.turns.map((turn) => turn.observation)).size -
        new Set(a.turns.map((turn) => turn.observation)).size,
    )[0];
  return [won, other].flatMap((episode) => episode ?? []);
}

async function makesNoDifference(
  lab: Lab,
  alike: readonly Alteration[],
  known: readonly Episode[],
): Promise<boolean> {
  for (const altered of alike) {
    for (const before of known) {
      const after = await playAltered(
        lab,
        altered,
        before.turns.map((turn) => turn.action),
      );
      if (!after || difference(before, after)) return false;
    }
  }
  return true;
}

function lineOfAttribute(lab: Lab, attribute: string): number | null {
  const lines = lab.session.options.source.split('\n');
  const at = lines.findIndex(
    (line) =>
      new RegExp(`self\\.${attribute}\\s*(?::[^=]+)?=[^=]`).test(line) &&
      !/=\s*(?:0|None|""|''|\[\]|\{\})\s*$/.test(line),
  );
  return at < 0 ? null : at + 1;
}
