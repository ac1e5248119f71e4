import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../server/protocol/finding.ts';
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';
import { groupsOf, matches } from './groups.ts';

function environment(
  name: string,
  verdict?: Verdict,
  more: Partial<WorkspaceEnvironment> = {},
): WorkspaceEnvironment {
  return {
    uri: `file:///pool/${name}%20x.py`,
    className: `${name}Env`,
    profile: 'games',
    line: 1,
    folder: '',
    ...(verdict
      ? { check: { verdict, stale: false, findings: [], undecided: [], measures: null, executable: [] } }
      : {}),
    ...more,
  };
}

const named = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ title, environments }) => [title, environments.map(({ className }) => className).join(' ')]);

describe('groups', () => {
  it('by verdict begin with what needs work and leave out what is empty', () => {
    const all = [
      environment('A', 'sound'),
      environment('B'),
      environment('C', 'unsound'),
      environment('D', 'sound'),
    ];
    expect(named(groupsOf(all, 'verdict'))).toEqual([
      ['Unsound', 'CEnv'],
      ['Not checked', 'BEnv'],
      ['Sound', 'AEnv DEnv'],
    ]);
  });

  it('by skill and folder are in order of their names, those without last', () => {
    const all = [
      environment('A'),
      environment('B', 'sound', { skill: 'planning', folder: 'b' }),
      environment('C', 'sound', { skill: 'deduction', folder: 'a/b' }),
    ];
    expect(named(groupsOf(all, 'skill'))).toEqual([
      ['deduction', 'CEnv'],
      ['planning', 'BEnv'],
      ['Without a skill', 'AEnv'],
    ]);
    expect(named(groupsOf(all, 'folder'))).toEqual([
      ['a/b', 'CEnv'],
      ['b', 'BEnv'],
      ['Workspace folder', 'AEnv'],
    ]);
  });
});

describe('the filter', () => {
  const found = environment('Lever', 'unsound', { skill: 'planning' });
  if (found.check)
    found.check.findings.push({
      code: 'SP501',
      name: 'answer-in-observation',
      severity: 'error',
      message: '',
      range: { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } },
      by: 'dynamic',
    });

  it.each([
    '',
    'lever',
    'LEVERENV',
    'sp501',
    'answer-in',
    'unsound',
    'planning',
    'lever x.py',
    'lever sp501',
  ])('%j shows it', (filter) => expect(matches(found, filter)).toBe(true));

  it.each(['undecided', 'lever sp502', 'nothing'])('%j does not', (filter) =>
    expect(matches(found, filter)).toBe(false),
  );
});
