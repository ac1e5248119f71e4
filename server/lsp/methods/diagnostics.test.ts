import { describe, expect, test } from 'vitest';
import type { Diagnostic, DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { diagnosticData } from '../../protocol/language.ts';
import { Editor, SOUND } from '../testing.ts';

const BROKEN = SOUND.replace('import random\n', '');
const PULL = { textDocument: { diagnostic: {} } };

const codes = (items: readonly Diagnostic[]) => items.map(({ code }) => code);

describe('diagnostics that are sent', () => {
  test('carry the rule, its page and the finding itself, and go when the fault is mended', async () => {
    const editor = await Editor.start();
    await editor.open('lamp.py', BROKEN);
    const [first] = await editor.diagnostics('lamp.py', (items) => items.length > 0);
    expect(first).toMatchObject({ code: 'SP113', source: 'spade', severity: 2 });
    expect(first?.codeDescription?.href).toMatch(/missing-import\.md$/);
    expect(diagnosticData.parse(first?.data).finding).toMatchObject({ code: 'SP113', by: 'static' });
    await editor.type('lamp.py', SOUND);
    expect(await editor.diagnostics('lamp.py', (items) => items.length === 0)).toEqual([]);
  });

  test('are of the newest version only', async () => {
    const editor = await Editor.start();
    await editor.open('lamp.py', SOUND);
    for (let round = 0; round < 20; round++) await editor.type('lamp.py', `${BROKEN}# ${round}\n`);
    await editor.type('lamp.py', `${BROKEN}# done\n`);
    const versions = () =>
      editor.toldOf<{ version: number }>('textDocument/publishDiagnostics').map(({ version }) => version);
    await editor.until(() => versions().at(-1) === 22);
    expect(versions().length).toBeLessThan(10);
  });

  test('go with the document', async () => {
    const editor = await Editor.start();
    await editor.open('lamp.py', BROKEN);
    await editor.diagnostics('lamp.py', (items) => items.length > 0);
    await editor.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: editor.uri('lamp.py') },
    });
    expect(await editor.diagnostics('lamp.py', (items) => items.length === 0)).toEqual([]);
  });

  test('are not made of files that hold no environment, nor with linting switched off', async () => {
    const editor = await Editor.start({ settings: { lint: { enabled: false } } });
    await editor.open('helper.py', 'def f(:\n  random.random()\n');
    await editor.open('lamp.py', BROKEN);
    editor.settings = { lint: { enabled: true } };
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    await editor.diagnostics('lamp.py', (items) => items.length > 0);
    const told = editor.toldOf<{ uri: string }>('textDocument/publishDiagnostics');
    expect(told.map(({ uri }) => uri)).toEqual([editor.uri('lamp.py')]);
  });
});

describe('diagnostics that are asked for', () => {
  test('come whole once, and as unchanged after that', async () => {
    const editor = await Editor.start({ capabilities: PULL });
    await editor.open('lamp.py', BROKEN);
    const pull = (previousResultId?: string) =>
      editor.ask<DocumentDiagnosticReport>('textDocument/diagnostic', 'lamp.py', { previousResultId });
    const first = await pull();
    expect(first.kind === 'full' && codes(first.items)).toEqual(['SP113']);
    expect(await pull(first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await editor.type('lamp.py', SOUND);
    expect(await pull(first.resultId)).toMatchObject({ kind: 'full', items: [] });
  });

  test('of the workspace hold what is not open, and wait for a change', async () => {
    const editor = await Editor.start({
      capabilities: PULL,
      files: { 'a.py': BROKEN, 'deep/b.py': SOUND, 'helper.py': 'x = 1\n' },
    });
    const ask = (previousResultIds: { uri: string; value: string }[]) =>
      editor.request<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
    const { items } = await ask([]);
    expect(items.map(({ uri, kind }) => [uri, kind])).toEqual([
      [editor.uri('a.py'), 'full'],
      [editor.uri('deep/b.py'), 'full'],
    ]);
    const waiting = ask(items.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' })));
    let answered = false;
    void waiting.then(() => {
      answered = true;
    });
    await editor.request('spade/rulePage', { code: 'SP113' });
    expect(answered).toBe(false);
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    expect((await waiting).items.length).toBeGreaterThan(0);
  });
});

describe('settings of the project', () => {
  test('decide what is told, and are read again when they change', async () => {
    const editor = await Editor.start({ files: { 'pyproject.toml': '[tool.spade]\nignore = ["SP113"]\n' } });
    await editor.open('lamp.py', `${BROKEN}# spade: ignore\n`);
    expect(codes(await editor.diagnostics('lamp.py', (items) => items.length > 0))).toEqual(['SP806']);
  });

  test('that cannot be read are one diagnostic on their file, at the key', async () => {
    const files = { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.spade]\nseeds = 99\n' };
    const editor = await Editor.start({ files });
    await editor.open('lamp.py', BROKEN);
    const told = await editor.diagnostics('pyproject.toml');
    expect(told).toMatchObject([{ source: 'spade', range: { start: { line: 4 } } }]);
    expect(told[0]?.message).toContain('at most 10');
    expect(codes(await editor.diagnostics('lamp.py'))).toContain('SP113');
  });
});
