/** What a run will cost at most, before it begins: plays, designs, and tokens that the policy writes. */
import type { RunConfig } from './run-config.ts';

export interface Estimate {
  /** Sets of environments that are made or drawn, and environments of one set. */
  readonly sets: number;
  readonly environments: number;
  /** Fewest and most sources that are written; 0 where nothing is designed. */
  readonly designs: readonly [least: number, most: number];
  readonly hints: number;
  readonly plays: number;
  /** Of them, with the hint. */
  readonly hinted: number;
  /** Most that the policy writes, by what for. Prompts are not counted. */
  readonly tokens: {
    readonly design: number;
    readonly hint: number;
    readonly play: number;
    readonly all: number;
  };
}

/** All slots filled, all plays as long as they may be. Plays of an evaluation come on top. */
export function estimate({ rollouts, design, hint, play, curriculum }: RunConfig): Estimate {
  const sets = Math.ceil(rollouts / design.every);
  const environments = design.activeSkills * design.perSkill;
  const made = curriculum.kind === 'adaptive' ? sets * environments : 0;
  const most = made * design.attempts;
  const hinted = made * play.group;
  const plays = rollouts * environments * play.group + hinted;
  const tokens = {
    design: most * design.maxTokens,
    hint: made * hint.maxTokens,
    play: plays * Math.min(play.maxTurns * play.maxTokens, play.context),
  };
  return {
    sets,
    environments,
    designs: [made, most],
    hints: made,
    plays,
    hinted,
    tokens: { ...tokens, all: tokens.design + tokens.hint + tokens.play },
  };
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
  const { plays, hinted, designs, environments, sets, hints, tokens } = of;
  const [least, most] = designs;
  return [
    `${roughly(plays)} plays: ${environments} environments in each of the rollouts${hinted > 0 ? `, ${roughly(hinted)} of them with a hint` : ''}.`,
    most > 0
      ? `${roughly(least)} to ${roughly(most)} designs in ${sets.toLocaleString('en')} ${sets === 1 ? 'set' : 'sets'}, and up to ${roughly(hints)} hints.`
      : `Nothing is designed: ${sets.toLocaleString('en')} ${sets === 1 ? 'set is' : 'sets are'} drawn from the pool.`,
    `The policy writes at most ${roughly(tokens.all)} tokens: ${roughly(tokens.play)} in plays, ${roughly(tokens.design)} in designs, ${roughly(tokens.hint)} in hints.`,
  ];
}
