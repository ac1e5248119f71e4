import { extname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, read } from './files.ts';

const FOLDERS = ['.ci', 'docs', 'examples', 'extension', 'scripts', 'server', 'test', 'trainer', 'webviews'];
const ROOT_FILES =
  /^(\.(editorconfig|gitattributes|gitignore|npmrc|vscodeignore)|(CHANGELOG|CONTRIBUTING|README)\.md|LICENSE|NOTICE|biome\.json|package(-lock)?\.json|tsconfig(\.\w+)?\.json|vitest\.config\.ts)$/;

/** Beyond this a file has more than one subject. */
const MAXIMUM_LINES = 400;

/** Long because what they list is long. */
const DATA = [
  'package.json',
  'server/contract/rules.ts',
  'docs/spade.schema.json',
  'docs/daemon-protocol.md',
];
const isData = (file: string) =>
  DATA.includes(file) || /(^|\/)package-lock\.json$|^docs\/evidence\/\w+\.json$/.test(file);

/** One program, because the interpreter's snapshot gives it one closure that no environment can reach into. */
const WHOLE = ['server/contract/python/driver.py'];

const TEXT =
  /\.(ts|tsx|mjs|js|json|jsonl|md|py|css|html|svg|toml|yml|yaml|txt)$|(^|\/)(\.[a-z]+|run|LICENSE|NOTICE)$/;

/** Their names in parts, so that this file does not find itself. */
const REGISTRIES = [
  ['registry', 'npmjs'],
  ['registry', 'yarnpkg'],
  ['files', 'pythonhosted'],
];

const PRIVATE: Readonly<Record<string, RegExp>> = {
  "a person's or a machine's folder": /(?<![\w.])\/(?:work|Users|root|mnt)\/[\w.-]+|[A-Z]:\\\\?Users\\/,
  'a home folder': /(?<![\w.])\/home\/(?!env\b)[\w.-]+/,
  'a temporary folder': /(?<![\w.])\/tmp\/[\w.-]+/,
  'the host of a package registry': new RegExp(REGISTRIES.map((words) => words.join('\\W')).join('|')),
};

/** Where environments try to reach the host, such paths are the subject. */
const REACHING_OUT = /^test\/sandbox\/|^server\/(sandbox|playtest|lint)\/.*\.test\.ts$/;

const isFixture = (file: string) => file.includes('/fixtures/') || file.startsWith('examples/');

describe('layout', () => {
  test('nothing unexpected lies at the top', () => {
    const top = new Set(files.map((file) => file.split('/', 1)[0] ?? ''));
    const unexpected = [...top].filter((name) => !FOLDERS.includes(name) && !ROOT_FILES.test(name));
    expect(unexpected).toEqual([]);
  });

  test(`no file has more than ${MAXIMUM_LINES} lines`, () => {
    const offenders = files
      .filter((file) => TEXT.test(file) && !isData(file) && !WHOLE.includes(file) && !isFixture(file))
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAXIMUM_LINES)
      .sort((a, b) => b.lines - a.lines)
      .map(({ file, lines }) => `${file}: ${lines} lines`);
    expect(offenders, 'give each subject a file of its own').toEqual([]);
  });

  test('every file of data in the list of exceptions is still there', () => {
    expect(DATA.filter((file) => !files.includes(file))).toEqual([]);
  });

  test('sources end in .ts, and only the launcher is plain JavaScript', () => {
    const plain = files.filter((file) => ['.js', '.cjs', '.mjs', '.jsx'].includes(extname(file)));
    expect(plain.filter((file) => !/^scripts\/(launcher\/)?[\w-]+\.mjs$/.test(file))).toEqual([]);
  });
});

describe('nothing private is in the repository', () => {
  const searched = files.filter((file) => TEXT.test(file) && !REACHING_OUT.test(file) && !isFixture(file));
  const texts = searched.map((file) => ({ file, lines: read(file).split('\n') }));

  test.each(Object.entries(PRIVATE))('%s', (_, pattern) => {
    const found = texts.flatMap(({ file, lines }) =>
      lines.flatMap((line, index) => {
        const match = pattern.exec(line);
        return match ? [`${file}:${index + 1}: ${match[0]}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  test('the lock file names no place that packages come from', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });
});
