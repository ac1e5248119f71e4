/** What a model thinks of environments: an opinion, in a file of its own, beside what rules found. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { seedOf } from '../curriculum/random.ts';
import { auditMessages, readAudit } from '../roles/audit.ts';
import type { Player, Speech } from '../roles/player.ts';
import type { Subject } from './subject.ts';

const FILE = 'audits.json';

export const audited = z.object({
  path: z.string(),
  hash: z.string(),
  /** `none`: the model gave no verdict, which is not a pass. */
  verdict: z.enum(['solvable', 'unsolvable', 'unclear', 'none']),
  reason: z.string(),
});
export type Audited = z.infer<typeof audited>;

/** Asks of each environment, once: what the folder holds is not asked again. @throws UsageError, PolicyFailure */
export async function auditAll(
  subjects: readonly Subject[],
  folder: string,
  {
    player,
    speech,
    seed,
    signal,
  }: {
    readonly player: Player;
    readonly speech: Speech;
    readonly seed: number;
    readonly signal: AbortSignal;
  },
): Promise<Audited[]> {
  if (!player.ask)
    throw new UsageError(
      '--audit needs a policy that can read a review’s task: a chat model, such as openai:MODEL@URL.',
    );
  const place = join(folder, FILE);
  const known = existsSync(place) ? z.array(audited).parse(JSON.parse(readFileSync(place, 'utf8'))) : [];
  const open = subjects.filter(({ hash }) => !known.some((one) => one.hash === hash));
  const answers = await player.ask(
    open.map(({ source, hash }) => ({ messages: auditMessages(source), seed: seedOf(seed, 'audit', hash) })),
    speech,
    signal,
  );
  const all = [
    ...known,
    ...open.map(({ path, hash }, i): Audited => {
      const { verdict = 'none', reason = '' } = readAudit(answers[i]?.text ?? '') ?? {};
      return { path, hash, verdict, reason };
    }),
  ];
  writeFileSync(place, `${JSON.stringify(all, null, 1)}\n`);
  return subjects.flatMap(({ hash }) => all.find((one) => one.hash === hash) ?? []);
}
