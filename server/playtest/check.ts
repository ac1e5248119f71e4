/** A check: one rule looked at by running. */
import type { Profile } from '../contract/profile.ts';
import type { AuditEvent } from '../protocol/driver.ts';
import type { Evidence, RuleCode, Severity } from '../protocol/finding.ts';
import type { Lab } from './lab.ts';
import type { NotLoadable } from './session.ts';
import type { PlaytestSettings } from './settings.ts';

/** What a check saw. `line` counts from 1; without it the finding stands at the class. */
export interface Sighting {
  /** What is wrong with this environment, why it harms, and what to do: one to three sentences. */
  readonly message: string;
  readonly line?: number | null;
  readonly evidence?: Evidence;
  /** Where it differs from the rule's own. */
  readonly severity?: Severity;
  /** Rules whose finding explains this sighting, beside those that explain the whole check. */
  readonly echoOf?: readonly RuleCode[];
}

/** The budget or the environment did not let the check decide. */
export interface NotDecided {
  readonly undecided: string;
  /** Rules whose finding explains why. */
  readonly echoOf?: readonly RuleCode[];
}

/** Lines that ran, and what the code asked of the host. */
export interface Traces {
  readonly lines: ReadonlySet<number>;
  readonly asked: readonly AuditEvent[];
}

export interface Check {
  readonly code: RuleCode;
  /** Only for environments of this profile. */
  readonly profile?: Profile;
  /** Rules whose finding explains this one: with one of them found, this check says nothing. */
  readonly echoOf?: readonly RuleCode[];
  /** Runs also where no reset succeeds or the class lacks a method. */
  readonly early?: boolean;
  /** Sightings (none: the environment passes), or why it could not be told. */
  run?(lab: Lab): Promise<readonly Sighting[] | NotDecided> | readonly Sighting[] | NotDecided;
  /** Where the source could not even be loaded. */
  atLoad?(
    failure: NotLoadable,
    traces: Traces,
    settings: PlaytestSettings,
    source: string,
  ): readonly Sighting[];
}

export const undecided = (reason: string, echoOf: readonly RuleCode[] = []): NotDecided => ({
  undecided: reason,
  echoOf,
});
