/** Lays out what a package holds. `.vscodeignore` then names what may go in, so that nothing slips in unseen. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Flavour } from './flavours.ts';
import { extensionManifest } from './manifest.ts';

const root = join(import.meta.dirname, '../..');

/** What a bundle asks for by name at run time, with the files that it needs then. */
const NATIVE = {
  'isolated-vm': ['package.json', 'isolated-vm.js', 'LICENSE'],
  'node-gyp-build': ['package.json', 'index.js', 'node-gyp-build.js', 'LICENSE'],
} as const;

/** The command line and the trainer's daemon, so that a run can be launched with nothing but the editor. */
const TRAINER = ['spade.mjs', 'reader.mjs', 'trainer.mjs', 'pocket-worker.mjs', 'pocket'] as const;

/** What runs the pocket policy, each with the folder of its scripts. Binaries are added by platform. */
const RUNTIME = {
  'onnxruntime-node': 'dist',
  'onnxruntime-common': 'dist/cjs',
} as const;

/**
 * Fills an empty folder.
 * @param image the sandbox's image, as scripts/build.ts has left it.
 */
export function stage(folder: string, flavour: Flavour, image: string): void {
  const copy = (from: string, to: string) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(root, from), join(folder, to), { recursive: true });
  };
  const manifest = extensionManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  for (const name of ['.vscodeignore', 'CHANGELOG.md', 'LICENSE']) copy(name, name);
  copy('extension/README.md', 'README.md');
  copy('extension', 'extension');
  for (const name of ['extension.cjs', 'server.mjs', 'rules', 'webviews'])
    copy(`dist/${name}`, `dist/${name}`);
  if (flavour.sandbox && flavour.target !== undefined) {
    sandbox(flavour.target, image, copy);
    trainer(flavour.target, copy);
  }
  if (flavour.node && flavour.target !== undefined) node(flavour.target, copy);
}

function sandbox(target: string, image: string, copy: (from: string, to: string) => void): void {
  copy('dist/sandbox-child.mjs', 'dist/sandbox-child.mjs');
  const place = relative(root, image);
  copy(place, place);
  for (const [name, files] of Object.entries(NATIVE))
    for (const file of files) copy(join('node_modules', name, file), join('dist/node_modules', name, file));
  for (const binary of binaries(target)) copy(binary, join('dist', binary));
}

/** @param target as `linux-x64`: a platform and a processor. */
function trainer(target: string, copy: (from: string, to: string) => void): void {
  for (const name of TRAINER) copy(`dist/${name}`, `dist/${name}`);
  const [platform = '', processor = ''] = target.split('-');
  const binaries = join('node_modules/onnxruntime-node/bin/napi-v6', platform, processor);
  for (const [name, scripts] of Object.entries(RUNTIME)) {
    const within = join('node_modules', name);
    const names = readdirSync(join(root, within, scripts)).filter((file) =>
      /\.js$|^package\.json$/.test(file),
    );
    for (const file of ['package.json', 'README.md', ...names.map((one) => join(scripts, one))])
      copy(join(within, file), join('dist', within, file));
  }
  copy(binaries, join('dist', binaries));
}

/** Of both versions of Node that isolated-vm has binaries for, since the user may choose one. */
function binaries(target: string): string[] {
  const folder = join('node_modules/isolated-vm/prebuilds', target);
  // Alpine, which has musl in place of glibc, is a target of its own.
  return readdirSync(join(root, folder))
    .filter((name) => !name.includes('musl'))
    .map((name) => join(folder, name));
}

function node(target: string, copy: (from: string, to: string) => void): void {
  const manifest = createRequire(join(root, 'package.json')).resolve(`node-${target}/package.json`);
  const folder = relative(root, dirname(manifest));
  copy(join(folder, 'bin/node'), 'dist/node/node');
  copy(join(folder, 'LICENSE'), 'dist/node/LICENSE');
}
