import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { checkReport } from '../../server/protocol/check-report.ts';
import { FAULTY, folder, PATIENCE, spade, start, UNSEEN } from './spade.ts';

vi.setConfig({ testTimeout: PATIENCE });

const json = (text: string) => checkReport.parse(JSON.parse(text));

/** The words of a command that `spade check` printed. */
function words(command: string): string[] {
  const found = command.match(/\$'(?:[^'\\]|\\.)*'|'(?:[^']|'\\'')*'|\S+/g) ?? [];
  return found.map((word) => (word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word));
}

describe('spade check', () => {
  test('tells what is wrong, and every finding by running can be played again from its command', async () => {
    const cwd = folder({ 'faulty.py': FAULTY });
    const { code, out } = await spade(cwd, ['check', 'faulty.py', '--format', 'json']);
    expect(code).toBe(1);
    const [environment] = json(out).environments;
    if (!environment || !('findings' in environment)) throw new Error('not checked');
    const codes = environment.findings.map((finding) => finding.code);
    expect(codes).toContain('SP306');
    const dynamic = environment.findings.filter(({ evidence }) => evidence?.play);
    expect(dynamic.length).toBeGreaterThan(1);
    for (const { replay } of dynamic) expect(replay?.length).toBeGreaterThan(0);
    const raised = environment.findings.find(({ code: rule }) => rule === 'SP412');
    const [command = ''] = raised?.replay ?? [];
    const played = await spade(cwd, words(command).slice(1));
    expect(played.code).toBe(1);
    expect(played.out).toContain('ValueError: too long\\x1b[31m');
    expect(played.out).toContain('line 16 in');
    expect(played.out).not.toMatch(UNSEEN);
  });

  test('hostile names and observations stay on their lines in every report for eyes', async () => {
    const name = 'a\n::error::b\u001b[2J.py';
    const cwd = folder({ [name]: FAULTY });
    for (const format of ['text', 'github']) {
      const { code, out, err } = await spade(cwd, ['check', '.', '--format', format]);
      expect({ format, code }).toEqual({ format, code: 1 });
      expect(out + err).not.toMatch(UNSEEN);
      if (format !== 'github') expect(out).not.toMatch(/^::/m);
    }
  });

  test('Ctrl-C reports what was done, and the next run goes on from there', async () => {
    const files = Array.from(
      { length: 12 },
      (_, index) => [`e${String(index).padStart(2, '0')}.py`, `# ${index}\n${FAULTY}`] as const,
    );
    const cwd = folder(Object.fromEntries(files));
    const run = start(cwd, ['check', '.', '--format', 'json', '--jobs', '1']);
    await run.until('"e01.py"');
    run.child.kill('SIGINT');
    const { code, out, err } = await run.ended;
    expect({ code, err: err.includes('fault of its own') }).toEqual({ code: 130, err: false });
    const report = json(out);
    expect(report.complete).toBe(false);
    expect(report.summary.notChecked).toBe(0);
    expect(report.environments.length).toBeGreaterThan(1);
    expect(report.environments.length).toBeLessThan(12);
    const [file = ''] = readdirSync(join(cwd, '.cache'));
    const kept = readFileSync(join(cwd, '.cache', file), 'utf8')
      .split('\n')
      .filter(Boolean).length;
    expect(kept).toBeGreaterThanOrEqual(report.environments.length);
    const again = await spade(cwd, ['check', 'e00.py', 'e01.py', '--resume', '--format', 'json']);
    const { tool, run: rerun } = json(again.out);
    // Results of other rules are not taken over: sources may be edited while this runs.
    expect(rerun.cached).toBe(tool.rules === report.tool.rules ? 2 : 0);
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'an unreadable file is told and makes the code 2',
    async () => {
      const cwd = folder({ 'closed.py': FAULTY });
      chmodSync(join(cwd, 'closed.py'), 0o000);
      const { code, out } = await spade(cwd, ['check', '.']);
      expect(code).toBe(2);
      expect(out).toContain('closed.py: permission to read it is denied');
    },
  );

  test('bad settings, bad manifests and bad files name the file and what to do, with code 2', async () => {
    const cwd = folder({ 'a.py': FAULTY, 'pool/manifest.json': '{"environments": [{}]}' });
    const manifest = await spade(cwd, ['check', 'pool']);
    expect(manifest).toMatchObject({ code: 2, out: '' });
    expect(manifest.err).toContain(`${join('pool', 'manifest.json')}: environments.0.path`);
    writeFileSync(join(cwd, 'pyproject.toml'), '[tool.spade]\nselect = ["SP999"]\n');
    const settings = await spade(cwd, ['check', 'a.py']);
    expect(settings.code).toBe(2);
    expect(settings.err).toContain('pyproject.toml: [tool.spade] select.0: there is no rule "SP999"');
    expect(settings.err).not.toContain('fault of its own');
    writeFileSync(join(cwd, 'latin.py'), Buffer.from([0xff, 0xfe, 0x00]));
    const latin = await spade(cwd, ['check', 'latin.py']);
    expect(latin.code).toBe(2);
    expect(latin.out).toContain('latin.py: it is not UTF-8 text');
  });
});

describe('spade', () => {
  test.each([
    [['chekc'], 'Did you mean `spade check`?'],
    [['check', '--formt', 'json'], 'Did you mean --format?'],
    [[], 'Usage: spade COMMAND'],
  ])('%j is a mistake that is explained', async (args, message) => {
    const { code, out, err } = await spade(folder({}), args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test('helps and tells its version', async () => {
    const cwd = folder({});
    expect((await spade(cwd, ['--help'])).out).toMatch(/check .*\n.*play .*\n.*pool .*\n.*rules /);
    expect((await spade(cwd, ['play', '--help'])).out).toContain('--hash-seed 0|1');
    expect((await spade(cwd, ['--version'])).out).toMatch(/^spade \d+\.\d+\.\d+ \(rules [0-9a-f]{16}\)\n$/);
  });
});
