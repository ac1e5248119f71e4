import type { Check, Sighting } from '../../check.ts';
import { endurance } from '../../endurance.ts';
import type { Lab } from '../../lab.ts';
import { raisedAt, told } from '../../raised.ts';

/** Exceptions that say what to do are fine: the caller has made the mistake. */
const UNHELPFUL =
  /^(?:AttributeError|TypeError|KeyError|IndexError|NameError|UnboundLocalError|ZeroDivisionError)$/;

/** `step` on a new instance crashes somewhere inside. */
export const stepBeforeReset: Check = {
  code: 'SP114',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const { error } = (await endurance(lab)).unopened;
    if (!error || !UNHELPFUL.test(error.type) || error.frames.length === 0) return [];
    return [
      {
        message: `\`step\` before the first \`reset\` ends in ${told(error)}, which does not tell the caller what was forgotten. Call \`self.reset()\` at the end of __init__, or raise RuntimeError("call reset() first").`,
        line: raisedAt(error),
      },
    ];
  },
};
