import type { Check, Sighting } from '../../check.ts';
import { type Feedback, feedback, infoValues } from '../../feedback.ts';
import type { Lab } from '../../lab.ts';
import { type Leak, leakOf, tells } from '../../leaks.ts';

/** What the environment says before success gives the answer away: to a wrong or empty action, to a plea, or in `info`. */
export const answerInFeedback: Check = {
  code: 'SP509',
  echoOf: ['SP306', 'SP510', 'SP617'],
  async run(lab: Lab) {
    const all = await feedback(lab);
    for (const kind of ['wrong', 'nonsense', 'plea'] as const) {
      const ours = all.filter((item) => item.kind === kind && !item.over);
      for (const which of ['expected', 'answer'] as const) {
        const leak = leakOf(ours.map((item) => ({ text: item.said, answer: item[which] })));
        // What stands before it at the opening too belongs to the prompt, whose sample may be right by chance.
        const standing = ours.filter((item) => leak && tells(item.opening, leak.phrase));
        if (leak && standing.length === 0) return [inObservation(kind, ours, leak, which)];
      }
    }
    const key = leakingKey(all);
    return key ? [inInfo(key, all)] : [];
  },
};

const AFTER: Readonly<Record<Feedback['kind'], string>> = {
  wrong: 'After a wrong action',
  nonsense: 'After an action that means nothing',
  plea: 'After a plea for help',
};

function inObservation(
  kind: Feedback['kind'],
  all: readonly Feedback[],
  leak: Leak,
  which: 'expected' | 'answer',
): Sighting {
  const shown = all[leak.shown[0] ?? 0];
  return {
    message: `${AFTER[kind]} the observation states the right one on ${leak.shown.length} of ${all.length} seeds, after the words "${leak.phrase.trim()}" (here ${JSON.stringify(shown?.[which])}), and the episode goes on: the agent learns to fail once and copy. Say that it was wrong, not what is right.`,
    evidence: {
      play: { seed: shown?.seed ?? 0, actions: [...(shown?.actions ?? [])] },
      step: shown?.actions.length ?? 1,
      expected: `no ${JSON.stringify(shown?.[which])}`,
      observed: shown?.said.slice(0, 300) ?? '',
      sample: { shown: leak.shown.length, of: all.length },
    },
  };
}

/** A key of `info` whose value is the expected action or the answer on every seed, where those differ. */
function leakingKey(all: readonly Feedback[]): string | undefined {
  const seeds = all.filter((item, index) => all.findIndex((other) => other.seed === item.seed) === index);
  const keys = new Set(seeds.flatMap((item) => [...infoValues(item.openingInfo).keys()]));
  return [...keys].find((key) => {
    const values = seeds.map((item) => infoValues(item.openingInfo).get(key)?.toLowerCase());
    return (
      seeds.length > 2 &&
      new Set(values).size > 2 &&
      seeds.every((item, index) =>
        [item.expected, item.answer].some((text) => text.toLowerCase() === values[index]),
      )
    );
  });
}

function inInfo(key: string, all: readonly Feedback[]): Sighting {
  const shown = all[0];
  return {
    message: `info[${JSON.stringify(key)}] holds the answer from the reset on, on every seed (here ${JSON.stringify(infoValues(shown?.openingInfo).get(key))}): whoever shows info to the agent, or logs it beside the observation, gives the task away. Put only what the agent may know into info.`,
    evidence: {
      play: { seed: shown?.seed ?? 0, actions: [] },
      step: 0,
      observed: infoValues(shown?.openingInfo).get(key) ?? '',
    },
  };
}
