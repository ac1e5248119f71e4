/** Tool calls of the API, as environments read them. */
import { z } from 'zod';
import type { CallPart, SentCall } from './wire.ts';

/** Gathers calls that a stream brings in pieces. */
export class Calls {
  readonly #found = new Map<number, { id: string; name: string; arguments: string }>();

  add(parts: readonly CallPart[]): void {
    for (const { index, id, function: called } of parts) {
      const at = index ?? this.#found.size;
      const known = this.#found.get(at) ?? { id: '', name: '', arguments: '' };
      if (id) known.id = id;
      known.name += called.name ?? '';
      const given = called.arguments ?? '';
      known.arguments += typeof given === 'string' ? given : JSON.stringify(given);
      this.#found.set(at, known);
    }
  }

  get all(): SentCall[] {
    return [...this.#found].map(([index, { id, name, arguments: given }]) => ({
      id: id || `call_${index}`,
      type: 'function',
      function: { name, arguments: given.trim() === '' ? '{}' : given },
    }));
  }
}

/** The call in the form that tool-use environments read. Arguments that are no JSON stay as they are, to be refused. */
export function callText({ function: { name, arguments: given } }: SentCall): string {
  const inner = `{"name": ${JSON.stringify(name)}, "arguments": ${compact(given)}}`;
  // A closing tag inside a value would end the call.
  return `<tool_call>${inner.replaceAll('</', '<\\/')}</tool_call>`;
}

function compact(given: string): string {
  try {
    return JSON.stringify(z.json().parse(JSON.parse(given)));
  } catch {
    return given;
  }
}
