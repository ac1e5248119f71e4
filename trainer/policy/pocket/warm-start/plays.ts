/** Plays of programs by scripted players, in the sandbox, as sequences that a policy can imitate. */
import { z } from 'zod';
import { type Command, type Returned, returned } from '../../../../server/protocol/driver.ts';
import { numberOf, textOf } from '../../../../server/protocol/value.ts';
import type { Interpreter } from '../../../../server/sandbox/pool.ts';
import { actionPrompt } from '../prompts.ts';
import { seededRandom } from '../random.ts';
import type { Part } from '../tokens.ts';
import type { Program } from './programs.ts';

/**
 * Shares of players who blunder. Who has read the hint plays better, so that the hint is worth something to a policy
 * that imitates both, and playing as well without it is what is left to learn. A blunder is a way to play rather than
 * a slip here and there: what a play was paid then says something about all of its actions.
 */
const BLUNDERING = { hinted: 0.05, plain: 0.75 };

/** More turns than any program has. */
const MOST_TURNS = 40;

export interface ScriptedPlay {
  readonly observations: readonly string[];
  readonly actions: readonly string[];
  /** The last step's reward. */
  readonly reward: number;
  /** The whole episode as the policy sees it, with or without the hint. */
  readonly parts: readonly Part[];
}

/**
 * Plays one episode; every second player has read the hint.
 * @param interpreter fresh.
 * @throws when the program does not do what a sound one does.
 */
export async function scriptedPlay(
  interpreter: Interpreter,
  { source, family }: Program,
  seed: number,
): Promise<ScriptedPlay> {
  const random = seededRandom(seed);
  const hint = random() < 0.5 ? family.hint : undefined;
  const blunders = random() < BLUNDERING[hint === undefined ? 'plain' : 'hinted'];
  const player = blunders ? family.blunder : family.act;
  await ask(interpreter, [
    { op: 'load', source, compat: false },
    { op: 'new', id: 'e' },
  ]);
  const opening = await ask(interpreter, [{ op: 'reset', id: 'e', seed }]);
  const observations = [textAt(opening, 0)];
  const actions: string[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const action = player(observations, actions, random);
    const after = await ask(interpreter, [{ op: 'step', id: 'e', action }]);
    actions.push(action);
    if (after.parts[2] === true || after.parts[3] === true) {
      const parts = actionPrompt(observations, actions, hint);
      return { observations, actions, reward: numberOf(after.parts[1] ?? 0) ?? 0, parts };
    }
    observations.push(textAt(after, 0));
  }
  throw new Error(`A program of the family ${family.name} did not end within ${MOST_TURNS} turns.`);
}

const okReply = z.object({ ok: z.json() });

/** What the last of the commands returned. */
async function ask(interpreter: Interpreter, commands: Command[]): Promise<Returned> {
  const result = await interpreter.run(commands);
  const last = result.kind === 'ok' ? result.replies.at(-1) : undefined;
  const answer = okReply.safeParse(last);
  if (!answer.success) throw new Error(`The environment failed: ${JSON.stringify(last ?? result)}`);
  const value = returned.safeParse(answer.data.ok);
  return value.success ? value.data : { type: 'None', parts: [] };
}

function textAt({ parts }: Returned, index: number): string {
  const text = textOf(parts[index] ?? null);
  if (text === undefined) throw new Error('An observation is no text.');
  return text;
}
