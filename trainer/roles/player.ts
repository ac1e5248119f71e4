/**
 * Whoever answers in the roles: weights whose tokens are sampled and learnt from, or an endpoint that is sent messages.
 * The loop, rollouts and evaluations know neither; what learning needs travels with the answers that have it.
 */
import type { Profile } from '../../server/contract/profile.ts';
import type { Random } from '../curriculum/random.ts';
import type { StopReason } from '../policy/policy.ts';
import type { ReadAction } from './action.ts';
import type { DesignRequest, Rejection } from './designer.ts';
import type { Message } from './message.ts';
import type { Tool } from './tool.ts';

/** How a role speaks. */
export interface Speech {
  readonly temperature: number;
  /** Of one answer. */
  readonly maxTokens: number;
  /** Let the model think before it answers, where that can be told it. */
  readonly thinking: boolean;
}

/** The tokens of an answer and how likely each was, under the weights that wrote it. */
export interface Sampled {
  readonly tokens: Int32Array;
  readonly logProbabilities: Float32Array;
  /** The text of each token, where it can be told. */
  readonly pieces?: readonly string[];
}

export interface Answer {
  /** All that was said, tool calls included; thinking apart. */
  readonly text: string;
  /** What was thought before it, where that is told apart. */
  readonly thinking?: string;
  readonly stopReason: StopReason;
  /** Left out where there are no tokens: nothing can be learnt from it. */
  readonly sampled?: Sampled;
}

/** An answer to one question, with the tokens that asked it where there are some. */
export interface Written extends Answer {
  readonly prompt?: Int32Array;
}

/** A written environment. */
export interface Design extends Written {
  readonly source: string;
}

export interface DesignAsk {
  readonly request: DesignRequest;
  readonly random: Random;
  /** After a try that was rejected. */
  readonly rejection: Rejection | undefined;
  readonly seed: number;
}

export interface HintAsk {
  readonly profile: Profile;
  readonly source: string;
  readonly seed: number;
}

/** How a play begins. */
export interface Opening {
  readonly profile: Profile;
  readonly observation: string;
  readonly hint?: string | undefined;
  /** What the environment can be called with; empty for games. */
  readonly tools: readonly Tool[];
}

/** One play as its player sees it. Its player appends its own answers. */
export interface Conversation {
  /** What the environment said to the last answer. */
  hear(observation: string): void;
  /** Prompts, answers as sampled, observations; empty where there are no tokens. */
  readonly tokens: readonly number[];
}

export interface Turn {
  readonly conversation: Conversation;
  readonly seed: number;
}

/** An agent's answer within its play. */
export interface Reply extends Answer {
  /** Index of its first token in the conversation's; 0 where there are none. */
  readonly start: number;
  readonly read: ReadAction;
}

/** Calls reject with a `PolicyFailure`, and with nothing else. */
export interface Player {
  /**
   * How many conversations are best held at once. `all`: their answers are sampled together, as weights do best. A
   * number: each is answered as soon as it can be, and the first are over before the last begin.
   */
  readonly atOnce: number | 'all';
  design(asks: readonly DesignAsk[], speech: Speech, signal: AbortSignal): Promise<Design[]>;
  /** `undefined` for an answer that holds no hint. */
  hint(asks: readonly HintAsk[], speech: Speech, signal: AbortSignal): Promise<(string | undefined)[]>;
  open(opening: Opening): Conversation;
  /**
   * The next answers, `undefined` where a conversation has no room for one.
   * @param turns of conversations that this player has opened.
   * @param context tokens at most of a whole conversation.
   */
  answer(
    turns: readonly Turn[],
    speech: Speech & { readonly context: number },
    signal: AbortSignal,
  ): Promise<(Reply | undefined)[]>;
  /** Answers to anything; left out where only the roles above are known. */
  ask?(
    asks: readonly { readonly messages: readonly Message[]; readonly seed: number }[],
    speech: Speech,
    signal: AbortSignal,
  ): Promise<Written[]>;
}
