import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { raised } from '../../raised.ts';

/** There is no `solution()` to call without arguments, so nothing shows that the task can be won. */
export const missingSolution: Check = {
  code: 'SP108',
  early: true,
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const { candidates, className, methods, signatures, line } = lab.loaded;
    if (className === '') return [];
    const remedy = 'Add `solution(self)` that returns what wins from the present task';
    if (!methods.includes('solution')) {
      return [
        {
          message: `\`${className}\` has no \`solution()\`: nothing shows that its task can be won, and no hint can be made from it. ${remedy}.`,
          line,
          // A helper that was taken for the environment.
          ...(candidates.length > 1 ? { echoOf: ['SP102', 'SP107'] } : {}),
        },
      ];
    }
    const required = (signatures.solution ?? []).filter(
      (parameter) => !parameter.variadic && parameter.default === undefined,
    );
    if (required.length > 0) {
      const names = required.map((parameter) => `\`${parameter.name}\``).join(', ');
      return [
        {
          message: `\`solution\` requires ${names}, but it is called without arguments. Read the task from self instead.`,
          line: methodLine(lab, 'solution'),
        },
      ];
    }
    const missing = (await raised(lab)).all.find((one) => one.owner === 'SP108');
    if (!missing) return [];
    return [
      {
        message: `\`solution()\` is declared and not written: it raises NotImplementedError. ${remedy}.`,
        line: methodLine(lab, 'solution'),
        evidence: { play: missing.play, step: 0 },
      },
    ];
  },
};
