import { describe, expect, test } from 'vitest';
import type { Report } from '../protocol/finding.ts';
import { applyPolicy, policyOf, rulesOf, unknownRule } from './selection.ts';

const finding = (code: string, severity: 'error' | 'warning') => ({
  code,
  name: 'name',
  severity,
  message: 'message',
  range: { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } },
  by: 'dynamic' as const,
});

const played = { episodes: 1 } as unknown as Report['measures'];
const report = (over: Partial<Report>): Report => ({
  className: 'AEnv',
  profile: 'games',
  verdict: 'unsound',
  findings: [],
  undecided: [],
  measures: played,
  ...over,
});

describe('selectors', () => {
  test('name rules by code, name and prefix, in any case', () => {
    expect(rulesOf('sp306')).toEqual(['SP306']);
    expect(rulesOf('Seed-Ignored')).toEqual(['SP306']);
    expect(rulesOf('SP30')).toContain('SP309');
    expect(rulesOf('SP3').length).toBe(10);
    expect(rulesOf('all').length).toBeGreaterThan(100);
  });

  test('that name nothing say which rule may have been meant', () => {
    expect(rulesOf('SP999')).toEqual([]);
    expect(rulesOf('SP')).not.toEqual([]);
    expect(unknownRule('sed-ignored')).toContain('seed-ignored');
  });
});

describe('a policy', () => {
  test('drops ignored findings, and the verdict follows', () => {
    const unsound = report({ findings: [finding('SP306', 'error'), finding('SP305', 'warning')] });
    const told = applyPolicy(unsound, policyOf({ ignore: ['SP306'] }));
    expect(told.findings.map(({ code }) => code)).toEqual(['SP305']);
    expect(told.verdict).toBe('sound');
  });

  test('gives a rule its level, the longer selector winning', () => {
    const warned = report({
      verdict: 'sound',
      findings: [finding('SP305', 'warning'), finding('SP309', 'warning')],
    });
    const told = applyPolicy(warned, policyOf({ levels: { SP309: 'off', SP3: 'error' } }));
    expect(told.findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['SP305 error']);
    expect(told.verdict).toBe('unsound');
  });

  test('applies to what is undecided as well', () => {
    const open = report({
      verdict: 'undecided',
      undecided: [{ code: 'SP504', name: 'unwinnable', severity: 'error', reason: 'the budget was spent' }],
    });
    expect(applyPolicy(open, policyOf({ levels: { unwinnable: 'warning' } })).verdict).toBe('sound');
  });

  test('never turns an environment that could not be played into a sound one', () => {
    const unplayed = report({
      verdict: 'undecided',
      measures: null,
      undecided: [{ code: 'SP412', name: 'exception', severity: 'error', reason: 'no reset succeeded' }],
    });
    expect(applyPolicy(unplayed, policyOf({ ignore: ['ALL'] })).verdict).toBe('undecided');
    const crashed = report({ measures: null, findings: [finding('SP412', 'error')] });
    expect(applyPolicy(crashed, policyOf({ ignore: ['ALL'] })).verdict).toBe('undecided');
  });
});
