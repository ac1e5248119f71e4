/** The extension's packages for tests: made once for a state of the sources, as `npm run package` makes them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { FLAVOURS } from '../../scripts/packaging/flavours.ts';

const root = join(import.meta.dirname, '../..');

/** Git does not see this folder. */
const FOLDER = join(root, 'test/artifacts/packages');

/** What the packages there were made from. */
const STAMP = join(FOLDER, 'made-from.json');

/** What goes into packages besides dist/, whose build.json tells of it. */
const SOURCES = [
  'package.json',
  '.vscodeignore',
  'extension/README.md',
  'CHANGELOG.md',
  'scripts/packaging/stage.ts',
];

/** The path of a package. Making all of them takes half a minute. */
export function vsix(name: string): string {
  const path = (flavour: string) => join(FOLDER, `${manifest.name}-${manifest.version}-${flavour}.vsix`);
  const script = (...words: string[]) =>
    execFileSync(process.execPath, [join(root, 'scripts/task.mjs'), ...words], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
  script('setup');
  const state = [...SOURCES, 'dist/build.json']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\0');
  const made = FLAVOURS.every((flavour) => existsSync(path(flavour.name)));
  if (!made || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== state) {
    mkdirSync(FOLDER, { recursive: true });
    script('package', '--out', FOLDER);
    writeFileSync(STAMP, state);
  }
  return path(name);
}
