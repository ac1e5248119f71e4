import { expect, test } from 'vitest';
import { pathOf, sameUri, uriOf } from './uri.ts';

test('paths become the URIs that editors use, and come back', () => {
  const path = "/data/it's (a) pool/naïve @#?.py";
  expect(uriOf(path)).toBe('file:///data/it%27s%20%28a%29%20pool/na%C3%AFve%20%40%23%3F.py');
  expect(pathOf(uriOf(path))).toBe(path);
  expect(sameUri('file:///data/a(b)@c.py')).toBe('file:///data/a%28b%29%40c.py');
});

test('what is no file has no path', () => {
  expect(pathOf('untitled:Untitled-1')).toBeUndefined();
  expect(pathOf('file://%')).toBeUndefined();
  expect(sameUri('untitled:Untitled-1')).toBe('untitled:Untitled-1');
});
