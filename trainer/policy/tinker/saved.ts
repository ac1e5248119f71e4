/** What a checkpoint of a policy on an engine is on this machine: a small file that says where the weights are. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PolicyFailure } from '../failure.ts';

export const FILE = 'tinker.json';
/** What a checkpoint's folder holds: the weights themselves stay with the engine. */
const saved = z.strictObject({
  format: z.literal(1),
  url: z.string(),
  model: z.string(),
  loraRank: z.number(),
  path: z.string(),
  updates: z.number().int(),
});

/** @throws PolicyFailure `checkpoint` */
export async function savedIn(path: string): Promise<z.infer<typeof saved>> {
  const file = join(path, FILE);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PolicyFailure('checkpoint', `There is no checkpoint of an engine in '${path}' (${FILE}).`, {
      cause,
    });
  });
  try {
    return saved.parse(JSON.parse(text));
  } catch (cause) {
    throw new PolicyFailure('checkpoint', `'${file}' is damaged, or newer than this program.`, { cause });
  }
}
