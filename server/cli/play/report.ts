/** Episodes in the form of `--json`. */
import type { Episode } from '../../contract/episode.ts';
import { PLAY_REPORT_VERSION, type PlayReport } from '../../protocol/play-report.ts';
import { playedEpisode } from '../../workspace/play/report.ts';
import type { Table } from '../../workspace/play/table.ts';

export function playReportOf(path: string, table: Table, episodes: readonly Episode[]): PlayReport {
  return {
    version: PLAY_REPORT_VERSION,
    path,
    className: table.loaded.className,
    profile: table.profile,
    episodes: episodes.map(playedEpisode),
    printed: table.printed,
  };
}
