import { describe, expect, it } from 'vitest';
import { checkRoute, keyFrom } from './key.ts';

describe('a key', () => {
  it('comes from the variable that was named, and from no other', () => {
    const env = { OPENAI_API_KEY: ' sk-1 ', EMPTY: '', BAD: 'two words' };
    expect(keyFrom(env, undefined)).toBeUndefined();
    expect(keyFrom(env, 'OPENAI_API_KEY')).toBe('sk-1');
    expect(() => keyFrom(env, 'EMPTY')).toThrow(/EMPTY is to hold the key, and is not set/);
    expect(() => keyFrom(env, 'BAD')).toThrow(/is no key/);
    const failure = (() => {
      try {
        return keyFrom(env, 'sk-proj-1234');
      } catch (error) {
        return String(error);
      }
    })();
    expect(failure).toMatch(/by the name of an environment variable/);
    expect(failure).not.toContain('1234');
  });

  it.each(['https://a.example', 'http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])(
    'goes to %s',
    (url) => {
      expect(() => checkRoute(new URL(url), 'k')).not.toThrow();
    },
  );

  it('does not travel in the clear, nor in an address', () => {
    expect(() => checkRoute(new URL('http://a.example/v1'), 'k')).toThrow(/to a\.example in the clear/);
    expect(() => checkRoute(new URL('http://127.0.0.1.a.example'), 'k')).toThrow(/in the clear/);
    expect(() => checkRoute(new URL('http://a.example/v1'), undefined)).not.toThrow();
    expect(() => checkRoute(new URL('https://user:secret@a.example'), undefined)).toThrow(
      /no place for a key/,
    );
  });
});
