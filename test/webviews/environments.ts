/** Environments that answer by rule, in place of the sandbox: what a page is told, from the play that it asks for. */
import type { Play } from '../../server/protocol/finding.ts';
import type { PlayedTable, TableTurn } from '../../server/protocol/play-table.ts';

export type Respond = (play: Play) => PlayedTable;

const SECRET = 6;

/** Find a number from 1 to 9 in four tries. */
export const guess: Respond = (play) => {
  const secret = (SECRET + (play.seed ?? 0)) % 9 || 9;
  let ending: PlayedTable['ending'] = 'unfinished';
  const turns: TableTurn[] = [];
  for (const action of play.actions) {
    if (ending !== 'unfinished') break;
    const number = Number(/\\boxed\{(\d+)\}/.exec(action)?.[1]);
    const tries = turns.length + 1;
    const won = number === secret;
    const lost = !won && tries === 4;
    ending = won || lost ? 'terminated' : 'unfinished';
    turns.push({
      step: tries,
      action,
      observation: won ? 'Correct!' : number > secret ? 'Too high.' : 'Too low.',
      reward: won ? 1 : 0,
      terminated: won || lost,
      truncated: false,
      changes: [{ name: 'tries', before: tries - 1, after: tries }],
    });
  }
  return {
    className: 'GuessEnv',
    profile: 'games',
    play: { ...play, actions: play.actions },
    observation: 'I think of a number from 1 to 9. You have four tries.\nAnswer with \\boxed{number}.',
    state: [
      { name: 'secret', after: secret },
      { name: 'tries', after: 0 },
    ],
    turns,
    after: (play.after ?? []).map((action, index) => ({
      step: turns.length + index + 1,
      action,
      observation: 'The game is over.',
      reward: 0,
      terminated: true,
      truncated: false,
      changes: [],
    })),
    ending,
    return: ending === 'terminated' ? (turns.at(-1)?.reward === 1 ? 1 : 0) : 0,
    candidates: Array.from({ length: 9 }, (_, index) => ({
      label: String(index + 1),
      action: `\\boxed{${index + 1}}`,
    })),
    tools: [],
    printed: '',
  };
};

/** A desk with two tools; any call is acknowledged by repeating it. */
export const desk: Respond = (play) => ({
  ...guess({ seed: play.seed, actions: [] }),
  className: 'DeskEnv',
  profile: 'tool_use',
  play,
  observation: 'Cancel order A-17 and tell the customer what is refunded.',
  state: [{ name: 'orders', after: { dict: [['A-17', 'open']] } }],
  turns: play.actions.map((action, index) => ({
    step: index + 1,
    action,
    observation: `You sent ${action}`,
    reward: 0,
    terminated: false,
    truncated: false,
    changes: [],
  })),
  candidates: [],
  tools: [
    {
      name: 'cancel_order',
      description: 'Cancels an order that has not been shipped.',
      parameters: {
        type: 'object',
        properties: {
          order_id: { type: 'string', description: 'Such as A-17' },
          reason: { type: 'string', enum: ['changed mind', 'too late'] },
          items: { type: 'integer' },
          notify: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['order_id', 'reason'],
      },
    },
    { name: 'get_order', description: 'Shows an order.', parameters: { type: 'object', properties: {} } },
    { name: 'broken', description: 'Has a schema that is none.', parameters: ['not', 'an', 'object'] },
  ],
});

/** An environment that says one thing at the reset, whatever that is. */
export const saying =
  (observation: string, more: Partial<PlayedTable> = {}): Respond =>
  (play) => ({
    ...guess({ seed: play.seed, actions: [] }),
    play,
    observation,
    ...more,
  });
