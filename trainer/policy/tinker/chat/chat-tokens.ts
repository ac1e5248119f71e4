/**
 * Conversations as a model's tokens, by its own tokenizer and chat template.
 *
 * A conversation is only ever added to: what was sampled stays as it was sampled, since text that is decoded and encoded
 * again may come out as other tokens, and then others would be learnt than were written. What follows a reply is found
 * by rendering a conversation around a mark, and taking what comes after the mark.
 *
 * Words of an environment that look like the model's special tokens (`<|im_start|>`) are encoded as the characters that
 * they are: what an environment says must not be able to speak as somebody else.
 */
import { Template } from '@huggingface/jinja';
import { Tokenizer } from '@huggingface/tokenizers';
import type { Message } from '../../../roles/message.ts';
import { PolicyFailure } from '../../failure.ts';
import type { ModelFiles } from './model-files.ts';

export interface Rendering {
  readonly thinking: boolean;
}

/** In a private area of Unicode, so that no template and no text has them. */
const MARK = '\uE0F0reply\uE0F1';
const HIDDEN = 0xe100;

export class ChatTokens {
  /** Of the model's matrices. */
  readonly vocabulary: number;
  readonly context: number;
  /** Tokens that end a reply; the first is the one that the template puts there. */
  readonly stop: readonly number[];
  readonly #full: Tokenizer;
  /** Knows no special tokens. */
  readonly #plain: Tokenizer;
  readonly #template: Template;
  readonly #specials: readonly string[];
  readonly #globals: Readonly<Record<string, unknown>>;
  readonly #known: number;

  /** @throws PolicyFailure `unavailable` where the files are not of a kind that can be used. */
  constructor(files: ModelFiles) {
    const { tokenizer, tokenizerConfig } = files;
    try {
      this.#full = new Tokenizer(tokenizer, tokenizerConfig);
      this.#plain = new Tokenizer({ ...tokenizer, added_tokens: [] }, tokenizerConfig);
      this.#template = new Template(files.template);
    } catch (cause) {
      throw new PolicyFailure(
        'unavailable',
        `The tokenizer or chat template in '${files.folder}' is of a kind that is not known here: ${wordsOf(cause)}.`,
        { cause },
      );
    }
    const { bos_token, eos_token, pad_token, unk_token } = tokenizerConfig;
    const tokens = Object.entries({ bos_token, eos_token, pad_token, unk_token });
    this.#globals = Object.fromEntries(tokens.filter(([, value]) => value !== undefined));
    // The longest first: one may be the beginning of another.
    this.#specials = tokenizer.added_tokens.map(({ content }) => content).sort((a, b) => b.length - a.length);
    this.#known =
      1 + Math.max(...this.#full.get_vocab().values(), ...tokenizer.added_tokens.map(({ id }) => id));
    this.vocabulary = Math.max(files.vocabulary ?? 0, this.#known);
    this.context = files.context ?? 32_768;
    const end = eos_token === undefined ? undefined : this.#full.token_to_id(eos_token);
    this.stop = [...new Set([...(end === undefined ? [] : [end]), ...files.ends])];
    if (this.stop.length === 0)
      throw new PolicyFailure(
        'unavailable',
        `Nothing in '${files.folder}' says which token ends a reply (eos_token).`,
      );
    this.#prove();
  }

  /** The conversation up to where the policy speaks. */
  prompt(messages: readonly Message[], rendering: Rendering): Int32Array {
    return this.#encode(this.#render(messages, rendering));
  }

  /**
   * What follows a reply: its end, where it was cut off before; what the environment said; and up to where the policy
   * speaks again. @param last the conversation's last token.
   */
  after(text: string, rendering: Rendering, last: number | undefined): Int32Array {
    const rendered = this.#render(
      [
        { role: 'user', content: '?' },
        { role: 'assistant', content: MARK },
        { role: 'user', content: text },
      ],
      rendering,
    );
    const at = rendered.lastIndexOf(MARK);
    const tokens = this.#encode(rendered.slice(at + MARK.length));
    const [first] = tokens;
    const ended = last !== undefined && this.stop.includes(last);
    // The template's end of a reply was sampled already, or another token that ends it in the model's eyes.
    return ended && first !== undefined && this.stop.includes(first) ? tokens.subarray(1) : tokens;
  }

  /** The text of a reply; tokens that the tokenizer does not know become U+FFFD, and a last one that ended it is left out. */
  text(reply: ArrayLike<number>): string {
    const tokens = Array.from(reply);
    const last = tokens.at(-1);
    if (last !== undefined && this.stop.includes(last)) tokens.pop();
    let text = '';
    let run: number[] = [];
    const flush = () => {
      if (run.length > 0) text += this.#full.decode(run, DECODING);
      run = [];
    };
    for (const token of tokens)
      if (token < this.#known) run.push(token);
      else {
        flush();
        text += '\uFFFD';
      }
    flush();
    return text;
  }

  textOfToken(token: number): string {
    return token < this.#known ? this.#full.decode([token], DECODING) : '\uFFFD';
  }

  #render(messages: readonly Message[], { thinking }: Rendering): string {
    try {
      return this.#template.render({
        ...this.#globals,
        messages: messages.map(({ role, content }) => ({ role, content: this.#hide(content) })),
        add_generation_prompt: true,
        enable_thinking: thinking,
        // Other families' names for the same.
        thinking,
      });
    } catch (cause) {
      throw new PolicyFailure(
        'request',
        `The model's chat template refuses the conversation: ${wordsOf(cause)}.`,
        { cause },
      );
    }
  }

  /** Special tokens within a text, as a template cannot mistake them. */
  #hide(content: string): string {
    let hidden = content;
    for (const [i, special] of this.#specials.entries())
      if (hidden.includes(special)) hidden = hidden.replaceAll(special, String.fromCharCode(HIDDEN + i));
    return hidden;
  }

  #encode(rendered: string): Int32Array {
    const last = HIDDEN + this.#specials.length - 1;
    const tokens: number[] = [];
    let open = '';
    const flush = () => {
      if (open !== '') tokens.push(...this.#full.encode(open, ENCODING).ids);
      open = '';
    };
    for (const character of rendered) {
      const code = character.charCodeAt(0);
      if (code < HIDDEN || code > last) open += character;
      else {
        flush();
        tokens.push(...this.#plain.encode(this.#specials[code - HIDDEN] ?? '', ENCODING).ids);
      }
    }
    flush();
    return Int32Array.from(tokens);
  }

  /** There and back again, before anything is learnt with it. @throws PolicyFailure `unavailable` */
  #prove(): void {
    const samples = ['Take \\boxed{north}.\n\n  indented\tand 12345 ÷ 67', 'naïve — 北 🜂 <|im_start|>'];
    for (const text of samples) {
      const back = this.text(this.#encode(this.#hide(text)));
      if (back !== text)
        throw new PolicyFailure(
          'unavailable',
          `SP904: the tokenizer does not give back what it was given: ${JSON.stringify(text)} became ${JSON.stringify(back)}.`,
        );
    }
    const follows = this.after('\uE0F2', { thinking: false }, undefined);
    if (!this.text(follows).includes('\uE0F2'))
      throw new PolicyFailure(
        'unavailable',
        'SP904: the chat template does not say in one piece what follows a reply, so that conversations cannot be added to.',
      );
  }
}

const ENCODING = { add_special_tokens: false };
const DECODING = { skip_special_tokens: false, clean_up_tokenization_spaces: false };

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
