/** What a server is started with. */
import type { Served } from './models.ts';
import type { Troubles } from './trouble.ts';

export interface EngineOptions {
  readonly served: Served;
  /** Where checkpoints are kept. */
  readonly folder: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly troubles?: Troubles;
  /** Passes are taken in this form only, as by servers of one age; both when left out. */
  readonly wire?: 'json' | 'protobuf' | undefined;
  /** What samples' log-probabilities are of, where the temperature is another than 1. */
  readonly logProbabilities?: 'at-one' | 'at-temperature';
}
