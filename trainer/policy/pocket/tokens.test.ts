import { describe, expect, it } from 'vitest';
import { decodeReply, END, encodeParts, encodePrompt, marker, VOCABULARY } from './tokens.ts';

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

  it('become the text that was sampled', () => {
    expect(decodeReply([...Buffer.from('né'), END])).toBe('né');
    expect(decodeReply([...Buffer.from('né')])).toBe('né');
  });

  it('show what is no text', () => {
    expect(decodeReply([97, marker('hint'), END, 98, END])).toBe('a\ufffd\ufffdb');
    expect(decodeReply([0xc3, END])).toBe('\ufffd');
  });
});
