import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Examiner } from '../../playtest/batch.ts';
import { checkReport } from '../../protocol/check-report.ts';
import { writtenManifest } from '../../protocol/manifest.ts';
import { poolReport } from '../../protocol/pool-report.ts';
import { environment, folderWith } from '../../workspace/testing.ts';
import { readArguments } from '../arguments.ts';
import type { CheckingOptions } from '../checking.ts';
import { findingOf, idlePool, reportWith, terminalIn } from '../testing.ts';
import { check, checkSpec } from './check.ts';
import { play, playSpec } from './play.ts';
import { pool, poolSpec } from './pool.ts';
import { rules, rulesSpec } from './rules.ts';

const open = {
  code: 'SP504',
  name: 'unwinnable',
  severity: 'error',
  reason: 'the budget was spent',
} as const;

/** The class name says what the check comes to. */
const examine: Examiner['examine'] = async (_, { source }) => {
  if (source.includes('class Bad'))
    return reportWith([findingOf('SP306', { play: { seed: 0, actions: [] } })]);
  if (source.includes('class Odd')) return reportWith([findingOf('SP305')]);
  if (source.includes('class Open')) return reportWith([], [open]);
  return reportWith();
};

const engine = (): CheckingOptions['engine'] & { start: ReturnType<typeof vi.fn> } => ({
  start: vi.fn(async () => idlePool()),
  examiner: { name: 'test', examine },
});

async function run(cwd: string, args: string[], input = '') {
  const { terminal, out, err } = terminalIn(cwd, input);
  const used = engine();
  const code = await check(readArguments(checkSpec, args), terminal, used);
  return { code, out: out(), err: err(), started: used.start.mock.calls.length };
}

const json = (text: string) => checkReport.parse(JSON.parse(text));

describe('spade check', () => {
  const files = {
    'bad.py': environment('Bad'),
    'good.py': environment('Good'),
    'odd.py': environment('Odd'),
    'open.py': environment('Open'),
  };

  test.each([
    [['good.py'], 0],
    [['odd.py'], 0],
    [['odd.py', '--fail-on', 'warning'], 1],
    [['open.py'], 1],
    [['open.py', '--fail-on', 'error'], 0],
    [['bad.py', '--fail-on', 'error'], 1],
    [['bad.py', '--ignore', 'SP3'], 0],
    [['.'], 1],
  ])('%j exits with %i', async (args, code) => {
    expect((await run(folderWith(files), args)).code).toBe(code);
  });

  test('a file that cannot be read is told and makes the code 2, and the others are checked', async () => {
    const cwd = folderWith(files);
    writeFileSync(join(cwd, 'latin.py'), Buffer.from([0x63, 0xe9, 0x0a]));
    const { code, out } = await run(cwd, ['good.py', 'latin.py', 'bad.py', '--format', 'json']);
    expect(code).toBe(2);
    const { environments, summary } = json(out);
    expect(environments[1]).toEqual({
      path: 'latin.py',
      fault: 'latin.py: it is not UTF-8 text. Save it as UTF-8.',
    });
    expect(summary).toMatchObject({ sound: 1, unsound: 1, notChecked: 1 });
  });

  test('a link that leads nowhere is a file that cannot be read', async () => {
    const cwd = folderWith(files);
    symlinkSync('nowhere.py', join(cwd, 'link.py'));
    const { code, out } = await run(cwd, ['.', '--ignore', 'ALL']);
    expect(code).toBe(2);
    expect(out).toContain('link.py: there is no such file or folder');
  });

  test('the standard input is an environment', async () => {
    const { code, out } = await run(folderWith(), ['-', '--format', 'json'], environment('Bad'));
    expect(code).toBe(1);
    expect(json(out).environments[0]).toMatchObject({ path: '-', verdict: 'unsound' });
  });

  test('a second run starts no sandbox and says the same but for its time', async () => {
    const cwd = folderWith({ ...files, 'helper.py': 'import math\n' });
    const first = await run(cwd, ['.', '--format', 'json']);
    const second = await run(cwd, ['.', '--format', 'json', '--resume']);
    expect([first.started, second.started]).toEqual([1, 0]);
    expect(json(second.out).run.cached).toBe(4);
    expect({ ...json(second.out), run: undefined }).toEqual({ ...json(first.out), run: undefined });
    expect(json(first.out).summary.leftOut).toBe(1);
    expect((await run(cwd, ['.', '--no-cache'])).started).toBe(1);
    expect((await run(cwd, ['.', '--seeds', '3'])).started).toBe(1);
    expect((await run(cwd, ['.', '--ignore', 'SP306'])).started).toBe(0);
    writeFileSync(join(cwd, 'good.py'), environment('Good', 'return 1'));
    expect(json((await run(cwd, ['.', '--format', 'json'])).out).run.cached).toBe(3);
  });

  test('an interruption reports what was done, and the next run goes on from there', async () => {
    const cwd = folderWith(files);
    const { terminal, out, controller } = terminalIn(cwd);
    const slow: CheckingOptions['engine'] = {
      start: async () => idlePool(),
      examiner: {
        name: 'test',
        async examine(interpreter, job, signal) {
          if (!job.source.includes('class Odd')) return examine(interpreter, job, signal);
          controller.abort(new Error('interrupted'));
          throw signal.reason;
        },
      },
    };
    await check(readArguments(checkSpec, ['.', '--format', 'json', '--jobs', '1']), terminal, slow);
    const report = json(out());
    expect(report.complete).toBe(false);
    expect(report.environments.map(({ path }) => path)).toEqual(['bad.py', 'good.py']);
    const next = await run(cwd, ['.', '--format', 'json']);
    expect(json(next.out).run.cached).toBe(2);
    expect(json(next.out).summary.environments).toBe(4);
  });

  test('a cache that cannot be used is remarked on, and refused when it is what was asked for', async () => {
    const cwd = folderWith({ ...files, '.cache': 'a file where the folder should be' });
    const { code, out } = await run(cwd, ['good.py']);
    expect(code).toBe(0);
    expect(out).toContain('Results are not kept');
    await expect(run(cwd, ['good.py', '--resume'])).rejects.toThrow('nothing to resume');
  });

  test('a report in a file appears whole or not at all', async () => {
    const cwd = folderWith(files);
    const path = join(cwd, 'report.json');
    await run(cwd, ['good.py', '--format', 'json', '--output', path]);
    expect(json(readFileSync(path, 'utf8')).environments).toHaveLength(1);
    await expect(run(cwd, ['gone.py', '--output', join(cwd, 'other.json')])).rejects.toThrow('gone.py');
    writeFileSync(join(cwd, 'pyproject.toml'), '[tool.spade]\nseeds = 0\n');
    await expect(run(cwd, ['good.py', '--output', path])).rejects.toThrow('[tool.spade] seeds');
    expect(json(readFileSync(path, 'utf8')).environments).toHaveLength(1);
    expect(readdirSync(cwd).filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect(run(cwd, ['good.py', '--output', join(cwd, 'no', 'such', 'folder.json')])).rejects.toThrow(
      'cannot be written',
    );
  });

  test.each([
    [[], 'needs a path'],
    [['a.py', '--fail-on', 'eror'], 'Did you mean error?'],
    [['a.py', '--budget', 'soon'], 'not "soon"'],
    [['a.py', '--budget', '3'], 'at least 20'],
    [['a.py', '--seeds', '1'], 'at least 2'],
    [['a.py', '--select', 'SP3,SP999'], 'there is no rule "SP999"'],
    [['a.py', '--jobs', '0'], 'from 1 to 256'],
    [['a.py', '--resume', '--no-cache'], 'one of the two'],
  ])('%j is refused', async (args, message) => {
    await expect(run(folderWith({ 'a.py': environment('A') }), args)).rejects.toThrow(message);
  });
});

describe('spade pool', () => {
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
  const good = environment('Good');

  async function runPool(cwd: string, args: string[]) {
    const { terminal, out } = terminalIn(cwd);
    const code = await pool(readArguments(poolSpec, args), terminal, engine());
    return { code, out: out() };
  }

  const manifest = {
    name: 'sample',
    licence: 'CC0-1.0',
    environments: [
      {
        path: 'environments/r1/good.py',
        skill: 'Logic',
        source_run: 'r1',
        step: 12,
        sha256: sha(good).toUpperCase(),
      },
      { path: 'environments/r1/bad.py', skill: 'Logic' },
      { path: 'environments/r2/twin.py', skill: 'Maths' },
      { path: 'environments/r2/changed.py', sha256: sha('something else') },
    ],
  };
  const files = {
    'manifest.json': JSON.stringify(manifest),
    'environments/r1/good.py': good,
    'environments/r1/bad.py': environment('Bad', 'return 2'),
    'environments/r2/twin.py': environment('Other'),
    'environments/r2/changed.py': environment('Changed'),
  };

  test('counts by verdict and skill, finds duplicates, and names a file that the manifest does not fit', async () => {
    const { code, out } = await runPool(folderWith(files), ['.', '--format', 'json']);
    expect(code).toBe(2);
    const report = poolReport.parse(JSON.parse(out));
    expect(report.name).toBe('sample');
    expect(report.skills).toEqual({
      Logic: { sound: 1, unsound: 1, undecided: 0 },
      Maths: { sound: 1, unsound: 0, undecided: 0 },
    });
    expect(report.duplicates).toEqual([
      { path: 'environments/r2/twin.py', of: 'environments/r1/good.py', same: 'program' },
    ]);
    expect(report.notChecked).toHaveLength(1);
    expect(report.notChecked[0]?.fault).toContain('environments/r2/changed.py: its SHA-256 is');
    const text = await runPool(folderWith(files), ['.']);
    expect(text.out).toMatch(/Logic\s+1\s+1\s+0/);
    expect(text.out).toContain('repeats environments/r1/good.py');
  });

  test('an export holds the sound ones, tells where they came from, and reads back', async () => {
    const cwd = folderWith(files);
    const { out } = await runPool(cwd, ['.', '--export', 'clean', '--unique']);
    expect(out).toContain('Exported 1 environment to clean; 3 were left out.');
    const written = writtenManifest.parse(
      JSON.parse(readFileSync(join(cwd, 'clean', 'manifest.json'), 'utf8')),
    );
    expect(written).toMatchObject({ name: 'sample', licence: 'CC0-1.0' });
    expect(written.environments).toEqual([
      {
        path: 'environments/r1/good.py',
        profile: 'games',
        skill: 'Logic',
        source_run: 'r1',
        step: 12,
        sha256: sha(good),
        verdict: 'sound',
        findings: 0,
      },
    ]);
    expect(readFileSync(join(cwd, 'clean', 'environments/r1/good.py'), 'utf8')).toBe(good);
    const back = poolReport.parse(
      JSON.parse((await runPool(join(cwd, 'clean'), ['.', '--format', 'json'])).out),
    );
    expect(back.summary).toMatchObject({ environments: 1, sound: 1 });
    await expect(runPool(cwd, ['.', '--export', 'clean'])).rejects.toThrow('not empty');
  });

  test('what else to export can be said', async () => {
    const cwd = folderWith(files);
    await runPool(cwd, ['.', '--export', 'all', '--include', 'unsound,undecided']);
    expect(existsSync(join(cwd, 'all/environments/r1/bad.py'))).toBe(true);
    expect(existsSync(join(cwd, 'all/environments/r2/twin.py'))).toBe(true);
    await expect(runPool(cwd, ['.', '--include', 'unsound'])).rejects.toThrow('--export');
  });

  test('a .json file beside the source tells of it, where there is no manifest', async () => {
    const cwd = folderWith({
      'a.py': good,
      'a.json': '{"skill": "Logic", "rollout": 3}',
      'b.py': environment('Other', 'return 1'),
      'b.json': 'no json',
    });
    const report = poolReport.parse(JSON.parse((await runPool(cwd, ['.', '--format', 'json'])).out));
    expect(report.skills).toMatchObject({ Logic: { sound: 1 }, '': { sound: 1 } });
  });
});

describe('spade play', () => {
  test.each([
    [[], 'needs one Python file'],
    [['gone.py', '--action', 'a'], 'gone.py: there is no such file'],
    [['a.py', '--json'], '--json needs actions'],
    [['a.py', '--action', 'a', '--policy', 'random'], 'Give one of the two'],
    [['a.py', '--finding', 'SP306', '--action', 'a'], 'brings its own actions'],
    [['a.py', '--finding', 'seed'], 'as SP501 or SP501:2'],
    [['a.py', '--seed', 'one'], 'whole number'],
    [['a.py', '--hash-seed', '2'], 'from 0 to 1'],
    [['a.py', '--beside', '[]'], 'takes an episode as JSON'],
    [['a.py', '--actions', 'gone.json'], 'gone.json: there is no such file'],
    [['a.py', '--actions', '-'], 'no array of texts'],
    [['-'], 'the actions must come from somewhere else'],
  ])('%j is refused', async (args, message) => {
    const { terminal } = terminalIn(folderWith({ 'a.py': environment('A') }), '[1]');
    await expect(async () => play(readArguments(playSpec, args), terminal)).rejects.toThrow(message);
  });
});

describe('spade rules', () => {
  async function said(...args: string[]): Promise<string> {
    const { terminal, out } = terminalIn('.');
    await rules(readArguments(rulesSpec, args), terminal);
    return out();
  }

  test('lists all by group, or tells of one by code or name', async () => {
    const all = await said();
    expect(all).toMatch(/SP3 Determinism\n(?: {2}.*\n)*? {2}SP306 {2}E {2}S D {4,}seed-ignored/);
    expect(await said('SP306')).toContain('SP306 seed-ignored  Determinism, error, seen by reading, running');
    expect(await said('seed-ignored')).toBe(await said('sp306'));
    expect(JSON.parse(await said('--format', 'json')).length).toBeGreaterThan(100);
    expect(await said('--format', 'markdown')).toContain('| SP306 | seed-ignored | E |');
    expect(await said('SP908')).toContain('Its page is not written yet.');
  });

  test('names the nearest rule', async () => {
    await expect(said('sed-ignored')).rejects.toThrow('Did you mean seed-ignored?');
  });
});
