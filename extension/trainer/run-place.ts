/** How an environment of a run is named as a document: `spade-run://TRAINER/RUN/ID/ClassName.py`. */
import { runId } from '../../server/protocol/run-records.ts';

export interface Place {
  /** Of the trainer's profile. */
  readonly trainer: string;
  readonly run: string;
  /** Of the design, as `run/environment` takes it. */
  readonly environment: number;
}

/** @param className hostile text; `null`: the source has none. */
export function pathOf({ run, environment }: Place, className: string | null): string {
  return `/${run}/${environment}/${/^\w{1,80}$/.test(className ?? '') ? className : 'environment'}.py`;
}

/** The run's whole configuration as a document, to lay beside another's. */
export const configurationPath = (run: string): string => `/${run}/configuration.json`;

/** @returns the run; `undefined`: it is no such document. */
export function configurationOf(path: string): string | undefined {
  const [, run = ''] = /^\/([^/]+)\/configuration\.json$/.exec(path) ?? [];
  return runId.safeParse(run).data;
}

/** `undefined`: it is no such document. */
export function placeOf(authority: string, path: string): Place | undefined {
  const [, run = '', environment = ''] = /^\/([^/]+)\/(\d{1,9})\/[^/]+\.py$/.exec(path) ?? [];
  if (authority === '' || !runId.safeParse(run).success) return undefined;
  return { trainer: authority, run, environment: Number(environment) };
}
