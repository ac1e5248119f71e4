import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { schemasOf } from '../../tool-calls.ts';

/** A tool's method that no schema announces. */
export const methodWithoutSchema: Check = {
  code: 'SP602',
  profile: 'tool_use',
  // A method under a wrong name leaves both a tool without method and a method without tool.
  echoOf: ['SP601'],
  async run(lab) {
    const openings = (await lab.openings()).filter((opening) => opening.tools);
    const [first] = openings;
    if (!first?.tools) return undecided('the tools could not be read');
    // A tool may be offered on some seeds only: a method counts as listed when any seed lists it.
    const listed = new Set(
      openings.flatMap((opening) => schemasOf(opening.tools).map((schema) => schema.name)),
    );
    const hidden = first.tools.methods.filter((method) => !listed.has(method.name));
    return hidden.map((method) => ({
      message: `tool_${method.name} is not in _tools, so no agent is told of it, yet it can be called. List it in _tools, or rename it if it is a helper.`,
      line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${method.name}\\b`)),
      evidence: { play: { seed: first.seed, actions: [] }, step: 0 },
    }));
  },
};
