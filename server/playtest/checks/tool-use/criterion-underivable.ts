import type { Check } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { toolCall } from '../../solution.ts';
import { readToolCall } from '../../tool-trials.ts';

/** Identifiers: text with a digit beside a letter, hyphen or slash. Plain words and numbers may be worked out. */
const IDENTIFIER = /^(?=.*\d)(?=.*[A-Za-z_/-])[\w./@-]{3,}$/;

/** The solution needs an identifier that no instruction states and no tool reveals. */
export const criterionUnderivable: Check = {
  code: 'SP610',
  profile: 'tool_use',
  async run(lab) {
    const revealed = (await lab.toolTrials()).map((trial) => JSON.stringify(trial.value ?? ''));
    for (const trace of await lab.toolTraces()) {
      if (!trace.wins) continue;
      const openings = (await lab.openings()).find((opening) => opening.seed === trace.seed);
      let known = `${openings?.episode.observation ?? ''} ${JSON.stringify(trace.opening.schemas)}`;
      for (const step of trace.steps) {
        const call = readToolCall(step.turn.action);
        for (const [name, value] of Object.entries(call?.args ?? {})) {
          if (
            typeof value !== 'string' ||
            !IDENTIFIER.test(value) ||
            says(known, value) ||
            revealed.some((text) => says(text, value))
          )
            continue;
          // Dates and paths may be put together from parts that were told.
          if (parts(value).every((part) => says(known, part))) continue;
          return [
            {
              message: `solution() calls ${call?.name} with ${name}=${JSON.stringify(value)}, which no instruction states and no tool reveals: an agent can only guess it. State it in the instruction, or let a tool return it.`,
              line: lineOf(lab.session.options.source, /_message_criteria\s*=/),
              evidence: {
                play: {
                  seed: trace.seed,
                  actions: [
                    ...trace.steps.slice(0, step.turn.step - 1).map((other) => other.turn.action),
                    toolCall(call?.name ?? '', call?.args ?? {}),
                  ],
                },
                step: step.turn.step,
                observed: value,
              },
            },
          ];
        }
        known += ` ${step.turn.observation}`;
      }
    }
    return [];
  },
};

const says = (text: string, value: string): boolean => text.toLowerCase().includes(value.toLowerCase());
const parts = (value: string): string[] => value.split(/[^A-Za-z0-9]+/).filter((part) => part.length > 0);
