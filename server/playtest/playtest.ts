/** Checks one environment by playing it: all selected checks over one lab, and the verdict. */
import { ruleOf } from '../contract/rules.ts';
import { decide } from '../contract/verdict.ts';
import type { Finding, Report, RuleCode, Undecided } from '../protocol/finding.ts';
import type { Range } from '../protocol/range.ts';
import type { Interpreter } from '../sandbox/pool.ts';
import type { Check, Sighting } from './check.ts';
import { CHECKS } from './checks/index.ts';
import { Lab } from './lab.ts';
import { measure } from './measure.ts';
import { BudgetSpent, NotLoadable, SandboxFault, Session } from './session.ts';
import type { PlaytestSettings } from './settings.ts';

export interface PlaytestOptions {
  readonly settings: PlaytestSettings;
  /** Only these rules are reported; all by default. The experiments are the same either way. */
  readonly selects?: (code: RuleCode) => boolean;
  readonly className?: string;
  readonly signal?: AbortSignal;
}

/** Plays `source` in `interpreter`. Throws only on abort or on a fault of our own. */
export async function playtest(
  interpreter: Interpreter,
  source: string,
  options: PlaytestOptions,
): Promise<Report> {
  const { settings } = options;
  const session = new Session(interpreter, {
    source,
    compat: settings.compat,
    budget: settings.budget,
    ...(options.className ? { className: options.className } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const checks = CHECKS.filter((check) => options.selects?.(check.code) ?? true);
  const outcome = new Outcome(source);
  let lab: Lab;
  try {
    lab = new Lab(session, settings, await session.fresh());
  } catch (failure) {
    if (!(failure instanceof NotLoadable)) throw failure;
    for (const check of checks)
      outcome.add(check, check.atLoad?.(failure, await session.traces(), settings, source) ?? []);
    const profile = settings.profile === 'auto' ? 'games' : settings.profile;
    return { className: null, profile, ...outcome.settle('the source cannot be loaded'), measures: null };
  }
  outcome.classLine = lab.loaded.line;
  const playable = await firstProblem(lab);
  for (const check of checks) {
    if (check.profile && check.profile !== lab.profile) continue;
    if (!check.run || (playable !== undefined && !check.early)) continue;
    options.signal?.throwIfAborted();
    await outcome.decide(check, lab);
  }
  const measures = playable === undefined ? await measure(lab) : null;
  return {
    className: lab.loaded.className || null,
    profile: lab.profile,
    ...outcome.settle(playable),
    measures,
  };
}

/** Why nothing can be played, `undefined` when some reset works. */
async function firstProblem(lab: Lab): Promise<string | undefined> {
  if (!lab.loaded.methods.includes('reset') || !lab.loaded.methods.includes('step'))
    return 'there is no environment class';
  try {
    const openings = await lab.openings();
    return openings.some((opening) => opening.episode.opening.returned) ? undefined : 'no reset succeeded';
  } catch (problem) {
    if (problem instanceof BudgetSpent || problem instanceof NotLoadable) return problem.message;
    throw problem;
  }
}

/** Rules whose finding explains that the budget was spent before others were decided. */
const SPENDERS: readonly RuleCode[] = ['SP207', 'SP208', 'SP209', 'SP210', 'SP212'];

/** Collects what the checks say, and settles which of it is reported. */
class Outcome {
  classLine = 1;
  readonly #lines: readonly string[];
  readonly #seen: { check: Check; sighting: Sighting }[] = [];
  readonly #open: { check: Check; reason: string; echoOf?: readonly RuleCode[] }[] = [];

  constructor(source: string) {
    this.#lines = source.split('\n');
  }

  add(check: Check, sightings: readonly Sighting[]): void {
    for (const sighting of sightings) this.#seen.push({ check, sighting });
  }

  async decide(check: Check, lab: Lab): Promise<void> {
    try {
      const result = (await check.run?.(lab)) ?? [];
      if ('undecided' in result) {
        const { undecided: reason, echoOf = [] } = result;
        this.#open.push({ check, reason, echoOf });
      } else this.add(check, result);
    } catch (problem) {
      const known =
        problem instanceof BudgetSpent || problem instanceof SandboxFault || problem instanceof NotLoadable;
      if (!known) throw problem;
      const echoOf = problem instanceof BudgetSpent ? SPENDERS : [];
      this.#open.push({ check, reason: problem.message, echoOf });
    }
  }

  /** One root cause, one finding: what another finding explains is left out. */
  settle(unplayable?: string): Pick<Report, 'findings' | 'undecided' | 'verdict'> {
    const isExplained = this.#explanations();
    const seen = new Set(this.#seen.map(({ check }) => check.code));
    const findings = this.#seen
      .filter(({ check, sighting }) => !isExplained(echoes(check, sighting.echoOf)))
      .map((one) => this.#finding(one.check, one.sighting));
    const open = this.#open
      .filter(({ check, echoOf }) => !isExplained(echoes(check, echoOf)) && !seen.has(check.code))
      .map(({ check, reason }) => notDecided(check, reason));
    if (unplayable && !findings.some((finding) => finding.severity === 'error')) {
      open.push({ code: 'SP412', name: ruleOf('SP412').name, severity: 'error', reason: unplayable });
    }
    return { findings, undecided: open, verdict: decide(findings, open) };
  }

  /**
   * Whether what may echo these codes does: a chain of echoes leads to a finding that echoes none. Findings that only
   * explain each other explain nothing, and all of them are told.
   */
  #explanations(): (codes: readonly RuleCode[]) => boolean {
    const causes = new Map<RuleCode, readonly RuleCode[][]>();
    for (const { check, sighting } of this.#seen)
      causes.set(check.code, [...(causes.get(check.code) ?? []), echoes(check, sighting.echoOf)]);
    const leadsToRoot = (code: RuleCode, path: ReadonlySet<RuleCode>): boolean => {
      if (path.has(code)) return false;
      const further = new Set([...path, code]);
      return (causes.get(code) ?? []).some((codes) => {
        const known = codes.filter((cause) => causes.has(cause) && cause !== code);
        return known.length === 0 || known.some((cause) => leadsToRoot(cause, further));
      });
    };
    return (codes) => codes.some((code) => leadsToRoot(code, new Set()));
  }

  #finding(check: Check, sighting: Sighting): Finding {
    const rule = ruleOf(check.code);
    return {
      code: rule.code,
      name: rule.name,
      severity: sighting.severity ?? rule.severity,
      message: sighting.message,
      range: this.#range(sighting.line ?? this.classLine),
      by: 'dynamic',
      ...(sighting.evidence ? { evidence: sighting.evidence } : {}),
    };
  }

  #range(line: number): Range {
    const text = this.#lines[line - 1] ?? '';
    const start = text.length - text.trimStart().length;
    return {
      start: { line, column: start },
      end: { line, column: Math.max(start + 1, text.trimEnd().length) },
    };
  }
}

const echoes = (check: Check, more: readonly RuleCode[] = []): RuleCode[] => [
  ...(check.echoOf ?? []),
  ...more,
];

function notDecided(check: Check, reason: string): Undecided {
  const { code, name, severity } = ruleOf(check.code);
  return { code, name, severity, reason };
}
