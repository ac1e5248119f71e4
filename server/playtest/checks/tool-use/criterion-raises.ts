import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';

/** A criterion raises instead of saying yes or no: on every seed an error, on some a warning. */
export const criterionRaises: Check = {
  code: 'SP607',
  profile: 'tool_use',
  async run(lab) {
    const openings = (await lab.openings()).filter((opening) => opening.tools);
    const count = Math.max(0, ...openings.map((opening) => opening.tools?.criteria.length ?? 0));
    const found: Sighting[] = [];
    for (let index = 0; index < count; index++) {
      const sighting = (await atOpening(lab, index)) ?? (await whenCurrent(lab, index));
      if (sighting) found.push(sighting);
    }
    return found;
  },
};

async function atOpening(lab: Lab, index: number): Promise<Sighting | undefined> {
  const openings = (await lab.openings()).filter((opening) => opening.tools);
  const raised = openings.filter((opening) => opening.tools?.criteria[index]?.error);
  const error = raised[0]?.tools?.criteria[index]?.error;
  // A criterion that only later instructions reach may rely on what earlier ones set up.
  if (!error || !raised[0] || index > 0) return undefined;
  return sightingOf(index, error, raised[0].seed, [], raised.length, openings.length);
}

async function whenCurrent(lab: Lab, index: number): Promise<Sighting | undefined> {
  const traces = await lab.toolTraces();
  const raised = traces.flatMap((trace) => {
    const at = trace.steps.findIndex(
      (step) => step.tools?.current === index && step.tools.criteria[index]?.error,
    );
    const error = trace.steps[at]?.tools?.criteria[index]?.error;
    return error
      ? [{ error, seed: trace.seed, actions: trace.steps.slice(0, at + 1).map((step) => step.turn.action) }]
      : [];
  });
  const [first] = raised;
  return first
    ? sightingOf(index, first.error, first.seed, first.actions, raised.length, traces.length)
    : undefined;
}

function sightingOf(
  index: number,
  error: {
    readonly type: string;
    readonly message: string;
    readonly frames: readonly { readonly line: number }[];
  },
  seed: number,
  actions: readonly string[],
  shown: number,
  of: number,
): Sighting {
  return {
    message: `Criterion ${index + 1} raises ${error.type}: ${error.message.slice(0, 120)} (${shown} of ${of} seeds). A criterion must say yes or no on every state that tools can leave; use .get() or test for the key first.`,
    line: error.frames.at(-1)?.line ?? null,
    severity: shown === of ? 'error' : 'warning',
    evidence: { play: { seed, actions: [...actions] }, step: actions.length, sample: { shown, of } },
  };
}
