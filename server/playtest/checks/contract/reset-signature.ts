import type { Parameter } from '../../../protocol/driver.ts';
import { show } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';

/** `reset` cannot be called as `reset()` and as `reset(seed=7)`, or a missing seed is not `None`. */
export const resetSignature: Check = {
  code: 'SP103',
  early: true,
  run(lab: Lab) {
    const parameters = lab.loaded.methods.includes('reset') ? lab.loaded.signatures.reset : undefined;
    const wrong = parameters && problemOf(parameters);
    if (!wrong) return [];
    return [
      {
        message: `${wrong.says} A trainer that asks for a seed ${wrong.harm}. Declare \`def reset(self, seed=None)\`.`,
        line: methodLine(lab, 'reset'),
        evidence: { play: { seed: wrong.bare ? null : (lab.seeds[0] ?? 0), actions: [] }, step: 0 },
      },
    ];
  },
};

interface Problem {
  readonly says: string;
  readonly harm: string;
  /** It shows when no seed is given. */
  readonly bare: boolean;
}

function problemOf(parameters: readonly Parameter[]): Problem | undefined {
  const seed = parameters.find((parameter) => parameter.name === 'seed');
  const others = parameters.filter(
    (parameter) => parameter !== seed && !parameter.variadic && parameter.default === undefined,
  );
  if (others.length > 0) {
    const names = others.map((parameter) => `\`${parameter.name}\``).join(', ');
    return { says: `\`reset\` requires ${names}.`, harm: 'gets a TypeError', bare: false };
  }
  const variadic = parameters.some((parameter) => parameter.variadic);
  if (!seed?.named) {
    if (!seed && variadic) return undefined;
    return { says: '`reset` takes no `seed` by name.', harm: 'gets a TypeError', bare: false };
  }
  if (seed.default === undefined)
    return {
      says: '`reset` requires a `seed`.',
      harm: 'can no longer leave the choice to chance: `reset()` is a TypeError',
      bare: true,
    };
  if (seed.default === null) return undefined;
  return {
    says: `\`reset\` takes \`seed=${show(seed.default)}\` when none is given.`,
    harm: 'or none then gets one and the same task from every bare `reset()`',
    bare: true,
  };
}
