/** Why designs were rejected, by rule. */
import type { Rejections } from '../../protocol/run-insights.ts';
import type { EnvironmentHeader } from '../../protocol/run-records.ts';
import { RULES } from '../rules.ts';
import { addAt, type Spans, zeros } from './spans.ts';

/** Codes of rules that reject nothing. */
export const WARNINGS: ReadonlySet<string> = new Set<string>(
  RULES.filter(({ severity }) => severity !== 'error').map(({ code }) => code),
);

/** The rules for which a design was rejected; `[null]` when it was for none. */
export function reasonsFor({
  accepted,
  rules,
}: Pick<EnvironmentHeader, 'accepted' | 'rules'>): (string | null)[] {
  if (accepted) return [];
  const errors = rules.filter((code) => !WARNINGS.has(code));
  return errors.length > 0 ? errors : [null];
}

export function rejectionsOf(
  designs: Iterable<Pick<EnvironmentHeader, 'id' | 'step' | 'skill' | 'accepted' | 'rules'>>,
  spans: Spans,
  skill?: string,
): Rejections {
  const [tries, accepted] = [zeros(spans), zeros(spans)];
  const rules = new Map<string | null, Rejections['rules'][number]>();
  for (const design of designs) {
    if (skill !== undefined && design.skill !== skill) continue;
    addAt(tries, spans, design.step, 1);
    if (design.accepted) addAt(accepted, spans, design.step, 1);
    for (const code of reasonsFor(design)) {
      const rule = rules.get(code) ?? { code, tries: zeros(spans), total: 0, latest: 0 };
      addAt(rule.tries, spans, design.step, 1);
      rule.total += 1;
      rule.latest = Math.max(rule.latest, design.id);
      rules.set(code, rule);
    }
  }
  const sorted = [...rules.values()].sort(
    (a, b) => b.total - a.total || ((a.code ?? '~') < (b.code ?? '~') ? -1 : 1),
  );
  return { ...spans, tries, accepted, rules: sorted };
}
