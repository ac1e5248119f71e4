/** The audit: a model says whether an environment can be solved by who sees only its observations. An opinion, kept apart
 * from what rules found. */
import type { Message } from './message.ts';
import { taggedText } from './tagged.ts';

const TASK = `Read the environment below as a reviewer. Can a careful agent that sees only the observations, and not the source, reach
the full reward by reasoning and by acting, for any seed? Look for information that is needed and never shown, rules that
are never told, answers that several readings of the task would allow, answers that are shown outright, and chance that
decides instead of the agent.`;

const FORM = `End with one line <verdict>solvable</verdict>, <verdict>unsolvable</verdict> or <verdict>unclear</verdict>, and before it
your main reason between <reason> and </reason>, in one or two sentences.`;

export type AuditVerdict = 'solvable' | 'unsolvable' | 'unclear';

export interface Audit {
  readonly verdict: AuditVerdict;
  readonly reason: string;
}

export const auditMessages = (source: string): Message[] => [
  { role: 'system', content: `${TASK}\n\n${FORM}` },
  { role: 'user', content: `\`\`\`python\n${source}\n\`\`\`` },
];

/** `undefined` when the answer gives no verdict: then nothing is known, which is not a pass. */
export function readAudit(answer: string): Audit | undefined {
  const verdict = taggedText(answer, 'verdict')?.toLowerCase();
  if (verdict !== 'solvable' && verdict !== 'unsolvable' && verdict !== 'unclear') return undefined;
  return { verdict, reason: taggedText(answer, 'reason') ?? '' };
}
