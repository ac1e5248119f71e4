import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readPassed,
  readPassRequest,
  readSampled,
  writePassed,
  writePassRequest,
  writeSampled,
} from './binary.ts';
import { checkLossInput, checkPassed, checkSampled } from './checks.ts';
import { Limiter } from './limiter.ts';
import { learning, lossInputOf } from './objective.ts';
import { lacking, reductionOf } from './probe.ts';
import type { Datum } from './wire.ts';

const floats = (length: number) =>
  fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: length, maxLength: length });
const token = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe('protocol buffers', () => {
  it('give back what was written', () => {
    const datum = fc.array(token, { minLength: 1, maxLength: 40 }).chain((tokens) =>
      floats(tokens.length).map(
        (weights): Datum => ({
          model_input: { chunks: [{ type: 'encoded_text', tokens }] },
          loss_fn_inputs: { target_tokens: { data: tokens }, weights: { data: weights } },
        }),
      ),
    );
    const request = fc.record({
      model: fc.string(),
      sequence: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      input: fc.record({
        data: fc.array(datum, { minLength: 1, maxLength: 3 }),
        loss_fn: fc.string(),
        loss_fn_config: fc.option(fc.constant({ clip_low_threshold: 0.8, clip_high_threshold: 1.28 })),
      }),
      forwardOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(request, (one) => {
        expect(readPassRequest(writePassRequest(one))).toEqual(one);
      }),
    );
  });

  it('of results too, with null for what is no number', () => {
    const sampled = {
      sequences: [
        { stop_reason: 'stop' as const, tokens: [1, 2], logprobs: [-1, null] },
        { stop_reason: 'length' as const, tokens: [3], logprobs: [-0.5] },
      ],
    };
    expect(readSampled(writeSampled(sampled))).toEqual(sampled);
    const passed = {
      loss_fn_output_type: 'scalar',
      loss_fn_outputs: [{ logprobs: { data: [-1, null] } }, { logprobs: { data: [-3] } }],
      metrics: { 'loss:sum': 1.25 },
    };
    expect(readPassed(writePassed(passed))).toEqual(passed);
  });

  it('that are none are told from others', () => {
    expect(() => readPassRequest(Uint8Array.of(0x1a, 0x7f))).toThrow(RangeError);
    expect(() => readSampled(new TextEncoder().encode('{"sequences"'))).toThrow(RangeError);
  });
});

const trajectory = (length: number, advantage: number, importance = 1) => ({
  tokens: Array.from({ length: length + 1 }, (_, t) => t),
  mask: [0, ...Array.from({ length }, () => 1)],
  advantages: [0, ...Array.from({ length }, () => advantage)],
  oldLogProbabilities: [0, ...Array.from({ length }, () => -1)],
  importanceWeights: [1, ...Array.from({ length }, () => importance)],
});

describe('an update in an engine’s words', () => {
  const settings = { objective: { kind: 'clipped', low: 0.2, high: 0.28 }, mean: 'tokens' } as const;
  const [short, long] = [trajectory(2, 1, 0.5), trajectory(6, -1)];

  it('counts every token as it was asked for, however the engine adds up', () => {
    const coefficient = {
      sum: [1, 1],
      'token-mean': [1 / 8, 1 / 8],
      'sequence-mean': [1 / 4, 1 / 12],
      'batch-mean': [1 / 2, 1 / 2],
    };
    for (const reduction of ['sum', 'token-mean', 'sequence-mean', 'batch-mean'] as const) {
      const { data, loss_fn, loss_fn_config } = lossInputOf([short, long], settings, reduction);
      expect(loss_fn).toBe('ppo');
      expect(loss_fn_config?.clip_low_threshold).toBeCloseTo(0.8);
      expect(loss_fn_config?.clip_high_threshold).toBeCloseTo(1.28);
      // What the engine makes of it: its own coefficient times the advantage that it was sent.
      const effective = data.map((one, i) =>
        (one.loss_fn_inputs.advantages?.data ?? []).map((a) => (a ?? 0) * (coefficient[reduction][i] ?? 0)),
      );
      for (const value of effective[0] ?? []) expect(value).toBeCloseTo(0.5 / 8, 6);
      for (const value of effective[1] ?? []) expect(value).toBeCloseTo(-1 / 8, 6);
    }
  });

  it('shifts targets by one, masks the prompt, and passes its own checks', () => {
    const input = lossInputOf([short], settings, 'sum');
    expect(input.data[0]?.model_input.chunks[0]?.tokens).toEqual([0, 1]);
    expect(input.data[0]?.loss_fn_inputs.target_tokens?.data).toEqual([1, 2]);
    expect(() => checkLossInput(input, 10)).not.toThrow();
    expect(learning([short, { ...short, mask: [0, 0, 0] }])).toHaveLength(1);
  });
});

describe('nothing is sent or taken that makes no sense', () => {
  const input = () =>
    lossInputOf(
      [trajectory(3, 1)],
      { objective: { kind: 'clipped', low: 0.2, high: 0.28 }, mean: 'tokens' },
      'sum',
    );
  it('lists of another length, no numbers, tokens that are none or others than those that follow', () => {
    const one = input();
    const inputs = one.data[0]?.loss_fn_inputs ?? {};
    const broken =
      (changed: Partial<typeof inputs>, tokens = [0, 1, 2]) =>
      () =>
        checkLossInput(
          {
            ...one,
            data: [
              {
                model_input: { chunks: [{ type: 'encoded_text', tokens }] },
                loss_fn_inputs: { ...inputs, ...changed } as typeof inputs,
              },
            ],
          },
          4,
        );
    expect(broken({})).not.toThrow();
    expect(broken({ logprobs: { data: [-1] } })).toThrow(/SP901.*logprobs has 1 entries for 3 tokens/);
    expect(broken({ advantages: { data: [1, Number.NaN, 1] } })).toThrow(
      /SP901.*advantages is NaN at place 1/,
    );
    expect(broken({ target_tokens: { data: [1, 2, 9] } })).toThrow(/SP904.*9 is no token/);
    expect(broken({ target_tokens: { data: [2, 2, 3] } })).toThrow(/SP904.*not the token that follows/);
    expect(broken({}, [])).toThrow(/SP901.*no tokens/);
  });

  it('replies without a log-probability for each token', () => {
    const reply = (tokens: number[], logprobs: (number | null)[] | null) => () =>
      checkSampled({ sequences: [{ stop_reason: 'stop', tokens, logprobs }] }, 4, 3);
    expect(reply([1], [-1])).not.toThrow();
    expect(reply([1], [null])).toThrow(/SP901: the engine gave null/);
    expect(reply([1, 2], [-1])).toThrow(/SP901: the engine gave 1 log-probabilities for 2/);
    expect(reply([7], [-1])).toThrow(/SP904.*Is the tokenizer the model's/);
    expect(reply([], [])).toThrow(/has 0 tokens/);
    expect(() => checkPassed({ loss_fn_outputs: [{ logprobs: { data: [-1, null] } }] }, [2])).toThrow(
      /SP901/,
    );
  });
});

describe('what was measured', () => {
  it('tells how an engine adds up', () => {
    expect(reductionOf([2, 2, 2], 5, 9)).toBe('sum');
    expect(reductionOf([2, 2, 1], 5, 9)).toBe('batch-mean');
    expect(reductionOf([2, 2 / 5, 1 / 5], 5, 9)).toBe('sequence-mean');
    expect(reductionOf([2, 2 / 5, 2 / 14], 5, 9)).toBe('token-mean');
    expect(reductionOf([2, 1.3, 0.4], 5, 9)).toBeUndefined();
    expect(reductionOf([2, 2, 2], 1, 9)).toBeUndefined();
    expect(reductionOf([0, 0, 0], 5, 9)).toBeUndefined();
  });

  it('refuses what a run could not learn on', () => {
    const card = {
      url: 'http://engine',
      model: 'm',
      serves: [],
      wire: 'json',
      losses: ['cross_entropy', 'ppo'],
      accumulates: 'unproven',
      forwardIsPure: 'unproven',
      reduction: 'sum',
      reductionIsMeasured: false,
      logProbabilities: 'at-one',
      drift: 0.01,
      checkpoints: true,
      stopIncluded: 'unproven',
      limits: { context: null, loraRank: 32 },
      took: 1,
    } as const;
    const of = (changed: object) =>
      lacking({ ...card, serves: [], losses: [...card.losses], ...changed }, [1], false);
    expect(of({})).toBeUndefined();
    expect(of({ losses: ['cross_entropy'] })).toMatch(/does not compute the clipped loss/);
    expect(of({ forwardIsPure: 'no' })).toMatch(/leaves a gradient behind/);
    expect(of({ checkpoints: false })).toMatch(/loads no checkpoint/);
    expect(of({ drift: 3 })).toMatch(/SP905/);
  });
});

it('calls at once grow one by one and halve when it is too much', async () => {
  const limiter = new Limiter(4, 6);
  let [running, most] = [0, 0];
  const call = () =>
    limiter.run(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
    });
  await Promise.all(Array.from({ length: 4 }, call));
  expect([most, limiter.limit]).toEqual([4, 5]);
  await Promise.all(Array.from({ length: 40 }, call));
  expect([most, limiter.limit]).toEqual([6, 6]);
  limiter.tooMuch();
  expect(limiter.limit).toBe(3);
  for (let i = 0; i < 9; i += 1) limiter.tooMuch();
  expect(limiter.limit).toBe(1);
  await Promise.all(Array.from({ length: 3 }, call));
  expect(limiter.limit).toBeGreaterThan(1);
});
