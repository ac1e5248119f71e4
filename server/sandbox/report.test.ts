import { describe, expect, it } from 'vitest';
import { readReport } from './report.ts';

const header = (fields: object = {}) =>
  JSON.stringify({ size: 1, memory: 2, usage: [10, 1, 20, 2], output: '', ...fields });

describe('readReport', () => {
  it('pairs replies with their usage', () => {
    expect(
      readReport(`${header()}\n{"ok": 1}\n{"error": {"type": "E", "message": "m", "frames": []}}`, 2),
    ).toEqual({
      kind: 'ok',
      replies: [{ ok: 1 }, { error: { type: 'E', message: 'm', frames: [] } }],
      usage: [
        { ticks: 10, output: 1 },
        { ticks: 20, output: 2 },
      ],
      output: '',
      memory: 2,
    });
  });

  it('makes a limit of a breach, with what came before it', () => {
    const breach = { limit: 'time', line: 3, function: 'f' };
    const result = readReport(`${header()}\n{"ok": 1}\n${JSON.stringify({ breach })}`, 5);
    expect(result).toMatchObject({
      kind: 'limit',
      at: 1,
      breach,
      replies: [{ ok: 1 }],
      usage: [{ ticks: 10 }, { ticks: 20 }],
    });
  });

  it('decodes output as UTF-8', () => {
    const output = Buffer.from('né').toString('latin1');
    expect(readReport(`${header({ output })}\n{"ok": 1}`, 1)).toMatchObject({ output: 'né' });
  });

  it.each([
    ['no report', ''],
    ['a header that is no JSON', '{'],
    ['a fault', `${header({ fault: 'broken' })}`],
    ['a missing reply', header()],
    ['one reply too many', `${header()}\n{"ok": 1}\n{"ok": 2}`],
    ['a reply that is no JSON', `${header()}\nok`],
    ['an empty reply', `${header()}\n{}`],
    ['a reply of another shape', `${header()}\n{"okay": 1}`],
    ['a reply with more than it should have', `${header()}\n{"ok": 1, "breach": {}}`],
    [
      'a breach of an unknown limit',
      `${header()}\n{"breach": {"limit": "luck", "line": null, "function": null}}`,
    ],
  ])('calls %s an internal error', (_name, text) => {
    expect(readReport(text, 1)).toEqual({ kind: 'internalError', message: expect.stringMatching(/./) });
  });
});
