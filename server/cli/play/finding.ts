/** Finds a finding again, to play its evidence: from the cache, or by checking the environment once more. */
import { playsOf } from '../../contract/evidence-text.ts';
import { applyPolicy } from '../../contract/selection.ts';
import { cacheFolder } from '../../playtest/batch/cache-folder.ts';
import { ResultCache } from '../../playtest/batch/result-cache.ts';
import { rulesVersion } from '../../playtest/batch/rules-version.ts';
import { checkAll, type Job, type Unreadable } from '../../playtest/batch.ts';
import type { Finding } from '../../protocol/finding.ts';
import { createPool } from '../../sandbox/pool.ts';
import { READING_AND_PLAYING } from '../../workspace/examine.ts';
import type { Settings } from '../../workspace/settings.ts';
import { UsageError } from '../../workspace/usage-error.ts';
import { references } from '../replay.ts';
import type { Terminal } from '../terminal.ts';

/** @throws UsageError when the environment has no such finding, or one that was read rather than played. */
export async function findFinding(
  source: string,
  settings: Settings,
  wanted: { readonly code: string; readonly nth: number },
  terminal: Terminal,
): Promise<Finding> {
  const job: Job = { source, settings: settings.playtest, selected: settings.policy.selected };
  const findings = applyPolicy(await reportOf(job, terminal), settings.policy).findings;
  const name = wanted.nth === 1 ? wanted.code : `${wanted.code}:${wanted.nth}`;
  const names = references(findings);
  const found = findings[names.indexOf(name)];
  if (!found) {
    const playable = names.filter((_, index) => playsOf(findings[index]?.evidence).length > 0);
    const others =
      playable.length > 0 ? `It has ${playable.join(', ')}.` : 'It has no finding that can be played.';
    throw new UsageError(`The environment has no finding ${name} under these settings. ${others}`);
  }
  if (playsOf(found.evidence).length === 0)
    throw new UsageError(
      `${name} was seen by reading line ${found.range.start.line}: there is nothing to play. ${found.message}`,
    );
  return found;
}

async function reportOf(job: Job, terminal: Terminal) {
  const cache = openCache(terminal);
  try {
    async function* one(): AsyncGenerator<Job> {
      yield job;
    }
    const checked = checkAll<Job, Unreadable>(one(), {
      start: () => createPool({ children: 1 }),
      examiner: READING_AND_PLAYING,
      children: 1,
      results: cache,
      signal: terminal.signal,
    });
    for await (const item of checked) {
      if ('fault' in item) throw new UsageError(`The environment could not be checked: ${item.fault}`);
      return item.result.report;
    }
  } finally {
    cache?.close();
  }
  throw terminal.signal.reason;
}

function openCache(terminal: Terminal): ResultCache | undefined {
  try {
    return new ResultCache(cacheFolder(terminal.env), rulesVersion());
  } catch {
    return undefined;
  }
}
