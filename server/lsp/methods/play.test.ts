import { describe, expect, test } from 'vitest';
import {
  PLAY,
  type PlayResult,
  playResult,
  SOLVE,
  type SolveResult,
  solveResult,
} from '../../protocol/language.ts';
import { Editor, SOUND, TOOL_USE } from '../testing.ts';

const lit = (lamp: string) => `\\boxed{${lamp}}`;

async function play(editor: Editor, name: string, actions: string[], more: object = {}): Promise<PlayResult> {
  const params = { uri: editor.uri(name), play: { seed: 3, actions, ...more } };
  return playResult.parse(await editor.request(PLAY, params));
}

async function solve(editor: Editor, name: string, actions: string[]): Promise<SolveResult> {
  return solveResult.parse(
    await editor.request(SOLVE, { uri: editor.uri(name), play: { seed: 3, actions } }),
  );
}

const tableOf = (result: PlayResult) => {
  if ('message' in result) throw new Error(result.message);
  return result.table;
};

describe('a play', () => {
  test('shows observation, state and what each turn changed, and what could be tried', async () => {
    const editor = await Editor.start({ settings: { check: { jobs: 1 } }, files: { 'lamp.py': SOUND } });
    const opening = tableOf(await play(editor, 'lamp.py', []));
    expect(opening).toMatchObject({ className: 'LampPostEnv', ending: 'unfinished', return: 0, turns: [] });
    const order = opening.state.find(({ name }) => name === 'order')?.after;
    expect(order).toHaveLength(4);
    expect(opening.candidates).toContainEqual({ label: 'amber', action: lit('amber') });
    const [first] = Array.isArray(order) ? order : [];
    const next = tableOf(await play(editor, 'lamp.py', [lit(String(first))]));
    expect(next.turns[0]?.changes).toEqual([
      { name: 'turn', before: 0, after: 1 },
      { name: 'lit', before: 0, after: 1 },
    ]);
  });

  test('goes on after the end apart from the turns, and tells the solution', async () => {
    const editor = await Editor.start({ settings: { check: { jobs: 1 } }, files: { 'lamp.py': SOUND } });
    const solved = await solve(editor, 'lamp.py', []);
    if ('message' in solved || !solved.table) throw new Error('not solved');
    expect(solved.said).toContain('boxed');
    expect(solved.table).toMatchObject({ ending: 'terminated', return: 1 });
    const { actions } = solved.table.play;
    const beyond = tableOf(await play(editor, 'lamp.py', [...actions, lit('red')]));
    expect(beyond.play).toMatchObject({ actions, after: [lit('red')] });
    expect(beyond.after).toMatchObject([{ observation: 'It is over.', changes: [] }]);
  });

  test('of a tool-use environment offers its tools', async () => {
    const editor = await Editor.start({ settings: { check: { jobs: 1 } }, files: { 'parcel.py': TOOL_USE } });
    const { tools, candidates } = tableOf(await play(editor, 'parcel.py', []));
    expect(tools.map(({ name }) => name)).toEqual(['weigh', 'list_parcels']);
    expect(tools[0]?.parameters).toMatchObject({ required: ['parcel'] });
    expect(candidates.map(({ label }) => label)).toEqual(['list_parcels()']);
    const called = tableOf(await play(editor, 'parcel.py', [candidates[0]?.action ?? '']));
    expect(called.turns[0]?.observation).toContain('P1, P2');
  });

  test('is of the document as it stands in the editor', async () => {
    const editor = await Editor.start({ settings: { check: { jobs: 1 } }, files: { 'lamp.py': SOUND } });
    await editor.open('lamp.py', SOUND.replace('There is no such lamp.', 'No lamp!'));
    expect(tableOf(await play(editor, 'lamp.py', ['x'])).turns[0]?.observation).toBe('No lamp!');
  });

  test('that raises or passes a limit is shown up to there', async () => {
    const files = {
      'raises.py': SOUND.replace('text = "There is no such lamp."', 'text = missing'),
      'hangs.py': SOUND.replace('text = "There is no such lamp."', 'while True: pass'),
    };
    const editor = await Editor.start({ settings: { check: { jobs: 1 } }, files });
    const raised = tableOf(await play(editor, 'raises.py', [lit('x'), lit('amber')]));
    expect(raised).toMatchObject({ ending: 'error', error: { type: 'NameError' }, candidates: [] });
    expect(raised.play.actions).toEqual([lit('x')]);
    const hung = tableOf(await play(editor, 'hangs.py', [lit('red'), lit('x')]));
    expect(hung).toMatchObject({ ending: 'limit', breach: { limit: 'time' } });
    expect(hung.turns).toHaveLength(1);
  });

  test('of what cannot be loaded is a message', async () => {
    const editor = await Editor.start({
      settings: { check: { jobs: 1 } },
      files: { 'broken.py': 'import nothing\n', 'helper.py': 'x = 1\n' },
    });
    const said = async (name: string) => {
      const result = await play(editor, name, []);
      return 'message' in result ? result.message : '';
    };
    expect(await said('broken.py')).toContain('cannot be loaded');
    expect(await said('helper.py')).toMatch(/cannot be loaded|nothing to play/);
    expect(await said('gone.py')).toContain('no such file');
  });

  test('is refused in words when it is asked for wrongly', async () => {
    const editor = await Editor.start();
    await expect(editor.request(PLAY, { uri: 3 })).rejects.toThrow('uri');
  });
});
