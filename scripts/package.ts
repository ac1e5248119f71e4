/**
 * Makes the extension's packages: `npm run package -- [FLAVOUR…] [--out FOLDER]`, all flavours into dist/packages by
 * default. The launcher has built dist/ and installed vsce before.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { ensureImage } from '../server/sandbox/ensure.ts';
import { FLAVOURS, type Flavour } from './packaging/flavours.ts';
import { stage } from './packaging/stage.ts';

const root = dirname(import.meta.dirname);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(root, 'dist/packages') } },
});

const unknown = positionals.filter((name) => !FLAVOURS.some((flavour) => flavour.name === name));
if (unknown.length > 0) {
  const names = FLAVOURS.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no package "${unknown.join('", "')}". There are: ${names}.\n`);
  process.exit(2);
}

const image = await ensureImage();
const wanted = FLAVOURS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
mkdirSync(values.out, { recursive: true });
for (const flavour of wanted) {
  const file = pack(flavour);
  const { size } = statSync(file);
  process.stdout.write(`${file} ${(size / 1e6).toFixed(1)} MB\n`);
  if (size > flavour.budget) {
    process.stderr.write(`That is more than its budget of ${flavour.budget / 1e6} MB.\n`);
    process.exitCode = 1;
  }
}

/** Makes one package and returns its path. */
function pack(flavour: Flavour): string {
  const folder = mkdtempSync(join(tmpdir(), 'spade-package-'));
  const file = resolve(values.out, `${manifest.name}-${manifest.version}-${flavour.name}.vsix`);
  // Renamed into place, so that whoever installs it never reads half of one.
  const made = resolve(values.out, `.${process.pid}-${flavour.name}.vsix`);
  try {
    stage(folder, flavour, image);
    const target = flavour.target === undefined ? [] : ['--target', flavour.target];
    // The project has no public home yet; vsce would ask for one.
    const options = ['--no-dependencies', '--allow-missing-repository', '--out', made, ...target];
    const vsce = createRequire(join(root, 'scripts/packaging/package.json')).resolve('@vscode/vsce/vsce');
    const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, 'package', ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) {
      process.stderr.write(`vsce could not make ${file}.\n${stdout}${stderr}`);
      process.exit(1);
    }
    renameSync(made, file);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
