/**
 * What each rule is worth on the example pool: in how many environments it was found by reading, in how many by
 * playing, and where it was wrong.
 *
 *     node --no-node-snapshot scripts/evidence.ts --play    plays the pool and keeps what was found (some minutes)
 *     node scripts/evidence.ts                              writes the table from what was kept
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parse } from '../server/analysis/parse.ts';
import { mergeFindings } from '../server/contract/merge.ts';
import { RULES, type Rule } from '../server/contract/rules.ts';
import { lint } from '../server/lint/lint.ts';
import { playtest } from '../server/playtest/playtest.ts';
import { DEFAULT_SETTINGS } from '../server/playtest/settings.ts';
import { createPool } from '../server/sandbox/pool.ts';
import { examples, type Manifest, readManifest } from './examples-table.ts';

const root = dirname(import.meta.dirname);
export const KEPT = 'docs/evidence/examples.json';
export const TABLE = 'docs/rules/evidence.md';

const codes = z.array(z.string());
const kept = z.array(
  z.strictObject({
    path: z.string(),
    /** Of the source that was looked at. */
    sha256: z.string(),
    verdict: z.enum(['sound', 'unsound', 'undecided']),
    /** Rules found by reading; by playing; by reading and not seen in any play; and those that are errors in the end. */
    read: codes,
    played: codes,
    unseen: codes,
    errors: codes,
  }),
);
export type Kept = z.infer<typeof kept>;

export const readKept = (): Kept => kept.parse(JSON.parse(readFileSync(join(root, KEPT), 'utf8')));

const distinct = (found: readonly { readonly code: string }[]): string[] =>
  [...new Set(found.map(({ code }) => code))].sort();

/** What reading finds. */
export const readCodes = (source: string): string[] => distinct(lint(parse(source)));

async function play({ environments }: Manifest): Promise<Kept> {
  const pool = await createPool();
  try {
    return await Promise.all(
      environments.map(async ({ path, sha256 }) => {
        const source = readFileSync(examples + path, 'utf8');
        const settings = DEFAULT_SETTINGS;
        const played = await pool.use((interpreter) => playtest(interpreter, source, { settings }));
        const { verdict, findings } = mergeFindings(lint(parse(source)), played);
        return {
          path,
          sha256,
          verdict,
          read: readCodes(source),
          played: distinct(played.findings),
          unseen: distinct(
            findings.filter(({ by, evidence }) => by === 'both' && evidence?.sample?.shown === 0),
          ),
          errors: distinct(findings.filter(({ severity }) => severity === 'error')),
        };
      }),
    );
  } finally {
    await pool.close();
  }
}

/** The table as it should be. @param all what was found in the environments of the manifest. */
export function evidenceTable(all: Kept, { environments }: Manifest): string {
  const rows = RULES.filter(({ by }) => by.includes('static') || by.includes('dynamic')).map((rule) =>
    row(rule, all, environments),
  );
  const sound = environments.filter(({ verdict }) => verdict === 'sound').length;
  const wrong = all.filter(
    ({ path, errors }) =>
      errors.length > 0 && environments.find((one) => one.path === path)?.verdict === 'sound',
  );
  return `# What each rule found

The rules on the ${environments.length} environments of the example pool, of which ${sound} are sound. The table is written by \`scripts/evidence.ts\`
and compared with the rules by a test.

- **planted**: environments that were written with the fault, by the manifest; others follow from these
- **reading**, **playing**: environments in which the rule was found that way
- **unseen**: found by reading, and no play showed it; such a finding is at most a warning
- **false**: an error in an environment that is sound, or a finding that the manifest does not know and that is no
  information

${wrong.length === 0 ? 'No sound environment was given an error.' : `Errors in sound environments: ${wrong.map(({ path }) => path).join(', ')}.`}

| code | name | planted | reading | playing | unseen | false |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function row({ code, name, by, severity }: Rule, all: Kept, environments: Manifest['environments']): string {
  const has = (list: readonly string[] | undefined): boolean => list?.includes(code) ?? false;
  const known = (path: string) => environments.find((one) => one.path === path);
  const planted = environments.filter(({ faults, missed }) => has(faults) || has(missed));
  const isThere = (path: string): boolean =>
    planted.some((one) => one.path === path) || has(known(path)?.also);
  const wrong = all.filter(
    ({ path, read, played, errors }) =>
      (has(errors) && known(path)?.verdict === 'sound') ||
      (severity !== 'information' && (has(read) || has(played)) && !isThere(path)),
  );
  const count = (pick: (one: Kept[number]) => readonly string[], seen: boolean): string =>
    seen ? String(all.filter((one) => has(pick(one))).length) : '';
  const cells = [
    code,
    name,
    String(planted.length),
    count(({ read }) => read, by.includes('static')),
    // CPython finds syntax errors when it loads.
    count(({ played }) => played, by.includes('dynamic') || code === 'SP115'),
    count(({ unseen }) => unseen, by.includes('static') && by.includes('dynamic')),
    String(wrong.length),
  ];
  return `| ${cells.join(' | ')} |`;
}

if (import.meta.main) {
  const manifest = readManifest();
  if (process.argv.includes('--play'))
    writeFileSync(join(root, KEPT), `${JSON.stringify(await play(manifest), null, 1)}\n`);
  writeFileSync(join(root, TABLE), evidenceTable(readKept(), manifest));
}
