import { describe, expect, test } from 'vitest';
import type { CodeAction, CodeActionContext, Diagnostic } from 'vscode-languageserver';
import { CLIENT_COMMANDS } from '../../protocol/language.ts';
import { Editor, edited, SOUND } from '../testing.ts';

const BROKEN = SOUND.replace('import random\n', '').replace('import re\n', '');

async function opened(text: string): Promise<{ editor: Editor; diagnostics: Diagnostic[] }> {
  const editor = await Editor.start();
  await editor.open('lamp.py', text);
  return { editor, diagnostics: await editor.diagnostics('lamp.py', (items) => items.length > 0) };
}

function actions(editor: Editor, context: Partial<CodeActionContext>): Promise<CodeAction[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return editor.ask('textDocument/codeAction', 'lamp.py', {
    range,
    context: { diagnostics: [], ...context },
  });
}

const editsOf = (action: CodeAction | undefined) => Object.values(action?.edit?.changes ?? {}).flat();

describe('for one diagnostic', () => {
  test('there are its fix, all fixes of its rule, a suppression and the rule', async () => {
    const { editor, diagnostics } = await opened(BROKEN);
    const [first] = diagnostics;
    const found = await actions(editor, { diagnostics: first ? [first] : [] });
    expect(found.map(({ title }) => title)).toEqual([
      'Add import random',
      'Fix all SP113 in this file',
      'Ignore SP113 on this line',
      'Show the rule SP113 missing-import',
      'Fix all that Spade can fix',
    ]);
    expect(edited(BROKEN, editsOf(found[0]))).toContain('import random\n');
    expect(edited(BROKEN, editsOf(found[1]))).toMatch(
      /import random\nimport re\n|import re\nimport random\n/,
    );
    expect(found.at(-2)?.command).toMatchObject({ command: CLIENT_COMMANDS.showRule, arguments: ['SP113'] });
  });

  test('the suppression takes effect', async () => {
    const { editor, diagnostics } = await opened(BROKEN);
    const found = await actions(editor, { diagnostics });
    const ignore = found.find(({ title }) => title.startsWith('Ignore'));
    await editor.type('lamp.py', edited(BROKEN, editsOf(ignore)));
    const after = await editor.diagnostics('lamp.py', (items) => items.length < diagnostics.length);
    expect(after.map(({ code }) => code)).toEqual(['SP113']);
  });

  test('of another tool there are none', async () => {
    const { editor, diagnostics } = await opened(BROKEN);
    const other = diagnostics.map((one) => ({ ...one, source: 'Ruff' }));
    expect(await actions(editor, { diagnostics: other, only: ['quickfix'] })).toEqual([]);
  });
});

describe('for the file', () => {
  test('everything that can be fixed is, in one edit', async () => {
    const { editor } = await opened(BROKEN);
    const [all, ...rest] = await actions(editor, { only: ['source.fixAll'] });
    expect(rest).toEqual([]);
    expect(all?.kind).toBe('source.fixAll.spade');
    await editor.type('lamp.py', edited(BROKEN, editsOf(all)));
    expect(await editor.diagnostics('lamp.py', (items) => items.length === 0)).toEqual([]);
  });

  test('there is nothing to do in a sound one, nor in one that is no environment', async () => {
    const editor = await Editor.start();
    await editor.open('lamp.py', SOUND);
    expect(await actions(editor, { only: ['source'] })).toEqual([]);
    await editor.type('lamp.py', 'x = 1\n');
    expect(await actions(editor, {})).toEqual([]);
  });
});
