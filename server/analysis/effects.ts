/** What a method does to the attributes of `self`, the methods that it calls included. */
import { attributesOf } from './attributes.ts';
import type { ClassFacts } from './classes.ts';
import { memo } from './memo.ts';
import type { Call, FunctionDef, Module } from './python/syntax.ts';
import { reachedFrom } from './reach.ts';

export interface Effects {
  /** Set, counted up or changed in place. */
  readonly writes: ReadonlySet<string>;
  /** Read, other than by being counted up. */
  readonly reads: ReadonlySet<string>;
  /** The functions that run, itself included. */
  readonly methods: ReadonlySet<FunctionDef>;
  /** Calls of methods of `self`, with the name that is called, wherever they stand. */
  readonly calls: readonly { readonly node: Call; readonly name: string }[];
}

const effects = memo((module: Module) =>
  memo((cls: ClassFacts) => memo((fn: FunctionDef): Effects => collect(module, cls, fn))),
);

export const effectsOf = (module: Module, cls: ClassFacts, fn: FunctionDef): Effects =>
  effects(module)(cls)(fn);

function collect(module: Module, cls: ClassFacts, start: FunctionDef): Effects {
  const writes = new Set<string>();
  const reads = new Set<string>();
  const method = [...cls.methods.values()].find(({ node }) => node === start);
  const methods = method ? reachedFrom(module, cls, [method]) : new Set([start]);
  const calls: { node: Call; name: string }[] = [];
  const { byMethod } = attributesOf(cls);
  for (const fn of methods) {
    for (const { name, kind, node } of byMethod.get(fn) ?? []) {
      if (cls.methods.has(name)) {
        if (node.parent?.kind === 'Call' && node.parent.func === node)
          calls.push({ node: node.parent, name });
      } else if (kind === 'read') reads.add(name);
      else writes.add(name);
    }
  }
  return { writes, reads, methods, calls };
}
