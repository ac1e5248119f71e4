/** A tool of a tool-use environment, as chat models are told of it. */
import { z } from 'zod';

export const tool = z.object({
  name: z.string(),
  description: z.string(),
  /** A JSON Schema of its arguments. */
  parameters: z.json(),
});
export type Tool = z.infer<typeof tool>;

const schema = z.object({
  description: z.string().catch(''),
  parameters: z.record(z.string(), z.json()).catch({ type: 'object', properties: {} }),
});

/** What an environment's `_tools` holds; what is no schema is left out (SP604 tells). */
export function toolsOf(schemas: unknown): Tool[] {
  const all = z.record(z.string(), z.json()).safeParse(schemas).data ?? {};
  return Object.entries(all).flatMap(([name, given]) => {
    const found = schema.safeParse(given);
    return found.success ? [{ name, ...found.data }] : [];
  });
}
