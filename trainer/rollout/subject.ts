/** An environment that is to be played, with what checking said of it. */
import type { Report } from '../../server/protocol/finding.ts';

export interface Subject {
  /** As its user would write it. */
  readonly path: string;
  readonly source: string;
  /** SHA-256 of the source. */
  readonly hash: string;
  /** Empty where nobody has said. */
  readonly skill: string;
  readonly report: Report;
  /** Its own, from the manifest. */
  readonly hint: string | undefined;
}

export const nameOf = ({ path, report }: Subject): string => report.className ?? path;
