import { INJECTED } from '../../../contract/injected.ts';
import type { EnvironmentError } from '../../../protocol/driver.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { ownerOf, raised, raisedAt, sceneAtLoad, unknownName } from '../../raised.ts';

/** Without the reference loader's injected names, a missing import is an exception. */
export const missingImport: Check = {
  code: 'SP113',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = (await raised(lab)).all.find((one) => one.owner === 'SP113');
    return found ? [{ ...sightingOf(found.error), evidence: { play: found.play, step: found.step } }] : [];
  },
  atLoad({ fault }, _, settings, source) {
    if (!('error' in fault)) return [];
    return ownerOf(fault.error, 'load', sceneAtLoad(source, settings)) === 'SP113'
      ? [sightingOf(fault.error)]
      : [];
  },
};

function sightingOf(error: EnvironmentError): Sighting {
  const name = unknownName(error) ?? '';
  return {
    message: `\`${name}\` is not imported. The reference loader happens to put this name into every environment; anywhere else the line is a NameError. Add \`${INJECTED.get(name)}\`.`,
    line: raisedAt(error),
    severity: 'error',
  };
}
