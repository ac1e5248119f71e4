import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';

/** The constructor wants arguments that no loader gives. */
export const constructorArguments: Check = {
  code: 'SP107',
  early: true,
  run(lab: Lab) {
    const required = (lab.loaded.signatures.__init__ ?? []).filter(
      (parameter) => !parameter.variadic && parameter.default === undefined && parameter.name !== 'max_turns',
    );
    if (lab.loaded.className === '' || required.length === 0) return [];
    const names = required.map((parameter) => `\`${parameter.name}\``).join(', ');
    return [
      {
        message: `The constructor requires ${names}. A loader gives it at most \`max_turns\`, so no instance can be made. Give ${required.length === 1 ? 'it a default' : 'them defaults'}, or draw the value in reset.`,
        line: methodLine(lab, '__init__'),
        evidence: { play: { seed: lab.seeds[0] ?? 0, actions: [] }, step: 0 },
      },
    ];
  },
};
