import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';

/** `step` cannot be called with exactly one action. */
export const stepSignature: Check = {
  code: 'SP105',
  early: true,
  run(lab: Lab) {
    const parameters = lab.loaded.methods.includes('step') ? lab.loaded.signatures.step : undefined;
    if (!parameters) return [];
    const positional = parameters.filter((parameter) => !parameter.variadic);
    const required = positional.filter((parameter) => parameter.default === undefined);
    const takesOne = positional.length > 0 || parameters.some((parameter) => parameter.variadic);
    if (takesOne && required.length <= 1) return [];
    const names = required.map((parameter) => `\`${parameter.name}\``).join(', ');
    return [
      {
        message: `\`step\` ${takesOne ? `requires ${names}` : 'takes no action'}, but an agent sends exactly one text a turn, so every turn is a TypeError. Declare \`def step(self, action)\`${takesOne ? ' and read the parts out of the action' : ''}.`,
        line: methodLine(lab, 'step'),
        evidence: { play: { seed: lab.seeds[0] ?? 0, actions: ['\\boxed{a}'] }, step: 1 },
      },
    ];
  },
};
