/** Downloads a model's small files, when a person says so and from nowhere else. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PolicyFailure } from '../../failure.ts';
import { WANTED } from './model-files.ts';

const HUB = 'https://huggingface.co';
/** Milliseconds for one file. Tokenizers have some ten megabytes. */
const PATIENCE = 300_000;

export interface Source {
  /** Another place that serves the same paths; Hugging Face's by default. */
  readonly hub?: string | undefined;
  readonly revision?: string | undefined;
  /** For models that are not open to everybody. */
  readonly token?: string | undefined;
}

/** @returns the names of files that were written. @throws PolicyFailure `unavailable` */
export async function fetchModel(
  model: string,
  folder: string,
  { hub = HUB, revision = 'main', token }: Source = {},
  signal?: AbortSignal,
): Promise<string[]> {
  if (!/^[\w.-]+\/[\w.-]+$/.test(model) || model.split('/').some((part) => /^\.+$/.test(part)))
    throw new PolicyFailure('unavailable', `'${model}' is no name of a model, such as Qwen/Qwen3-4B.`);
  const written: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const [index, name] of WANTED.entries()) {
    const url = `${hub.replace(/\/+$/, '')}/${model}/resolve/${encodeURIComponent(revision)}/${name}`;
    const either = AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])]);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers, signal: either }).catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason;
      throw new PolicyFailure(
        'unavailable',
        `${url} cannot be reached. Copy the model's files by hand: ${WANTED.join(', ')}.`,
        { cause },
      );
    });
    if (response.ok) {
      await writeFile(join(folder, name), new Uint8Array(await response.arrayBuffer()));
      written.push(name);
    } else if (index < 2 || response.status !== 404)
      throw new PolicyFailure(
        'unavailable',
        `${url} answers ${response.status}.${response.status === 401 || response.status === 403 ? ' The model may want a token (HF_TOKEN), and its licence accepted.' : ''}`,
      );
  }
  return written;
}
