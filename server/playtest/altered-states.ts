/**
 * One attribute at a time replaced right after the reset: does `solution()` depend on it, and does anything that the
 * agent sees? An answer stored at reset and a quantity that it was computed from may part here, which is no fault: so
 * what counts is only whether old and new plays win.
 */
import { type Episode, episodeOf } from '../contract/episode.ts';
import { type Command, type Outcome, type Reply, returned } from '../protocol/driver.ts';
import type { Play } from '../protocol/finding.ts';
import { numberOf, type PyValue, pyValue, textOf } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import type { Opening } from './openings.ts';
import { parseReply } from './session.ts';
import { readings } from './solution.ts';

/** A plain value that can be set from outside. */
type Plain = string | number | boolean | null | Plain[];

export interface Alteration {
  readonly attribute: string;
  readonly seed: number;
  readonly from: PyValue;
  readonly to: Plain;
  /** What `solution()` gives then; `undefined` when it raised. */
  readonly solution: PyValue | undefined;
  /** It gives something else than before. */
  readonly changesSolution: boolean;
}

/** Attributes that count or bound turns, or keep the seed, are no quantities of the task. */
const NO_QUANTITY =
  /turn|step|tick|clock|time|max_|limit|seed|rng|random|count|round|index|done|over|ended|finished/i;
const CANDIDATES = 8;

/** Numbers one up and one down, and values of another seed, on the first seed that was won. */
export function alterations(lab: Lab): Promise<readonly Alteration[]> {
  return lab.once('alterations', async () => {
    const won = (await lab.solutions()).findIndex((solved) => solved.wins);
    const openings = await lab.openings();
    const [opening, other] = [
      openings[won],
      openings.find((candidate, index) => index !== won && candidate.state),
    ];
    if (!opening?.state || !other?.state || !opening.solution || !('value' in opening.solution)) return [];
    const known = JSON.stringify(opening.solution.value);
    const plans = plansFor(opening, other);
    if (plans.length === 0) return [];
    await lab.session.fresh();
    lab.session.count(1);
    const commands = plans.map((plan, index): Command[] => {
      const id = `altered ${index}`;
      return [...setUp(id, plan), { op: 'solution', id }, { op: 'drop', id }];
    });
    const { replies } = await lab.session.run(commands.flat());
    return plans.flatMap((plan, index): Alteration[] => {
      const reply = replies[5 * index + 3];
      if (!reply) return [];
      const solution = 'ok' in reply ? parseReply(reply, pyValue) : undefined;
      return [{ ...plan, solution, changesSolution: JSON.stringify(solution) !== known }];
    });
  });
}

const setUp = (
  id: string,
  { seed, attribute, to }: Pick<Alteration, 'seed' | 'attribute' | 'to'>,
): Command[] => [
  { op: 'new', id },
  { op: 'reset', id, seed },
  { op: 'set', id, path: [attribute], value: to },
];

type Plan = Omit<Alteration, 'solution' | 'changesSolution'>;

function plansFor(opening: Opening, other: Opening): Plan[] {
  const plans: Plan[] = [];
  for (const [attribute, { value: from, hash }] of Object.entries(opening.state?.attributes ?? {})) {
    const there = other.state?.attributes[attribute];
    if (NO_QUANTITY.test(attribute) || plans.length >= 2 * CANDIDATES) continue;
    const plan = (to: Plain): number => plans.push({ attribute, seed: opening.seed, from, to });
    const number = numberOf(from);
    // What is the same on every seed is no quantity of one task.
    if (!there || there.hash === hash) continue;
    if (number !== undefined && Number.isFinite(number)) {
      plan(number + 1);
      plan(number - 1);
    } else {
      const plain = plainOf(there.value);
      if (plain !== undefined) plan(plain);
    }
  }
  return plans;
}

/** A value that `set` can pass: texts and lists of plain values; tuples and dictionaries would change their type. */
function plainOf(value: PyValue): Plain | undefined {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (!Array.isArray(value)) return undefined;
  const items = value.map(plainOf);
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Actions played on the seed with the attribute replaced. The evidence of such a play is its replacement. */
export async function playAltered(
  lab: Lab,
  altered: Alteration,
  actions: readonly string[],
): Promise<Episode | undefined> {
  const id = `play ${altered.attribute} ${JSON.stringify(altered.to)} ${actions.length}`;
  lab.session.count(1);
  const batch = await lab.session.run([
    ...setUp(id, altered),
    ...actions.map((action): Command => ({ op: 'step', id, action })),
    { op: 'drop', id },
  ]);
  const [, reset, , ...replies] = batch.replies;
  if (batch.breach || !reset || !('ok' in reset)) return undefined;
  const play: Play = { seed: altered.seed, actions: [...actions] };
  const turns: Outcome[] = [];
  for (const reply of replies.slice(0, actions.length)) {
    turns.push(outcomeOf(reply));
    const episode = episodeOf(play, { opening: outcomeOf(reset), turns, after: [] });
    if (episode.ending !== 'unfinished') return episode;
  }
  return episodeOf(play, { opening: outcomeOf(reset), turns, after: [] });
}

const outcomeOf = (reply: Reply): Outcome =>
  'ok' in reply ? { returned: parseReply(reply, returned) } : 'error' in reply ? { error: reply.error } : {};

/** The actions that the altered solution stands for, read in the way that won before. */
export function actionsOf(
  lab: Lab,
  altered: Alteration,
  form: string | undefined,
): readonly string[] | undefined {
  if (altered.solution === undefined) return undefined;
  return readings(altered.solution, lab.profile).find((reading) => reading.form === form)?.actions;
}
