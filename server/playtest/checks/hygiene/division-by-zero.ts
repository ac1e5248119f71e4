import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { type Raised, raised, raisedAt, told } from '../../raised.ts';

const CAUSES = 3;

/** Some seeds make a divisor zero, a range empty, or leave nothing to draw from. */
export const divisionByZero: Check = {
  code: 'SP803',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const found = (await raised(lab)).all.filter((one) => one.owner === 'SP803');
    return found.slice(0, CAUSES).map((one) => ({
      message: `${where(one)} ends in ${told(one.error)}: ${reasonFor(one)} Such a play is lost and teaches nothing. ${remedy(one)}`,
      line: raisedAt(one.error),
      severity: 'error',
      evidence: { play: one.play, step: one.step, observed: told(one.error) },
    }));
  },
};

function where({ call, error, play, step, plays }: Raised): string {
  const often = plays > 1 ? ` (${plays} plays)` : '';
  const seed = play.seed === null ? '' : ` with seed ${play.seed}`;
  if (call === 'constructor') {
    const reset = error.frames.some((frame) => frame.function.endsWith('.reset'));
    return `The constructor${reset ? ', which calls `reset`,' : ''}${often}`;
  }
  if (call === 'step') return `\`step\` on turn ${step}${seed}${often}`;
  return `\`${call}\`${seed}${often}`;
}

const reasonFor = ({ error }: Raised): string =>
  error.type === 'ZeroDivisionError'
    ? 'the divisor can be 0.'
    : error.type === 'IndexError'
      ? 'there can be nothing to choose from.'
      : 'the bounds of the draw can cross.';

const remedy = ({ error }: Raised): string =>
  error.type === 'ZeroDivisionError'
    ? 'Draw the divisor from values that are not 0, or treat 0 apart.'
    : 'Bound the draw so that at least one choice is left for every seed.';
