/** Which rules a user wants to hear of, and how loudly. */
import type { Finding, Report, RuleCode, Severity, Undecided } from '../protocol/finding.ts';
import { nearest } from './nearest.ts';
import { findRule, RULES } from './rules.ts';
import { decide } from './verdict.ts';

export type Level = Severity | 'off';

/** The rules that a selector names: `SP306`, `seed-ignored`, a prefix such as `SP3`, or `ALL`. Empty: none. */
export function rulesOf(selector: string): readonly RuleCode[] {
  const text = selector.trim().toUpperCase();
  if (text === 'ALL' || text === 'SP') return RULES.map(({ code }) => code);
  const one = findRule(selector);
  if (one) return [one.code];
  if (!/^SP\d{1,2}$/.test(text)) return [];
  return RULES.filter(({ code }) => code.startsWith(text)).map(({ code }) => code);
}

/** Why a selector names no rule, and which one may have been meant. */
export function unknownRule(selector: string): string {
  const meant = nearest(
    selector,
    RULES.flatMap(({ code, name }) => [code, name]),
  );
  const hint = meant ? `Did you mean ${meant}?` : '`spade rules` lists them.';
  return `there is no rule "${selector}". ${hint}`;
}

export interface RulePolicy {
  /** Only these are looked for; all when `undefined`. */
  readonly selected: ReadonlySet<RuleCode> | undefined;
  /** Looked for and not told. */
  readonly ignored: ReadonlySet<RuleCode>;
  /** Severities that replace the rules' own. */
  readonly levels: ReadonlyMap<RuleCode, Severity>;
}

/** What a user wrote; every selector must name a rule. */
export interface RuleWishes {
  readonly select?: readonly string[];
  readonly ignore?: readonly string[];
  readonly levels?: Readonly<Record<string, Level>>;
}

export function policyOf(wishes: RuleWishes): RulePolicy {
  const ignored = new Set((wishes.ignore ?? []).flatMap(rulesOf));
  const levels = new Map<RuleCode, Severity>();
  // A longer selector says more exactly what is meant: SP3 first, then SP306 or a name.
  const byLength = Object.entries(wishes.levels ?? {}).sort(
    ([a], [b]) => rulesOf(b).length - rulesOf(a).length || a.localeCompare(b),
  );
  const off = new Set<RuleCode>();
  for (const [selector, level] of byLength) {
    for (const code of rulesOf(selector)) {
      if (level === 'off') off.add(code);
      else {
        off.delete(code);
        levels.set(code, level);
      }
    }
  }
  return {
    selected: wishes.select?.length ? new Set(wishes.select.flatMap(rulesOf)) : undefined,
    ignored: new Set([...ignored, ...off]),
    levels,
  };
}

/**
 * The report as the user wants it told: without ignored rules, with their own severities, and the verdict that
 * follows. Where nothing could be played, what was left open stays: a rule that is not told is not a rule that holds.
 */
export function applyPolicy(report: Report, policy: RulePolicy): Report {
  const { ignored, levels } = policy;
  if (ignored.size === 0 && levels.size === 0) return report;
  const raised = <T extends Finding | Undecided>(item: T): T => {
    const severity = levels.get(item.code);
    return severity ? { ...item, severity } : item;
  };
  const findings = report.findings.filter(({ code }) => !ignored.has(code)).map(raised);
  const unplayed = report.measures === null;
  const undecided = report.undecided
    .filter(({ code }) => unplayed || !ignored.has(code))
    .map((item) => (unplayed ? item : raised(item)));
  return retold(report, findings, undecided);
}

/**
 * The report with other findings, and the verdict that follows. Fails closed: an environment that could not be played
 * does not become sound because what was wrong with it is not told.
 */
export function retold(
  report: Report,
  findings: readonly Finding[],
  undecided: readonly Undecided[],
): Report {
  const verdict = decide(findings, undecided);
  const hollow = verdict === 'sound' && report.measures === null && report.verdict !== 'sound';
  return {
    ...report,
    findings: [...findings],
    undecided: [...undecided],
    verdict: hollow ? 'undecided' : verdict,
  };
}
