/**
 * Makes dist/: the bundles, the sandbox's image, and build.json, by which the launcher sees whether they are stale.
 *
 * Files are renamed into place, so that a program which is starting never reads half of one.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build as bundle, type Metafile } from 'esbuild';
import { RULES } from '../server/contract/rules.ts';
import { ensureImage } from '../server/sandbox/ensure.ts';
import { imagesFolder } from '../server/sandbox/image.ts';
import { pagePath } from '../server/workspace/rule-page.ts';
import { BUNDLES } from './bundles.ts';

const root = dirname(import.meta.dirname);
const dist = join(root, 'dist');

/** Read whole by the image's build. Folders count too: a file that comes or goes changes the image. */
const IMAGE_SOURCES = ['server/sandbox', 'server/contract/python'];

/** Where rules' pages stand, beside their code. */
const PAGE_SOURCES = ['server/lint/rules', 'server/playtest/checks'];

/** Weights, documents and pools. */
const POCKET_SOURCES = 'trainer/policy/pocket/shipped';

/** Milliseconds after which an image that fits no longer is removed: a process that runs may still need it. */
const IMAGE_AGE = 24 * 60 * 60 * 1000;

const begun = Date.now();
mkdirSync(dist, { recursive: true });
const inputs = await bundles();
keepImage(await ensureImage());
for (const folder of IMAGE_SOURCES) for (const entry of tree(folder)) inputs.add(entry);
for (const file of pages()) inputs.add(file);
for (const file of pocket()) inputs.add(file);
for (const file of ['package-lock.json', 'scripts/build.ts', 'scripts/bundles.ts', 'scripts/build-image.ts'])
  inputs.add(file);
write('build.json', JSON.stringify({ inputs: describe(inputs) }, null, 1));

/** Writes the bundles and returns the project's own files that went into them. */
async function bundles(): Promise<Set<string>> {
  const made = await Promise.all(
    BUNDLES.map((options) => bundle({ ...options, write: false, metafile: true })),
  ).catch(() => process.exit(1)); // esbuild has said why
  for (const { outputFiles } of made)
    for (const { path, contents } of outputFiles) write(relative(dist, path), contents);
  return new Set(made.flatMap(({ metafile }) => ownFiles(metafile)));
}

function ownFiles({ inputs }: Metafile): string[] {
  return Object.keys(inputs).filter((file) => !/^node_modules\/|^no-locales:/.test(file));
}

function write(name: string, data: string | Uint8Array): void {
  const path = join(dist, name);
  const temporary = join(dist, `.${basename(name)}-${process.pid}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(temporary, data);
  renameSync(temporary, path);
}

/** Copies the rules' pages to dist/rules, each named by its rule's code, and returns what they depend on. */
function pages(): string[] {
  const target = join(dist, 'rules');
  mkdirSync(target, { recursive: true });
  const old = new Set(readdirSync(target));
  const found = new Set(PAGE_SOURCES.flatMap(tree).filter((path) => !path.endsWith('.ts')));
  for (const rule of RULES) {
    const page = pagePath(rule);
    if (page === undefined || !found.has(page)) continue;
    write(`rules/${rule.code}.md`, readFileSync(join(root, page)));
    old.delete(`${rule.code}.md`);
  }
  for (const name of old) rmSync(join(target, name));
  return [...found];
}

/** Copies what the pocket policy begins with to dist/pocket, and returns what it depends on. */
function pocket(): string[] {
  const found = tree(POCKET_SOURCES);
  rmSync(join(dist, 'pocket'), { recursive: true, force: true });
  for (const path of found)
    if (statSync(join(root, path)).isFile())
      write(path.replace(POCKET_SOURCES, 'pocket'), readFileSync(join(root, path)));
  return found;
}

/** The bundle takes the newest image; others go once nobody can be using them. */
function keepImage(image: string): void {
  const now = new Date();
  utimesSync(image, now, now);
  for (const name of readdirSync(imagesFolder)) {
    const folder = join(imagesFolder, name);
    if (folder !== image && statSync(folder).mtimeMs < now.getTime() - IMAGE_AGE)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder and all that is below it. */
function tree(folder: string): string[] {
  const below = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return [folder, ...below.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)];
}

/** What was changed while we built is written down as changed, since we cannot tell which state we read. */
function describe(files: Iterable<string>): Record<string, readonly [size: number, changed: number]> {
  const states = [...files].sort().map((file) => {
    const { size, mtimeMs } = statSync(join(root, file));
    return [file, [size, mtimeMs < begun ? mtimeMs : 0]] as const;
  });
  return Object.fromEntries(states);
}
