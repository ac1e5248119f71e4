import { expect, it } from 'vitest';
import type { AuditEvent } from '../../../protocol/driver.ts';
import type { Scene } from '../../raised.ts';
import { forbidden } from './asked.ts';

const SOURCE = [
  'import os, json',
  'import time',
  'year = datetime.strptime(text, "%Y")',
  'value = eval(text)',
  'Point = namedtuple("Point", "x y")',
  'module = __import__("os")',
  'import sympy.core',
].join('\n');
const scene: Scene = { source: SOURCE, profile: 'games', allowedImports: ['sympy'], className: 'PanelEnv' };
const event = (name: string, detail: string, line: number | null): AuditEvent => ({
  event: name,
  detail,
  line,
  count: 1,
});
const rules = (...events: AuditEvent[]): string[] =>
  forbidden(events, scene).map(({ rule, did, line }) => `${rule} ${line} ${did}`);

it('lays imports on their rules, in the order of the source', () => {
  expect(rules(event('import', 'time', 2), event('import', 'os', 1), event('import', 'json', 1))).toEqual([
    'SP203 1 import os',
  ]);
});

it('leaves out what the library imports or compiles on the way', () => {
  expect(rules(event('import', '_strptime', 3), event('exec', '', 5), event('compile', '', 5))).toEqual([]);
});

it('leaves out what was asked by no line of the source', () => {
  expect(rules(event('open', '/lib/zoneinfo', null))).toEqual([]);
});

it('takes an import by name for dynamic code, whatever is imported', () => {
  expect(rules(event('import', 'os', 6))).toEqual(["SP202 6 __import__('os')"]);
});

it('allows what the user allows, submodules included', () => {
  expect(rules(event('import', 'sympy.core', 7))).toEqual([]);
});

it('tells calls by the word in the source', () => {
  expect(rules(event('compile', '', 4), event('exec', '', 4), event('time.sleep', '', 2))).toEqual([
    'SP206 2 time.sleep(…)',
    'SP202 4 eval(…)',
    'SP202 4 eval(…)',
  ]);
});
