import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, TICKS_PER_SECOND } from '../playtest/settings.ts';
import { SettingsFinder } from './settings.ts';
import { folderWith } from './testing.ts';

describe('settings', () => {
  test('come from the nearest pyproject.toml that has a table, the command line over it', () => {
    const root = folderWith({
      'pyproject.toml':
        '[tool.spade]\nseeds = 3\nignore = ["SP804"]\nbudget = { episodes = 50, seconds = 2 }\n',
      'a/pyproject.toml': '[project]\nname = "a"\n',
      'a/b/pyproject.toml': '[tool.spade]\nprofile = "games"\n',
    });
    const finder = new SettingsFinder({ budget: { episodes: 77 }, ignore: ['SP805'] }, root);
    const a = finder.of(join(root, 'a', 'deep', 'er'));
    expect(a.playtest.seeds).toBe(3);
    expect(a.playtest.budget).toEqual({ episodes: 77, ticks: 2 * TICKS_PER_SECOND });
    expect([...a.policy.ignored].sort()).toEqual(['SP804', 'SP805']);
    const b = finder.of(join(root, 'a', 'b'));
    expect(b.playtest).toMatchObject({ profile: 'games', seeds: DEFAULT_SETTINGS.seeds });
    expect(finder.files).toEqual(['pyproject.toml', join('a', 'b', 'pyproject.toml')]);
  });

  test('are the defaults where there is none', () => {
    const root = folderWith();
    expect(new SettingsFinder({}, root).of(root).playtest).toEqual(DEFAULT_SETTINGS);
  });

  test.each([
    ['[tool.spade]\nseeds = 1\n', 'pyproject.toml: [tool.spade] seeds: must be at least 2'],
    ['[tool.spade]\nsedes = 3\n', 'did you mean "seeds"'],
    ['[tool.spade]\nlevels = { SP999 = "off" }\n', '[tool.spade] levels.SP999: there is no rule "SP999"'],
    ['[tool.spade\n', 'pyproject.toml:1:12: Invalid TOML document'],
    ['[tool]\nspade = 3\n', 'pyproject.toml: [tool.spade]: Invalid input: expected object'],
  ])('%j is refused with file and key', (toml, message) => {
    const root = folderWith({ 'pyproject.toml': toml });
    expect(() => new SettingsFinder({}, root).of(root)).toThrow(message);
  });
});
