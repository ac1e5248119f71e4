/** What every engine refuses, in the same words. */
import { PolicyFailure } from './failure.ts';
import { masked } from './objective.ts';
import type {
  Capabilities,
  SampleRequest,
  SamplingSettings,
  Sequence,
  Tokens,
  Trajectory,
  UpdateSettings,
} from './policy.ts';

type Limits = Pick<Capabilities, 'vocabulary' | 'context'>;

/** @throws PolicyFailure `request`, which names the first request that cannot be answered. */
export function checkSampling(requests: readonly SampleRequest[], limits: Limits): void {
  for (const [index, { prompt, settings, seed }] of requests.entries()) {
    const where = `Request ${index}`;
    checkTokens(where, prompt, 1, limits);
    demand(
      prompt.length < limits.context,
      `${where}: the prompt has ${prompt.length} tokens, which leaves no room in a context of ${limits.context}. Shorten it.`,
    );
    demand(Number.isInteger(seed), `${where}: the seed is ${seed}; it must be an integer.`);
    checkSettings(where, settings);
  }
}

function checkSettings(where: string, { maxTokens, temperature, topK, topP }: SamplingSettings): void {
  demand(isCount(maxTokens), `${where}: maxTokens is ${maxTokens}; it must be a positive integer.`);
  demand(
    Number.isFinite(temperature) && temperature >= 0,
    `${where}: the temperature is ${temperature}; it must be 0 or more.`,
  );
  demand(topK === undefined || isCount(topK), `${where}: topK is ${topK}; it must be a positive integer.`);
  demand(
    topP === undefined || (topP > 0 && topP <= 1),
    `${where}: topP is ${topP}; it must be above 0 and at most 1.`,
  );
}

/** @throws PolicyFailure `request`. */
export function checkSequences(sequences: readonly Sequence[], limits: Limits, name = 'Sequence'): void {
  for (const [index, { tokens, temperature = 1 }] of sequences.entries()) {
    const where = `${name} ${index}`;
    checkTokens(where, tokens, 2, limits);
    demand(
      tokens.length <= limits.context,
      `${where} has ${tokens.length} tokens; the context holds ${limits.context}. Shorten it.`,
    );
    demand(
      Number.isFinite(temperature) && temperature > 0,
      `${where}: the temperature is ${temperature}; it must be above 0.`,
    );
  }
}

/** @throws PolicyFailure `request`. */
export function checkUpdate(
  trajectories: readonly Trajectory[],
  settings: UpdateSettings,
  limits: Limits,
): void {
  checkSequences(trajectories, limits, 'Trajectory');
  for (const [index, trajectory] of trajectories.entries())
    checkTrajectory(`Trajectory ${index}`, trajectory);
  demand(
    trajectories.some(({ mask }) => masked(mask) > 0),
    'There is nothing to learn from: no trajectory has a token that the policy wrote (mask 1).',
  );
  const { learningRate, betas, weightDecay, maxGradientNorm, objective } = settings;
  const atLeastZero = { learningRate, weightDecay };
  for (const [name, value] of Object.entries(atLeastZero))
    demand(Number.isFinite(value) && value >= 0, `${name} is ${value}; it must be 0 or more.`);
  demand(maxGradientNorm > 0, `maxGradientNorm is ${maxGradientNorm}; it must be above 0.`);
  demand(
    betas.every((beta) => beta >= 0 && beta < 1),
    `betas are ${betas}; each must be in [0, 1).`,
  );
  if (objective.kind === 'clipped')
    demand(
      objective.low >= 0 && objective.low <= 1 && objective.high >= 0 && Number.isFinite(objective.high),
      `The clip is ${objective.low} and ${objective.high}; low must be in [0, 1], high 0 or more.`,
    );
}

function checkTrajectory(where: string, trajectory: Trajectory): void {
  const { tokens, mask, advantages, oldLogProbabilities, importanceWeights } = trajectory;
  const arrays = { mask, advantages, oldLogProbabilities, ...(importanceWeights && { importanceWeights }) };
  for (const [name, { length }] of Object.entries(arrays))
    demand(
      length === tokens.length,
      `${where}: ${name} has ${length} entries for ${tokens.length} tokens; there must be one for each.`,
    );
  demand(!mask[0], `${where}: the mask of the first token must be 0, since nothing precedes it.`);
  for (let t = 0; t < mask.length; t++) {
    if (!mask[t]) continue;
    for (const [name, values] of Object.entries(arrays))
      demand(
        Number.isFinite(values[t]),
        `${where}: ${name} is ${values[t]} at token ${t}; it must be a number.`,
      );
    demand((importanceWeights?.[t] ?? 0) >= 0, `${where}: the importance weight at token ${t} is negative.`);
  }
}

function checkTokens(where: string, tokens: Tokens, least: number, { vocabulary }: Limits): void {
  demand(tokens.length >= least, `${where} has ${tokens.length} tokens; it needs at least ${least}.`);
  for (let t = 0; t < tokens.length; t++) {
    const token = tokens[t];
    demand(
      token !== undefined && Number.isInteger(token) && token >= 0 && token < vocabulary,
      `${where}: ${token} at place ${t} is no token; they are integers from 0 to ${vocabulary - 1}.`,
    );
  }
}

const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;

function demand(holds: boolean, message: string): void {
  if (!holds) throw new PolicyFailure('request', message);
}
