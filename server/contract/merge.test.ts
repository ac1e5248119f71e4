import { describe, expect, it } from 'vitest';
import type { Finding, Report } from '../protocol/finding.ts';
import { mergeFindings } from './merge.ts';

const finding = (more: Partial<Finding>): Finding => ({
  code: 'SP306',
  name: 'seed-ignored',
  severity: 'error',
  message: 'read',
  range: { start: { line: 3, column: 4 }, end: { line: 3, column: 9 } },
  by: 'static',
  ...more,
});

const report = (findings: readonly Finding[], more: Partial<Report> = {}): Report => ({
  className: 'LockEnv',
  profile: 'games',
  verdict: 'sound',
  findings: [...findings],
  undecided: [],
  measures: {
    episodes: 120,
    steps: 600,
    shortestWin: 3,
    randomWins: null,
    solutionWins: null,
    rewardLevels: [],
    maxTurns: 20,
    depth: 20,
    statesSeen: 4,
    linesReached: [],
    stepTicks: 1,
    memory: 0,
  },
  ...more,
});

describe('mergeFindings', () => {
  it('tells a fault that both saw once, with the range and fix of one and the evidence of the other', () => {
    const fix = { title: 'Use the seed', edits: [] };
    const seen = finding({
      by: 'dynamic',
      message: 'seen',
      range: { start: { line: 1, column: 0 }, end: { line: 1, column: 5 } },
      evidence: { play: { seed: 0, actions: [] } },
    });
    const merged = mergeFindings([finding({ fix })], report([seen]));
    expect(merged.findings).toEqual([
      finding({ fix, by: 'both', message: 'seen', evidence: { play: { seed: 0, actions: [] } } }),
    ]);
    expect(merged.verdict).toBe('unsound');
  });

  it('keeps a fault that running looked for and did not see, as a warning that says so', () => {
    const merged = mergeFindings([finding({})], report([]));
    expect(merged.findings[0]).toMatchObject({
      severity: 'warning',
      by: 'both',
      message: 'read (Not seen in 120 plays.)',
    });
    expect(merged.verdict).toBe('sound');
  });

  it('does not weaken a fault that running could not decide, or cannot see', () => {
    const open = {
      code: 'SP306',
      name: 'seed-ignored',
      severity: 'error',
      reason: 'the budget was spent',
    } as const;
    expect(mergeFindings([finding({})], report([], { undecided: [open] })).verdict).toBe('unsound');
    expect(
      mergeFindings([finding({ code: 'SP308', name: 'seed-truthiness' })], report([])).findings[0]?.severity,
    ).toBe('error');
    expect(mergeFindings([finding({})], report([], { measures: null })).findings[0]?.severity).toBe('error');
  });

  it('orders by place', () => {
    const late = finding({
      code: 'SP101',
      range: { start: { line: 9, column: 0 }, end: { line: 9, column: 1 } },
    });
    const early = finding({
      code: 'SP412',
      by: 'dynamic',
      range: { start: { line: 2, column: 0 }, end: { line: 2, column: 1 } },
    });
    expect(mergeFindings([late], report([early])).findings.map(({ code }) => code)).toEqual([
      'SP412',
      'SP101',
    ]);
  });
});
