/** The tools of a tool-use environment: their schemas as the source has them, and the methods behind them. */

import { attributeValue } from './attribute-values.ts';
import type { ClassFacts, Method } from './classes.ts';
import type { Context } from './helpers.ts';
import { memo } from './memo.ts';
import type { Expression, Module } from './python/syntax.ts';
import { entryOf, type Json, stringItems, toJson, type Value } from './values.ts';

export interface ToolParameter {
  readonly name: string;
  /** The property's schema, as far as it is known. */
  readonly schema: Value;
  readonly required: boolean;
  /** JSON Schema's `type` when it is one text. */
  readonly type: string | undefined;
  /** `undefined` without an enum, or when it is not known. */
  readonly enum: readonly Json[] | undefined;
}

export interface ToolFacts {
  readonly name: string;
  /** Where the name stands in the schema, or the schema itself. */
  readonly node: Expression | undefined;
  /** The whole schema as written; see `schema` for JSON. */
  readonly value: Value;
  /** The tool's JSON (`description`, `parameters`, …) when all of it is static. */
  readonly schema: Json | undefined;
  readonly parameters: readonly ToolParameter[];
  /** All properties and `required` are known. */
  readonly complete: boolean;
  /** `tool_NAME`. */
  readonly method: Method | undefined;
}

export interface Tools {
  readonly listed: readonly ToolFacts[];
  /** `_tools` was found, and there can be no further ones. */
  readonly complete: boolean;
  /** How `_tools` is shaped: the base class wants `dict`; a `list` breaks its `get_tools`. */
  readonly shape: 'dict' | 'list' | 'unknown';
  /** Methods named `tool_…`, by the tool's name. */
  readonly methods: ReadonlyMap<string, Method>;
}

const read = memo((module: Module) => memo((cls: ClassFacts): Tools => toolsIn({ module, cls }, cls)));

export function toolsOf(module: Module, cls: ClassFacts): Tools {
  return read(module)(cls);
}

function toolsIn(context: Context, cls: ClassFacts): Tools {
  const methods = new Map<string, Method>();
  for (const [name, method] of cls.methods)
    if (name.startsWith('tool_') && name.length > 5) methods.set(name.slice(5), method);
  const value = attributeValue(cls, '_tools', context);
  if (value?.kind === 'dict') {
    const listed = value.entries.flatMap(([key, schema]) =>
      key.kind === 'str' ? [tool(key.value, key.node, schema, methods)] : [],
    );
    return {
      listed,
      complete: !value.open && listed.length === value.entries.length,
      shape: 'dict',
      methods,
    };
  }
  if (value?.kind === 'list' || value?.kind === 'tuple') {
    const listed = value.items.flatMap((item) => {
      // The wrapped form of chat templates: {"type": "function", "function": {…}}.
      const schema = entryOf(item, 'function') ?? item;
      const name = entryOf(schema, 'name');
      return name?.kind === 'str' ? [tool(name.value, name.node, schema, methods)] : [];
    });
    return { listed, complete: !value.open && listed.length === value.items.length, shape: 'list', methods };
  }
  return { listed: [], complete: false, shape: 'unknown', methods };
}

function tool(
  name: string,
  node: Expression | undefined,
  value: Value,
  methods: ReadonlyMap<string, Method>,
): ToolFacts {
  const schema = entryOf(value, 'parameters');
  const properties = schema && entryOf(schema, 'properties');
  const required = schema && entryOf(schema, 'required');
  const names = required ? stringItems(required) : [];
  const parameters: ToolParameter[] = [];
  if (properties?.kind === 'dict') {
    for (const [key, property] of properties.entries) {
      if (key.kind !== 'str') continue;
      const type = entryOf(property, 'type');
      const choices = entryOf(property, 'enum');
      const json = choices && toJson(choices);
      parameters.push({
        name: key.value,
        schema: property,
        required: names.includes(key.value),
        type: type?.kind === 'str' ? type.value : undefined,
        enum: Array.isArray(json) ? json : undefined,
      });
    }
  }
  const closed = (inner: Value | undefined): boolean =>
    inner === undefined || ('open' in inner && !inner.open);
  const complete =
    value.kind === 'dict' &&
    !value.open &&
    (schema === undefined || (schema.kind === 'dict' && closed(schema))) &&
    (properties === undefined || properties.kind === 'dict') &&
    closed(properties) &&
    closed(required);
  return {
    name,
    node: node ?? value.node,
    value,
    schema: toJson(value),
    parameters,
    complete,
    method: methods.get(name),
  };
}
