import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { schemasOf } from '../../tool-calls.ts';

/** A tool is offered that cannot be called. */
export const toolWithoutMethod: Check = {
  code: 'SP601',
  profile: 'tool_use',
  async run(lab) {
    const described = (await lab.openings()).find((opening) => opening.tools);
    if (!described?.tools) return undecided('the tools could not be read');
    const methods = new Set(described.tools.methods.map((method) => method.name));
    const missing = schemasOf(described.tools).filter((schema) => !methods.has(schema.name));
    return missing.map((schema) => ({
      message: `The tool \`${schema.name}\` is offered to the agent, but there is no method tool_${schema.name}: every call of it fails. Write the method, or take the tool out of _tools.`,
      line: lineOf(lab.session.options.source, new RegExp(`['"]${schema.name}['"]\\s*:`)),
      evidence: {
        play: {
          seed: described.seed,
          actions: [`<tool_call>{"name": "${schema.name}", "arguments": {}}</tool_call>`],
        },
        step: 1,
      },
    }));
  },
};
