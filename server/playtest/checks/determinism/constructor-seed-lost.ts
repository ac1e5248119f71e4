import { returned, type StateDescription, stateDescription } from '../../../protocol/driver.ts';
import type { Play } from '../../../protocol/finding.ts';
import { type PyValue, textOf } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import { attributesApart } from '../../compare.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { parseReply } from '../../session.ts';

/** The constructor takes a seed, and the first reset after it does not follow it. */
export const constructorSeedLost: Check = {
  code: 'SP310',
  echoOf: ['SP306'],
  async run(lab: Lab) {
    const takes = lab.loaded.signatures.__init__?.some(({ name, named }) => name === 'seed' && named);
    if (!takes) return [];
    const [one, other] = await seededOpenings(lab, [5, 6], 11);
    const [again] = await seededOpenings(lab, [5], 12);
    if (!one || !other || !again) return [];
    const lost = differ(one, again);
    if (!lost && differ(one, other)) return [];
    const { source } = lab.session.options;
    const name = lab.loaded.className;
    const remedy = 'let reset fall back on it, or take the parameter away';
    return [
      {
        message: lost
          ? `${name}(seed=5) followed by reset() starts another episode in another fresh interpreter: the constructor's seed is not used. Whoever seeds by the constructor cannot replay anything; ${remedy}.`
          : `${name}(seed=5) and ${name}(seed=6), each followed by reset(), start the same episode: the constructor's seed is not used. Whoever seeds by the constructor gets one task only; ${remedy}.`,
        line:
          lineOf(source, /self\.\w*seed\w*\s*=\s*seed/) ?? lineOf(source, /def\s+__init__\s*\([^)]*\bseed\b/),
        evidence: {
          play: bare(5, 11),
          against: lost ? bare(5, 12) : bare(6, 11),
          step: 0,
          expected: one.text.slice(0, 300),
          observed: (lost ? again : other).text.slice(0, 300),
        },
      },
    ];
  },
};

const bare = (constructorSeed: number, entropy: number): Play => ({
  seed: null,
  actions: [],
  constructorSeed,
  entropy,
});

interface SeededOpening {
  readonly seed: number;
  readonly text: string;
  readonly state: StateDescription;
}

/** What a bare reset makes after a constructor that was given a seed; nothing where a call raises. */
async function seededOpenings(lab: Lab, seeds: readonly number[], entropy: number): Promise<SeededOpening[]> {
  lab.session.count(seeds.length);
  await lab.session.fresh({ entropy });
  const { replies } = await lab.session.run(
    seeds.flatMap((seed) => [
      { op: 'new', id: `${seed}`, seed },
      { op: 'reset', id: `${seed}`, seed: null },
      { op: 'state', id: `${seed}` },
    ]),
  );
  return seeds.flatMap((seed, index) => {
    const [, reset, state] = replies.slice(3 * index, 3 * index + 3);
    if (!reset || !state || !('ok' in reset) || !('ok' in state)) return [];
    const text = textOf(parseReply(reset, returned).parts[0] ?? null) ?? '';
    return [{ seed, text, state: parseReply(state, stateDescription) }];
  });
}

/** Another task: attributes that only hold the seed that was given do not count. */
function differ(one: SeededOpening, other: SeededOpening): boolean {
  if (one.text !== other.text) return true;
  const value = ({ state }: SeededOpening, name: string): PyValue => state.attributes[name]?.value ?? null;
  return attributesApart(one.state, other.state).some(
    (name) => value(one, name) !== one.seed || value(other, name) !== other.seed,
  );
}
