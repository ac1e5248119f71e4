/** What a playtest is told: how hard to look and what counts as allowed. */
import type { Profile } from '../contract/profile.ts';
import type { Budget } from './session.ts';

export interface PlaytestSettings {
  /** `auto`: by whether the class derives from `ToolUseBaseEnv`. */
  readonly profile: Profile | 'auto';
  /** How many seeds are looked at. */
  readonly seeds: number;
  readonly budget: Budget;
  /** The reference loader's injected names and base class. */
  readonly compat: boolean;
  /** Imports allowed beside the profile's. */
  readonly allowedImports: readonly string[];
  /** Rewards that the class may pay. */
  readonly rewardRange: readonly [number, number];
}

/** Ticks in a second of playing, on the machine that the figures in docs/decisions/sandbox.md were taken on. */
export const TICKS_PER_SECOND = 400_000;

export const DEFAULT_SETTINGS: PlaytestSettings = {
  profile: 'auto',
  seeds: 6,
  budget: { episodes: 400, ticks: 4 * TICKS_PER_SECOND },
  compat: false,
  allowedImports: [],
  rewardRange: [0, 1],
};
