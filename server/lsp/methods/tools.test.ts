import { describe, expect, test } from 'vitest';
import type { CompletionItem, Location, WorkspaceEdit } from 'vscode-languageserver';
import { Editor, edited, positionOf, SOUND, TOOL_USE } from '../testing.ts';

async function opened(text = TOOL_USE): Promise<Editor> {
  const editor = await Editor.start();
  await editor.open('parcel.py', text);
  return editor;
}

describe('a tool', () => {
  test('leads from its schema to its method and back', async () => {
    const editor = await opened();
    const definition = (text: string, into: number) =>
      editor.ask<Location | null>('textDocument/definition', 'parcel.py', {
        position: positionOf(TOOL_USE, text, into),
      });
    expect((await definition('"weigh": {', 3))?.range.start).toEqual(positionOf(TOOL_USE, 'tool_weigh', 5));
    expect((await definition('tool_weigh', 6))?.range.start).toEqual(positionOf(TOOL_USE, 'weigh": {'));
    expect((await definition("weigh(parcel='P1')", 2))?.range.start).toEqual(
      positionOf(TOOL_USE, 'tool_weigh', 5),
    );
    expect(await definition('rng.randint', 2)).toBeNull();
  });

  test('is renamed in schema, method, calls and the text that shows a call', async () => {
    const editor = await opened();
    const position = positionOf(TOOL_USE, 'tool_weigh', 7);
    expect(await editor.ask('textDocument/prepareRename', 'parcel.py', { position })).toMatchObject({
      placeholder: 'weigh',
    });
    const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', 'parcel.py', {
      position,
      newName: 'balance',
    });
    const renamed = edited(TOOL_USE, Object.values(edit.changes ?? {}).flat());
    expect(renamed).toBe(TOOL_USE.replaceAll(/\bweigh\b|(?<=tool_)weigh\b/g, 'balance'));
    expect(renamed.match(/balance/g)).toHaveLength(4);
  });

  test('is not renamed to what is no name, nor to another tool', async () => {
    const editor = await opened();
    const position = positionOf(TOOL_USE, 'tool_weigh', 7);
    const rename = (newName: string) => editor.ask('textDocument/rename', 'parcel.py', { position, newName });
    await expect(rename('two words')).rejects.toThrow('cannot be part of a method');
    await expect(rename('list_parcels')).rejects.toThrow('already');
  });
});

describe('completion', () => {
  const complete = async (text: string, marked: string, capabilities = {}) => {
    const editor = await Editor.start({ capabilities });
    await editor.open('parcel.py', text);
    return editor.ask<CompletionItem[]>('textDocument/completion', 'parcel.py', {
      position: positionOf(text, marked, marked.length),
    });
  };

  test('in the class offers what the contract wants and is missing', async () => {
    const text = SOUND.slice(0, SOUND.indexOf('    def solution')) + '    def so';
    const found = await complete(text, '    def so');
    expect(found.map(({ label }) => label)).toEqual(['solution']);
    const [solution] = found;
    expect(solution?.filterText).toBe('def solution');
    expect(
      edited(text, solution?.textEdit && 'range' in solution.textEdit ? [solution.textEdit] : []),
    ).toContain('return [f"\\\\boxed{{{self.target}}}"]');
  });

  test('offers the method of a tool, and the schema of a method', async () => {
    const method = TOOL_USE.replace(/ {4}def tool_weigh[\s\S]*?\n\n/, '    def tool_we\n\n');
    expect((await complete(method, '    def tool_we')).map(({ label }) => label)).toContain('tool_weigh');
    const schema = TOOL_USE.replace(/ {12}"list_parcels".*\n/, '            "l\n');
    const found = await complete(schema, '            "l');
    expect(found.map(({ label }) => label)).toContain('list_parcels');
  });

  test('offers the tools where none are set', async () => {
    const bare = TOOL_USE.replace(/ {8}self\._tools = [\s\S]*?\n {8}\}\n/, '        self._to\n');
    const [tools] = await complete(bare, '        self._to');
    expect(tools?.label).toBe('self._tools');
    const edits = tools?.textEdit && 'range' in tools.textEdit ? [tools.textEdit] : [];
    expect(edited(bare, edits)).toContain('self._tools = {\n    "look_up": {');
    expect(await complete(TOOL_USE.replace('self.turn_count = 0', 'self._to'), 'self._to')).toEqual([]);
  });

  test('offers whole environments at the beginning of a line, of any Python file', async () => {
    expect((await complete('spade', 'spade')).map(({ label }) => label)).toEqual([
      'spade-game',
      'spade-tools',
    ]);
    expect(await complete('import spa', 'import spa')).toEqual([]);
    expect(await complete('x = 1\n', 'x = 1\n')).toEqual([]);
  });

  test('inserts placeholders only for editors that know them', async () => {
    const snippets = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };
    const [rich] = await complete('spade-g', 'spade-g', snippets);
    expect(rich).toMatchObject({ insertTextFormat: 2 });
    expect(JSON.stringify(rich)).toContain('${1:Levers}');
    expect(JSON.stringify(await complete('spade-g', 'spade-g'))).not.toContain('${');
  });
});
