/** Brings `examples/` up to date with itself: each file's SHA-256 in the manifest, and the table in the README.
 * Run `node scripts/examples-table.ts` after changing an environment; a test fails while either is stale. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const examples = fileURLToPath(new URL('../examples/', import.meta.url));

const ruleCode = z.string().regex(/^SP\d{3}$/);

export const manifest = z.strictObject({
  name: z.string(),
  licence: z.string(),
  environments: z.array(
    z.strictObject({
      path: z.string().regex(/^environments\/[\w-]+\/\w+\.py$/),
      profile: z.enum(['games', 'tool_use']),
      skill: z.string(),
      source_run: z.string(),
      model_scale: z.string(),
      recipe: z.string(),
      step: z.int().nonnegative(),
      document: z.string(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      verdict: z.enum(['sound', 'unsound']),
      /** What a correct checker reports, errors and warnings. */
      faults: z.array(ruleCode),
      /** Faults that are there and that no check sees yet, and the verdict that it then comes to. */
      missed: z.array(ruleCode).optional(),
      checked: z.enum(['sound', 'undecided']).optional(),
      /** Consequences of the faults that it may report besides. */
      also: z.array(ruleCode).optional(),
      notes: z.string().optional(),
    }),
  ),
});
export type Manifest = z.infer<typeof manifest>;

const START = '<!-- table -->';
const END = '<!-- /table -->';

export function readManifest(): Manifest {
  return manifest.parse(JSON.parse(readFileSync(`${examples}manifest.json`, 'utf8')));
}

export function sha256(path: string): string {
  return createHash('sha256')
    .update(readFileSync(examples + path))
    .digest('hex');
}

/** The environments as a Markdown table, by profile, skill and name. */
export function table({ environments }: Manifest): string {
  const order = (e: Manifest['environments'][number]) => [e.profile, e.skill, e.path].join('\n');
  const rows = environments
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .map(
      ({ path, skill, verdict, faults, document }) =>
        `| ${skill} | [${path.replace(/^environments\/|\.py$/g, '')}](${path}) | ${verdict} | ${faults.join(' ')} | ${document} |`,
    );
  return ['| skill | environment | verdict | faults | document |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** `readme` with the table between its two marks replaced. Throws when a mark is missing. */
export function withTable(readme: string, text: string): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`examples/README.md lacks the marks ${START} and ${END}.`);
  return `${readme.slice(0, start + START.length)}\n${text}\n${readme.slice(end)}`;
}

if (import.meta.main) {
  const current = readManifest();
  const environments = current.environments.map((e) => ({ ...e, sha256: sha256(e.path) }));
  const updated = { ...current, environments };
  writeFileSync(`${examples}manifest.json`, `${JSON.stringify(updated, null, 2)}\n`);
  const readme = `${examples}README.md`;
  writeFileSync(readme, withTable(readFileSync(readme, 'utf8'), table(updated)));
}
