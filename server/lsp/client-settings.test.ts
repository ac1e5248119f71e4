import { expect, test } from 'vitest';
import { DEFAULT_CLIENT_SETTINGS } from '../protocol/language.ts';
import { readClientSettings } from './client-settings.ts';

test('what is wrong or left out keeps its default, and takes nothing else along', () => {
  const settings = readClientSettings({
    check: { onSave: false, episodes: 3, jobs: 2 },
    node: 'no group',
    lint: { enabled: 'yes' },
    unknown: {},
  });
  expect(settings).toEqual({
    ...DEFAULT_CLIENT_SETTINGS,
    check: { onSave: false, episodes: null, jobs: 2 },
  });
  expect(readClientSettings(undefined)).toEqual(DEFAULT_CLIENT_SETTINGS);
  expect(readClientSettings(null)).toEqual(DEFAULT_CLIENT_SETTINGS);
});
