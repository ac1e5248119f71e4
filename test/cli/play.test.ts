import { describe, expect, test, vi } from 'vitest';
import { playReport } from '../../server/protocol/play-report.ts';
import { FAULTY, folder, PATIENCE, spade, UNSEEN } from './spade.ts';

vi.setConfig({ testTimeout: PATIENCE });

describe('spade play', () => {
  test('by hand: bare text is put into a box, and the colon commands work', async () => {
    const cwd = folder({ 'faulty.py': FAULTY });
    const input = ['5', ':state', ':undo', ':solution', '7', 'again', ':nonsense', ':quit', 'never'].join(
      '\n',
    );
    const { code, out } = await spade(cwd, ['play', 'faulty.py', '--seed', '3'], input);
    expect(code).toBe(0);
    expect(out).toContain('| Guess from 1 to 9 with \\boxed{5}.\\x1b[2J\n| ::error::no\\u202e\n');
    expect(out).toContain('1> \\boxed{5}\n| No.\n  reward 0.0\n');
    expect(out).toContain('turn = 1');
    expect(out).toContain('Took back \\boxed{5}.');
    expect(out).toContain(
      '1> \\boxed{7}\n| Right.\n  reward 1.0, terminated\nTerminated after 1 action: return 1.',
    );
    expect(out).toContain('2> \\boxed{again}\n| No.');
    expect(out).toContain('There is no command :nonsense');
    expect(out).toContain(
      "Again: spade play faulty.py --seed 3 --action '\\boxed{7}' --after '\\boxed{again}'",
    );
    expect(out).not.toContain('never');
    expect(out).not.toMatch(UNSEEN);
  });

  test('by script: actions are played exactly as they stand, to the end', async () => {
    const cwd = folder({ 'faulty.py': FAULTY, 'actions.json': '["", "7", "unplayed"]' });
    const { code, out } = await spade(cwd, [
      'play',
      'faulty.py',
      '--actions',
      'actions.json',
      '--seed',
      'none',
      '--json',
    ]);
    expect(code).toBe(0);
    const [episode] = playReport.parse(JSON.parse(out)).episodes;
    expect(episode).toMatchObject({ ending: 'terminated', return: 1, play: { seed: null } });
    expect(episode?.turns.map(({ action, reward }) => [action, reward])).toEqual([
      ['', 0],
      ['7', 1],
    ]);
  });

  test('solution() and chance can play', async () => {
    const cwd = folder({ 'faulty.py': FAULTY });
    const solved = await spade(cwd, ['play', 'faulty.py', '--policy', 'solution']);
    expect(solved.out).toContain('Terminated after 1 action: return 1.');
    const [first, second] = [
      await spade(cwd, ['play', 'faulty.py', '--policy', 'random', '--seed', '5', '--json']),
      await spade(cwd, ['play', 'faulty.py', '--policy', 'random', '--seed', '5', '--json']),
    ];
    expect(playReport.parse(JSON.parse(first.out)).episodes[0]?.turns.length).toBeGreaterThan(0);
    expect(second.out).toBe(first.out);
  });

  test('a limit names the line, after the turns before it', async () => {
    const source =
      FAULTY.replace('"7" in action', '"7" in action and self.forever()') +
      '    def forever(self):\n        while True:\n            pass\n';
    const cwd = folder({ 'slow.py': source });
    const { code, out } = await spade(cwd, ['play', 'slow.py', '--action', 'a', '--action', '7']);
    expect(code).toBe(1);
    expect(out).toMatch(/1> a\n\| No\.\n/);
    expect(out).toMatch(/The time limit was passed by the action 7, at line 2[23] in FaultyEnv\.forever/);
  });

  test('what cannot be loaded is told with its line', async () => {
    const cwd = folder({
      'broken.py': 'class AEnv:\n    def reset(self:\n        pass\n',
      'empty.py': 'x = 1\n',
    });
    const broken = await spade(cwd, ['play', 'broken.py', '--action', 'a']);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/SyntaxError: .*\n {4}line 2/);
    const empty = await spade(cwd, ['play', 'empty.py', '--action', 'a']);
    expect(empty.out).toContain('no class whose name ends in Env');
  });

  test('a finding that is not there is refused with those that are', async () => {
    const { code, err } = await spade(folder({ 'faulty.py': FAULTY }), [
      'play',
      'faulty.py',
      '--finding',
      'SP105',
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/The environment has no finding SP105 .* It has .*SP306/);
  });
});
