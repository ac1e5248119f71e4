import { expect, test } from 'vitest';
import { playtest } from '../playtest/playtest.ts';
import { DEFAULT_SETTINGS } from '../playtest/settings.ts';
import { createPool } from '../sandbox/pool.ts';
import { readingOf } from '../workspace/reading.ts';
import { settingsOf } from '../workspace/settings.ts';
import { MEMBERS } from './contract.ts';
import { plainOf, SNIPPETS } from './snippets.ts';

test('the environments to begin with are sound as they stand', async () => {
  const pool = await createPool({ children: 1 });
  try {
    for (const { body, label } of SNIPPETS) {
      const source = plainOf(body);
      const { playtest: settings, policy } = settingsOf({}, {}, undefined);
      expect(readingOf(source, settings, policy).findings, label).toEqual([]);
      const report = await pool.use((interpreter) =>
        playtest(interpreter, source, { settings: DEFAULT_SETTINGS }),
      );
      expect({
        label,
        verdict: report.verdict,
        findings: report.findings.map(({ code, message }) => `${code} ${message}`),
      }).toEqual({
        label,
        verdict: 'sound',
        findings: [],
      });
    }
  } finally {
    await pool.close();
  }
});

test('members of the contract, one behind the other, are an environment that reads well', () => {
  const members = MEMBERS.filter(
    ({ snippet, profile }) => snippet?.startsWith('def ') && profile !== 'tool_use',
  );
  const body = members.map(({ snippet = '' }) => plainOf(snippet).replaceAll(/^/gm, '    ')).join('\n\n');
  const source = `import random\nimport re\n\n\nclass MadeEnv:\n${body}\n`;
  const { playtest: settings, policy } = settingsOf({}, {}, undefined);
  const errors = readingOf(source, settings, policy).findings.filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
});
