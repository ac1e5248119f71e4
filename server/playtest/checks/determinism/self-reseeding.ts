import { bareResets, cycleOf, statesOfBareResets } from '../../bare-resets.ts';
import type { Check } from '../../check.ts';
import { attributesApart } from '../../compare.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';

/** Resets without a seed on one instance go round in a short circle. */
export const selfReseeding: Check = {
  code: 'SP309',
  echoOf: ['SP306', 'SP307'],
  async run(lab: Lab) {
    const { texts } = await bareResets(lab);
    if (cycleOf(texts) === undefined) return [];
    // Openings that look alike may hide different tasks.
    const here = await statesOfBareResets(lab);
    const length = cycleOf(here.states);
    if (length === undefined) return [];
    // Under other entropy and at another time the circle is the same, or its cause is not the reset before.
    const elsewhere = await statesOfBareResets(lab, { entropy: 31, clock: 1_800_000_123 });
    if (!here.last || !elsewhere.last || attributesApart(here.last, elsewhere.last).length > 0) return [];
    const seed = lab.seeds[0] ?? 0;
    const source = lab.session.options.source;
    return [
      {
        message: `On one instance, resets without a seed repeat ${length === 1 ? 'the same episode' : `${length} episodes`} for ever: each takes its seed from the one before. Training goes round in this circle; where no seed is given, leave the generator alone or make random.Random(None).`,
        line: lineOf(source, /seed\s+is\s+(?:not\s+)?None/) ?? lineOf(source, /def\s+reset\s*\(/),
        evidence: {
          play: { seed: null, actions: [], earlier: bareAfter(seed, length + 9) },
          against: { seed: null, actions: [], earlier: bareAfter(seed, 9) },
          step: 0,
          sample: { shown: length, of: texts.length },
        },
      },
    ];
  },
};

const bareAfter = (seed: number, resets: number) => [
  { seed, actions: [] },
  ...Array.from({ length: resets }, () => ({ seed: null, actions: [] })),
];
