/** A rule's page: a markdown file beside the rule's code, or in the bundle a copy of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from '../contract/rules.ts';
import { fromSource } from '../sandbox/image.ts';

/** Folders of the groups, by the first digit of the code. The trainer's own rules (SP9) have no pages. */
const FOLDERS: Readonly<Record<string, string>> = {
  1: 'contract',
  2: 'sandbox',
  3: 'determinism',
  4: 'episode',
  5: 'learnability',
  6: 'tool-use',
  7: 'text',
  8: 'hygiene',
};

const project = join(import.meta.dirname, '../..');

/** Where the page is or should be, from the project's root with `/`; `undefined` for a rule that has none. */
export function pagePath({ code, name, by }: Rule): string | undefined {
  const folder = FOLDERS[code.slice(2, 3)];
  if (!folder) return undefined;
  const place = by.includes('static') ? 'server/lint/rules' : 'server/playtest/checks';
  return `${place}/${folder}/${name}.md`;
}

/** The page's markdown, `undefined` while it is not written. */
export function rulePage(rule: Rule): string | undefined {
  const path = pageFile(rule);
  return path === undefined ? undefined : readFileSync(path, 'utf8');
}

/** The page's file, absolute; `undefined` while it is not written. */
export function pageFile(rule: Rule): string | undefined {
  const path = fromSource ? pagePath(rule) : `${rule.code}.md`;
  if (path === undefined) return undefined;
  const file = fromSource ? join(project, path) : join(import.meta.dirname, 'rules', path);
  return existsSync(file) ? file : undefined;
}
