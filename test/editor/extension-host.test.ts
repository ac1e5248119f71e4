/** A suite inside the extension host, on the extension as it is in this checkout. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeWith, withoutEditor } from '../requirements.ts';

const root = dirname(dirname(import.meta.dirname));

const results = z.array(
  z.object({ name: z.string(), milliseconds: z.number(), problem: z.string().optional() }),
);

describeWith(withoutEditor(), 'in the extension host', () => {
  test('every case passes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spade-suite-'));
    try {
      const suite = join(folder, 'suite.cjs');
      await build({
        entryPoints: [join(import.meta.dirname, 'suite/extension.ts')],
        outfile: suite,
        bundle: true,
        format: 'cjs',
        platform: 'node',
        external: ['vscode'],
      });
      const workspace = join(folder, 'pool');
      cpSync(join(root, 'examples'), workspace, { recursive: true });
      const resultFile = join(folder, 'results.json');
      let output = '';
      const keep = new Writable({
        write(chunk, _, done) {
          output += String(chunk);
          done();
        },
      });
      await runTests({
        vscodeExecutablePath: join(import.meta.dirname, 'executable.ts'),
        extensionDevelopmentPath: root,
        extensionTestsPath: suite,
        extensionTestsEnv: { SPADE_TEST_RESULTS: resultFile },
        launchArgs: [workspace],
        stdout: keep,
        stderr: keep,
      }).catch(() => undefined); // the results say more
      expect(existsSync(resultFile), output).toBe(true);
      const cases = results.parse(JSON.parse(readFileSync(resultFile, 'utf8')));
      expect(cases.length).toBeGreaterThan(0);
      const failed = cases.filter(({ problem }) => problem !== undefined);
      expect(failed.map(({ name, problem }) => `${name}: ${problem}`)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
