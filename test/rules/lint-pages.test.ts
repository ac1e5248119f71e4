/** The examples on the pages of rules that are seen by reading: found where they are bad, silent where they are good. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from '../../server/analysis/parse.ts';
import { ruleOf } from '../../server/contract/rules.ts';
import { lint } from '../../server/lint/lint.ts';
import { LINT_RULES } from '../../server/lint/rules/index.ts';
import { pagePath } from '../../server/workspace/rule-page.ts';
import { readPage } from './page.ts';

/** Their pages show the fault in a form that only running sees. */
const SHOWN_BY_RUNNING = new Set(['SP410', 'SP604', 'SP609', 'SP610', 'SP615']);

const root = join(import.meta.dirname, '../..');

const pages = LINT_RULES.flatMap(({ code }) => {
  const path = pagePath(ruleOf(code));
  if (path === undefined || !existsSync(join(root, path))) return [];
  return [{ code, page: readPage(readFileSync(join(root, path), 'utf8')) }];
});

const codesIn = (source: string): string[] => lint(parse(source)).map(({ code }) => code);

describe.each(pages.map(({ code, page }) => [code, page] as const))('%s', (code, page) => {
  it.skipIf(SHOWN_BY_RUNNING.has(code))('is found in its bad examples', () => {
    for (const source of page.bad) expect(codesIn(source)).toContain(code);
  });

  it('finds no error in its good examples', () => {
    for (const source of page.good) {
      const errors = lint(parse(source)).filter((finding) => finding.severity === 'error');
      expect([...errors.map((finding) => finding.code), ...codesIn(source)]).not.toContain(code);
      expect(errors).toEqual([]);
    }
  });
});
