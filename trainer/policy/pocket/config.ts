/** The sizes of a pocket model. */
import { z } from 'zod';
import { VOCABULARY } from './tokens.ts';

const size = z.int().positive();

export const modelConfig = z
  .strictObject({
    /** Columns of the residual stream. */
    width: size,
    layers: size,
    /** Query heads; keys and values have one head, shared. */
    heads: size,
    /** Columns of the feed-forward layer. */
    feedForward: size,
    /** Tokens that a sequence may have. */
    context: size,
    vocabulary: z.literal(VOCABULARY),
  })
  .refine(({ width, heads }) => width % (2 * heads) === 0, {
    error: 'width must be a multiple of twice the heads, so that each head has pairs of columns to rotate',
  })
  .refine(({ context }) => context % 128 === 0, { error: 'context must be a multiple of 128' });

export type ModelConfig = z.infer<typeof modelConfig>;

/** About 900,000 parameters: what a laptop trains while one watches. */
export const POCKET: ModelConfig = {
  width: 128,
  layers: 4,
  heads: 4,
  feedForward: 512,
  context: 1024,
  vocabulary: VOCABULARY,
};

/** About 160,000 parameters, for tests: a few hundred steps in seconds. */
export const TINY: ModelConfig = {
  ...POCKET,
  width: 64,
  layers: 2,
  heads: 2,
  feedForward: 256,
  context: 256,
};

export const headWidth = ({ width, heads }: ModelConfig): number => width / heads;
