import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isTest, read, root, sources } from './files.ts';
import { exists, importsOf, packageOf } from './imports.ts';

/**
 * What each folder may import besides itself. An arrow includes the arrows of what it points to, so that
 * `lint -> analysis` lets a rule use the contract's types.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'server/protocol': [],
  'server/contract': ['server/protocol'],
  'server/analysis': ['server/contract'],
  'server/lint': ['server/analysis'],
  'server/sandbox': ['server/contract'],
  'server/playtest': ['server/sandbox', 'server/analysis'],
  'server/workspace': ['server/lint', 'server/playtest'],
  'server/lsp': ['server/workspace'],
  'server/cli': ['server/workspace'],
  extension: ['server/contract', 'trainer/client'],
  webviews: ['server/contract'],
  // Before their parent: the first folder that fits counts.
  'trainer/client': ['server/protocol'],
  'trainer/cli': ['trainer', 'server/cli'],
  trainer: ['server/workspace', 'trainer/client'],
  scripts: ['server/lsp', 'server/cli', 'trainer', 'trainer/cli', 'extension', 'webviews'],
  test: ['scripts', 'server/lsp', 'server/cli', 'trainer', 'trainer/cli', 'extension', 'webviews'],
};

/** No module of Node and no browser: they run in an editor's web worker as well as in a server. */
const PURE = ['server/protocol', 'server/contract', 'server/analysis', 'server/lint'];

/** Runs inside the isolate, where there is nothing but what it brings. */
const INSIDE = 'server/sandbox/inside';

/** Building needs development packages; nothing else of the product may. */
const BUILD_TIME = ['scripts/', 'server/sandbox/build.ts', 'server/sandbox/glue.ts', 'vitest.config.ts'];

/** The version stands there. */
const MANIFEST = 'package.json';

const folderOf = (file: string) => Object.keys(ARROWS).find((folder) => file.startsWith(`${folder}/`));

function reachable(folder: string): Set<string> {
  const found = new Set([folder]);
  for (const next of found) for (const target of ARROWS[next] ?? []) found.add(target);
  return found;
}

const imports = sources.flatMap((file) => importsOf(file));

const { dependencies, devDependencies } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

describe('the direction of imports', () => {
  test('every folder of the server has its arrows written down', () => {
    const folders = readdirSync(join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `server/${name}`);
    expect(folders.filter((folder) => !(folder in ARROWS))).toEqual([]);
  });

  test('no folder imports one that no arrow leads to', () => {
    const wrong = imports.filter(({ from, file }) => {
      if (file === undefined || file === MANIFEST) return false;
      const [source, target] = [folderOf(from), folderOf(file)];
      return source !== undefined && (target === undefined || !reachable(source).has(target));
    });
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('only tests import what supports tests', () => {
    const wrong = imports.filter(({ from, file }) => file !== undefined && isTest(file) && !isTest(from));
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('every import of a file names a file that is there', () => {
    const missing = imports.filter(({ file }) => file !== undefined && !exists(file));
    expect(missing.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('pure folders import no module of Node', () => {
    const wrong = imports.filter(
      ({ from, specifier }) =>
        PURE.includes(folderOf(from) ?? '') && !isTest(from) && specifier.startsWith('node:'),
    );
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('what runs inside the isolate imports nothing from outside it', () => {
    const wrong = imports.filter(
      ({ from, file }) => from.startsWith(`${INSIDE}/`) && !isTest(from) && !file?.startsWith(`${INSIDE}/`),
    );
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });
});

describe('packages', () => {
  /** The editor gives it to extensions; there is no package of that name. */
  const isEditor = (specifier: string, from: string) =>
    specifier === 'vscode' && /^(extension|test\/editor\/suite)\//.test(from);
  const used = imports.filter(
    ({ specifier, file, from }) =>
      file === undefined && !specifier.startsWith('node:') && !isEditor(specifier, from),
  );

  test('what runs for a user imports only dependencies of package.json', () => {
    const wrong = used.filter(
      ({ from, specifier }) =>
        !isTest(from) &&
        !BUILD_TIME.some((place) => from.startsWith(place)) &&
        !(packageOf(specifier) in dependencies),
    );
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('tests and the build import only what package.json names', () => {
    const named = { ...dependencies, ...devDependencies };
    const wrong = used.filter(({ specifier }) => !(packageOf(specifier) in named));
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('the launcher imports no package, since it is what installs them', () => {
    const wrong = used.filter(({ from }) => from.endsWith('.mjs'));
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  test('every dependency is used', () => {
    const names = new Set(used.map(({ specifier }) => packageOf(specifier)));
    const resolved = sources.map(read).join('\n');
    const idle = Object.keys(dependencies).filter(
      (name) => !names.has(name) && !resolved.includes(`'${name}/`),
    );
    expect(idle).toEqual([]);
  });
});

describe('the scanner', () => {
  const scan = (text: string) => importsOf('server/lint/rule.ts', text).map(({ specifier }) => specifier);

  test('sees every form of import', () => {
    expect(
      scan("import './a.ts';\nimport b from 'b';\nimport {\n  type C,\n  d,\n} from '../c.ts';\n"),
    ).toEqual(['./a.ts', 'b', '../c.ts']);
    expect(scan("export * from './a.ts';\nexport type { B } from './b.ts';\n")).toEqual(['./a.ts', './b.ts']);
    const call = 'import'; // apart from its parenthesis, so that this file does not seem to import these
    expect(scan(`const a = await ${call}('./a.ts');\ntype B = ${call}('b').B;\n`)).toEqual(['./a.ts', 'b']);
  });

  test('is not misled by Python in a string or by an ordinary export', () => {
    expect(
      scan("const source = `\nimport random\nfrom x import y\n`;\nexport const from = 'there';\n"),
    ).toEqual([]);
  });

  test('resolves against the importing file', () => {
    expect(importsOf('server/lint/rules/a.ts', "import '../../protocol/range.ts';\n")[0]?.file).toBe(
      'server/protocol/range.ts',
    );
  });
});
