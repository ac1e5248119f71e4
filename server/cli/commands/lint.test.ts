import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { checkReport } from '../../protocol/check-report.ts';
import { folderWith } from '../../workspace/testing.ts';
import { readArguments } from '../arguments.ts';
import { replaceSource } from '../files/replace.ts';
import { terminalIn } from '../testing.ts';
import { lint, lintSpec } from './lint.ts';

/** An environment with no fault that reading shows. */
const SOUND = `import random
import re


class LeverEnv:
    def __init__(self, max_turns=8):
        self.max_turns = max_turns
        self.reset()

    def reset(self, seed=None):
        self.rng = random.Random(seed)
        self.lever = self.rng.choice(["amber", "blue", "coral", "green"])
        self.turn = 0
        return self._prompt("A gate with four levers."), {}

    def step(self, action):
        self.turn += 1
        match = re.search(r"\\\\boxed\\{(\\w+)\\}", action)
        word = match.group(1).lower() if match else ""
        if word == self.lever:
            return "The gate opens.", 1.0, True, False, {}
        late = self.turn >= self.max_turns
        return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}

    def _prompt(self, text):
        return text + " Levers: amber, blue, coral, green. Answer with \\\\boxed{lever}."

    def solution(self):
        return f"\\\\boxed{{{self.lever}}}"
`;
/** An error with a fix (SP103), and a warning with one (SP113). */
const SEEDLESS = SOUND.replace('reset(self, seed=None)', 'reset(self, seed)');
const UNIMPORTED = SOUND.replace('import re\n', '');
/** An error without a fix (SP107). */
const GREEDY = SOUND.replace('max_turns=8', 'max_turns, size');

async function run(cwd: string, args: string[], input = '') {
  const { terminal, out, err } = terminalIn(cwd, input);
  const code = await lint(readArguments(lintSpec, args), terminal);
  return { code, out: out(), err: err() };
}

const json = (text: string) => checkReport.parse(JSON.parse(text));
const codes = (text: string) =>
  json(text).environments.map((one) =>
    'findings' in one ? one.findings.map(({ code }) => code) : one.fault,
  );

describe('spade lint', () => {
  test.each([
    [SOUND, [], 0],
    [GREEDY, [], 1],
    [UNIMPORTED, [], 0],
    [UNIMPORTED, ['--fail-on', 'warning'], 1],
    [UNIMPORTED, ['--fix', '--fail-on', 'warning'], 0],
    [GREEDY, ['--ignore', 'SP107'], 0],
    [GREEDY, ['--select', 'SP7'], 0],
    [GREEDY, ['--fix'], 1],
  ])('exits with what is left', async (source, options, code) => {
    expect((await run(folderWith({ 'a.py': source }), ['a.py', ...options])).code).toBe(code);
  });

  test('tells every finding at its place, and which can be mended; nothing is called sound', async () => {
    const cwd = folderWith({ 'bad.py': SEEDLESS, 'good.py': SOUND, 'helper.py': 'import math\n' });
    const { out } = await run(cwd, ['.']);
    expect(out).toMatch(
      /^bad\.py:10:21 {2}E SP103 reset-signature .*\[fix: .+\]\n {4}\| def reset\(self, seed\):$/m,
    );
    expect(out).toMatch(/2 environments: 1 finding, errors in 1\./);
    expect(out).toContain('--fix    mends 1 of these');
    expect(out).toContain('Left out: 1 Python file');
    const report = json((await run(cwd, ['.', '--format', 'json'])).out);
    expect(report.environments.map((one) => 'verdict' in one && one.verdict)).toEqual([
      'unsound',
      'undecided',
    ]);
  });

  test.each(['sarif', 'junit', 'github'])('writes %s', async (format) => {
    const { out } = await run(folderWith({ 'a.py': GREEDY }), ['a.py', '--format', format]);
    expect(out).toContain('SP107');
    expect(out).not.toContain('spade check');
  });

  test('settings and suppressions count as they do in a check', async () => {
    const cwd = folderWith({
      'pyproject.toml': '[tool.spade]\nlevels = { SP107 = "warning" }\n',
      'a.py': GREEDY,
      'b.py': SEEDLESS.replace('seed):', 'seed):  # spade: ignore[SP103] one task'),
      'c.py': SOUND.replace('reset(self, seed=None):', '$&  # spade: ignore[SP103, SP102]'),
    });
    const { code, out } = await run(cwd, ['.', '--format', 'json']);
    expect(code).toBe(0);
    // SP103 may be about what only playing shows; SP102 is seen by reading alone.
    expect(codes(out)).toEqual([['SP107'], [], ['SP806']]);
  });

  test('a file that cannot be read makes the code 2', async () => {
    const cwd = folderWith({ 'a.py': SOUND });
    writeFileSync(join(cwd, 'latin.py'), Buffer.from([0x63, 0xe9, 0x0a]));
    const { code, out } = await run(cwd, ['a.py', 'latin.py']);
    expect(code).toBe(2);
    expect(out).toContain('it is not UTF-8 text');
  });

  test.each([
    [[], 'needs a path'],
    [['-', 'a.py', '--fix'], 'goes alone'],
    [['a.py', '--watch', '--format', 'json'], 'writes no file'],
    [['a.py', '--fail-on', 'undecided'], 'fail-on'],
  ])('%j is refused', async (args, message) => {
    await expect(run(folderWith({ 'a.py': SOUND }), args)).rejects.toThrow(message);
  });
});

describe('--fix', () => {
  test('mends, says what it mended, and leaves alone what needs nothing', async () => {
    const cwd = folderWith({ 'a.py': SOUND, 'b.py': SEEDLESS, 'c.py': GREEDY });
    const before = statSync(join(cwd, 'a.py')).mtimeMs;
    chmodSync(join(cwd, 'b.py'), 0o640);
    const { out } = await run(cwd, ['.', '--fix']);
    expect(out).toContain('b.py  fixed SP103 reset-signature\n');
    expect(out).toMatch(/3 environments: 1 finding, errors in 1, 1 fixed\./);
    expect(readFileSync(join(cwd, 'b.py'), 'utf8')).toContain('def reset(self, seed=None):');
    expect(statSync(join(cwd, 'b.py')).mode & 0o777).toBe(0o640);
    expect(statSync(join(cwd, 'a.py')).mtimeMs).toBe(before);
    expect(readdirSync(cwd).sort()).toEqual(['a.py', 'b.py', 'c.py']);
    expect((await run(cwd, ['b.py', '--fix'])).out).toContain('nothing found by reading.');
  });

  test('tells the machine what it mended, and hashes the result', async () => {
    const cwd = folderWith({ 'b.py': SEEDLESS });
    const [environment] = json((await run(cwd, ['b.py', '--fix', '--format', 'json'])).out).environments;
    const sha256 = createHash('sha256')
      .update(readFileSync(join(cwd, 'b.py')))
      .digest('hex');
    expect(environment).toMatchObject({ sha256, findings: [], fixed: [{ code: 'SP103' }] });
  });

  test('does not fix what is ignored or suppressed', async () => {
    const cwd = folderWith({ 'a.py': SEEDLESS });
    await run(cwd, ['a.py', '--fix', '--ignore', 'SP103']);
    expect(readFileSync(join(cwd, 'a.py'), 'utf8')).toBe(SEEDLESS);
    const suppressed = SEEDLESS.replace('seed):', 'seed):  # spade: ignore[SP103] one task');
    writeFileSync(join(cwd, 'a.py'), suppressed);
    await run(cwd, ['a.py', '--fix']);
    expect(readFileSync(join(cwd, 'a.py'), 'utf8')).toBe(suppressed);
  });

  test('keeps links, line ends and a byte order mark', async () => {
    const cwd = folderWith({ 'real/a.py': `\ufeff${SEEDLESS.replaceAll('\n', '\r\n')}` });
    symlinkSync(join('real', 'a.py'), join(cwd, 'link.py'));
    expect((await run(cwd, ['link.py', '--fix'])).code).toBe(0);
    expect(lstatSync(join(cwd, 'link.py')).isSymbolicLink()).toBe(true);
    const text = readFileSync(join(cwd, 'real', 'a.py'), 'utf8');
    expect(text.startsWith('\ufeffimport random\r\n')).toBe(true);
    expect(text).toContain('def reset(self, seed=None):\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('does not break what a manifest says of a file', async () => {
    const sha256 = createHash('sha256').update(SEEDLESS).digest('hex');
    const cwd = folderWith({
      'a.py': SEEDLESS,
      'manifest.json': JSON.stringify({ environments: [{ path: 'a.py', sha256 }] }),
    });
    const { code, out } = await run(cwd, ['.', '--fix']);
    expect(code).toBe(2);
    expect(out).toContain('Copy the file out of the pool');
    expect(readFileSync(join(cwd, 'a.py'), 'utf8')).toBe(SEEDLESS);
  });

  test('writes nothing over what somebody else has written meanwhile', () => {
    const path = join(folderWith({ 'a.py': 'new\n' }), 'a.py');
    expect(replaceSource(path, 'a.py', Buffer.from('old\n'), 'mended\n')).toContain('changed while');
    expect(readFileSync(path, 'utf8')).toBe('new\n');
  });

  test('of the standard input is a filter', async () => {
    const { code, out, err } = await run(folderWith(), ['-', '--fix'], SEEDLESS);
    expect(code).toBe(0);
    expect(out).toContain('def reset(self, seed=None):');
    expect(out.startsWith('import random\n')).toBe(true);
    expect(err).toContain('fixed SP103');
    expect((await run(folderWith(), ['-', '--fix'], SOUND)).out).toBe(SOUND);
  });
});

describe('--watch', () => {
  async function until(condition: () => boolean): Promise<void> {
    for (let tries = 0; tries < 1_500 && !condition(); tries++) await wait(20);
    expect(condition()).toBe(true);
  }

  test('reads again what changes, is new or has other settings, and ends when asked to', async () => {
    const cwd = folderWith({ 'envs/a.py': SOUND });
    const { terminal, out, controller } = terminalIn(cwd);
    const ended = lint(readArguments(lintSpec, ['envs', '--watch']), terminal);
    let from = 0;
    const next = async (change: () => void, text: string) => {
      change();
      await until(() => out().slice(from).includes(text) && out().endsWith('ends it.\n'));
      from = out().length;
    };
    await next(() => undefined, '1 environment: nothing found');
    await next(() => writeFileSync(join(cwd, 'envs', 'a.py'), GREEDY), 'SP107');
    await next(() => writeFileSync(join(cwd, 'envs', 'b.py'), UNIMPORTED), '2 environments');
    await next(
      () => writeFileSync(join(cwd, 'pyproject.toml'), '[tool.spade]\nseeds = 0\n'),
      'seeds: must be',
    );
    await next(
      () => writeFileSync(join(cwd, 'pyproject.toml'), '[tool.spade]\nignore = ["SP1"]\n'),
      '2 environments: nothing found',
    );
    controller.abort(new Error('interrupted'));
    expect(await ended).toBe(0);
  });

  test('a path that is not there is refused', async () => {
    await expect(run(folderWith(), ['gone.py', '--watch'])).rejects.toThrow('gone.py');
  });
});
