/**
 * The engine: what the host calls in this isolate. Texts cross as strings, one character a byte; commands and
 * replies are lines of ASCII JSON.
 */
import './shims.ts';
import { Checkpoint } from './checkpoint.ts';
import { Copier } from './copier.ts';
import type { Pointer } from './emscripten.ts';
import { type BootOptions, Python, TextTooLarge } from './python.ts';
import { capture, restore } from './snapshot.ts';
import { InterpreterEnd, OutputLimit, World } from './world.ts';

/** The environment's source is compiled under this name. */
const SOURCE = 'environment.py';

/** Addresses inside the snapshot that the engine keeps using. */
export interface Anchors {
  readonly stackPointer: Pointer;
  readonly dispatch: Pointer;
  /** `random.seed`, which the global generator is seeded by anew under another entropy. */
  readonly seed: Pointer;
  /** Sixteen bytes for results by reference. */
  readonly scratch: Pointer;
}

export interface Captured extends Anchors {
  readonly runs: readonly number[];
  readonly pages: ArrayBuffer;
}

/** The entropy under which the image was built. */
const BUILT_ENTROPY = 1;
const BUILT_CLOCK = 1_750_000_000;

const BREACH = '{"breach"';

/** A line of the environment's source and the function that it lies in. */
interface Place {
  readonly line: number | null;
  readonly function: string | null;
}
const NOWHERE: Place = { line: null, function: null };

type LimitKind = 'time' | 'memory' | 'output' | 'depth';

/** What a fresh interpreter is made from. */
interface Conditions {
  readonly hashSeed: number;
  readonly entropy: number;
  readonly clock: number;
}

/** What a batch has come to so far. `fault` is the engine's own failure: not a verdict on anything. */
interface Progress {
  readonly replies: string[];
  /** Ticks and printed bytes, alternating. */
  readonly usage: number[];
  /** What it printed, where that is not still with the world. */
  printed?: string;
  fault?: string;
}

let python: Python;
let anchors: Anchors;
let copier: Copier;
let checkpoint: Checkpoint;
/** By hash seed; `at` is where the copier keeps the pages. */
const kept: (Omit<Captured, 'pages'> & { readonly at: number })[] = [];
let progress: Progress = { replies: [], usage: [] };
/** A fresh interpreter is wanted, and nothing has been run in it. */
let wanted: Conditions | undefined;
/** The interpreter was stopped or fell over: only a restore makes it whole. */
let spent = false;
/** The reply of an interpreter that was ended from inside. */
let ended: string | undefined;
/** Where the running command was interrupted. */
let interruptedAt: Place | undefined;
const world = new World();
world.onInterrupt = () => {
  interruptedAt = whereabouts();
};

/** Build time: starts CPython from nothing and executes ASCII source in `__main__`. */
async function start(options: BootOptions, source: string): Promise<void> {
  world.restart(BUILT_ENTROPY, BUILT_CLOCK);
  python = await Python.boot(world, options);
  if (!python.execute(source)) throw new Error(`Python raised an exception:\n${world.takePrinted()}`);
}

/** Build time: the bytes that `source` leaves in the global `name`. */
async function produce(options: BootOptions, source: string, name: string): Promise<ArrayBuffer> {
  await start(options, source);
  return python.bytes(python.takeGlobal(name));
}

/** Build time: memory after `source`, which leaves `dispatch` and `seed` in `__main__`. */
async function snapshot(options: BootOptions, source: string): Promise<Captured> {
  await start(options, source);
  const { exports, module } = python;
  anchors = {
    stackPointer: exports.emscripten_stack_get_current(),
    dispatch: python.takeGlobal('dispatch'),
    seed: python.takeGlobal('seed'),
    scratch: exports.malloc(16) >>> 0,
  };
  python.clearFreeMemory();
  module.HEAPU8.fill(0, exports.emscripten_stack_get_end() >>> 0, anchors.stackPointer >>> 0);
  const { runs, pages } = capture(module.HEAPU8, python.heapEnd());
  return { ...anchors, runs, pages: pages.buffer as ArrayBuffer };
}

/** Makes this isolate ready for snapshots. */
async function resume(options: BootOptions): Promise<void> {
  python = await Python.boot(world, { ...options, resume: true });
  copier = new Copier(python.exports.memory);
  checkpoint = new Checkpoint(python.exports.memory, world);
}

/** Keeps what `snapshot` returned, under its hash seed. */
function addSnapshot(hashSeed: number, pages: ArrayBuffer, described: Omit<Captured, 'pages'>): void {
  kept[hashSeed] = { ...described, at: copier.keep(new Uint8Array(pages)) };
}

/** A fresh interpreter for the next batch. It is made when that comes: what it begins with may be known already. */
function fresh(hashSeed: number, entropy: number, clock: number): void {
  if (!kept[hashSeed]) throw new Error(`There is no snapshot for hash seed ${hashSeed}.`);
  wanted = { hashSeed, entropy, clock };
}

/**
 * Dispatches commands (one a line) in order, up to the first breach.
 * @param ticks after which each command is interrupted.
 */
function batch(commands: string, ticks: number): string {
  const conditions = wanted;
  wanted = undefined;
  if (conditions) begin(conditions, commands, ticks);
  else run(commands, ticks);
  return report();
}

/** The first batch of a fresh interpreter. A single command, which loads an environment, may be recalled. */
function begin(conditions: Conditions, commands: string, ticks: number): void {
  const single = !commands.includes('\n');
  const key = JSON.stringify([conditions, ticks]);
  world.restart(conditions.entropy, conditions.clock);
  const known = single ? checkpoint.recall(commands, key) : undefined;
  const chosen = kept[conditions.hashSeed];
  if (!chosen) throw new Error('The snapshot is gone.');
  anchors = chosen;
  if (!known) restore(copier, chosen.runs, chosen.at);
  python.exports._emscripten_stack_restore(chosen.stackPointer);
  for (const stream of openStreams()) python.module.FS.close(stream);
  spent = false;
  ended = undefined;
  if (known) {
    progress = { ...known, replies: [...known.replies], usage: [...known.usage] };
    return;
  }
  if (conditions.entropy !== BUILT_ENTROPY)
    python.exports.Py_DecRef(python.exports.PyObject_CallNoArgs(anchors.seed));
  run(commands, ticks);
  progress.printed = world.takePrinted();
  const { replies, usage, printed, fault } = progress;
  const isWhole = !spent && ended === undefined && fault === undefined;
  if (single && isWhole && openStreams().length === 0)
    checkpoint.offer(commands, key, python.module.HEAPU8, python.heapEnd(), { replies, usage, printed });
}

const openStreams = () =>
  python.module.FS.streams.flatMap((stream) => (stream && stream.fd > 2 ? [stream] : []));

function run(commands: string, ticks: number): void {
  progress = { replies: [], usage: [] };
  if (spent) progress.fault = 'The interpreter is spent: restore it first.';
  // Makes CPython ask for signals: its asking is the clock that ticks are counted by.
  else python.module.HEAP8[python.exports.Py_EMSCRIPTEN_SIGNAL_HANDLING.value >>> 0] = 1;
  for (const line of commands.split('\n')) {
    if (progress.fault !== undefined) break;
    world.beginCommand(ticks);
    interruptedAt = undefined;
    const reply = answer(line);
    if (reply === undefined) break;
    progress.usage.push(world.ticks, world.printed);
    progress.replies.push(reply);
    if (reply.startsWith(BREACH)) break;
  }
}

/** One reply, or `undefined` when the failure is ours. */
function answer(command: string): string | undefined {
  if (ended !== undefined) return ended;
  try {
    const reply = dispatch(command);
    return reply !== undefined && world.interrupted ? interruption(world.interrupted, reply) : reply;
  } catch (error) {
    if (error instanceof InterpreterEnd) {
      ended = endOf(error.message);
      return ended;
    }
    spent = true;
    return breach(limitOf(error), lastWhereabouts());
  }
}

/** The reply of a command that was interrupted: a breach also when the environment swallowed the interrupt. */
function interruption(limit: LimitKind, reply: string): string {
  const where = interruptedAt ?? NOWHERE;
  if (!reply.startsWith(BREACH)) return breach(limit, where);
  try {
    const told = JSON.parse(reply).breach;
    return JSON.stringify({ breach: { ...told, ...(told.line === null && where), limit } });
  } catch {
    return reply; // the host cannot read it either, and says so
  }
}

/** Which limit an interpreter passed that fell over in mid-call: a trap is what broken memory comes to. */
function limitOf(error: unknown): LimitKind {
  if (error instanceof RangeError && error.message.includes('call stack')) return 'depth';
  if (error instanceof TextTooLarge || error instanceof OutputLimit) return 'output';
  return 'memory';
}

/** The environment ended the interpreter behind Python's back: an error of its own, and of all calls after it. */
function endOf(by: string): string {
  const { line, function: name } = lastWhereabouts();
  const message = `the interpreter was ended (${by})`;
  const frames = line === null ? [] : [{ line, function: name ?? '' }];
  return JSON.stringify({ error: { type: 'SystemExit', message, frames } });
}

function dispatch(command: string): string | undefined {
  const { exports } = python;
  const start = python.write(command);
  const request = start === 0 ? 0 : exports.PyUnicode_FromStringAndSize(start, command.length) >>> 0;
  if (start !== 0) exports.free(start);
  if (request === 0) {
    exports.PyErr_Clear();
    return breach('memory', NOWHERE);
  }
  const result = exports.PyObject_CallOneArg(anchors.dispatch, request) >>> 0;
  exports.Py_DecRef(request);
  if (result === 0) return escaped();
  const reply = python.read(result, anchors.scratch);
  exports.Py_DecRef(result);
  if (reply === undefined || /[^\x20-\x7e]/.test(reply)) {
    exports.PyErr_Clear();
    progress.fault = 'The driver did not answer with a line of ASCII.';
    return undefined;
  }
  return reply;
}

/** An exception came out of the driver itself: a limit that struck while it was answering. */
function escaped(): string | undefined {
  const { exports } = python;
  const kinds = [
    [exports.PyExc_KeyboardInterrupt, 'time'],
    [exports.PyExc_MemoryError, 'memory'],
    [exports.PyExc_RecursionError, 'depth'],
  ] as const;
  const kind = kinds.find(([type]) => exports.PyErr_ExceptionMatches(python.pointee(type)) !== 0)?.[1];
  exports.PyErr_Clear();
  if (kind === undefined) progress.fault = 'The driver raised an exception.';
  return kind && breach(kind, NOWHERE);
}

function breach(limit: LimitKind, where: Place): string {
  return JSON.stringify({ breach: { limit, ...where } });
}

/** Where the environment's source is being executed, read from CPython's frames; nulls when that fails. */
function whereabouts(): Place {
  const { exports } = python;
  for (
    let frame = exports.PyEval_GetFrame() >>> 0;
    frame !== 0;
    frame = exports.PyFrame_GetBack(frame) >>> 0
  ) {
    const code = exports.PyFrame_GetCode(frame) >>> 0;
    const file = python.read(python.attribute(code, 'co_filename'), anchors.scratch);
    if (file !== SOURCE) continue;
    const name = python.read(python.attribute(code, 'co_qualname'), anchors.scratch) ?? null;
    return { line: exports.PyFrame_GetLineNumber(frame), function: name };
  }
  return NOWHERE;
}

/** The same of an interpreter that was stopped or fell over in mid-call: its memory may not be whole. */
function lastWhereabouts(): Place {
  try {
    python.exports.PyErr_Clear();
    const found = whereabouts();
    if (found !== NOWHERE) return found;
  } catch {
    // Perhaps the stack is at its end; then there is another way.
  }
  try {
    // From the stack's start: this overwrites the outermost calls, which are not what is looked for.
    python.exports._emscripten_stack_restore(anchors.stackPointer);
    python.exports.PyErr_Clear();
    return whereabouts();
  } catch {
    return NOWHERE;
  }
}

/** After the host has ended a batch by force: what had been done, and a time breach for the running command. */
function aftermath(): string {
  spent = true;
  progress.usage.push(world.ticks, world.printed);
  progress.replies.push(breach('time', lastWhereabouts()));
  return report();
}

/** A header line, which begins with what the child looks at, then the replies, one a line. */
function report(): string {
  const { replies, usage, fault } = progress;
  const header = {
    size: python.module.HEAPU8.length,
    whole: !spent && ended === undefined,
    memory: python.heapEnd(),
    usage,
    output: progress.printed ?? world.takePrinted(),
    fault,
  };
  return [JSON.stringify(header), ...replies].join('\n');
}

export const engine = { produce, snapshot, resume, addSnapshot, fresh, batch, aftermath };
Object.assign(globalThis, { engine });
