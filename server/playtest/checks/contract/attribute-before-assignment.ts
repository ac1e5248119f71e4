import { nearest } from '../../../contract/nearest.ts';
import { type Check, type Sighting, undecided } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { type Raised, raised, raisedAt } from '../../raised.ts';

const CAUSES = 3;

/** An attribute of the environment is read that nothing has set on this path. */
export const attributeBeforeAssignment: Check = {
  code: 'SP110',
  early: true,
  async run(lab: Lab) {
    const { all, complete } = await raised(lab);
    const found = all.filter((one) => one.owner === 'SP110');
    if (found.length === 0 && !complete)
      return undecided('the budget ended before every play was seen', ['SP207', 'SP209', 'SP210', 'SP212']);
    const byName = new Map(found.map((one) => [nameOf(one), one] as const).reverse());
    return [...byName]
      .reverse()
      .slice(0, CAUSES)
      .map(([name, one]) => sightingOf(name, one, lab));
  },
};

const nameOf = ({ error }: Raised): string => /attribute '(\w+)'/.exec(error.message)?.[1] ?? '?';

function sightingOf(name: string, one: Raised, lab: Lab): Sighting {
  const { source } = lab.session.options;
  const where = `${one.call === 'constructor' ? 'the constructor' : `\`${one.call}\``}${one.step > 0 ? ` (turn ${one.step})` : ''}`;
  return {
    message: `\`self.${name}\` does not exist when ${where} reads it${one.plays > 1 ? ` (in ${one.plays} plays)` : ''}: ${reasonFor(name, one, source)} Such a play ends in an AttributeError and teaches nothing.`,
    line: raisedAt(one.error),
    evidence: {
      play: one.play,
      step: one.step,
      observed: `AttributeError: ${one.error.message}`,
    },
  };
}

function reasonFor(name: string, one: Raised, source: string): string {
  const assigned = new RegExp(`\\bself\\.${name}\\s*(?:,[^=\\n]*)?(?::[^=\\n]+)?=[^=]`).test(source);
  const throughReset =
    one.call === 'constructor' && one.error.frames.some((frame) => /\.reset$/.test(frame.function));
  if (assigned && throughReset)
    return '`__init__` calls `reset()` before it sets it. Set it before that call.';
  if (assigned) return 'it is set on another path only. Set it in `__init__` or at the start of `reset`.';
  const known = [...source.matchAll(/\bself\.(\w+)\s*(?::[^=\n]+)?=[^=]|^\s+def (\w+)/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const meant = nearest(name, known);
  return meant ? `nothing sets it; is \`${meant}\` meant?` : 'nothing sets it and no method has this name.';
}
