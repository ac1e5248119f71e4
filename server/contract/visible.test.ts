import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inline, isPlain, shorten, visible } from './visible.ts';

describe('text that is printed', () => {
  test('cannot drive a terminal: escapes are shown', () => {
    expect(visible('\u001b[2J\u0007red\u009b31m')).toBe('\\x1b[2J\\x07red\\x9b31m');
    expect(visible('a\rb')).toBe('a\\rb');
    expect(visible('\u202egnp.exe\u202c \u200b')).toBe('\\u202egnp.exe\\u202c \\u200b');
    expect(visible('\u{e0041}')).toBe('\\u{e0041}');
    expect(visible('\ud800')).toBe('\\ud800');
  });

  test('keeps lines, tabs and every script', () => {
    const text = 'Zug 漢字 العربية é 🎲\n\tnext';
    expect(visible(text)).toBe(text);
    expect(inline(text)).toBe('Zug 漢字 العربية é 🎲\\n\\tnext');
  });

  test('holds no control character, whatever it was made from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(inline(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(isPlain(inline(text))).toBe(true);
      }),
    );
  });
});

test('a shortened text says how long it was', () => {
  expect(shorten('short', 10)).toBe('short');
  expect(shorten('x'.repeat(20_000), 10)).toBe('xxxxxxxxx… (20,000 characters)');
  expect(shorten('\n'.repeat(8), 10)).toBe('\\n\\n\\n\\n\\… (8 characters)');
});
