/**
 * Writes docs/spade.schema.json: the table `[tool.spade]` of pyproject.toml as a JSON Schema, for editors.
 * Whatever the schema cannot say, such as which rules there are, `spade` says when it reads the table.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { config, selector } from '../server/contract/config.ts';
import { GROUPS, RULES } from '../server/contract/rules.ts';

export const SCHEMA = 'docs/spade.schema.json';

/** The schema as it should be now. */
export function configSchema(): string {
  const schema = z.toJSONSchema(config, {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === selector) Object.assign(jsonSchema, SELECTOR);
    },
  });
  return `${JSON.stringify({ title: 'Spade Studio: [tool.spade]', ...schema }, null, 2)}\n`;
}

/** What editors offer, and what else is a selector. */
const SELECTOR = {
  anyOf: [
    {
      enum: [
        'ALL',
        ...Object.keys(GROUPS).map((digit) => `SP${digit}`),
        ...RULES.flatMap(({ code, name }) => [code, name]),
      ],
    },
    { pattern: '^[Ss][Pp][0-9]{0,3}$' },
  ],
};

if (import.meta.main) writeFileSync(join(dirname(import.meta.dirname), SCHEMA), configSchema());
