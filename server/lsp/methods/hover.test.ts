import { describe, expect, test } from 'vitest';
import type { Hover, MarkupContent } from 'vscode-languageserver';
import { REPAIR, RULE_PAGE } from '../../protocol/language.ts';
import { Editor, positionOf, SOUND, TOOL_USE } from '../testing.ts';

async function hover(text: string, marked: string, into: number): Promise<string> {
  const editor = await Editor.start();
  await editor.open('env.py', text);
  const found = await editor.ask<Hover | null>('textDocument/hover', 'env.py', {
    position: positionOf(text, marked, into),
  });
  return found ? (found.contents as MarkupContent).value : '';
}

describe('a hover', () => {
  test('on a diagnostic names the rule with its page', async () => {
    const text = SOUND.replace('import re\n', '');
    expect(await hover(text, 're.search', 1)).toMatch(
      /\[SP113 missing-import\]\(file:.*missing-import\.md\)/,
    );
  });

  test('on a member says what the contract demands, by profile', async () => {
    expect(await hover(SOUND, 'def step', 5)).toContain('Takes one action');
    expect(await hover(TOOL_USE, 'self._expected_answer =', 7)).toContain('what `<answer>` must say');
    expect(await hover(TOOL_USE, 'def tool_weigh', 6)).toContain('method behind a tool');
    expect(await hover(SOUND, 'self.lit +=', 6)).toBe('');
  });

  test('on the class says that it was not checked yet', async () => {
    expect(await hover(SOUND, 'LampPostEnv', 3)).toContain('Not checked yet');
  });

  test('elsewhere, and in other files, says nothing', async () => {
    expect(await hover('def step(self):\n    pass\n', 'step', 1)).toBe('');
  });
});

describe('requests of our own', () => {
  test('give a rule’s page, and repair what a designer wrote', async () => {
    const editor = await Editor.start();
    const { page } = await editor.request<{ page: string | null }>(RULE_PAGE, { code: 'SP113' });
    expect(page).toContain('missing-import');
    expect(await editor.request(RULE_PAGE, { code: 'SP000' })).toEqual({ page: null });
    const raw = `Here it is:\n\`\`\`python\n${SOUND}\`\`\`\nEnjoy.\n`;
    const { source, changes } = await editor.request<{ source: string; changes: unknown[] }>(REPAIR, {
      text: raw,
    });
    expect(source.trim()).toBe(SOUND.trim());
    expect(changes).toHaveLength(1);
  });

  test('for editors without the extension, commands are carried out here', async () => {
    const editor = await Editor.start({ start: { serverCommands: true } });
    await editor.open('env.py', SOUND);
    await editor.request('workspace/executeCommand', {
      command: 'spade.showVerdict',
      arguments: [editor.uri('env.py')],
    });
    expect(editor.toldOf('window/showMessage')).toMatchObject([{ message: 'Not checked yet.' }]);
  });
});
