/** Plays through a chat endpoint: conversations are messages, and nothing can be learnt from what it says. */
import { callText } from '../policy/openai/calls.ts';
import type { ChatAnswer, ChatClient } from '../policy/openai/client.ts';
import { EndpointFailure } from '../policy/openai/failure.ts';
import { type SentCall, type SentMessage, sentTool } from '../policy/openai/wire.ts';
import { readAction } from './action.ts';
import { openingMessages } from './agent.ts';
import { designMessages, readDesign, retryMessages } from './designer.ts';
import { hintMessages, readHint } from './hint.ts';
import type { Message } from './message.ts';
import type {
  Conversation,
  Design,
  DesignAsk,
  HintAsk,
  Opening,
  Player,
  Reply,
  Speech,
  Written,
} from './player.ts';

interface ChatConversation extends Conversation {
  readonly opening: Opening;
  readonly messages: SentMessage[];
  /** Of the last answer, whose results come next. */
  calls: readonly SentCall[];
  /** Tokens so far, where the endpoint tells; those of the last observation are not yet among them. */
  spent: number;
}

/** What stands in the place of an answer for which there was no room. */
const NO_ROOM: Written = { text: '', stopReason: 'context' };
/** All calls of one answer are answered by one observation. */
const TOGETHER = 'The result of this call stands with that of the first one.';

export class ChatPlayer implements Player {
  readonly #client: ChatClient;

  constructor(client: ChatClient) {
    this.#client = client;
  }

  get atOnce(): number {
    return this.#client.endpoint.concurrency;
  }

  async design(asks: readonly DesignAsk[], speech: Speech, signal: AbortSignal): Promise<Design[]> {
    const written = await this.ask(
      asks.map(({ request, random, rejection, seed }) => {
        const asked = designMessages(request, random);
        return { messages: rejection ? retryMessages(asked, rejection) : asked, seed };
      }),
      speech,
      signal,
    );
    return written.map((one) => ({ ...one, source: readDesign(one.text).source }));
  }

  async hint(asks: readonly HintAsk[], speech: Speech, signal: AbortSignal): Promise<(string | undefined)[]> {
    const written = await this.ask(
      asks.map(({ profile, source, seed }) => ({ messages: hintMessages(profile, source), seed })),
      speech,
      signal,
    );
    return written.map(({ text }) => readHint(text));
  }

  ask(
    asks: readonly { readonly messages: readonly Message[]; readonly seed: number }[],
    speech: Speech,
    signal: AbortSignal,
  ): Promise<Written[]> {
    return together(asks, signal, async ({ messages, seed }, either) => {
      const answer = await this.#chat(messages, seed, speech, either);
      return answer ? writtenOf(answer, answer.text) : NO_ROOM;
    });
  }

  open(opening: Opening): ChatConversation {
    const { profile, observation, hint, tools } = opening;
    const native = this.#native(opening);
    const messages: SentMessage[] = [
      ...openingMessages(profile, observation, hint, native ? 'native' : tools),
    ];
    const conversation: ChatConversation = {
      opening,
      messages,
      calls: [],
      spent: 0,
      tokens: [],
      hear: (text) => {
        messages.push(...heard(conversation.calls, text));
        conversation.calls = [];
      },
    };
    return conversation;
  }

  answer(
    turns: readonly { readonly conversation: ChatConversation; readonly seed: number }[],
    speech: Speech & { readonly context: number },
    signal: AbortSignal,
  ): Promise<(Reply | undefined)[]> {
    return together(turns, signal, ({ conversation, seed }, either) =>
      this.#reply(conversation, seed, speech, either),
    );
  }

  async #reply(
    conversation: ChatConversation,
    seed: number,
    speech: Speech & { readonly context: number },
    signal: AbortSignal,
  ): Promise<Reply | undefined> {
    const { opening, messages, spent } = conversation;
    if (spent + speech.maxTokens > speech.context) return undefined;
    const tools = this.#native(opening) ? opening.tools : [];
    const answer = await this.#chat(messages, seed, speech, signal, tools);
    if (!answer) return undefined;
    const { text, calls, tokens } = answer;
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) });
    conversation.calls = calls;
    conversation.spent = tokens ?? spent;
    const whole = [text, ...calls.map(callText)].filter((part) => part !== '').join('\n');
    return { ...writtenOf(answer, whole), start: 0, read: readAction(opening.profile, whole) };
  }

  #native({ profile, tools }: Opening): boolean {
    return profile === 'tool_use' && tools.length > 0 && this.#client.endpoint.tools === 'native';
  }

  /** `undefined` where the context has no room. */
  async #chat(
    messages: readonly SentMessage[],
    seed: number,
    { temperature, maxTokens }: Speech,
    signal: AbortSignal,
    tools: Opening['tools'] = [],
  ): Promise<ChatAnswer | undefined> {
    const request = { messages, temperature, maxTokens, seed, tools: tools.map(sentTool) };
    try {
      return await this.#client.chat(request, signal);
    } catch (error) {
      if (error instanceof EndpointFailure && error.boundary === 'context') return undefined;
      throw error;
    }
  }
}

const writtenOf = ({ thinking, cut }: ChatAnswer, text: string): Written => ({
  text,
  ...(thinking === undefined ? {} : { thinking }),
  stopReason: cut ? 'length' : 'stop',
});

function heard(calls: readonly SentCall[], text: string): SentMessage[] {
  if (calls.length === 0) return [{ role: 'user', content: text }];
  return calls.map(({ id }, i) => ({
    role: 'tool',
    tool_call_id: id,
    content: i === 0 ? text : TOGETHER,
  }));
}

/** All at once; the first that fails ends the others. */
async function together<T, U>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<U>,
): Promise<U[]> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    return await Promise.all(items.map((item) => work(item, either)));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}
