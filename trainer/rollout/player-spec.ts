/** What `--policy` says: `pocket`, `pocket:FOLDER`, `openai:MODEL@URL`, `tinker:MODEL@URL`. */
import { inline } from '../../server/contract/visible.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import type { Endpoint } from '../policy/openai/endpoint.ts';

export type PlayerSpec =
  | { readonly kind: 'pocket'; readonly weights: string | undefined }
  | {
      readonly kind: 'openai';
      readonly model: string;
      readonly url: string;
      /** How a run spoke with it. */
      readonly keyVariable?: string | undefined;
      readonly tools?: Endpoint['tools'];
      readonly concurrency?: number;
      readonly body?: Endpoint['body'];
    }
  | {
      readonly kind: 'tinker';
      readonly model: string;
      readonly url: string;
      /** A run's checkpoint, and how its engine was spoken with; left out: the engine's base weights. */
      readonly checkpoint?: string;
      readonly loraRank?: number;
      readonly tokenizer?: string | undefined;
      readonly keyVariable?: string | undefined;
    };

const FORMS =
  'pocket, pocket:FOLDER with weights, openai:MODEL@URL such as openai:qwen3@http://localhost:8000/v1, or tinker:MODEL@URL';

/** @throws UsageError */
export function playerSpec(given: string): PlayerSpec {
  if (given === 'pocket') return { kind: 'pocket', weights: undefined };
  const at = given.indexOf(':');
  const [kind, rest] = [given.slice(0, at), given.slice(at + 1)];
  if (kind === 'pocket' && rest !== '') return { kind, weights: rest };
  // A model's own name may hold an @; an address begins with its scheme.
  const where = rest.search(/@https?:\/\//);
  const [model, url] = [rest.slice(0, where), rest.slice(where + 1)];
  if ((kind !== 'openai' && kind !== 'tinker') || where < 1 || !URL.canParse(url))
    throw new UsageError(`--policy takes ${FORMS}; not "${inline(withoutKey(given))}".`);
  return { kind, model, url };
}

/** What somebody has put before an @ in an address may be a key, and is not to be repeated. */
const withoutKey = (given: string): string => given.replace(/\/\/[^/@\s]*@/, '//…@');
