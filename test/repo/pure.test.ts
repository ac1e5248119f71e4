import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isTest, read, root, sources } from './files.ts';

const PURE = ['server/protocol', 'server/contract', 'server/analysis', 'server/lint'];

test('the pure project is compiled without the types of Node or a browser', () => {
  const { compilerOptions } = z
    .object({ compilerOptions: z.object({ types: z.array(z.string()) }) })
    .parse(JSON.parse(read('tsconfig.pure.json')));
  const base = z
    .object({ compilerOptions: z.object({ lib: z.array(z.string()) }) })
    .parse(JSON.parse(read('tsconfig.json')));
  expect(compilerOptions.types).toEqual([]);
  expect(base.compilerOptions.lib.filter((name) => name.toLowerCase().startsWith('dom'))).toEqual([]);
});

test('the pure project covers every source of the pure folders', () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const output = execFileSync(process.execPath, [tsc, '-p', 'tsconfig.pure.json', '--listFilesOnly'], {
    cwd: root,
    encoding: 'utf8',
  });
  const covered = new Set(output.split('\n').map((file) => relative(root, file.trim()).split(sep).join('/')));
  const pure = sources.filter(
    (file) => PURE.some((folder) => file.startsWith(`${folder}/`)) && !isTest(file),
  );
  expect(pure.length).toBeGreaterThan(0);
  expect(pure.filter((file) => !covered.has(file))).toEqual([]);
});
