/** What is bundled, from what, for what runs it. Written to dist/ by build.ts. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

const root = dirname(import.meta.dirname);

/** Our messages are English, and zod's other forty languages would be half of each bundle (10 ms at every start). */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ path }) => ({ path, namespace: 'no-locales' }));
    onLoad({ filter: /.*/, namespace: 'no-locales' }, () => ({ contents: 'export {};' }));
  },
};

/** Imports zod's functions by name: what nobody calls then stays out, 190 kB and some 10 ms at every start. */
const zodByName: Plugin = {
  name: 'zod-by-name',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const source = await readFile(path, 'utf8');
      return {
        contents: source.replace("import { z } from 'zod';", "import * as z from 'zod';"),
        loader: 'ts',
      };
    });
  },
};

/** Leaves the import of the trainer's commands as it is, by the name of their own bundle. */
const trainerApart: Plugin = {
  name: 'trainer-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/commands\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './trainer.mjs', external: true } : undefined,
    );
  },
};

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  plugins: [oneLanguage, zodByName, trainerApart],
  legalComments: 'eof',
  logLevel: 'warning',
};

/** The command line, its threads, and the sandbox's children. */
const programs: BuildOptions = {
  ...common,
  entryPoints: {
    spade: 'trainer/cli/main.ts',
    reader: 'server/cli/reader.ts',
    'sandbox-child': 'server/sandbox/child.ts',
  },
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: ['isolated-vm', 'esbuild', 'onnxruntime-node'],
};

/** The trainer's commands apart, so that no other command has to load them. */
const trainer: BuildOptions = {
  ...programs,
  entryPoints: { trainer: 'trainer/cli/commands.ts', 'pocket-worker': 'trainer/policy/pocket/worker.ts' },
  // Packages in CommonJS ask for Node's modules in their own way.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** Where no other Node is found, an editor's Electron runs the language server; its Node is an older one. */
const languageServer: BuildOptions = {
  ...programs,
  entryPoints: { server: 'server/lsp/main.ts' },
  target: 'node22',
  // The protocol's packages are CommonJS and ask for Node's modules as such.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
};

/** Runs in the extension host. */
const extension: BuildOptions = {
  ...common,
  entryPoints: { extension: 'extension/main.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  // The extension host logs an error when an extension looks for a browser, as zod does.
  define: { navigator: 'undefined' },
};

/** Pages: a script and a style each, without the spaces, since an editor loads them each time a panel is shown. */
const pages: BuildOptions = {
  ...common,
  entryPoints: [
    { in: 'webviews/play/main.ts', out: 'webviews/play' },
    { in: 'webviews/play/play.css', out: 'webviews/play' },
    { in: 'webviews/curriculum/main.ts', out: 'webviews/curriculum' },
    { in: 'webviews/curriculum/curriculum.css', out: 'webviews/curriculum' },
    { in: 'webviews/rollouts/main.ts', out: 'webviews/rollouts' },
    { in: 'webviews/rollouts/rollouts.css', out: 'webviews/rollouts' },
    { in: 'webviews/saved/main.ts', out: 'webviews/saved' },
    { in: 'webviews/saved/saved.css', out: 'webviews/saved' },
    { in: 'webviews/shared/browser.css', out: 'webviews/browser' },
    { in: 'webviews/launch/main.ts', out: 'webviews/launch' },
    { in: 'webviews/launch/launch.css', out: 'webviews/launch' },
  ],
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
};

export const BUNDLES: readonly BuildOptions[] = [programs, trainer, languageServer, extension, pages];
