import { describe, expect, it } from 'vitest';
import {
  decodeReply,
  END,
  encodeParts,
  encodePrompt,
  MOST_WORDS,
  marker,
  textOfToken,
  VOCABULARY,
} from './tokens.ts';
import { frequentWords } from './warm-start/words.ts';
import { WORDS } from './words.ts';

describe('tokens', () => {
  it('are bytes, with markers between the parts', () => {
    const parts = [
      { marker: 'agent', text: '' },
      { marker: 'observation', text: 'é?' },
      { marker: 'reply', text: 'up' },
    ] as const;
    expect([...encodeParts(parts)]).toEqual([
      marker('agent'),
      marker('observation'),
      0xc3,
      0xa9,
      0x3f,
      marker('reply'),
      117,
      112,
      END,
    ]);
    expect([...encodePrompt([{ marker: 'designer', text: 'x' }])]).toEqual([
      marker('designer'),
      120,
      marker('reply'),
    ]);
    expect(marker('observation')).toBeLessThan(VOCABULARY);
  });

  it('of frequent words are one, and every text is the same again', () => {
    const source =
      'import random,re\nclass MillEnv:\n def reset(s,seed=None):\n  return f"{s.n} Säcke 12",{}\n';
    const tokens = [...encodeParts([{ marker: 'observation', text: source }])].slice(1);
    expect(decodeReply(tokens)).toBe(source);
    expect(tokens.map(textOfToken).join('')).toBe(source.replace('ä', '\ufffd\ufffd'));
    expect(tokens.length).toBeLessThan(0.6 * source.length);
    expect(tokens.map(textOfToken)).toEqual(expect.arrayContaining(['\n  ', 'return', 'M', '1', '2']));
    expect(textOfToken(END)).toBe('<end>');
  });

  it('are as many as the vocabulary holds, each word once', () => {
    expect(new Set(WORDS).size).toBe(WORDS.length);
    expect(WORDS.length).toBeLessThanOrEqual(MOST_WORDS);
    expect(WORDS).toEqual(frequentWords());
  });

  it('become the text that was sampled', () => {
    expect(decodeReply([...Buffer.from('né'), END])).toBe('né');
    expect(decodeReply([...Buffer.from('né')])).toBe('né');
  });

  it('show what is no text', () => {
    expect(decodeReply([97, marker('hint'), END, 98, END])).toBe('a\ufffd\ufffdb');
    expect(decodeReply([0xc3, END])).toBe('\ufffd');
  });
});
