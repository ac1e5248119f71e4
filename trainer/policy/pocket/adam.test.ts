import { describe, expect, it } from 'vitest';
import { type AdamSettings, adamStep, freshAdam, norm } from './adam.ts';

const settings: AdamSettings = {
  learningRate: 0.1,
  betas: [0.9, 0.98],
  weightDecay: 0,
  maxGradientNorm: Number.POSITIVE_INFINITY,
};

function stepped(gradients: number[][], start: number[], change: Partial<AdamSettings> = {}) {
  const parameters = Float32Array.from(start);
  const state = freshAdam(start.length);
  for (const gradient of gradients) {
    const vector = Float32Array.from(gradient);
    adamStep(parameters, vector, norm(vector), state, { ...settings, ...change });
  }
  return { parameters: [...parameters], state };
}

describe('Adam', () => {
  it('takes a first step of the learning rate against the sign of the slope, however steep', () => {
    const { parameters } = stepped([[3, -0.01, 0]], [1, 1, 1]);
    expect(parameters[0]).toBeCloseTo(0.9, 5);
    expect(parameters[1]).toBeCloseTo(1.1, 5);
    expect(parameters[2]).toBe(1);
  });

  it('takes the second step by its averages', () => {
    // Slopes 1, then 3. First: (0.9·0.1 + 0.1·3) / (1 − 0.81) = 0.39 / 0.19; second: (0.98·0.02 + 0.02·9) / (1 − 0.9604).
    const { parameters, state } = stepped([[1], [3]], [0]);
    expect(state.first[0]).toBeCloseTo(0.39, 6);
    expect(state.second[0]).toBeCloseTo(0.1996, 6);
    expect(parameters[0]).toBeCloseTo(-0.1 - (0.1 * (0.39 / 0.19)) / Math.sqrt(0.1996 / 0.0396), 5);
    expect(state.updates).toBe(2);
  });

  it('lets weights decay apart from the slope', () => {
    expect(stepped([[0]], [2], { weightDecay: 0.5 }).parameters[0]).toBeCloseTo(2 * (1 - 0.1 * 0.5), 6);
  });

  it('shortens a gradient that is too long, and leaves one that is not', () => {
    const long = stepped([[3, 4]], [0, 0], { maxGradientNorm: 1 }).state;
    expect(long.first[0]).toBeCloseTo(0.1 * 0.6, 6);
    expect(long.first[1]).toBeCloseTo(0.1 * 0.8, 6);
    expect(stepped([[3, 4]], [0, 0], { maxGradientNorm: 6 }).state.first[0]).toBeCloseTo(0.3, 6);
  });
});
