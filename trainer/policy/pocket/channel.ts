/** What the policy and its thread say to each other. */
import type { FailureKind } from '../failure.ts';
import type {
  Capabilities,
  Sample,
  SampleRequest,
  Sequence,
  Trajectory,
  UpdateReport,
  UpdateSettings,
} from '../policy.ts';
import type { SaveOptions } from './checkpoint.ts';
import type { Origin } from './engine.ts';
import type { RuntimeSettings } from './runtime.ts';

/** What the thread is asked for, and what it answers. */
export interface Calls {
  open: { ask: { origin: Origin; runtime: RuntimeSettings }; answer: Capabilities };
  sample: { ask: { requests: readonly SampleRequest[] }; answer: Sample[] };
  score: { ask: { sequences: readonly Sequence[] }; answer: Float32Array[] };
  update: { ask: { trajectories: readonly Trajectory[]; settings: UpdateSettings }; answer: UpdateReport };
  save: { ask: { path: string; options: SaveOptions | undefined }; answer: undefined };
  load: { ask: { path: string }; answer: undefined };
  close: { ask: Record<never, never>; answer: undefined };
}

export type CallName = keyof Calls;

type Ask<Name extends CallName> = { readonly call: Name; readonly id: number } & Readonly<Calls[Name]['ask']>;
export type AnyAsk = { [Name in CallName]: Ask<Name> }[CallName];

/** To the thread: a call, or that a call is no longer wanted. */
export type ToThread = AnyAsk | { readonly call: 'cancel'; readonly id: number };

/** From the thread: one reply of many, the end of a call, or its failure. */
export type FromThread =
  | { readonly id: number; readonly sample: Sample; readonly index: number }
  | { readonly id: number; readonly answer: Calls[CallName]['answer'] }
  | { readonly id: number; readonly failure: { readonly kind: FailureKind; readonly message: string } };
