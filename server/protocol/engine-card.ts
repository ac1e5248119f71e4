/** What an engine was found to do when a run connected to it: the capability card, as people and pages read it. */
import { z } from 'zod';

/**
 * How an engine makes one number of many tokens' losses. `sum`: it adds them. `token-mean`: over all tokens.
 * `sequence-mean`: over each sequence's tokens, then over sequences. `batch-mean`: sums of sequences, divided by how many.
 */
export const reduction = z.enum(['sum', 'token-mean', 'sequence-mean', 'batch-mean']);
export type Reduction = z.infer<typeof reduction>;

/** `unproven`: the engine tells nothing that would show it. */
const proof = z.enum(['yes', 'no', 'unproven']);

export const engineCard = z.strictObject({
  url: z.string(),
  model: z.string(),
  /** What the engine says it serves; empty where it says nothing. */
  serves: z.array(z.string()),
  wire: z.enum(['json', 'protobuf']),
  /** Loss functions that it computed. */
  losses: z.array(z.string()),
  /** Gradients of several passes add up until the optimiser's step. */
  accumulates: proof,
  /** A pass for log-probabilities alone leaves no gradient behind. */
  forwardIsPure: proof,
  reduction,
  /** Measured; else it is what the service documents. */
  reductionIsMeasured: z.boolean(),
  /**
   * What the log-probabilities of samples are of: the distribution at temperature 1 whatever was asked for, or another,
   * such as the one at the temperature that was sampled with.
   */
  logProbabilities: z.enum(['at-one', 'other']),
  /** Largest difference in nats between a sample's log-probability and the learner's own for the same token. */
  drift: z.number(),
  /** Weights were saved under a name, and loaded into another model. */
  checkpoints: z.boolean(),
  /** The reply's last token is the one that stopped it. */
  stopIncluded: proof,
  limits: z.strictObject({ context: z.number().nullable(), loraRank: z.number() }),
  /** Milliseconds that the probe took. */
  took: z.number(),
});
export type EngineCard = z.infer<typeof engineCard>;

/** What came of asking an engine before a run. `refusal`: why the run would not begin on it, all the same. */
export const askedEngine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('card'), card: engineCard, refusal: z.string().nullable() }),
  z.strictObject({ kind: z.literal('unknown'), message: z.string() }),
]);
export type AskedEngine = z.infer<typeof askedEngine>;

const REDUCTIONS: Readonly<Record<Reduction, string>> = {
  sum: 'losses of tokens are added up',
  'token-mean': 'mean over all tokens',
  'sequence-mean': 'mean over each sequence’s tokens, then over sequences',
  'batch-mean': 'sum over each sequence’s tokens, mean over sequences',
};

const LOG_PROBABILITIES: Readonly<Record<EngineCard['logProbabilities'], string>> = {
  'at-one': 'of samples at temperature 1, whatever they were sampled with',
  other: 'of samples at the temperature they were sampled with, or another; they are scored anew',
};

const said = (of: z.infer<typeof proof>): string => (of === 'unproven' ? 'not proven, so not relied on' : of);

/** The card in lines for a person, as name and value. */
export function engineCardLines(card: EngineCard): [name: string, value: string][] {
  return [
    ['engine', card.url],
    ['model', card.model],
    ['serves', card.serves.join(', ') || 'does not say'],
    ['wire', card.wire === 'json' ? 'JSON' : 'protocol buffers'],
    ['losses', card.losses.join(', ') || 'none'],
    ['normalisation', `${REDUCTIONS[card.reduction]}${card.reductionIsMeasured ? '' : ' (assumed)'}`],
    ['accumulation of gradients', said(card.accumulates)],
    ['scoring leaves no gradient', said(card.forwardIsPure)],
    ['log-probabilities', LOG_PROBABILITIES[card.logProbabilities]],
    ['sampler and learner differ by', `${card.drift.toFixed(4)} nats at most`],
    ['checkpoints', card.checkpoints ? 'saved and loaded' : 'no'],
    ['stop token in the reply', said(card.stopIncluded)],
    ['context', card.limits.context === null ? 'does not say' : `${card.limits.context} tokens`],
    ['LoRA rank', String(card.limits.loraRank)],
    ['probed in', `${(card.took / 1000).toFixed(1)} s`],
  ];
}
