import { show, textOf, typeName } from '../../../protocol/value.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { toolCall } from '../../solution.ts';
import { readToolCall } from '../../tool-trials.ts';

/** A tool returns something else than text, or fulfils an instruction without moving on to the next. */
export const toolReturn: Check = {
  code: 'SP615',
  profile: 'tool_use',
  async run(lab) {
    return [...(await notText(lab)), ...(await notAdvanced(lab))];
  },
};

async function notText(lab: Lab): Promise<Sighting[]> {
  const found = new Map<string, Sighting>();
  for (const trial of await lab.toolTrials()) {
    if (trial.value === undefined || textOf(trial.value) !== undefined || found.has(trial.tool)) continue;
    found.set(trial.tool, {
      message: `tool_${trial.tool} returned ${typeName(trial.value)} (${show(trial.value).slice(0, 60)}) instead of text. The agent reads it as str() of that; return a string on every path.`,
      line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${trial.tool}\\b`)),
      evidence: {
        play: { seed: trial.seed, actions: [...trial.after, toolCall(trial.tool, trial.args)] },
        step: trial.after.length + 1,
        observed: trial.value,
      },
    });
  }
  return [...found.values()];
}

async function notAdvanced(lab: Lab): Promise<Sighting[]> {
  for (const trace of await lab.toolTraces()) {
    for (const [at, step] of trace.steps.entries()) {
      const { tools, turn } = step;
      const call = readToolCall(turn.action);
      if (!tools || !call || tools.current === null || tools.criteria[tools.current]?.holds !== true)
        continue;
      const before = at === 0 ? trace.opening : trace.steps[at - 1]?.tools;
      // It stayed on the same instruction although that one is now fulfilled.
      if (before?.current !== tools.current || before.criteria[tools.current]?.holds === true) continue;
      return [
        {
          message: `tool_${call.name} fulfils instruction ${tools.current + 1} but the conversation does not move on: the tool does not call self._advance_if_done(). The agent is never told the next instruction.`,
          line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${call.name}\\b`)),
          evidence: {
            play: {
              seed: trace.seed,
              actions: trace.steps.slice(0, at + 1).map((other) => other.turn.action),
            },
            step: at + 1,
          },
        },
      ];
    }
  }
  return [];
}
