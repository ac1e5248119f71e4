/** Every rule's page: its form, and its examples read and played. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from '../../server/analysis/parse.ts';
import { RULES, type Rule } from '../../server/contract/rules.ts';
import { isPlain } from '../../server/contract/visible.ts';
import { lint } from '../../server/lint/lint.ts';
import { LINT_RULES } from '../../server/lint/rules/index.ts';
import { applySuppressions, suppressionsOf } from '../../server/lint/suppression.ts';
import { CHECKS } from '../../server/playtest/checks/index.ts';
import { summary, usePlaytest } from '../../server/playtest/testing.ts';
import type { Finding, RuleCode } from '../../server/protocol/finding.ts';
import { pagePath } from '../../server/workspace/rule-page.ts';
import { readPage } from './page.ts';

const SECTIONS = ['Why it matters', 'Examples', 'What to do', 'When to ignore it', 'Seen in the wild'];
const root = join(import.meta.dirname, '../..');
const seenByRunning = new Set(CHECKS.map(({ code }) => code));
const seenByReading = new Set<RuleCode>([...LINT_RULES.map(({ code }) => code), 'SP806']);

/** What reading finds, complaints about suppressions included. */
function read(source: string): readonly Finding[] {
  const document = parse(source);
  const { kept } = applySuppressions(lint(document), suppressionsOf(document), seenByReading);
  return kept;
}

const pages = RULES.flatMap((rule) => {
  const path = pagePath(rule);
  if (path === undefined || !existsSync(join(root, path))) return [];
  return [{ rule, path, page: readPage(readFileSync(join(root, path), 'utf8')) }];
});

const nameOf = ({ code, name }: Rule): string => `${code} ${name}`;

it('is summed up in characters that can be seen', () => {
  expect(RULES.filter(({ summary }) => !isPlain(summary)).map(nameOf)).toEqual([]);
});

it('is there for every rule that environments are checked by', () => {
  const written = new Set(pages.map(({ rule }) => rule.code));
  const checked = RULES.filter(({ by }) => by.includes('static') || by.includes('dynamic'));
  expect(checked.filter(({ code }) => !written.has(code)).map(nameOf)).toEqual([]);
});

describe.each(pages.map((entry) => [nameOf(entry.rule), entry] as const))('%s', (_, { rule, page }) => {
  const run = usePlaytest();

  it('has its title, a sentence, and all sections in order', () => {
    expect(page.title).toBe(nameOf(rule));
    expect(page.summary).not.toBe('');
    expect(page.sections).toEqual(SECTIONS);
    expect(page.empty).toEqual([]);
    expect(page.bad).not.toEqual([]);
    expect(page.good).not.toEqual([]);
  });

  const playable = seenByRunning.has(rule.code);
  const readable = seenByReading.has(rule.code);
  it.runIf(readable)(
    'is found by reading its bad examples, unless the page says that only playing shows it',
    () => {
      for (const source of page.bad) {
        const found = read(source).map(({ code }) => code);
        if (page.playedOnly.includes(source)) expect(found).not.toContain(rule.code);
        else expect(found).toContain(rule.code);
      }
    },
  );

  it.runIf(readable)('is not found by reading its good examples, in which reading finds no error', () => {
    for (const source of page.good)
      expect(read(source).filter(({ code, severity }) => code === rule.code || severity === 'error')).toEqual(
        [],
      );
  });

  it.runIf(playable)('is reported on its bad examples', async () => {
    for (const source of page.bad) {
      const report = await run(source);
      expect(
        report.findings.map(({ code }) => code),
        summary(report),
      ).toContain(rule.code);
    }
  });

  it.runIf(playable)('is not reported on its good examples, which have no error at all', async () => {
    for (const source of page.good) {
      const report = await run(source);
      expect(
        report.findings.map(({ code }) => code),
        summary(report),
      ).not.toContain(rule.code);
      expect(report.verdict, summary(report)).toBe('sound');
    }
  });
});
