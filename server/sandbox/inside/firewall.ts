/**
 * Every import of the interpreter's binary, wrapped. What it needs passes; what would reach a world (clock,
 * entropy, output, signals) is answered by ours; the rest is refused with an error code that Python understands,
 * or, where there is none, ends the interpreter.
 */
import type { ImportDescription, Imports, ImportValue, Pointer, PythonModule } from './emscripten.ts';
import { InterpreterEnd, type World } from './world.ts';

// Error numbers of WASI; system calls return them negated.
const EBADF = 8;
const EINVAL = 28;
const ENAMETOOLONG = 37;
const ENOSYS = 52;
const ENOTTY = 59;
const EROFS = 69;

/** Longest path that is looked up: a longer one would only fill the isolate's own heap. */
const PATH_LIMIT = 4_096;

/** Flags of open: write-only, read-write, create, truncate, append. */
const WRITING = 1 | 2 | 64 | 512 | 1024;

/** Passed through to the glue, which answers them from its in-memory, read-only file system. */
const PASSED = new Set(
  (
    'environ_sizes_get environ_get _emscripten_get_progname _Py_emscripten_runtime __hiwire_deduplicate_new ' +
    '__syscall_fstat64 __syscall_getcwd __syscall_getdents64 __syscall_getuid32_js ' +
    'fd_seek fd_pread fd_fdstat_get _tzset_js _localtime_js _gmtime_js _mktime_js _timegm_js ' +
    'emscripten_get_heap_max emscripten_resize_heap emscripten_runtime_keepalive_push ' +
    'emscripten_runtime_keepalive_pop clock_res_get JsvError_Check Jsv_GetError_import _PyEM_TrampolineCall_JS'
  ).split(' '),
);

/** Passed through when the path, found at this argument, is not too long. */
const PATH_ARGUMENT: Readonly<Record<string, number>> = {
  __syscall_stat64: 0,
  __syscall_lstat64: 0,
  __syscall_newfstatat: 1,
  __syscall_faccessat: 1,
};

type Call = (...values: number[]) => unknown;

export function buildFirewall(
  world: World,
  python: () => PythonModule,
  glue: Imports,
  wanted: readonly ImportDescription[],
): Imports {
  const answers = worldly(world, python);
  const imports: Imports = {};
  for (const { module, name, kind } of wanted) {
    const original = glue[module]?.[name];
    let value: ImportValue | undefined = original;
    if (kind === 'function') value = answers[name] ?? passed(name, original, python) ?? refusal(name);
    if (value === undefined) throw new Error(`The glue has no import ${module}.${name}.`);
    const own = imports[module] ?? {};
    own[name] = value;
    imports[module] = own;
  }
  return imports;
}

function passed(
  name: string,
  original: ImportValue | undefined,
  python: () => PythonModule,
): Call | undefined {
  if (typeof original !== 'function') return undefined;
  const call = original as Call;
  if (PASSED.has(name)) return call;
  const position = PATH_ARGUMENT[name];
  if (position !== undefined) {
    return (...values) => (isLong(python(), values[position] ?? 0) ? -ENAMETOOLONG : call(...values));
  }
  if (name === '__syscall_openat') {
    return (directory, path = 0, flags = 0, mode = 0) => {
      if ((flags & WRITING) !== 0) return -EROFS;
      return isLong(python(), path) ? -ENAMETOOLONG : call(directory ?? 0, path, flags, mode);
    };
  }
  if (name === 'fd_read') {
    return (descriptor = 0, vectors = 0, count = 0, result = 0) => {
      if (descriptor !== 0) return call(descriptor, vectors, count, result);
      python().HEAPU32[result >>> 2] = 0; // standard input is at its end
      return 0;
    };
  }
  if (name === 'fd_close') return (descriptor = 0) => (descriptor < 3 ? 0 : call(descriptor));
  if (name === '__syscall_fcntl64') {
    // Get and set a descriptor's flags; no duplicates, no locks.
    return (descriptor = 0, command = 0, values = 0) =>
      command >= 1 && command <= 3 ? call(descriptor, command, values) : -EINVAL;
  }
  return undefined;
}

/** Imports that our own world answers. */
function worldly(world: World, python: () => PythonModule): Readonly<Record<string, Call>> {
  return {
    clock_time_get: (clock, _precision, result = 0) => {
      python().HEAP64[result >>> 3] = clock === 0 ? world.realTime() : world.monotonicTime();
      return 0;
    },
    emscripten_date_now: () => Number(world.realTime() / 1_000n) / 1_000,
    emscripten_get_now: () => Number(world.sleepTime()) / 1e6,
    random_get: (start = 0, length = 0) => {
      world.fillRandom(python().HEAPU8.subarray(start >>> 0, (start >>> 0) + (length >>> 0)));
      return 0;
    },
    fd_write: (descriptor, vectors = 0, count = 0, result = 0) => {
      if (descriptor !== 1 && descriptor !== 2) return EBADF;
      const { HEAPU8, HEAPU32 } = python();
      let written = 0;
      for (let i = 0; i < count; i += 1) {
        const start = HEAPU32[(vectors >>> 2) + 2 * i] ?? 0;
        const length = HEAPU32[(vectors >>> 2) + 2 * i + 1] ?? 0;
        world.print(HEAPU8.subarray(start, start + length));
        written += length;
      }
      HEAPU32[result >>> 2] = written;
      return 0;
    },
    _Py_CheckEmscriptenSignals_Helper: () => world.pollSignals(),
    _emscripten_system: (command) => (command === 0 ? 0 : -ENOSYS),
    __syscall_ioctl: () => -ENOTTY,
    __syscall_poll: () => 0,
    getaddrinfo: () => -4,
    getnameinfo: () => -4,
    _setitimer_js: () => -1,
    _dlopen_js: () => 0,
  };
}

function refusal(name: string): Call {
  if (name.startsWith('_maybe_')) return () => null; // Pyodide's asynchronous sockets: "not asynchronous"
  if (name.startsWith('_try_')) return () => 0;
  if (name.startsWith('__syscall_')) return () => -ENOSYS;
  if (name.startsWith('fd_')) return () => ENOSYS;
  return () => {
    throw new InterpreterEnd(name);
  };
}

function isLong(python: PythonModule, path: Pointer): boolean {
  const start = path >>> 0;
  return python.HEAPU8.subarray(start, start + PATH_LIMIT + 1).indexOf(0) < 0;
}
