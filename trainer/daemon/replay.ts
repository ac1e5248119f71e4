/** An episode of a run as it is played again; who starts the daemon has the sandbox for it. */
import { rolloutPlay } from '../../server/contract/rollout-play.ts';
import type { Replayed } from '../../server/protocol/daemon-queries.ts';
import type { Play } from '../../server/protocol/finding.ts';
import type { EpisodeHeader, Transcript } from '../../server/protocol/run-records.ts';
import type { RunStore } from '../store/run-store.ts';

type EpisodeDetail = EpisodeHeader & { readonly transcript: Transcript };

export type Replayer = (source: string, play: Play) => Promise<Replayed>;

const NO_SANDBOX = 'This daemon has no sandbox to play in.';
const FROM_A_POOL =
  'Its environment is not in this run: it was played from a pool, and only that has its source.';

/** @param replayer `undefined`: nobody here can play. */
export async function replay(
  store: RunStore,
  episode: EpisodeDetail,
  replayer: Replayer | undefined,
): Promise<Replayed> {
  if (!replayer) return { kind: 'not-played', message: NO_SANDBOX };
  const [header] = store.environments.page({ hash: episode.environment }, 0, 1);
  const environment = header && store.environments.get(header.id);
  if (!environment) return { kind: 'not-played', message: FROM_A_POOL };
  return replayer(environment.source, rolloutPlay(episode, store.facts.config.play));
}
