/** Does an episode fit a filter? As the daemon's database decides it. */
import type { EpisodeFilter } from '../../protocol/run-insights.ts';
import type { EpisodeHeader } from '../../protocol/run-records.ts';

export function fits(episode: EpisodeHeader, filter: EpisodeFilter): boolean {
  for (const name of ['step', 'environment', 'skill', 'seed', 'outcome', 'hinted'] as const)
    if (filter[name] !== undefined && filter[name] !== episode[name]) return false;
  const { steps, through } = filter;
  if (through !== undefined && episode.id > through) return false;
  if (steps && (episode.step < steps.from || episode.step > steps.to)) return false;
  if (!filter.return) return true;
  return (
    episode.return !== null && episode.return >= filter.return.from && episode.return <= filter.return.to
  );
}
