import { schemaProblem } from '../../../contract/tool-schema.ts';
import { type Check, undecided } from '../../check.ts';
import { lineOf } from '../../place.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A tool's parameters are no valid JSON Schema: chat templates and validators refuse or misread it. */
export const toolSchema: Check = {
  code: 'SP604',
  profile: 'tool_use',
  async run(lab) {
    const described = (await lab.openings()).find((opening) => opening.tools);
    if (!described?.tools) return undecided('the tools could not be read');
    const { schemas } = described.tools;
    const evidence = { play: { seed: described.seed, actions: [] }, step: 0 };
    if (!isRecord(schemas)) {
      return [
        {
          message: "_tools must be a dict from a tool's name to its description and parameters.",
          line: lineOf(lab.session.options.source, /_tools\s*=/),
          evidence,
        },
      ];
    }
    return Object.entries(schemas).flatMap(([name, schema]) => {
      const problem = schemaProblem(schema);
      if (!problem) return [];
      const message = `The schema of \`${name}\` is not valid: ${problem}. The agent's chat template cannot show the tool as meant.`;
      return [
        { message, line: lineOf(lab.session.options.source, new RegExp(`['"]${name}['"]\\s*:`)), evidence },
      ];
    });
  },
};
