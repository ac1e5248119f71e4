import { statSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { FLAVOURS } from '../../scripts/packaging/flavours.ts';
import { extensionManifest } from '../../scripts/packaging/manifest.ts';
import { vsix } from './vsix.ts';
import { type ZipEntry, zipEntries } from './zip.ts';

describe.each(FLAVOURS)('the package $name', (flavour) => {
  let file: string;
  let entries: ZipEntry[];
  let names: string[];

  beforeAll(() => {
    file = vsix(flavour.name);
    entries = zipEntries(file);
    names = entries.map(({ name }) => name);
  });

  test('is within its budget', () => {
    expect(statSync(file).size).toBeLessThan(flavour.budget);
  });

  test('holds no source, test, map or tool of ours', () => {
    expect(
      names.filter((name) =>
        /\.(ts|map|tsbuildinfo|gyp|cc|tgz)$|\.test\.|(^|\/)(test|scripts|docs|examples)\//.test(name),
      ),
    ).toEqual([]);
    expect(
      names.filter(
        (name) =>
          /node_modules/.test(name) &&
          !/\/(isolated-vm|node-gyp-build|onnxruntime-(node|common))\//.test(name),
      ),
    ).toEqual([]);
  });

  test('holds what the manifest and the programs ask for', () => {
    const needed = ['package.json', 'readme.md', 'LICENSE.txt', 'dist/extension.cjs', 'dist/server.mjs'];
    const more = [
      'dist/webviews/play.js',
      'dist/webviews/play.css',
      'dist/rules/SP101.md',
      'extension/media/icon.png',
    ];
    const missing = [...needed, ...more].filter((name) => !names.includes(`extension/${name}`));
    expect(missing).toEqual([]);
  });

  test('plays environments and trains exactly where it should, with binaries of its platform only', () => {
    const binaries = names.filter((name) => name.endsWith('.node'));
    const [platform, processor] = flavour.target?.split('-') ?? [];
    const places = [`/prebuilds/${flavour.target}/`, `/bin/napi-v6/${platform}/${processor}/`];
    const per = places.map((place) => binaries.filter((name) => name.includes(place)).length);
    expect(per.every((count) => count > 0)).toBe(flavour.sandbox);
    expect(per.reduce((sum, count) => sum + count, 0)).toBe(binaries.length);
    expect(names.includes('extension/dist/sandbox-child.mjs')).toBe(flavour.sandbox);
    const images = new Set(names.flatMap((name) => /dist\/image\/([^/]+)\//.exec(name)?.[1] ?? []));
    expect(images.size).toBe(flavour.sandbox ? 1 : 0);
    for (const name of ['spade.mjs', 'trainer.mjs', 'pocket-worker.mjs', 'pocket/weights/weights.spade'])
      expect(names.includes(`extension/dist/${name}`), name).toBe(flavour.sandbox);
    const node = entries.find(({ name }) => name === 'extension/dist/node/node');
    expect(node?.executable ?? false).toBe(flavour.node);
  });
});

describe('the manifest in a package', () => {
  const whole = {
    ...{ name: 'n', version: '1.0.0', publisher: 'p', main: './m.cjs' },
    ...{ engines: { node: '>=18', vscode: '^1.105.0' }, type: 'module', scripts: { a: 'b' }, private: true },
    dependencies: { zod: '1' },
    contributes: { commands: [] },
  };

  test('keeps what an editor reads and leaves out the rest', () => {
    expect(extensionManifest(whole)).toEqual({
      ...{ name: 'n', version: '1.0.0', publisher: 'p', main: './m.cjs' },
      engines: { vscode: '^1.105.0' },
      contributes: { commands: [] },
    });
  });

  test('is refused without a publisher', () => {
    expect(() => extensionManifest({ ...whole, publisher: undefined })).toThrow(/publisher/);
  });
});
