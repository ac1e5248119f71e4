import { describe, expect, it } from 'vitest';
import { parse } from '../analysis/parse.ts';
import type { Finding, RuleCode } from '../protocol/finding.ts';
import { applySuppressions, suppressionsOf } from './suppression.ts';

const SOURCE = `class LockEnv:  # spade: ignore[SP804] the name is the paper's
    def reset(self, seed=None):
        # spade: ignore[seed-ignored] one task on purpose
        self.code = 417
        return "text with # spade: ignore[SP305] inside", {}

    def step(self, action):  # spade: ignore[SP505, SP999]
        if action == "a":
            return "ok", 1.0, True, False, {}
        return "no", 0.0, False, False, {}
`;

const finding = (code: RuleCode, line: number): Finding => ({
  code,
  name: 'x',
  severity: 'error',
  message: 'x',
  range: { start: { line, column: 4 }, end: { line, column: 8 } },
  by: 'static',
});

describe('suppressions', () => {
  const found = suppressionsOf(parse(SOURCE));

  it('are read from comments, by code or name, with their reason; not from strings', () => {
    expect(
      found.map(({ codes, line, first, last, reason }) => ({ codes, line, first, last, reason })),
    ).toEqual([
      { codes: ['SP804'], line: 1, first: 1, last: 10, reason: "the name is the paper's" },
      { codes: ['SP306'], line: 3, first: 4, last: 4, reason: 'one task on purpose' },
      { codes: ['SP505'], line: 7, first: 7, last: 10, reason: '' },
    ]);
  });

  it('take out findings of their rule in their lines, and no others', () => {
    const findings = [finding('SP306', 4), finding('SP306', 5), finding('SP505', 9), finding('SP506', 9)];
    const { kept, suppressed } = applySuppressions(findings, found, new Set(['SP306', 'SP505', 'SP506']));
    expect(suppressed.map(({ code, range }) => [code, range.start.line])).toEqual([
      ['SP306', 4],
      ['SP505', 9],
    ]);
    expect(
      kept.filter(({ code }) => code !== 'SP806').map(({ code, range }) => [code, range.start.line]),
    ).toEqual([
      ['SP306', 5],
      ['SP506', 9],
    ]);
  });

  it('are reported when they suppress nothing, but only for rules that were looked for', () => {
    const { kept } = applySuppressions([], found, new Set(['SP306']));
    expect(kept.map(({ code, message, range }) => [code, range.start.line, message])).toEqual([
      ['SP806', 3, 'SP306 is not found here any more: take it out of the comment.'],
      ['SP806', 7, 'There is no rule `SP999`, so this comment suppresses nothing. `spade rules` lists them.'],
    ]);
  });
});
