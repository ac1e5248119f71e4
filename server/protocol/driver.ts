/**
 * The wire between the sandbox's host and the driver inside the interpreter (server/contract/python/driver.py).
 *
 * A command goes in as one JSON object and its reply comes back as one; many commands cross in one batch. The
 * other side runs hostile code, so every reply is parsed here and never cast.
 */
import { z } from 'zod';
import { pyValue } from './value.ts';

const id = z.string();
/** `null` asks for a bare `reset()` without any argument. */
const seed = z.number().int().nullable();

export const command = z.discriminatedUnion('op', [
  /** Compiles and executes the source, finds the environment class. */
  z.object({
    op: z.literal('load'),
    source: z.string(),
    compat: z.boolean(),
    className: z.string().optional(),
  }),
  /** Constructs an instance as the reference loader does: `max_turns` as keyword, without on TypeError. */
  z.object({
    op: z.literal('new'),
    id,
    maxTurns: z.number().int().optional(),
    seed: z.number().int().optional(),
  }),
  z.object({ op: z.literal('reset'), id, seed }),
  z.object({ op: z.literal('step'), id, action: z.string() }),
  z.object({ op: z.literal('solution'), id }),
  /** A whole episode on a new instance: construct, reset, then the actions until the episode ends. `after` are
   * played once it has ended. `earlier` are episodes that the instance plays first; `beside` is one that a second
   * instance plays once before and over again meanwhile, a step before every action. `draws` are taken from the
   * global generator before every call. `trace` adds a state hash to every turn, `places` where in the
   * source it was returned from. */
  z.object({
    op: z.literal('play'),
    seed,
    actions: z.array(z.string()),
    earlier: z.array(z.object({ seed, actions: z.array(z.string()) })).optional(),
    beside: z.object({ seed, actions: z.array(z.string()) }).optional(),
    draws: z.number().int().optional(),
    /** Given to the constructor as `seed`. */
    constructorSeed: z.number().int().optional(),
    after: z.array(z.string()).optional(),
    maxTurns: z.number().int().optional(),
    trace: z.boolean().optional(),
    places: z.boolean().optional(),
  }),
  /** Copies an instance by value; `null` in the reply means that it cannot be copied. */
  z.object({ op: z.literal('fork'), from: id, to: id }),
  /** One edge of a search: a copy of `from` takes the action. */
  z.object({ op: z.literal('branch'), from: id, to: id, action: z.string() }),
  z.object({ op: z.literal('drop'), id }),
  /** A hash of every attribute, by name. */
  z.object({ op: z.literal('hashes'), id }),
  /** A canonical description of the instance's attributes and a hash of it. */
  z.object({ op: z.literal('state'), id }),
  /** Replaces the value found by walking `path` from the instance: attribute, then keys and indices. */
  z.object({ op: z.literal('set'), id, path: z.array(z.union([z.string(), z.number()])), value: z.json() }),
  /** Calls a method of the instance with plain arguments. */
  z.object({ op: z.literal('call'), id, method: z.string(), args: z.record(z.string(), z.json()) }),
  /** Tool use: schemas, user messages, the current one, and each criterion evaluated on the present state. */
  z.object({ op: z.literal('tools'), id }),
  /** Tool use: the current message and each criterion, without the schemas. */
  z.object({ op: z.literal('progress'), id }),
  /** Draws from the global generator, as other code in the trainer does, and gives a hash of its state. */
  z.object({ op: z.literal('draw'), count: z.number().int() }),
  /** Functions that began since this was last asked. */
  z.object({ op: z.literal('entered') }),
  /** What all instances share, by name: globals, class attributes, default arguments. */
  z.object({ op: z.literal('shared') }),
  /** Lines of the source that ran so far, and what the code asked of the host (imports, files, sockets, …). */
  z.object({ op: z.literal('coverage') }),
  z.object({ op: z.literal('audit') }),
  /** Lines that can run, by function. */
  z.object({ op: z.literal('functions') }),
]);
export type Command = z.infer<typeof command>;

/** A place in the environment's source, such as one frame of a traceback. `line` counts from 1. */
export const frame = z.object({ line: z.number().int(), function: z.string() });
export type Frame = z.infer<typeof frame>;

/** An exception raised by the environment: its type, its message, and where, innermost frame last. */
export const environmentError = z.object({ type: z.string(), message: z.string(), frames: z.array(frame) });
export type EnvironmentError = z.infer<typeof environmentError>;

/** `exit`: the environment ended the interpreter that played it. */
export const limitKind = z.enum(['time', 'memory', 'output', 'depth', 'exit']);
export type LimitKind = z.infer<typeof limitKind>;

/** A hard limit was passed; `line` is where the source was, `step` (0: the reset) the call of a play, as far as known. */
export const limitBreach = z.object({
  limit: limitKind,
  line: z.number().int().nullable(),
  function: z.string().nullable(),
  step: z.number().int().nullish(),
});
export type LimitBreach = z.infer<typeof limitBreach>;

export const reply = z.union([
  z.strictObject({ ok: z.json() }),
  z.strictObject({ error: environmentError }),
  z.strictObject({ breach: limitBreach }),
]);
export type Reply = z.infer<typeof reply>;

/** A parameter beside `self`. `named`: may be given by keyword; without `default` it is required. */
export const parameter = z.object({
  name: z.string(),
  variadic: z.boolean(),
  named: z.boolean(),
  default: pyValue.optional(),
});
export type Parameter = z.infer<typeof parameter>;

/** What `load` found. `candidates` are all classes whose name ends in `Env`, in order. */
export const loaded = z.object({
  className: z.string(),
  candidates: z.array(z.string()),
  /** The class derives from `ToolUseBaseEnv`. */
  toolUse: z.boolean(),
  line: z.number().int(),
  /** Methods among reset, step, solution that exist and can be called. */
  methods: z.array(z.string()),
  /** Parameters of `__init__`, `reset`, `step` and `solution`, as far as they exist. */
  signatures: z.record(z.string(), z.array(parameter)),
});
export type Loaded = z.infer<typeof loaded>;

/** What `new` did: whether the constructor took `max_turns`, and the value the instance then holds. */
export const constructed = z.object({ acceptsMaxTurns: z.boolean(), maxTurns: z.number().nullable() });
export type Constructed = z.infer<typeof constructed>;

/** What `reset` or `step` returned: the outer type, how many parts, and the parts by position. */
export const returned = z.object({ type: z.string(), parts: z.array(pyValue) });
export type Returned = z.infer<typeof returned>;

/**
 * One call's outcome inside a played episode. `state` is the hash of the instance after it, `place` where the source
 * returned last: for `step`, its own `return`; for a tool, the tool's.
 */
export const outcome = z.object({
  returned: returned.optional(),
  error: environmentError.optional(),
  state: z.string().optional(),
  place: frame.optional(),
});
export type Outcome = z.infer<typeof outcome>;

export const played = z.object({
  opening: outcome,
  turns: z.array(outcome),
  after: z.array(outcome),
});
export type Played = z.infer<typeof played>;

/** Attributes by name, each with its hash, and the length of the canonical text that the whole hash is made from. */
export const stateDescription = z.object({
  hash: z.string(),
  attributes: z.record(z.string(), z.object({ hash: z.string(), value: pyValue })),
  size: z.number().int(),
});
export type StateDescription = z.infer<typeof stateDescription>;

/** By name (`HISTORY`, `DyeBathEnv.tried`, `DyeBathEnv.__init__(tried)`): a hash, and the length of the canonical text. */
export const shared = z.record(z.string(), z.object({ hash: z.string(), size: z.number().int() }));
export type Shared = z.infer<typeof shared>;

export const criterion = z.object({ holds: z.boolean().nullable(), error: environmentError.nullable() });

/** Attributes by name: `i` and the value of an int, `L`, length and hash of a list, a hash of anything else. */
export const hashes = z.record(z.string(), z.string());
/** What a `branch` came to; `null` when the instance cannot be copied by value. */
export const branched = z.object({ outcome, hashes }).nullable();
export type Branched = z.infer<typeof branched>;

/** `current` is the index of the message that is open, `null` where the environment keeps none. */
export const progress = z.object({ current: z.number().int().nullable(), criteria: z.array(criterion) });
export type Progress = z.infer<typeof progress>;

export const toolDescription = progress.extend({
  schemas: z.json(),
  methods: z.array(
    z.object({
      name: z.string(),
      parameters: z.array(z.object({ name: z.string(), required: z.boolean() })),
      variadic: z.boolean(),
    }),
  ),
  messages: z.array(z.string()),
  expectedAnswer: pyValue,
});
export type ToolDescription = z.infer<typeof toolDescription>;

/** Qualified names of functions that began: the source's own, and `random.Random.…` of the generator's methods. */
export const entered = z.array(z.string());

export const coverage = z.object({ lines: z.array(z.number().int()) });
/** The lines that can run, by function (`Class.method`), without its `def`. */
export const functionLines = z.record(z.string(), z.array(z.number().int()));
export const audit = z.object({
  events: z.array(
    z.object({
      event: z.string(),
      detail: z.string(),
      line: z.number().int().nullable(),
      count: z.number().int(),
    }),
  ),
});
export type AuditEvent = z.infer<typeof audit>['events'][number];
