/** What the engine uses of Emscripten's module object, of the binary's exports and of the isolate's globals. */

/** An address in linear memory. Exports return it as a signed number: use `>>> 0`. */
export type Pointer = number;

export interface FileStream {
  readonly fd: number;
}

export interface PythonModule {
  HEAP8: Int8Array;
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  HEAP64: BigInt64Array;
  readonly ENV: Record<string, string>;
  readonly FS: {
    readonly streams: (FileStream | null)[];
    mkdirTree(path: string): void;
    writeFile(path: string, data: Uint8Array, options?: { canOwn: boolean }): void;
    chdir(path: string): void;
    unlink(path: string): void;
    close(stream: FileStream): void;
  };
  UTF8ToString(address: Pointer): string;
}

interface Address {
  readonly value: number;
}

/** Bytes by which memory grows. */
export const PAGE_SIZE = 65_536;

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The exports that the engine calls; stripping keeps these and what the glue uses. */
export interface PythonExports {
  readonly memory: WebAssemblyMemory;
  malloc(size: number): Pointer;
  free(address: Pointer): void;
  emscripten_get_sbrk_ptr(): Pointer;
  emscripten_stack_get_current(): Pointer;
  emscripten_stack_get_end(): Pointer;
  _emscripten_stack_restore(stackPointer: Pointer): void;
  Py_InitializeEx(installSignalHandlers: number): void;
  Py_DecRef(object: Pointer): void;
  PyRun_SimpleString(source: Pointer): number;
  PyImport_AddModule(name: Pointer): Pointer;
  PyObject_GetAttrString(object: Pointer, name: Pointer): Pointer;
  PyObject_SetAttrString(object: Pointer, name: Pointer, value: Pointer): number;
  PyObject_CallNoArgs(callable: Pointer): Pointer;
  PyObject_CallOneArg(callable: Pointer, argument: Pointer): Pointer;
  PyUnicode_FromStringAndSize(text: Pointer, bytes: number): Pointer;
  PyUnicode_AsUTF8AndSize(text: Pointer, bytes: Pointer): Pointer;
  PyBytes_AsString(bytes: Pointer): Pointer;
  PyBytes_Size(bytes: Pointer): number;
  PyErr_Clear(): void;
  PyErr_ExceptionMatches(exception: Pointer): number;
  PyEval_GetFrame(): Pointer;
  PyFrame_GetBack(frame: Pointer): Pointer;
  PyFrame_GetCode(frame: Pointer): Pointer;
  PyFrame_GetLineNumber(frame: Pointer): number;
  readonly PyImport_Inittab: Address;
  readonly PyExc_KeyboardInterrupt: Address;
  readonly PyExc_MemoryError: Address;
  readonly PyExc_RecursionError: Address;
  readonly Py_EMSCRIPTEN_SIGNAL_HANDLING: Address;
}

export const ENGINE_EXPORTS: readonly string[] = [
  ...(
    'malloc free emscripten_get_sbrk_ptr emscripten_stack_get_current emscripten_stack_get_end _emscripten_stack_restore ' +
    'Py_InitializeEx Py_DecRef PyRun_SimpleString PyImport_AddModule PyObject_GetAttrString ' +
    'PyObject_SetAttrString PyObject_CallNoArgs PyObject_CallOneArg PyUnicode_FromStringAndSize PyUnicode_AsUTF8AndSize PyBytes_AsString PyBytes_Size PyErr_Clear ' +
    'PyErr_ExceptionMatches PyEval_GetFrame PyFrame_GetBack PyFrame_GetCode PyFrame_GetLineNumber ' +
    'PyImport_Inittab PyExc_KeyboardInterrupt PyExc_MemoryError PyExc_RecursionError ' +
    'Py_EMSCRIPTEN_SIGNAL_HANDLING'
  ).split(' '),
  // Emscripten's own.
  ...'memory __indirect_function_table __wasm_call_ctors __c_longjmp __cpp_exception'.split(' '),
];

export type ImportValue = ((...values: never[]) => unknown) | object;
export type Imports = Record<string, Record<string, ImportValue>>;

export interface ImportDescription {
  readonly module: string;
  readonly name: string;
  readonly kind: string;
}

/** WebAssembly as it is inside the isolate (the project's library types have no DOM). */
export interface WebAssemblyApi {
  readonly Module: {
    new (binary: ArrayBuffer | Uint8Array): object;
    imports(module: object): ImportDescription[];
  };
  readonly Instance: new (module: object, imports: Imports) => { readonly exports: PythonExports };
}
