import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { configSchema, SCHEMA } from '../../scripts/config-schema.ts';
import { config } from '../../server/contract/config.ts';

const written = readFileSync(join(import.meta.dirname, '../..', SCHEMA), 'utf8');

test('the schema for editors is current', () => {
  expect(written, 'run `node scripts/config-schema.ts`').toBe(configSchema());
});

test('every key is described, and rules are offered by code and by name', () => {
  const schema = z
    .object({ properties: z.record(z.string(), z.object({ description: z.string() })) })
    .parse(JSON.parse(written));
  expect(Object.keys(schema.properties)).toEqual(Object.keys(config.shape));
  for (const offered of ['"ALL"', '"SP3"', '"SP306"', '"seed-ignored"']) expect(written).toContain(offered);
});
