/** What a run will ask of its engine at most, before it begins: plays, designs, tokens, updates, checkpoints. */
import type { RunConfig } from './run-config.ts';

export interface Estimate {
  /** Sets of environments that are made or drawn, and environments of one set. */
  readonly sets: number;
  readonly environments: number;
  /** Fewest and most sources that are written; 0 where nothing is designed. */
  readonly designs: readonly [least: number, most: number];
  readonly hints: number;
  /** Of the training, without those of the evaluation. */
  readonly plays: number;
  /** Of them, with the hint. */
  readonly hinted: number;
  /** Most that the policy writes, by what for, those of an evaluation included where its size is known. */
  readonly tokens: {
    readonly design: number;
    readonly hint: number;
    readonly play: number;
    readonly evaluation: number;
    readonly all: number;
  };
  /** Most that it reads in plays: where each turn reads the conversation anew, and where what was read is kept. */
  readonly prompts: { readonly anew: number; readonly kept: number };
  /** Optimiser steps, and the tokens of what is learnt from. */
  readonly updates: { readonly steps: number; readonly tokens: number };
  /** Checkpoints that are written, and that are there at the end. */
  readonly checkpoints: { readonly written: number; readonly kept: number };
  readonly evaluation: {
    /** Before anything is learnt, every so many rollouts, and at the end. */
    readonly times: number;
    /** Plays of one environment in all of them; of all environments where their number is known. */
    readonly playsEach: number;
    readonly plays: number | null;
  } | null;
}

/** All slots filled, all plays as long as they may be. @param heldOut environments of the evaluation's pool, if known. */
export function estimate(config: RunConfig, heldOut?: number): Estimate {
  const { rollouts, design, hint, play, curriculum, update, checkpoints } = config;
  const sets = Math.ceil(rollouts / design.every);
  const environments = design.activeSkills * design.perSkill;
  const made = curriculum.kind === 'adaptive' ? sets * environments : 0;
  const most = made * design.attempts;
  const hinted = made * play.group;
  const plays = rollouts * environments * play.group + hinted;
  const evaluation = evaluationOf(config, heldOut);
  const ofOne = Math.min(play.maxTurns * play.maxTokens, play.context);
  const played = plays + (evaluation?.plays ?? 0);
  const tokens = {
    design: most * design.maxTokens,
    hint: made * hint.maxTokens,
    play: plays * ofOne,
    evaluation: (evaluation?.plays ?? 0) * ofOne,
  };
  // Designs are learnt from where they are judged, and rehearsed in every rollout.
  const designer = curriculum.kind === 'adaptive' && curriculum.designer === 'learning' ? environments : 0;
  const trajectories = environments * play.group + designer;
  return {
    sets,
    environments,
    designs: [made, most],
    hints: made,
    plays,
    hinted,
    tokens: { ...tokens, all: tokens.design + tokens.hint + tokens.play + tokens.evaluation },
    prompts: { anew: played * play.maxTurns * play.context, kept: played * play.context },
    updates: {
      steps: rollouts * update.epochs * Math.ceil(trajectories / update.batch),
      tokens:
        rollouts * update.epochs * (environments * play.group * play.context + designer * design.maxTokens),
    },
    checkpoints: {
      written: rollouts,
      kept: Math.min(
        rollouts,
        checkpoints.keepLast + (checkpoints.keepEvery > 0 ? Math.floor(rollouts / checkpoints.keepEvery) : 0),
      ),
    },
    evaluation,
  };
}

function evaluationOf({ rollouts, evaluation }: RunConfig, heldOut?: number): Estimate['evaluation'] {
  if (!evaluation) return null;
  const times = 1 + Math.ceil(rollouts / evaluation.every);
  const playsEach = times * evaluation.plays;
  return { times, playsEach, plays: heldOut === undefined ? null : heldOut * playsEach };
}

/** Two significant digits, in words: `1,300`, `24 thousand`, `3.1 million`. */
export function roughly(count: number): string {
  const units: readonly [number, string][] = [
    [1e12, 'trillion'],
    [1e9, 'billion'],
    [1e6, 'million'],
  ];
  for (const [size, name] of units)
    if (count >= size) return `${Number((count / size).toPrecision(2)).toLocaleString('en')} ${name}`;
  return Number(count.toPrecision(count < 1_000 ? 3 : 2)).toLocaleString('en');
}

/** The estimate in sentences for a person, the most important first. */
export function estimateText(of: Estimate): string[] {
  const { plays, hinted, designs, environments, sets, hints, tokens, prompts, updates, checkpoints } = of;
  const [least, most] = designs;
  return [
    `${roughly(plays)} plays: ${environments} environments in each of the rollouts${hinted > 0 ? `, ${roughly(hinted)} of them with a hint` : ''}.`,
    most > 0
      ? `${roughly(least)} to ${roughly(most)} designs in ${sets.toLocaleString('en')} ${sets === 1 ? 'set' : 'sets'}, and up to ${roughly(hints)} hints.`
      : `Nothing is designed: ${sets.toLocaleString('en')} ${sets === 1 ? 'set is' : 'sets are'} drawn from the pool.`,
    `The policy writes at most ${roughly(tokens.all)} tokens: ${roughly(tokens.play)} in plays, ${roughly(tokens.design)} in designs, ${roughly(tokens.hint)} in hints${tokens.evaluation > 0 ? `, ${roughly(tokens.evaluation)} in evaluations` : ''}.`,
    `In plays it reads at most ${roughly(prompts.anew)} tokens where each turn reads its conversation anew, ${roughly(prompts.kept)} where the engine keeps what it has read.`,
    `It learns in at most ${roughly(updates.steps)} optimiser steps from ${roughly(updates.tokens)} tokens, and is saved ${roughly(checkpoints.written)} times; ${roughly(checkpoints.kept)} checkpoints are kept.`,
    ...evaluationText(of),
  ];
}

function evaluationText({ evaluation }: Estimate): string[] {
  if (!evaluation) return [];
  const { times, playsEach, plays } = evaluation;
  return [
    `It is evaluated ${times} times: ${plays === null ? `${roughly(playsEach)} plays of each held-out environment` : `${roughly(plays)} plays`}, beside those above.`,
  ];
}

/** What a person knows of an engine and we cannot: how fast it is, and what it costs. */
export interface Rates {
  /** Tokens that it writes in a second, all requests together. */
  readonly tokensPerSecond?: number | undefined;
  /** Of a million tokens, in whatever money. */
  readonly prices?: {
    readonly read?: number | undefined;
    readonly write?: number | undefined;
    readonly learn?: number | undefined;
  };
}

/** Time and money at most, as far as they can be told from the rates. */
export function ratesText(
  { tokens, prompts, updates }: Estimate,
  { tokensPerSecond, prices = {} }: Rates,
): string[] {
  const lines: string[] = [];
  if (tokensPerSecond !== undefined)
    lines.push(
      `At ${roughly(tokensPerSecond)} tokens a second the writing takes at most ${duration(tokens.all / tokensPerSecond)}; reading and learning come on top.`,
    );
  const { read = 0, write = 0, learn = 0 } = prices;
  if (read + write + learn > 0) {
    const [reading, writing, learning] = [
      prompts.anew * read,
      tokens.all * write,
      updates.tokens * learn,
    ].map((sum) => sum / 1e6);
    const all = (reading ?? 0) + (writing ?? 0) + (learning ?? 0);
    lines.push(
      `At your prices it costs at most ${roughly(all)}: ${roughly(reading ?? 0)} for reading in plays, ${roughly(writing ?? 0)} for writing, ${roughly(learning ?? 0)} for learning. Prompts of designs and hints come on top.`,
    );
  }
  return lines;
}

function duration(seconds: number): string {
  const units: readonly [number, string][] = [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
  ];
  for (const [size, name] of units) if (seconds >= 2 * size) return `${roughly(seconds / size)} ${name}`;
  return `${roughly(seconds)} seconds`;
}
