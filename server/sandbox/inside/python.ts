/**
 * CPython in this isolate: started or resumed, and spoken to by its C API alone. `main` is never called, so
 * Pyodide's modules for reaching JavaScript (`js`, `pyodide_js`, `_pyodide_core`) are never registered.
 */
import type { Imports, Pointer, PythonExports, PythonModule, WebAssemblyApi } from './emscripten.ts';
import { buildFirewall } from './firewall.ts';
import { latin1, type World } from './world.ts';

declare const WebAssembly: WebAssemblyApi;
/** Defined by the stripped glue. */
declare function createPython(module: object): Promise<PythonModule>;

export const HOME = '/home/env';

/** Built-in modules that lead out, spy or only test: they are struck from the interpreter's table. */
const REMOVED = new Set(
  (
    '_ctypes _posixsubprocess _remote_debugging fcntl termios mmap faulthandler _sqlite3 ' +
    '_testcapi _testinternalcapi _testlimitedcapi _testclinic _testclinic_limited _testbuffer _xxtestfuzz xxsubtype'
  ).split(' '),
);

/** Devices of the glue's file system that are not ours. */
const DEVICES = ['/dev/random', '/dev/urandom', '/dev/tty', '/dev/tty1'];

/** Largest text that leaves the interpreter, in bytes. */
const TEXT_LIMIT = 4 * 1024 * 1024;

export class TextTooLarge extends Error {}

export interface BootOptions {
  readonly binary: ArrayBuffer;
  /** The archive that the standard library is imported from. */
  readonly library: ArrayBuffer | SharedArrayBuffer;
  readonly hashSeed: number;
  /** Memory comes from a snapshot: neither constructors nor CPython's initialisation run. */
  readonly resume: boolean;
}

export class Python {
  readonly module: PythonModule;
  readonly exports: PythonExports;

  private constructor(module: PythonModule, exports: PythonExports) {
    this.module = module;
    this.exports = exports;
  }

  static async boot(world: World, options: BootOptions): Promise<Python> {
    let exports: PythonExports | undefined;
    const settings = {
      API: {
        config: { env: {}, jsglobals: {}, args: [] },
        runtimeEnv: {
          IN_SHELL: true,
          IN_NODE: false,
          IN_BROWSER: false,
          IN_BUN: false,
          IN_DENO: false,
          IN_SAFARI: false,
        },
      },
      noImageDecoding: true,
      noAudioDecoding: true,
      noWasmDecoding: true,
      noInitialRun: true,
      skipConstructors: options.resume,
      thisProgram: 'python',
      print: () => undefined,
      printErr: () => undefined,
      preRun: [(module: PythonModule) => furnish(module, options)],
      instantiateWasm(imports: Imports, done: (instance: object, module: object) => void) {
        const compiled = new WebAssembly.Module(options.binary);
        Object.assign(imports.env ?? {}, { Jsv_GetError_import: () => undefined, JsvError_Check: () => 0 });
        const described = WebAssembly.Module.imports(compiled);
        const guarded = buildFirewall(world, () => settings as unknown as PythonModule, imports, described);
        const instance = new WebAssembly.Instance(compiled, guarded);
        exports = instance.exports;
        done(instance, compiled);
        return {};
      },
    };
    const module = await createPython(settings);
    if (!exports) throw new Error('The interpreter was not instantiated.');
    const python = new Python(module, exports);
    for (const device of DEVICES) module.FS.unlink(device);
    if (!options.resume) {
      python.removeModules();
      exports.Py_InitializeEx(1);
    }
    return python;
  }

  /** Compacts CPython's table of built-in modules: pairs of name and function up to a null name. */
  private removeModules(): void {
    const { HEAPU32 } = this.module;
    const table = (HEAPU32[(this.exports.PyImport_Inittab.value >>> 0) >>> 2] ?? 0) >>> 2;
    let kept = 0;
    let read = 0;
    for (; ; read += 1) {
      const name = HEAPU32[table + 2 * read] ?? 0;
      if (name === 0) break;
      if (REMOVED.has(this.module.UTF8ToString(name))) continue;
      HEAPU32[table + 2 * kept] = name;
      HEAPU32[table + 2 * kept + 1] = HEAPU32[table + 2 * read + 1] ?? 0;
      kept += 1;
    }
    HEAPU32.fill(0, table + 2 * kept, table + 2 * read);
  }

  /** The object behind the exception type or table that an exported address points to. */
  pointee(address: { readonly value: number }): Pointer {
    return this.module.HEAPU32[(address.value >>> 0) >>> 2] ?? 0;
  }

  /** A copy of ASCII text in linear memory, ended by a zero byte; 0 when memory is exhausted. */
  write(text: string): Pointer {
    const start = this.exports.malloc(text.length + 1) >>> 0;
    if (start === 0) return 0;
    const { HEAPU8 } = this.module;
    for (let i = 0; i < text.length; i += 1) HEAPU8[start + i] = text.charCodeAt(i);
    HEAPU8[start + text.length] = 0;
    return start;
  }

  /** Passes `text` to `use` as a temporary C string. */
  withText<T>(text: string, use: (start: Pointer) => T): T {
    const start = this.write(text);
    if (start === 0) throw new Error('out of memory');
    const result = use(start);
    this.exports.free(start);
    return result;
  }

  /** A Python `str` as one character a byte of its UTF-8 form; `undefined` when it is none. */
  read(object: Pointer, scratch: Pointer): string | undefined {
    const start = this.exports.PyUnicode_AsUTF8AndSize(object, scratch) >>> 0;
    if (start === 0) return undefined;
    const length = this.module.HEAPU32[scratch >>> 2] ?? 0;
    if (length > TEXT_LIMIT) throw new TextTooLarge('the text is too large');
    return latin1(this.module.HEAPU8.subarray(start, start + length));
  }

  attribute(object: Pointer, name: string): Pointer {
    return this.withText(name, (start) => this.exports.PyObject_GetAttrString(object, start)) >>> 0;
  }

  /** A global of `__main__`, which forgets it: from here on only the engine holds it. */
  takeGlobal(name: string): Pointer {
    const main = this.withText('__main__', (start) => this.exports.PyImport_AddModule(start)) >>> 0;
    const value = this.attribute(main, name);
    if (value === 0) throw new Error(`The image could not be built: ${name} is not defined.`);
    this.withText(name, (start) => this.exports.PyObject_SetAttrString(main, start, 0));
    return value;
  }

  /** Runs ASCII source in `__main__`; false when it raised an exception, which it has printed. */
  execute(source: string): boolean {
    return this.withText(source, (start) => this.exports.PyRun_SimpleString(start)) === 0;
  }

  /** A copy of a Python `bytes`. */
  bytes(object: Pointer): ArrayBuffer {
    const start = this.exports.PyBytes_AsString(object) >>> 0;
    return this.module.HEAPU8.slice(start, start + this.exports.PyBytes_Size(object)).buffer as ArrayBuffer;
  }

  /** The address up to which C's heap has been extended: unlike memory's size, it starts anew with every restore. */
  heapEnd(): Pointer {
    return this.module.HEAPU32[(this.exports.emscripten_get_sbrk_ptr() >>> 0) >>> 2] ?? 0;
  }

  /** Zeroes what is free in C's heap, by taking all of it and giving it back. */
  clearFreeMemory(): void {
    const { exports, module } = this;
    const before = this.heapEnd();
    const taken: Pointer[] = [];
    for (let size = 1 << 20; size >= 64; size >>= 1) {
      for (;;) {
        const start = exports.malloc(size) >>> 0;
        taken.push(start);
        if (start === 0 || this.heapEnd() !== before) break;
        module.HEAPU8.fill(0, start, start + size);
      }
    }
    for (const start of taken) exports.free(start);
  }
}

/** The file system and the variables that CPython starts with. */
function furnish(module: PythonModule, options: BootOptions): void {
  module.FS.mkdirTree('/lib/python3.14/site-packages');
  module.FS.mkdirTree('/lib/python3.14/lib-dynload');
  module.FS.writeFile('/lib/python314.zip', new Uint8Array(options.library), { canOwn: true });
  module.FS.mkdirTree(HOME);
  module.FS.chdir(HOME);
  Object.assign(module.ENV, {
    HOME,
    PYTHONHOME: '/',
    PYTHONHASHSEED: String(options.hashSeed),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
    PYTHON_COLORS: '0',
  });
}
