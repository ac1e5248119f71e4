/**
 * Engines take much that makes no sense, and train on it: lists of the wrong length, tokens that are none, no tokens at
 * all. Nothing is sent before it was looked at here, and nothing taken that is no number.
 */
import { PolicyFailure } from '../failure.ts';
import type { LossInput, Passed, Sampled } from './wire.ts';

/** @throws PolicyFailure `request`, which names the rule that is broken. */
export function checkLossInput({ data }: LossInput, vocabulary: number): void {
  for (const [index, { model_input, loss_fn_inputs }] of data.entries()) {
    const tokens = model_input.chunks.flatMap((chunk) => chunk.tokens);
    const where = `datum ${index}`;
    if (tokens.length === 0) throw fault('SP901', `${where} has no tokens`);
    checkTokens(tokens, vocabulary, where);
    const targets = loss_fn_inputs.target_tokens?.data ?? [];
    checkTokens(targets, vocabulary, `${where}, targets`);
    for (let t = 1; t < tokens.length; t += 1)
      if (tokens[t] !== targets[t - 1])
        throw fault('SP904', `${where}: target ${t - 1} is not the token that follows`);
    for (const [name, { data: values }] of Object.entries(loss_fn_inputs)) {
      if (values.length !== tokens.length)
        throw fault('SP901', `${where}: ${name} has ${values.length} entries for ${tokens.length} tokens`);
      const wrong = values.findIndex((value) => !Number.isFinite(value));
      if (wrong >= 0) throw fault('SP901', `${where}: ${name} is ${values[wrong]} at place ${wrong}`);
    }
  }
}

/** @throws PolicyFailure `request` */
export function checkPrompt(tokens: readonly number[], vocabulary: number): void {
  if (tokens.length === 0) throw fault('SP901', 'a prompt has no tokens');
  checkTokens(tokens, vocabulary, 'a prompt');
}

function checkTokens(tokens: readonly (number | null)[], vocabulary: number, where: string): void {
  const wrong = tokens.findIndex(
    (token) => token === null || !Number.isInteger(token) || token < 0 || token >= vocabulary,
  );
  if (wrong >= 0)
    throw fault('SP904', `${where}: ${tokens[wrong]} is no token of a vocabulary of ${vocabulary}`);
}

const fault = (rule: string, what: string): PolicyFailure =>
  new PolicyFailure('request', `${rule}: ${what}. Nothing was sent to the engine.`);

/** A reply with a log-probability for each token. @throws PolicyFailure `engine` */
export function checkSampled({ sequences: [sequence] }: Sampled, vocabulary: number, most: number) {
  const { tokens = [], logprobs, stop_reason } = sequence ?? {};
  if (tokens.length === 0 || tokens.length > most)
    throw broken(`The engine's reply has ${tokens.length} tokens, of 1 to ${most} that were asked for`);
  const wrong = tokens.findIndex((token) => token < 0 || token >= vocabulary);
  if (wrong >= 0)
    throw broken(
      `SP904: the engine sampled ${tokens[wrong]}, which is no token of a vocabulary of ${vocabulary}. Is the tokenizer the model's?`,
    );
  return {
    tokens,
    logProbabilities: numbers(logprobs ?? [], tokens.length, 'a reply'),
    stopReason: stop_reason,
  };
}

/** The learner's log-probabilities, one list for each datum. @throws PolicyFailure `engine` */
export function checkPassed({ loss_fn_outputs }: Passed, lengths: readonly number[]): Float32Array[] {
  if (loss_fn_outputs.length !== lengths.length)
    throw broken(`The engine answered ${loss_fn_outputs.length} outputs to ${lengths.length} data`);
  return lengths.map((length, i) => numbers(loss_fn_outputs[i]?.logprobs?.data ?? [], length, `datum ${i}`));
}

function numbers(values: readonly (number | null)[], length: number, where: string): Float32Array {
  if (values.length !== length)
    throw broken(
      `SP901: the engine gave ${values.length} log-probabilities for ${length} tokens of ${where}`,
    );
  const wrong = values.findIndex((value) => value === null || !Number.isFinite(value));
  if (wrong >= 0)
    throw broken(
      `SP901: the engine gave ${values[wrong]} as the log-probability of token ${wrong} of ${where}`,
    );
  return Float32Array.from(values, (value) => value ?? Number.NaN);
}

const broken = (what: string): PolicyFailure => new PolicyFailure('engine', `${what}.`);
