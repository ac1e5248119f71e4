import type { Check, Sighting } from '../../check.ts';
import { attributesApart } from '../../compare.ts';
import { type Endurance, endurance } from '../../endurance.ts';
import type { Lab } from '../../lab.ts';
import { lineOf, methodLine, sharedLine } from '../../place.ts';

/** Characters of state that one episode must leave behind to count. */
const CHARACTERS = 16;

/** Every episode leaves something behind: in the instance, or in the module when the instance is gone. */
export const resourceGrowth: Check = {
  code: 'SP213',
  echoOf: ['SP111', 'SP112'],
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const lived = await endurance(lab);
    const evidence = { play: { ...lived.play, earlier: [lived.play, lived.play] } };
    const kept = growth(lived.states.map((state) => state.size));
    if (kept >= CHARACTERS) {
      const names = growing(lived);
      const shown = names.map((name) => `\`self.${name}\``).join(', ') || 'the state';
      return [
        {
          message: `${shown} ${names.length > 1 ? 'grow' : 'grows'} by about ${kept} characters with every episode of one instance: reset does not empty ${names.length > 1 ? 'them' : 'it'}. Over a training run memory fills and every copy gets slower. Make ${names.length > 1 ? 'them' : 'it'} anew in reset.`,
          line: names[0]
            ? lineOf(lab.session.options.source, new RegExp(`\\bself\\.${names[0]}\\b`))
            : methodLine(lab, 'reset'),
          evidence: {
            ...evidence,
            expected: lived.states[0]?.size ?? 0,
            observed: lived.states.at(-1)?.size ?? 0,
          },
        },
      ];
    }
    const [name, left] = sharedGrowth(lived) ?? [];
    if (name === undefined || left === undefined) return [];
    return [
      {
        message: `Every instance leaves about ${left} characters behind in \`${name}\`, which outlives it. A worker that plays thousands of episodes runs out of memory. Keep state in attributes of the instance, not in the module, the class or a default argument.`,
        line: sharedLine(lab, name),
        evidence: {
          ...evidence,
          expected: lived.shared[0]?.[name]?.size ?? 0,
          observed: lived.shared.at(-1)?.[name]?.size ?? 0,
        },
      },
    ];
  },
};

/** What grows with every instance, and by how much; the first ones may still fill caches. */
function sharedGrowth({ shared }: Endurance): readonly [name: string, characters: number] | undefined {
  const names = Object.keys(shared.at(-1) ?? {});
  const grown = names.map(
    (name) => [name, growth(shared.slice(2).map((at) => at[name]?.size ?? 0))] as const,
  );
  return grown.filter(([, characters]) => characters >= CHARACTERS).toSorted((a, b) => b[1] - a[1])[0];
}

/** The least growth from one sample to the next, 0 unless there are three samples and every one is larger. */
function growth(samples: readonly number[]): number {
  const steps = samples.slice(1).map((value, index) => value - (samples[index] ?? value));
  return steps.length < 2 ? 0 : Math.max(0, Math.min(...steps));
}

function growing({ states }: Endurance): string[] {
  const [first, last] = [states[0], states.at(-1)];
  return first && last ? attributesApart(first, last).slice(0, 3) : [];
}
