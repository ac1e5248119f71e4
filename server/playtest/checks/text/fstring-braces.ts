import type { EnvironmentError } from '../../../protocol/driver.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { ownerOf, raised, raisedAt, sceneAtLoad, told, unknownName } from '../../raised.ts';

/** `\boxed{word}` in an f-string looks `word` up, and there is none. */
export const fstringBraces: Check = {
  code: 'SP702',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = (await raised(lab)).all.find((one) => one.owner === 'SP702');
    if (!found) return [];
    const { error, play, step } = found;
    return [{ ...sightingOf(error), evidence: { play, step, observed: told(error) } }];
  },
  atLoad({ fault }, _, settings, source) {
    if (!('error' in fault)) return [];
    return ownerOf(fault.error, 'load', sceneAtLoad(source, settings)) === 'SP702'
      ? [sightingOf(fault.error)]
      : [];
  },
};

function sightingOf(error: EnvironmentError): Sighting {
  const name = unknownName(error) ?? '';
  return {
    message: `In this f-string \`{${name}}\` is a variable that does not exist, where the text \`\\boxed{${name}}\` was meant: the line is a NameError. Double the braces: \`\\\\boxed{{${name}}}\`.`,
    line: raisedAt(error),
  };
}
