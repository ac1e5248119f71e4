/** What comes from the other side is parsed before anybody sees it. */
import { METHODS, type Method, type Params, type Result } from '../../../server/protocol/daemon.ts';
import { SourceError } from '../run-source.ts';

/** @throws SourceError when it is no answer to the method. */
export function answerOf<M extends Method>(method: M, answer: unknown): Result<M> {
  const read = METHODS[method].result.safeParse(answer);
  // The compiler does not follow that a method's own schema gives that method's result.
  if (read.success) return read.data as Result<M>;
  const problem = read.error.issues[0];
  throw new SourceError(
    `The answer to ${method} cannot be read (${problem?.path.join('.') ?? ''}: ${problem?.message ?? ''}). The page and the daemon may be of different versions: update the older one.`,
  );
}

/** As the method's own schema reads it, with what was left out. @throws SourceError */
export function paramsOf<M extends Method>(method: M, params: Params<M>) {
  const read = METHODS[method].params.safeParse(params);
  if (read.success) return read.data;
  throw new SourceError(
    `${method}: ${read.error.issues[0]?.message ?? 'wrong parameters'}`,
    'bad-parameters',
  );
}
