import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ENVIRONMENTS,
  ENVIRONMENTS_CHANGED,
  type EnvironmentsChanged,
  environmentsResult,
  type WorkspaceEnvironment,
} from '../../protocol/language.ts';
import { environment } from '../../workspace/testing.ts';
import { Editor, TOOL_USE } from '../testing.ts';

async function all(editor: Editor): Promise<WorkspaceEnvironment[]> {
  return environmentsResult.parse(await editor.request(ENVIRONMENTS)).environments;
}

const news = (editor: Editor) => editor.toldOf<EnvironmentsChanged>(ENVIRONMENTS_CHANGED);

describe('environments of the workspace', () => {
  test('are told with folder, profile and the skill of their pool; other files are left out', async () => {
    const manifest = { environments: [{ path: 'envs/maze.py', skill: 'planning' }] };
    const editor = await Editor.start({
      files: {
        'pool/manifest.json': JSON.stringify(manifest),
        'pool/envs/maze.py': environment('Maze'),
        'tools.py': `\n\n${TOOL_USE}`,
        'helper.py': 'x = 1\n',
        'node_modules/no.py': environment('No'),
      },
    });
    expect(await all(editor)).toEqual([
      {
        uri: editor.uri('pool/envs/maze.py'),
        className: 'MazeEnv',
        profile: 'games',
        line: 1,
        folder: 'pool/envs',
        skill: 'planning',
      },
      { uri: editor.uri('tools.py'), className: 'ParcelEnv', profile: 'tool_use', line: 6, folder: '' },
    ]);
  });

  test('follow the disk and the editor', async () => {
    const editor = await Editor.start({ files: { 'a.py': environment('One'), 'b.py': environment('Two') } });
    await all(editor);
    rmSync(join(editor.folder, 'b.py'));
    writeFileSync(join(editor.folder, 'c.py'), environment('Three'));
    const change = (name: string, type: number) => ({ uri: editor.uri(name), type });
    await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [change('b.py', 3), change('c.py', 1)],
    });
    await editor.until(() => news(editor).some(({ removed }) => removed.includes(editor.uri('b.py'))));
    await editor.until(() =>
      news(editor).some(({ changed }) => changed.some(({ className }) => className === 'ThreeEnv')),
    );
    expect((await all(editor)).map(({ className }) => className)).toEqual(['OneEnv', 'ThreeEnv']);
    await editor.open('a.py', environment('One'));
    await editor.type('a.py', environment('Renamed'));
    await editor.until(() =>
      news(editor).some(({ changed }) => changed.some(({ className }) => className === 'RenamedEnv')),
    );
  });

  test('of a bad manifest are told all the same, and the manifest by a message', async () => {
    const editor = await Editor.start({
      files: { 'manifest.json': '{"environments": [{"path": ""}]}', 'a.py': environment('One') },
    });
    expect(await all(editor)).toHaveLength(1);
    const [shown] = editor.toldOf<{ message: string }>('window/showMessage');
    expect(shown?.message).toContain('must not be empty');
  });
});
