import { looksRenamed } from '../../../contract/tool-schema.ts';
import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';
import { schemasOf } from '../../tool-calls.ts';

/** A tool's method that no schema announces. */
export const methodWithoutSchema: Check = {
  code: 'SP602',
  profile: 'tool_use',
  async run(lab) {
    const openings = (await lab.openings()).filter((opening) => opening.tools);
    const [first] = openings;
    if (!first?.tools) return undecided('the tools could not be read');
    // A tool may be offered on some seeds only: a method counts as listed when any seed lists it.
    const listed = new Set(
      openings.flatMap((opening) => schemasOf(opening.tools).map((schema) => schema.name)),
    );
    const methods = new Set(first.tools.methods.map((method) => method.name));
    const missing = [...listed].filter((name) => !methods.has(name));
    // A tool under another name is SP601's: renaming it mends both.
    const hidden = first.tools.methods.filter(
      ({ name }) => !listed.has(name) && !missing.some((tool) => looksRenamed(tool, name)),
    );
    return hidden.map((method) => ({
      message: `tool_${method.name} is not in _tools, so no agent is told of it, yet it can be called. List it in _tools, or rename it if it is a helper.`,
      line: lineOf(lab.session.options.source, new RegExp(`def\\s+tool_${method.name}\\b`)),
      evidence: { play: { seed: first.seed, actions: [] }, step: 0 },
    }));
  },
};
