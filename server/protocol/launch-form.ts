/** Messages between the form that a run is launched from and the editor. */
import { z } from 'zod';
import { askedEngine } from './engine-card.ts';
import { runRequest } from './run-config.ts';

export const toLaunchForm = z.discriminatedUnion('type', [
  /** Sent on `ready`. */
  z.strictObject({
    type: z.literal('show'),
    /** The trainer, as the person calls it. */
    trainer: z.string(),
    /** Kinds of engines that it can train with. */
    engines: z.array(z.string()),
    /** What the form begins with. */
    request: runRequest,
    /** The name of the run that this one is a clone of. */
    cloneOf: z.string().nullable(),
  }),
  /** The trainer did not take it: problems, each with its key where there is one. */
  z.strictObject({ type: z.literal('refused'), problems: z.array(z.string()).min(1) }),
  /** What became of `ask-engine`. */
  z.strictObject({ type: z.literal('engine'), asked: askedEngine }),
  /** Whether the trainer can be asked; `null`: it can. */
  z.strictObject({ type: z.literal('absence'), why: z.string().nullable() }),
]);
export type ToLaunchForm = z.infer<typeof toLaunchForm>;

export const fromLaunchForm = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('start'), request: runRequest }),
  /** What does the engine do that it would run on? */
  z.strictObject({ type: z.literal('ask-engine'), request: runRequest }),
  z.strictObject({ type: z.literal('cancel') }),
]);
export type FromLaunchForm = z.infer<typeof fromLaunchForm>;
