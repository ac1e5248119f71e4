/** The messages between a pool and its child processes. */
import { z } from 'zod';
import type { Conditions, Limits } from '../protocol/sandbox.ts';

export type ToChild =
  /** A fresh interpreter, please. Not answered: what follows waits for it. */
  | { readonly op: 'fresh'; readonly conditions: Conditions }
  /** Commands as ASCII JSON, one a line. */
  | { readonly op: 'batch'; readonly id: number; readonly commands: string; readonly limits: Limits };

/** An interpreter is there for the first time. */
const ready = z.object({ op: z.literal('ready') });
const done = z.object({
  op: z.literal('done'),
  id: z.number(),
  /** The engine's report, when the isolate lived to give one. */
  report: z.string().optional(),
  /** Why there is none: time or memory ran out and took the isolate with it, or something of ours failed. */
  lost: z.enum(['time', 'memory', 'error']).optional(),
  message: z.string().optional(),
  /** The child's resident memory in bytes without its interpreter's, told whenever that has to be replaced. */
  resident: z.number().optional(),
});

export const fromChild = z.discriminatedUnion('op', [ready, done]);
export type FromChild = z.infer<typeof fromChild>;
