/** Plays with a policy's tokens, as a voice puts them; every answer carries what learning needs. */
import type { Policy, Sample, SampleRequest } from '../policy/policy.ts';
import type {
  Conversation,
  Design,
  DesignAsk,
  HintAsk,
  Opening,
  Player,
  Reply,
  Sampled,
  Speech,
  Written,
} from './player.ts';
import type { Voice } from './voice.ts';

interface TokenConversation extends Conversation {
  readonly opening: Opening;
  readonly tokens: number[];
}

interface Prompt {
  readonly prompt: Int32Array;
  readonly seed: number;
}

export class PolicyPlayer implements Player {
  readonly atOnce = 'all';
  readonly #policy: Policy;
  readonly #voice: Voice;
  /** Only where the voice knows conversations that are none of the roles'. */
  readonly ask?: NonNullable<Player['ask']>;

  constructor(policy: Policy, voice: Voice) {
    this.#policy = policy;
    this.#voice = voice;
    const { messages } = voice;
    if (messages)
      this.ask = (asks, speech, signal) =>
        this.#write(
          asks.map(({ messages: said, seed }) => ({ prompt: messages.call(voice, said, speech), seed })),
          speech,
          signal,
        );
  }

  async design(asks: readonly DesignAsk[], speech: Speech, signal: AbortSignal): Promise<Design[]> {
    const prompts = asks.map(({ request, random, rejection, seed }) => ({
      prompt: this.#voice.design(request, random, rejection),
      seed,
    }));
    const written = await this.#write(prompts, speech, signal);
    return written.map((one) => ({ ...one, source: this.#voice.readDesign(one.text) }));
  }

  async hint(asks: readonly HintAsk[], speech: Speech, signal: AbortSignal): Promise<(string | undefined)[]> {
    const prompts = asks.map(({ profile, source, seed }) => ({
      prompt: this.#voice.hint(profile, source),
      seed,
    }));
    return (await this.#write(prompts, speech, signal)).map(({ text }) => this.#voice.readHint(text));
  }

  open(opening: Opening): TokenConversation {
    const { profile, observation, hint, tools } = opening;
    const tokens = Array.from(this.#voice.opening(profile, observation, hint, tools));
    const hear = (text: string) => void tokens.push(...this.#voice.observation(text, tokens.at(-1)));
    return { opening, tokens, hear };
  }

  async answer(
    turns: readonly { readonly conversation: TokenConversation; readonly seed: number }[],
    speech: Speech & { readonly context: number },
    signal: AbortSignal,
  ): Promise<(Reply | undefined)[]> {
    const able = turns.filter(
      ({ conversation }) => conversation.tokens.length + speech.maxTokens <= speech.context,
    );
    if (able.length === 0) return turns.map(() => undefined);
    const samples = await this.#sample(
      able.map(({ conversation, seed }) => ({ prompt: conversation.tokens, seed })),
      speech,
      signal,
    );
    const replies = new Map(
      able.map((turn, i) => [turn, this.#reply(turn.conversation, present(samples[i]))]),
    );
    return turns.map((turn) => replies.get(turn));
  }

  #reply({ opening, tokens }: TokenConversation, sample: Sample): Reply {
    const text = this.#voice.text(sample.tokens);
    const start = tokens.length;
    tokens.push(...sample.tokens);
    return {
      text,
      start,
      read: this.#voice.readAction(opening.profile, text),
      stopReason: sample.stopReason,
      sampled: this.#sampled(sample),
    };
  }

  async #write(prompts: readonly Prompt[], speech: Speech, signal: AbortSignal): Promise<Written[]> {
    if (prompts.length === 0) return [];
    const samples = await this.#sample(prompts, speech, signal);
    return prompts.map(({ prompt }, i) => {
      const sample = present(samples[i]);
      return {
        prompt,
        text: this.#voice.text(sample.tokens),
        stopReason: sample.stopReason,
        sampled: this.#sampled(sample),
      };
    });
  }

  #sample(
    prompts: readonly Pick<SampleRequest, 'prompt' | 'seed'>[],
    { temperature, maxTokens }: Speech,
    signal: AbortSignal,
  ): Promise<Sample[]> {
    const settings = { temperature, maxTokens, stop: this.#voice.stop };
    return this.#policy.sample(
      prompts.map(({ prompt, seed }) => ({ prompt, settings, seed })),
      { signal },
    );
  }

  #sampled({ tokens, logProbabilities }: Sample): Sampled {
    const { textOfToken } = this.#voice;
    return {
      tokens,
      logProbabilities,
      ...(textOfToken ? { pieces: Array.from(tokens, textOfToken) } : {}),
    };
  }
}

function present(sample: Sample | undefined): Sample {
  if (!sample) throw new Error('the policy left a prompt without a reply');
  return sample;
}
