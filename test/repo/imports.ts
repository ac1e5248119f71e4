/** A small scanner for the imports of a source file, of types too. It relies on the formatter's layout. */
import { posix } from 'node:path';
import { files, read } from './files.ts';

export interface Import {
  /** The importing file, from the root. */
  readonly from: string;
  /** As written. */
  readonly specifier: string;
  /** The imported file of the project, from the root; undefined for a package or a module of Node. */
  readonly file: string | undefined;
}

/** `import … from '…'`, `export … from '…'` and `import '…'` at the start of a line, over several lines. */
const STATEMENT = /^(?:import|export)\s(?:[\w\s{},*$]*?\sfrom\s+)?'([^']+)'/gm;

/** An import in an expression, of values or of types, and a module that is only located. */
const EXPRESSION = /\bimport(?:\.meta\.resolve)?\(\s*'([^']+)'/g;

export function importsOf(file: string, text: string = read(file)): Import[] {
  return [...text.matchAll(STATEMENT), ...text.matchAll(EXPRESSION)].map(([, specifier = '']) => ({
    from: file,
    specifier,
    file: specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : undefined,
  }));
}

/** `zod` for `zod/mini`, `@types/node` for `@types/node/fs`. */
export function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

export const exists = (file: string): boolean => files.includes(file);
