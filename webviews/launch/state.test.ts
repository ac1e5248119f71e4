import { expect, test } from 'vitest';
import { runRequest } from '../../server/protocol/run-config.ts';
import { leavesOf } from '../../server/protocol/run-differences.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { ENGINES, type FieldSpec, SECTIONS } from './fields.ts';
import { FormState, textFrom, valueFrom } from './state.ts';

const fields = SECTIONS.flatMap((section) => section.fields);
const spec = (key: string): FieldSpec => {
  const found = fields.find((field) => field.key === key);
  if (!found) throw new Error(`there is no field ${key}`);
  return found;
};

test('the form has a field for every setting of a configuration, and each shows what the preset says', () => {
  const resolved = resolveConfig('pocket', {});
  if ('problems' in resolved) throw new Error(resolved.problems.join());
  const { engine: _, ...rest } = resolved.config;
  const keys = leavesOf(rest).map(([key]) => key);
  const known = fields.map(({ key }) => key);
  // A table that is not there has a box of its own.
  expect(
    keys.filter((key) => !known.includes(key) && !known.some((one) => one.startsWith(`${key}.`))),
  ).toEqual([]);
  const state = FormState.of({ preset: 'pocket' });
  for (const field of fields) {
    const value = state.value(field.key);
    if (value === undefined) continue;
    expect([field.key, valueFrom(field, textFrom(field, value))]).toEqual([field.key, value]);
  }
  expect([...ENGINES.keys()]).toEqual(['pocket', 'tinker', 'openai']);
});

test('what is put back to the preset’s value is no setting any more', () => {
  const state = FormState.of({ preset: 'pocket' });
  const usual = state.value('play.group');
  state.set('play.group', 3);
  expect([state.isChanged('play.group'), state.isChanged('play'), state.request.overrides]).toEqual([
    true,
    true,
    { play: { group: 3 } },
  ]);
  state.set('play.group', usual);
  expect(state.request.overrides).toEqual({});
});

test('problems stand at their field, before anything is asked of the trainer', () => {
  const state = FormState.of({ preset: 'games-4b' });
  expect(state.check(['pocket']).problems.map(({ key }) => key)).toEqual(['engine.kind']);
  state.engine = 'tinker';
  expect(state.check(['tinker']).problems.map(({ key }) => key)).toEqual(['engine.url', 'engine.model']);
  state.set('engine.url', 'http://localhost:8000');
  state.set('engine.model', 'a-model');
  expect(state.check(['tinker']).problems).toEqual([]);
  expect(state.check(['pocket']).problems[0]?.message).toContain('it trains with pocket');
  state.set('play.group', valueFrom(spec('play.group'), 'many'));
  expect(state.check(['tinker']).problems[0]?.key).toBe('play.group');
});

test('a table that may be missing comes and goes as a whole', () => {
  const state = FormState.of({ preset: 'games-4b' });
  const corpus = fields.filter(({ key }) => key.startsWith('curriculum.corpus.'));
  expect(state.has('curriculum.corpus')).toBe(false);
  state.setTable('curriculum.corpus', true, corpus);
  state.set('curriculum.corpus.path', 'docs.jsonl');
  expect(state.request.overrides).toEqual({ curriculum: { corpus: { path: 'docs.jsonl', maxWords: 1 } } });
  state.setTable('curriculum.corpus', false, corpus);
  expect(state.request.overrides).toEqual({});
});

test('a clone shows what differs from its preset, and asks for it again', () => {
  const request = runRequest.parse({
    preset: 'pocket',
    name: 'Again',
    overrides: { rollouts: 5, design: { skills: ['Optimization'], activeSkills: 1 } },
  });
  const state = FormState.of(request);
  expect(state.changes).toBe(3);
  expect(state.request).toEqual(request);
  expect(new FormState(state.kept).request).toEqual(request);
});
