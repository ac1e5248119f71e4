import { describe, expect, it } from 'vitest';
import { type SampleRequest, SPADE_UPDATE, type Trajectory, type UpdateSettings } from './policy.ts';
import { checkSampling, checkSequences, checkUpdate } from './requests.ts';

const limits = { vocabulary: 10, context: 8 };
const request: SampleRequest = {
  prompt: [1, 2],
  settings: { maxTokens: 4, temperature: 1, stop: [9] },
  seed: 1,
};
const trajectory: Trajectory = {
  tokens: [1, 2, 3],
  mask: [0, 0, 1],
  advantages: [Number.NaN, Number.NaN, -2],
  oldLogProbabilities: [0, 0, -1],
};
const settings: UpdateSettings = { ...SPADE_UPDATE, learningRate: 1e-3 };

describe('requests to sample', () => {
  it('pass when they can be answered', () => {
    expect(() => checkSampling([request], limits)).not.toThrow();
    expect(() =>
      checkSampling(
        [{ ...request, settings: { ...request.settings, topK: 3, topP: 0.9, temperature: 0 } }],
        limits,
      ),
    ).not.toThrow();
  });

  it.each<[Partial<SampleRequest>, string]>([
    [{ prompt: [] }, 'Request 1 has 0 tokens; it needs at least 1.'],
    [{ prompt: [1, 10] }, 'Request 1: 10 at place 1 is no token; they are integers from 0 to 9.'],
    [{ prompt: [1.5] }, 'is no token'],
    [
      { prompt: [1, 1, 1, 1, 1, 1, 1, 1] },
      'the prompt has 8 tokens, which leaves no room in a context of 8. Shorten it.',
    ],
    [{ seed: 0.5 }, 'the seed is 0.5'],
    [{ settings: { ...request.settings, maxTokens: 0 } }, 'maxTokens is 0; it must be a positive integer.'],
    [{ settings: { ...request.settings, temperature: -1 } }, 'the temperature is -1'],
    [{ settings: { ...request.settings, topK: 0 } }, 'topK is 0'],
    [{ settings: { ...request.settings, topP: 0 } }, 'topP is 0'],
  ])('are refused by name: %j', (change, message) => {
    expect(() => checkSampling([request, { ...request, ...change }], limits)).toThrow(message);
  });
});

describe('trajectories', () => {
  it('pass when one can learn from them', () => {
    expect(() =>
      checkUpdate([trajectory, { ...trajectory, mask: [0, 0, 0] }], settings, limits),
    ).not.toThrow();
    expect(() => checkSequences([trajectory], limits)).not.toThrow();
  });

  it.each<[Partial<Trajectory>, string]>([
    [{ tokens: [1], mask: [0], advantages: [0], oldLogProbabilities: [0] }, 'it needs at least 2'],
    [{ tokens: new Array(9).fill(1) }, 'Trajectory 0 has 9 tokens; the context holds 8. Shorten it.'],
    [{ mask: [0, 1] }, 'mask has 2 entries for 3 tokens; there must be one for each.'],
    [{ mask: [1, 0, 1] }, 'the mask of the first token must be 0'],
    [{ mask: [0, 0, 0] }, 'There is nothing to learn from'],
    [{ advantages: [0, 0, Number.NaN] }, 'advantages is NaN at token 2; it must be a number.'],
    [
      { oldLogProbabilities: [0, 0, Number.NEGATIVE_INFINITY] },
      'oldLogProbabilities is -Infinity at token 2',
    ],
    [{ importanceWeights: [0, 0, -1] }, 'the importance weight at token 2 is negative.'],
    [{ temperature: 0 }, 'the temperature is 0; it must be above 0.'],
  ])('are refused by name: %j', (change, message) => {
    expect(() => checkUpdate([{ ...trajectory, ...change }], settings, limits)).toThrow(message);
  });

  it.each<[Partial<UpdateSettings>, string]>([
    [{ learningRate: Number.NaN }, 'learningRate is NaN; it must be 0 or more.'],
    [{ betas: [0.9, 1] }, 'betas are 0.9,1; each must be in [0, 1).'],
    [{ maxGradientNorm: 0 }, 'maxGradientNorm is 0; it must be above 0.'],
    [{ objective: { kind: 'clipped', low: 2, high: 0.2 } }, 'The clip is 2 and 0.2'],
  ])('are refused with settings that make no sense: %j', (change, message) => {
    expect(() => checkUpdate([trajectory], { ...settings, ...change }, limits)).toThrow(message);
  });
});
