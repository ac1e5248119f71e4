/** An entry with its text and the settings that apply to it. */
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { RulePolicy } from '../../contract/selection.ts';
import type { PlaytestSettings } from '../../playtest/settings.ts';
import type { SettingsFinder } from '../settings.ts';
import type { Entry } from './listing.ts';
import { looksLikeEnvironment, readSource, readStream, type Source } from './source.ts';

export interface Opened extends Source {
  readonly entry: Entry;
  readonly settings: PlaytestSettings;
  readonly policy: RulePolicy;
}

/** Nothing can be said about the file: why. */
export interface FileFault {
  readonly entry: Entry;
  readonly fault: string;
}

/** `undefined`: the file holds no environment. @throws UsageError for bad settings. */
export async function openEntry(
  entry: Entry,
  finder: SettingsFinder,
  { stdin, cwd }: { readonly stdin: Readable; readonly cwd: string },
): Promise<Opened | FileFault | undefined> {
  const { path, absolute, manifest } = entry;
  if (entry.fault !== undefined) return { entry, fault: entry.fault };
  const read = absolute === undefined ? await readStream(stdin, path) : readSource(absolute, path);
  if ('fault' in read) return { entry, fault: read.fault };
  if (!entry.named && !looksLikeEnvironment(read.text)) return undefined;
  if (manifest?.sha256 && manifest.sha256 !== read.sha256)
    return {
      entry,
      fault: `${path}: its SHA-256 is ${read.sha256}, and the manifest says ${manifest.sha256}. It was changed after the manifest was written.`,
    };
  const { playtest, policy } = finder.of(absolute === undefined ? cwd : dirname(absolute));
  const profile = playtest.profile === 'auto' && manifest?.profile ? manifest.profile : playtest.profile;
  return { ...read, entry, settings: { ...playtest, profile }, policy };
}
