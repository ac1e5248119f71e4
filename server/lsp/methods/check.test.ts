import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CodeLens,
  DiagnosticTag,
  type Hover,
  type InlayHint,
  ProgressType,
} from 'vscode-languageserver';
import {
  CHECK,
  type CheckResult,
  checkResult,
  ENVIRONMENTS,
  ENVIRONMENTS_CHANGED,
  type EnvironmentsChanged,
  environmentsResult,
  type ServerStatus,
  STATUS,
} from '../../protocol/language.ts';
import { Editor, positionOf, SOUND } from '../testing.ts';

/** Only play tells: it pays again after the end. */
const PAYS_AGAIN = SOUND.replace(
  'return "It is over.", 0.0, self.over, self.late, {}',
  'return "It is over.", 1.0, True, False, {}',
);

/** One child is started faster than several. */
const FAST = { check: { jobs: 1 } };

const check = async (editor: Editor, params: object = {}): Promise<CheckResult> =>
  checkResult.parse(await editor.request(CHECK, params));

const statuses = (editor: Editor) => editor.toldOf<ServerStatus>(STATUS);

describe('a check', () => {
  test('tells verdict, measures and coverage, and what play found becomes diagnostics', async () => {
    const editor = await Editor.start({ settings: FAST, files: { 'lamp.py': PAYS_AGAIN } });
    await editor.open('lamp.py', PAYS_AGAIN);
    const { checked, failed } = await check(editor, { uris: [editor.uri('lamp.py')] });
    expect(failed).toEqual([]);
    expect(checked[0]).toMatchObject({ className: 'LampPostEnv', profile: 'games', folder: '', line: 5 });
    const { verdict, stale, findings, measures, executable } = checked[0]?.check ?? {};
    expect({ verdict, stale }).toEqual({ verdict: 'unsound', stale: false });
    const found = findings?.find(({ code }) => code === 'SP404');
    expect(found?.evidence?.play?.actions.length).toBeGreaterThan(0);
    expect(measures?.solutionWins?.wins).toBeGreaterThan(0);
    expect(executable).toContain(positionOf(PAYS_AGAIN, 'self.lit += 1').line + 1);
    const shown = await editor.diagnostics('lamp.py', (items) => items.some(({ code }) => code === 'SP404'));
    expect(shown.filter(({ tags }) => tags?.includes(DiagnosticTag.Unnecessary))).toEqual([]);
    expect(statuses(editor).map(({ playing }) => playing)).toEqual(
      expect.arrayContaining(['idle', 'starting', 'ready']),
    );
    expect(statuses(editor).at(-1)).toMatchObject({ playing: 'ready', checking: 0 });
  });

  test('is there in lens, hint and hover, and says that it is stale once the source has changed', async () => {
    const editor = await Editor.start({ settings: FAST });
    await editor.open('lamp.py', PAYS_AGAIN);
    await check(editor, { uris: [editor.uri('lamp.py')] });
    const lenses = () => editor.ask<CodeLens[]>('textDocument/codeLens', 'lamp.py');
    expect((await lenses()).map(({ command }) => command?.title)).toEqual([
      expect.stringMatching(/^Unsound: 1 error/),
      'Check',
      'Play',
      'Roll out',
    ]);
    const range = { start: { line: 0, character: 0 }, end: { line: 200, character: 0 } };
    const hints = await editor.ask<InlayHint[]>('textDocument/inlayHint', 'lamp.py', { range });
    expect(hints.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^solution wins \d+\/\d+, random play/),
      'rewards 0, 1',
    ]);
    const hover = await editor.ask<Hover>('textDocument/hover', 'lamp.py', {
      position: positionOf(PAYS_AGAIN, 'LampPostEnv', 2),
    });
    expect(JSON.stringify(hover.contents)).toContain('shortest win: 4 actions');
    await editor.type('lamp.py', `# moved down\n${PAYS_AGAIN}`);
    const [verdict] = await lenses();
    expect(verdict?.command?.title).toContain('before your last changes');
    const [finding] = await editor.diagnostics('lamp.py', (items) =>
      items.some(({ message }) => JSON.stringify(message).includes('before your last changes')),
    );
    expect(finding).toMatchObject({ code: 'SP404' });
  });

  test('that play found goes when its line is changed', async () => {
    const editor = await Editor.start({ settings: FAST });
    await editor.open('lamp.py', PAYS_AGAIN);
    await check(editor, { uris: [editor.uri('lamp.py')] });
    const [finding] = await editor.diagnostics('lamp.py', (items) =>
      items.some(({ code }) => code === 'SP404'),
    );
    const lines = PAYS_AGAIN.split('\n');
    const at = finding?.range.start.line ?? 0;
    lines[at] = `${lines[at]}  # looked at`;
    await editor.type('lamp.py', lines.join('\n'));
    expect(await editor.diagnostics('lamp.py', (items) => items.length === 0)).toEqual([]);
  });

  test('of the workspace tells each as soon as it is done, and what could not be checked', async () => {
    const editor = await Editor.start({
      settings: FAST,
      files: { 'a.py': SOUND, 'b/b.py': PAYS_AGAIN, 'b/pyproject.toml': '[tool.spade]\nseeds = 0\n' },
    });
    const { checked, failed } = await check(editor);
    expect(checked.map(({ uri, check: last }) => [uri, last?.verdict])).toEqual([
      [editor.uri('a.py'), 'sound'],
    ]);
    expect(failed).toMatchObject([
      { uri: editor.uri('b/b.py'), reason: expect.stringContaining('at least 2') },
    ]);
    await editor.until(() =>
      editor
        .toldOf<EnvironmentsChanged>(ENVIRONMENTS_CHANGED)
        .some(({ changed }) => changed.some(({ uri, check: last }) => uri === editor.uri('a.py') && last)),
    );
  });

  test('tells how far it is, to whoever asks with a token', async () => {
    const editor = await Editor.start({ settings: FAST, files: { 'a.py': SOUND } });
    const kinds: string[] = [];
    editor.connection.onProgress(new ProgressType<{ kind: string }>(), 'token', ({ kind }) => {
      kinds.push(kind);
    });
    await check(editor, { workDoneToken: 'token' });
    expect(kinds).toEqual(['begin', 'report', 'end']);
  });

  test('is remembered by the next server, and made anew only when that is asked for', async () => {
    const first = await Editor.start({ settings: FAST, files: { 'lamp.py': SOUND } });
    await check(first);
    const cache = join(first.folder, '.cache');
    const next = await Editor.start({ settings: FAST, files: { 'lamp.py': SOUND }, cache });
    const { environments } = environmentsResult.parse(await next.request(ENVIRONMENTS));
    expect(environments.map(({ check: last }) => last?.verdict)).toEqual(['sound']);
    expect((await check(next)).checked).toHaveLength(1);
    expect(statuses(next).map(({ playing }) => playing)).not.toContain('starting');
    expect((await check(next, { fresh: true })).checked).toHaveLength(1);
    expect(statuses(next).map(({ playing }) => playing)).toContain('starting');
  });

  test('ends when it is cancelled', async () => {
    const endless = SOUND.replace(
      '        self.turn += 1\n',
      '        self.turn += 1\n        for _ in range(40_000):\n            pass\n',
    );
    const editor = await Editor.start({ settings: FAST, files: { 'lamp.py': endless } });
    const uri = editor.uri('lamp.py');
    const outcome = editor.server.checks.check(uri);
    await editor.until(() => statuses(editor).some(({ playing }) => playing === 'ready'));
    const second = editor.server.checks.check(uri);
    const stop = new AbortController();
    const third = editor.server.checks.check(uri, { signal: stop.signal });
    stop.abort();
    expect(await third).toEqual({ kind: 'cancelled' });
    expect([await outcome, await second]).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
  });
});

describe('saving', () => {
  test('checks, unless it is switched off', async () => {
    const editor = await Editor.start({ settings: { check: { ...FAST.check, onSave: false } } });
    await editor.open('lamp.py', PAYS_AGAIN);
    await editor.save('lamp.py');
    await editor.ask('textDocument/hover', 'lamp.py', { position: { line: 0, character: 0 } });
    expect(statuses(editor).map(({ playing }) => playing)).not.toContain('starting');
    editor.settings = FAST;
    await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
    await editor.save('lamp.py');
    await editor.diagnostics('lamp.py', (items) => items.some(({ code }) => code === 'SP404'));
  });
});

describe('a workspace that is not trusted', () => {
  test('is read only, until it is trusted', async () => {
    const editor = await Editor.start({ settings: FAST, start: { trusted: false } });
    await editor.open('lamp.py', PAYS_AGAIN.replace('import re\n', ''));
    await editor.diagnostics('lamp.py', (items) => items.length > 0);
    await editor.save('lamp.py');
    const uris = [editor.uri('lamp.py')];
    expect((await check(editor, { uris })).failed).toMatchObject([
      { reason: expect.stringContaining('not trusted') },
    ]);
    expect(statuses(editor)).toContainEqual({ playing: 'untrusted', checking: 0 });
    await editor.connection.sendNotification('spade/trusted');
    expect((await check(editor, { uris })).checked).toHaveLength(1);
  });
});

test('a Node that does not fit is told with what to do, and reading goes on', async () => {
  const editor = await Editor.start({ settings: { node: { path: '/no/such/node' } } });
  await editor.open('lamp.py', PAYS_AGAIN.replace('import re\n', ''));
  const { failed } = await check(editor, { uris: [editor.uri('lamp.py')] });
  expect(failed[0]?.reason).toMatch(/spade\.node\.path.*needs Node 24 or 26/);
  expect(statuses(editor).at(-1)).toMatchObject({ playing: 'unavailable', checking: 0 });
  expect(await editor.diagnostics('lamp.py')).not.toEqual([]);
});
