/**
 * How the roles speak with one kind of policy: what they ask as its tokens, and its replies as text. Prompts of chat
 * models are long and in words; the pocket policy's are a few bytes. The loop knows neither.
 */
import type { Profile } from '../../server/contract/profile.ts';
import type { Random } from '../curriculum/random.ts';
import type { ReadAction } from './action.ts';
import type { DesignRequest, Rejection } from './designer.ts';
import type { Message } from './message.ts';
import type { Speech } from './player.ts';
import type { Tool } from './tool.ts';

export interface Voice {
  /** Tokens after which a reply is over. */
  readonly stop: readonly number[];
  /** Asks for an environment, after a rejection for a better one. */
  design(request: DesignRequest, random: Random, rejection?: Rejection): Int32Array;
  /** Asks for the hint of an environment. */
  hint(profile: Profile, source: string): Int32Array;
  /** The start of a play, up to where the agent speaks. @param tools what a tool-use environment can be called with. */
  opening(profile: Profile, observation: string, hint?: string, tools?: readonly Tool[]): Int32Array;
  /**
   * What follows an agent's reply, up to where it speaks again. Appended to all tokens so far, replies as sampled.
   * @param last the last token so far: a reply that was cut off has no end yet.
   */
  observation(text: string, last?: number): Int32Array;
  /** A reply's text. */
  text(reply: ArrayLike<number>): string;
  /** One token's own text, where tokens can be told one by one. */
  readonly textOfToken?: (token: number) => string;
  /** The source in a designer's reply. */
  readDesign(text: string): string;
  /** The hint in a designer's reply; `undefined` when there is none. */
  readHint(text: string): string | undefined;
  readAction(profile: Profile, text: string): ReadAction;
  /** Any conversation, up to where the policy speaks; left out where it knows only the roles. */
  messages?(messages: readonly Message[], speech: Speech): Int32Array;
}
