/** The editor's settings, read leniently: one that is wrong does not take the others along. */
import { type ClientSettings, clientSettings, DEFAULT_CLIENT_SETTINGS } from '../protocol/language.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the section `spade`. What is left out or wrong keeps its default. */
export function readClientSettings(section: unknown): ClientSettings {
  const settings: Record<string, Record<string, unknown>> = structuredClone(DEFAULT_CLIENT_SETTINGS);
  for (const [group, { shape }] of Object.entries(clientSettings.shape)) {
    const given = isRecord(section) ? section[group] : undefined;
    if (!isRecord(given)) continue;
    for (const [key, schema] of Object.entries(shape)) {
      const parsed = schema.safeParse(given[key]);
      if (parsed.success) settings[group] = { ...settings[group], [key]: parsed.data };
    }
  }
  return clientSettings.parse(settings);
}
