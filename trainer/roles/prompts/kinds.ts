/** The kinds of environment that a designer is asked for, with what makes each a good one. */

export interface Kind {
  readonly name: string;
  readonly task: string;
}

export const SINGLE_TURN: Kind = {
  name: 'single-turn',
  task: `Design a derivation task. The observation states a problem that is drawn anew for each seed and needs at least three steps
of reasoning; the agent answers it, with a few attempts at most. A guess is right less than once in a hundred times. The
class computes the answer itself and never shows it; a wrong attempt is answered by that it is wrong and nothing else.`,
};

export const MULTI_TURN: Kind = {
  name: 'multi-turn',
  task: `Design a game of several turns. Every action changes the state and is answered by what it changed; at each turn there are two
or more actions worth considering, and which is best follows from what was seen before. Good play wins in about 10 to 15 of
20 turns, play by chance hardly ever wins.`,
};

export const GROUNDED: Kind = {
  name: 'corpus-grounded',
  task: `Design an interactive task from the knowledge in the document below: a hidden state behaves as the document says, the agent
probes it by actions, reasons about what comes back, and at last commits itself. Several probes are needed, each costs a
turn, and who has understood the matter needs fewer. Use the document's relations and quantities, not its sentences, and
never speak of a document.`,
};

/** Ten fields of work for tool use. */
export const DOMAINS = [
  'orders of a shop',
  'flights and hotels',
  'a telephone company',
  'a bank',
  'a calendar',
  'a file system that is a dict in the state',
  'a shopping cart',
  'support tickets',
  'a smart home',
  'a project tracker',
] as const;

/** Variants of tool use, and how often each is drawn, out of seven. */
export const VARIANTS: readonly { readonly weight: number; readonly kind: Kind }[] = [
  {
    weight: 3,
    kind: {
      name: 'execute',
      task: 'Every request says all that its call needs; the work is to choose the tool and its arguments.',
    },
  },
  {
    weight: 2,
    kind: {
      name: 'read-then-write',
      task: 'What a change needs has to be looked up first, sometimes over two tools, and the right one of several records chosen.',
    },
  },
  {
    weight: 1,
    kind: {
      name: 'missing value',
      task: 'One request lacks a value that only a tool can tell, such as the user’s default; a call with an invented value fails.',
    },
  },
  {
    weight: 1,
    kind: {
      name: 'with irrelevant',
      task: 'One request cannot be met with the tools at hand. There is a tool decline_request(reason) for it, and nothing else deals with it.',
    },
  },
];
