/** Reads the engine's report of a batch. The interpreter wrote the replies, so everything is parsed. */
import { z } from 'zod';
import { type Reply, reply } from '../protocol/driver.ts';
import type { SandboxResult, Usage } from '../protocol/sandbox.ts';

/** What JSON.parse gave is JSON; walking through it with z.json() would take as long as the step did. */
const json = z.custom<Extract<Reply, { ok: unknown }>['ok']>((value) => value !== undefined);
const parsedReply = z.union([z.strictObject({ ok: json }), reply]);

const header = z.object({
  /** The end of C's heap, in bytes. */
  memory: z.number(),
  /** Ticks and printed bytes of each command, alternating. */
  usage: z.array(z.number()),
  /** One character a byte of UTF-8. */
  output: z.string(),
  fault: z.string().optional(),
});

/** @param sent how many commands the batch had. */
export function readReport(report: string, sent: number): SandboxResult {
  try {
    const [first = '', ...lines] = report.split('\n');
    const { usage: numbers, memory, output: bytes, fault } = header.parse(JSON.parse(first));
    if (fault !== undefined) return { kind: 'internalError', message: fault };
    const replies = lines.map((line): Reply => parsedReply.parse(JSON.parse(line)));
    const usage = lines.map(
      (_, i): Usage => ({ ticks: numbers[2 * i] ?? 0, output: numbers[2 * i + 1] ?? 0 }),
    );
    const output = Buffer.from(bytes, 'latin1').toString('utf8');
    const last = replies.at(-1);
    if (last && 'breach' in last) {
      const at = replies.length - 1;
      return { kind: 'limit', at, breach: last.breach, replies: replies.slice(0, at), usage, output, memory };
    }
    if (replies.length !== sent)
      return { kind: 'internalError', message: `${sent} commands had ${replies.length} replies.` };
    return { kind: 'ok', replies, usage, output, memory };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'internalError', message: `The sandbox's report cannot be read: ${reason}` };
  }
}

/** A limit that left nothing to report: which command it was is not known, so it is laid on the first. */
export function bareLimit(limit: 'time' | 'memory'): SandboxResult {
  const breach = { limit, line: null, function: null };
  return { kind: 'limit', at: 0, breach, replies: [], usage: [], output: '', memory: 0 };
}
