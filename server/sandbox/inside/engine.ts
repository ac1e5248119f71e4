/**
 * The engine: what the host calls in this isolate. Texts cross as strings, one character a byte; commands and
 * replies are lines of ASCII JSON.
 */
import './shims.ts';
import type { Pointer } from './emscripten.ts';
import { type BootOptions, Python, TextTooLarge } from './python.ts';
import { capture, restore, type Snapshot } from './snapshot.ts';
import { OutputLimit, World } from './world.ts';

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

type LimitKind = 'time' | 'memory' | 'output' | 'depth';

/** What a batch has come to so far. `fault` is the engine's own failure: not a verdict on anything. */
interface Progress {
  readonly replies: string[];
  /** Ticks and printed bytes, alternating. */
  readonly usage: number[];
  total: number;
  fault?: string;
}

let python: Python;
let anchors: Anchors;
const snapshots: Snapshot[] = [];
let progress: Progress = { replies: [], usage: [], total: 0 };
const world = new World();

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
  const end = module.HEAPU32[exports.emscripten_get_sbrk_ptr() >>> 2] ?? 0;
  module.HEAPU8.fill(0, exports.emscripten_stack_get_end() >>> 0, anchors.stackPointer >>> 0);
  const { runs, pages } = capture(module.HEAPU8, end);
  return { ...anchors, runs, pages: pages.buffer as ArrayBuffer };
}

/** Makes this isolate ready to restore from `captured`, one snapshot a hash seed. */
async function resume(options: BootOptions): Promise<void> {
  python = await Python.boot(world, { ...options, resume: true });
}

/** Adds a snapshot under its hash seed. Addresses are the snapshot's own. */
const anchorsOf: Anchors[] = [];
function addSnapshot(hashSeed: number, runs: readonly number[], pages: ArrayBuffer, at: Anchors): void {
  snapshots[hashSeed] = { runs, pages: new Uint8Array(pages) };
  anchorsOf[hashSeed] = at;
}

/** A fresh interpreter in place. */
function fresh(hashSeed: number, entropy: number, clock: number): void {
  const memory = snapshots[hashSeed];
  const at = anchorsOf[hashSeed];
  if (!memory || !at) throw new Error(`There is no snapshot for hash seed ${hashSeed}.`);
  anchors = at;
  restore(python.module.HEAPU8, memory);
  python.exports._emscripten_stack_restore(at.stackPointer);
  for (const stream of python.module.FS.streams) if (stream && stream.fd > 2) python.module.FS.close(stream);
  world.restart(entropy, clock);
  if (entropy !== BUILT_ENTROPY) python.exports.Py_DecRef(python.exports.PyObject_CallNoArgs(anchors.seed));
}

/** Makes CPython ask for signals: its clock is what ticks are counted by. */
function armInterrupts(): void {
  python.module.HEAP8[python.exports.Py_EMSCRIPTEN_SIGNAL_HANDLING.value >>> 0] = 1;
}

/**
 * Dispatches commands (one a line) in order, up to the first breach.
 * @param ticks after which each command is interrupted.
 */
function batch(commands: string, ticks: number): string {
  const lines = commands.split('\n');
  progress = { replies: [], usage: [], total: lines.length };
  if (world.dead !== undefined) progress.fault = `The interpreter is spent (${world.dead}).`;
  else armInterrupts();
  for (const line of lines) {
    if (progress.fault !== undefined) break;
    world.beginCommand(ticks);
    const reply = guarded(line);
    if (reply === undefined) break;
    progress.usage.push(world.ticks, world.printed);
    progress.replies.push(reply);
    if (reply.startsWith('{"breach"')) break;
  }
  return report();
}

/** One reply, or `undefined` when the failure is ours. Whatever ends the interpreter is a breach. */
function guarded(command: string): string | undefined {
  try {
    return dispatch(command);
  } catch (error) {
    const limit = limitOf(error);
    world.dead ??= error instanceof Error ? `${error.message} ${error.stack}` : String(error);
    return breach(limit);
  }
}

function limitOf(error: unknown): LimitKind {
  if (error instanceof RangeError) return 'depth';
  if (error instanceof TextTooLarge || error instanceof OutputLimit) return 'output';
  return 'memory';
}

function dispatch(command: string): string | undefined {
  const { exports } = python;
  const start = python.write(command);
  const request = start === 0 ? 0 : exports.PyUnicode_FromStringAndSize(start, command.length) >>> 0;
  if (start !== 0) exports.free(start);
  if (request === 0) {
    exports.PyErr_Clear();
    return breach('memory');
  }
  const answer = exports.PyObject_CallOneArg(anchors.dispatch, request) >>> 0;
  exports.Py_DecRef(request);
  if (answer === 0) return escaped();
  const reply = python.read(answer, anchors.scratch);
  exports.Py_DecRef(answer);
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
  return kind && JSON.stringify({ breach: { limit: kind, line: null, function: null } });
}

function breach(limit: LimitKind): string {
  return JSON.stringify({ breach: { limit, ...whereabouts() } });
}

/** Where the environment's source is being executed, read from CPython's frames; nulls when that fails. */
function whereabouts(): { line: number | null; function: string | null } {
  try {
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
  } catch {
    // The interpreter's memory is not to be relied on here.
  }
  return { line: null, function: null };
}

/** After the host has ended a batch by force: what had been done, and a time breach for the running command. */
function aftermath(): string {
  world.dead = 'it was stopped';
  progress.usage.push(world.ticks, world.printed);
  progress.replies.push(breach('time'));
  return report();
}

/** A header line, which begins with the size of memory, then the replies, one a line. */
function report(): string {
  const { replies, usage, fault } = progress;
  const header = {
    memory: python.module.HEAPU8.length,
    usage,
    output: world.takePrinted(),
    fault,
    spent: world.dead,
  };
  return [JSON.stringify(header), ...replies].join('\n');
}

export const engine = { produce, snapshot, resume, addSnapshot, fresh, batch, aftermath };
Object.assign(globalThis, { engine });
