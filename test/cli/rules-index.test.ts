import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INDEX, rulesIndex } from '../../scripts/rules-index.ts';

test('the index of rules is current', () => {
  const written = readFileSync(join(import.meta.dirname, '../..', INDEX), 'utf8');
  expect(written, 'run `node scripts/rules-index.ts`').toBe(rulesIndex());
});
