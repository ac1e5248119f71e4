import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { limits } from '../../limits.ts';
import { sceneOf } from '../../raised.ts';
import { forbidden } from './asked.ts';

/** Calls that write where nobody reads. */
const PRINTS =
  /\b(?:print|pprint|pp)\s*\(|\bsys\.(?:stdout|stderr)\b|\blogg(?:ing|er)\b.*\.\w+\(|\btraceback\.print_/;
const LOGS = /\blogg(?:ing|er)\b/;

/** The environment prints. */
export const outputNoise: Check = {
  code: 'SP208',
  async run(lab: Lab): Promise<readonly Sighting[]> {
    const flood = (await limits(lab)).find((one) => one.owner === 'SP208');
    if (flood) {
      return [
        {
          message: `\`${flood.call}\` printed more than the sandbox allows in one call and was stopped. Nobody reads what an environment prints, and a loop of it fills the trainer's disk. Remove it.`,
          line: flood.breach.line,
          severity: 'error',
          evidence: { play: flood.play, step: flood.step },
        },
      ];
    }
    const { lines } = await lab.traces();
    const printed = withoutWarnings(lab.session.printed);
    if (printed.trim() === '') return [];
    const source = lab.session.options.source.split('\n');
    const at = source.findIndex(
      (text, index) => lines.has(index + 1) && PRINTS.test(text.replace(/#.*$/, '')),
    );
    const { asked } = await lab.traces();
    // A forbidden logger, or a question to a person, is reported as that.
    const causes = new Set(forbidden(asked, sceneOf(lab)).map((one) => one.cause));
    if (causes.has('logging') && (at < 0 || LOGS.test(source[at] ?? ''))) return [];
    if (causes.has('input') && at < 0) return [];
    return [
      {
        message: `The environment prints, for instance ${JSON.stringify(printed.trim().slice(0, 60))}. The agent never sees it, and thousands of rollouts bury the trainer's log under it. Remove it, or put what the agent should read into the observation.`,
        line: at < 0 ? null : at + 1,
        evidence: { play: { seed: lab.seeds[0] ?? 0, actions: [] }, observed: printed.slice(0, 300) },
      },
    ];
  },
};

/** Python's own warnings are another matter than what the environment prints. */
const withoutWarnings = (printed: string): string =>
  printed
    .replace(/^[^\n]*:\d+: \w*Warning: [^\n]*\n?(?: {2}[^\n]*\n?)*/gm, '')
    .replace(/^Exception ignored [\s\S]*?^\w+(?:Error|Exception)[^\n]*\n?/gm, '');
