/** What the study compares: each differs from the first in one thing. */
import { GAME_SKILLS } from '../../server/protocol/run-config.ts';

export interface Condition {
  readonly name: string;
  /** In a table's row and a plot's legend. */
  readonly title: string;
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** The same for all: half the preset's length, in which agents make most of what they gain. */
export const BASE = { rollouts: 12, evaluation: { pool: 'shipped', every: 6, plays: 8 } };

export const CONDITIONS: readonly Condition[] = [
  { name: 'adaptive', title: 'adaptive (SPADE)', overrides: {} },
  { name: 'fixed', title: 'fixed pool', overrides: { curriculum: { kind: 'fixed', pool: 'shipped' } } },
  { name: 'no-corpus', title: 'no corpus', overrides: { curriculum: { corpus: null } } },
  { name: 'no-memory', title: 'no memory', overrides: { curriculum: { memory: 0 } } },
  { name: 'frozen', title: 'frozen designer', overrides: { curriculum: { designer: 'frozen' } } },
  {
    name: 'two-skills',
    title: 'two skills',
    overrides: { design: { skills: GAME_SKILLS.slice(0, 2), activeSkills: 2, perSkill: 6 } },
  },
  { name: 'regret', title: 'reward: regret', overrides: { reward: { variant: 'regret' } } },
  {
    name: 'potential',
    title: 'reward: learning potential',
    overrides: { reward: { variant: 'learning-potential' } },
  },
];
