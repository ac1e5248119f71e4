/**
 * The experiments that checks look at. Each runs once, when the first check asks, in interpreters of its own; all are
 * deterministic for a given source and settings, whichever checks are selected.
 */
import { type Episode, isWin, SUCCESS } from '../contract/episode.ts';
import type { Profile } from '../contract/profile.ts';
import type { AuditEvent, Loaded } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import type { Conditions } from '../protocol/sandbox.ts';
import type { Hints } from './harvest.ts';
import { type Opening, openings } from './openings.ts';
import { passivePlayers } from './passive.ts';
import { lockstep, type Player } from './players.ts';
import { probes } from './probes.ts';
import { type RandomPlay, randomPlays } from './random-play.ts';
import { type Search, search } from './search.ts';
import type { Session, Watch } from './session.ts';
import type { PlaytestSettings } from './settings.ts';
import { type SolutionPlay, solutionPlays } from './solution-play.ts';
import { hintsOf } from './source-hints.ts';
import { type ToolTrace, toolTraces } from './tool-traces.ts';
import { type ToolTrial, toolTrials } from './tool-trials.ts';

/** Which experiment an episode comes from. */
export type Origin = 'opening' | 'solution' | 'passive' | 'probe' | 'random';

export interface Observed {
  readonly origin: Origin;
  readonly episode: Episode;
}

/** What is less than this share of the best pay is paid for a part of the task. */
export const FULL = 0.6;

/** How many probes are sent in one play before the next instance takes over. */
const PROBES_A_PLAY = 12;

export class Lab {
  readonly session: Session;
  readonly settings: PlaytestSettings;
  readonly loaded: Loaded;
  readonly profile: Profile;
  readonly hints: Hints;
  /** The seeds that are looked at: 0 (which `if seed:` loses) and others that are not neighbours only. */
  readonly seeds: readonly number[];
  readonly #memo = new Map<string, Promise<unknown>>();

  constructor(session: Session, settings: PlaytestSettings, loaded: Loaded) {
    this.session = session;
    this.settings = settings;
    this.loaded = loaded;
    this.profile = settings.profile === 'auto' ? (loaded.toolUse ? 'tool_use' : 'games') : settings.profile;
    this.hints = hintsOf(session.options.source, loaded.className);
    this.seeds = [0, 1, 2, 7, 42, 123, 1_000, 31_337, 2, 3].slice(0, settings.seeds);
  }

  /** One result a key: the experiment runs when first asked for, also if it fails. */
  once<T>(key: string, experiment: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key);
    // The key names the experiment, so its type is the one that was stored.
    if (known) return known as Promise<T>;
    const running = experiment();
    this.#memo.set(key, running);
    return running;
  }

  /** Plays in one fresh interpreter. */
  play(plays: readonly Play[], conditions: Partial<Conditions> = {}, watch?: Watch): Promise<Episode[]> {
    return this.session.play(plays, conditions, watch);
  }

  /** Plays that choose their actions as they go, all in step in one fresh interpreter. */
  lockstep(players: readonly Player[]): Promise<Episode[]> {
    return lockstep(this.session, players);
  }

  /** For every seed: the reset, the state, tools, and `solution()` called twice. */
  openings(): Promise<readonly Opening[]> {
    return this.once('openings', () => openings(this));
  }

  /** Bare resets in fresh interpreters, each with other entropy and at another time. */
  bareOpenings(): Promise<readonly Episode[]> {
    return this.once('bareOpenings', async () => {
      const episodes: Episode[] = [];
      for (const entropy of [11, 12, 13])
        episodes.push(
          ...(await this.play(
            [bare(entropy), bare(entropy)],
            { entropy, clock: clockOf(entropy) },
            'states',
          )),
        );
      return episodes;
    });
  }

  /** For every seed: the reading of `solution()` that wins, or the best that was tried. */
  solutions(): Promise<readonly SolutionPlay[]> {
    return this.once('solutions', () => solutionPlays(this));
  }

  /**
   * What success pays: the least that `solution()` earns where it wins, else 1. Pay may depend on the seed or on the
   * number of turns; a consolation is less than that.
   */
  async success(): Promise<number> {
    const paid = (await this.solutions()).map((solved) => solved.episode?.return ?? 0);
    const best = Math.max(0, ...paid);
    return best > 0 ? Math.min(...paid.filter((pay) => pay >= best * FULL)) : SUCCESS;
  }

  async isWin(episode: Episode): Promise<boolean> {
    return isWin(episode, await this.success());
  }

  /** No-op, empty, constant and echoing play. */
  passive(): Promise<readonly Episode[]> {
    return this.once('passive', async () => this.lockstep(await passivePlayers(this)));
  }

  /** Every probe of the fixed set, as the first action and later. */
  probes(): Promise<readonly Episode[]> {
    return this.once('probes', () => {
      const actions = probes(this.profile);
      const plays: Play[] = [];
      for (let start = 0; start < actions.length; start += PROBES_A_PLAY) {
        plays.push({
          seed: this.seeds[1] ?? 1,
          actions: actions.slice(start, start + PROBES_A_PLAY),
          maxTurns: PROBES_A_PLAY + 8,
        });
      }
      return this.play(plays);
    });
  }

  /** Random play over the harvested actions. */
  random(): Promise<RandomPlay> {
    return this.once('random', () => randomPlays(this));
  }

  /** Breadth-first search from the opening of the first seeds. */
  search(): Promise<Search> {
    return this.once('search', () => search(this));
  }

  /** Tool use: `solution()` replayed with every criterion looked at after each call. */
  toolTraces(): Promise<readonly ToolTrace[]> {
    return this.once('toolTraces', () => toolTraces(this));
  }

  /** Tool use: single calls of every tool, valid and wrong. */
  toolTrials(): Promise<readonly ToolTrial[]> {
    return this.once('toolTrials', () => toolTrials(this));
  }

  /** Every episode of the standard experiments, in a fixed order. */
  episodes(): Promise<readonly Observed[]> {
    return this.once('episodes', async () => [
      ...(await this.openings()).map((opening) => seen('opening', opening.episode)),
      ...(await this.solutions()).flatMap((solved) =>
        solved.episode ? [seen('solution', solved.episode)] : [],
      ),
      ...(await this.passive()).map((episode) => seen('passive', episode)),
      ...(await this.probes()).map((episode) => seen('probe', episode)),
      ...(await this.random()).episodes.map((episode) => seen('random', episode)),
    ]);
  }

  /** What the code asked of the host over the standard experiments, and the lines that ran: summed over interpreters. */
  async traces(): Promise<{ readonly lines: ReadonlySet<number>; readonly asked: readonly AuditEvent[] }> {
    await this.episodes();
    return this.session.traces();
  }
}

const clockOf = (entropy: number): number => 1_750_000_000 + entropy * 100_003;
const bare = (entropy: number): Play => ({ seed: null, actions: [], entropy, clock: clockOf(entropy) });
const seen = (origin: Origin, episode: Episode): Observed => ({ origin, episode });
