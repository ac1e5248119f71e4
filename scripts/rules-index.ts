/** Writes docs/rules/README.md: the catalogue, with links to the pages that lie beside the rules' code. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { catalogueMarkdown } from '../server/cli/rules/catalogue.ts';
import type { Rule } from '../server/contract/rules.ts';
import { pagePath } from '../server/workspace/rule-page.ts';

const root = dirname(import.meta.dirname);
export const INDEX = 'docs/rules/README.md';

/** The index as it should be now. */
export function rulesIndex(): string {
  return catalogueMarkdown(link);
}

function link(rule: Rule): string | undefined {
  const path = pagePath(rule);
  return path !== undefined && existsSync(join(root, path))
    ? posix.relative(dirname(INDEX), path)
    : undefined;
}

if (import.meta.main) {
  mkdirSync(join(root, dirname(INDEX)), { recursive: true });
  writeFileSync(join(root, INDEX), rulesIndex());
}
