import { shapeOf } from '../../../contract/episode.ts';
import type { Returned } from '../../../protocol/driver.ts';
import { typeName } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';

/** Some reset returns other than `(str, dict)`. */
export const resetReturn: Check = {
  code: 'SP104',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const openings = [
      ...(await lab.openings()).map((opening) => opening.episode),
      ...(await lab.bareOpenings()),
      ...(await lab.random()).episodes,
    ].filter((episode) => episode.opening.returned);
    const wrong = openings.filter((episode) => !isOpening(episode.opening.returned));
    const first = wrong[0];
    if (!first?.opening.returned) return [];
    const shape = shapeOf(first.opening.returned);
    const often =
      wrong.length === openings.length ? 'Every reset' : `${wrong.length} of ${openings.length} resets`;
    return [
      {
        message: `${often} returned ${shape} where an agent is given \`(str, dict)\`: ${reasonFor(first.opening.returned)}. End every path of reset with \`return observation, {}\`.`,
        line: methodLine(lab, 'reset'),
        evidence: {
          play: { seed: first.play.seed, actions: [] },
          step: 0,
          expected: '(str, dict)',
          observed: shape,
          sample: { shown: wrong.length, of: openings.length },
        },
      },
    ];
  },
};

function isOpening(returned: Returned | undefined): boolean {
  const [observation, info, ...rest] = returned?.type === 'tuple' ? returned.parts : [];
  return (
    observation !== undefined &&
    info !== undefined &&
    rest.length === 0 &&
    typeName(observation) === 'str' &&
    isDict(info)
  );
}

const isDict = (value: Returned['parts'][number]): boolean =>
  value !== null && typeof value === 'object' && 'dict' in value;

function reasonFor(returned: Returned): string {
  const [first, second] = returned.parts.map(typeName);
  if (returned.type === 'NoneType') return 'a path of reset falls off its end';
  if (returned.type === 'str')
    return 'the observation stands alone, and unpacking it takes its letters apart';
  if (returned.type !== 'tuple') return 'the observation must be text';
  if (returned.parts.length !== 2) return `there are ${returned.parts.length} parts, not 2`;
  if (first === 'dict' && second === 'str') return 'the two parts are in the wrong order';
  return first === 'str' ? 'the second part, info, must be a dict' : 'the observation must be text';
}
