/** For tests: the files of a chat model that spells everything in bytes, with a template like Qwen3's. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SPECIALS = ['<|endoftext|>', '<|im_start|>', '<|im_end|>', '<think>', '</think>'];
/** Of the model's matrices: a few more than the tokenizer knows, as in real models. */
export const TINY_VOCABULARY = 272;

const TEMPLATE = `{%- for message in messages %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
{{- '<|im_start|>assistant\\n' }}
{%- if enable_thinking is defined and enable_thinking is false %}
{{- '<think>\\n\\n</think>\\n\\n' }}
{%- endif %}
{%- endif %}`;

/** The printable characters that byte-level tokenizers write the 256 bytes in. */
function alphabet(): string[] {
  const printable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(printable(byte) ? byte : 256 + others++),
  );
}

/** @returns the token of a special one. */
export const special = (name: string): number => 256 + SPECIALS.indexOf(name);

/** @param template another than the usual one. */
export function writeTinyChatModel(folder: string, template: string = TEMPLATE): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  write('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIALS.map((content, i) => ({
      id: 256 + i,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(alphabet().map((character, byte) => [character, byte])),
      merges: [],
    },
  });
  write('tokenizer_config.json', {
    tokenizer_class: 'PreTrainedTokenizerFast',
    eos_token: '<|im_end|>',
    pad_token: '<|endoftext|>',
    chat_template: template,
  });
  write('config.json', {
    architectures: ['Qwen3ForCausalLM'],
    model_type: 'qwen3',
    vocab_size: TINY_VOCABULARY,
    hidden_size: 32,
    intermediate_size: 64,
    num_hidden_layers: 2,
    num_attention_heads: 2,
    num_key_value_heads: 2,
    head_dim: 16,
    max_position_embeddings: 4096,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
    rope_scaling: null,
    tie_word_embeddings: false,
    attention_bias: false,
    hidden_act: 'silu',
    dtype: 'float32',
    bos_token_id: special('<|endoftext|>'),
    eos_token_id: special('<|im_end|>'),
  });
}
