/**
 * Makes Pyodide's JavaScript glue fit for an isolate: one script instead of a module, and without the thousands
 * of bindings that nothing inside uses. Build time only (it needs esbuild).
 *
 * Works on esbuild's printed form, where every binding stands on a line of its own. Each edit must match, so
 * another version of Pyodide or esbuild fails the build instead of changing what is built.
 */
import { transform } from 'esbuild';

export interface Glue {
  /** A script that defines `createPython(module)`. */
  readonly code: string;
  /** The exports of the binary that the script uses. */
  readonly exports: ReadonlySet<string>;
}

const BINDING = /^\s*(\w+) = Module\["\w+"\] = wasmExports2\["([^"]+)"\]/;
const PUBLISHED = /^\s*Module\["(\w+)"\] = \w+;$/;
const SIGNATURE = /^\s*\w+\.sig = "\w*";$/;
const DECLARATION = /^\s*var _set_method_docstring, /;
const IMPORTS = /^(\s*var wasmImports = \{)(.*)\};$/;

/** What the isolate's script differs in from the module, and why. */
const EDITS: readonly (readonly [from: string, to: string])[] = [
  // A snapshot holds what the constructors built.
  [
    'wasmExports["__wasm_call_ctors"]();',
    'if (!Module["skipConstructors"]) wasmExports["__wasm_call_ctors"]();',
  ],
  // No dynamic libraries: the table of addresses by name would only keep every export alive.
  ['        updateGOT(origExports);\n', ''],
  ['        loadDylibs();\n', ''],
  [
    'return addFunction(trampolineInstance.exports.trampoline_call);',
    'const index = wasmTable.grow(1); wasmTable.set(index, trampolineInstance.exports.trampoline_call); return index;',
  ],
  // V8 compiles a parenthesised function at once, and so puts it into the code cache.
  [
    '  async function _createPyodideModule(moduleArg = {}) {',
    '  var _createPyodideModule = (async function (moduleArg = {}) {',
  ],
  ['  var stdin_default = _createPyodideModule;', ');\n  var stdin_default = _createPyodideModule;'],
];

/** @param source `pyodide.asm.mjs`. @param imports names that the binary imports. */
export async function stripGlue(source: string, imports: ReadonlySet<string>): Promise<Glue> {
  const printed = await transform(source, {
    format: 'iife',
    globalName: 'pyodideModule',
    platform: 'neutral',
    target: 'es2024',
    define: { 'import.meta.url': '"file:///pyodide.asm.mjs"' },
    supported: { 'dynamic-import': false },
    logLevel: 'error',
  });
  const lines = printed.code.split('\n');
  const core = lines
    .filter(
      (line) => ![BINDING, PUBLISHED, SIGNATURE, DECLARATION, IMPORTS].some((pattern) => pattern.test(line)),
    )
    .join('\n');
  const used = new Set(core.match(/[\w$]+/g));

  const exports = new Set<string>();
  const kept: string[] = [];
  for (const line of lines) {
    const [, variable, name] = BINDING.exec(line) ?? [];
    const published = PUBLISHED.exec(line)?.[1];
    const importTable = IMPORTS.exec(line);
    if (variable !== undefined && name !== undefined) {
      if (!used.has(variable) && !used.has(name)) continue;
      exports.add(name);
      kept.push(line);
    } else if (published !== undefined) {
      if (!published.startsWith('_') || core.includes(`Module.${published}`)) kept.push(line);
    } else if (importTable) {
      const entries = (importTable[2] ?? '')
        .split(', ')
        .filter((entry) => imports.has((entry.split(':')[0] ?? '').trim()));
      kept.push(`${importTable[1]} ${entries.join(', ')} };`);
    } else if (!SIGNATURE.test(line)) {
      kept.push(line);
    }
  }
  let code = kept.join('\n');
  for (const [from, to] of EDITS) {
    if (!code.includes(from))
      throw new Error(`Pyodide's glue has changed: cannot find ${JSON.stringify(from)}.`);
    code = code.replace(from, () => to);
  }
  return { code: `${code}\nglobalThis.createPython = pyodideModule.default;\n`, exports };
}
