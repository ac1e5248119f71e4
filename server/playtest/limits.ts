/** Hard limits that plays passed, each laid on the rule that names its cause. */
import type { LimitBreach } from '../protocol/driver.ts';
import type { RuleCode } from '../protocol/finding.ts';
import type { Lab } from './lab.ts';
import { type Broken, BudgetSpent } from './session.ts';

export interface Limit extends Broken {
  readonly owner: RuleCode;
  /** 0 for the reset. */
  readonly step: number;
  /** The line of the source that was running, trimmed; empty when it is not known. */
  readonly text: string;
}

/** Every play that a limit ended over the standard experiments, as far as the budget went. */
export function limits(lab: Lab): Promise<readonly Limit[]> {
  return lab.once('limits', async () => {
    try {
      const openings = await lab.openings();
      if (openings.some((opening) => opening.episode.opening.returned)) await lab.episodes();
    } catch (problem) {
      if (!(problem instanceof BudgetSpent)) throw problem;
    }
    return lab.session.broken.map((broken) => describe(broken, lab.session.options.source));
  });
}

function describe(broken: Broken, source: string): Limit {
  const { call, play, breach } = broken;
  const step = call === 'step' ? play.actions.length + (play.after?.length ?? 0) : 0;
  return { ...broken, step, owner: ownerOfBreach(breach, source), text: lineAt(source, breach.line) };
}

const lineAt = (source: string, line: number | null): string =>
  source.split('\n')[(line ?? 0) - 1]?.trim().slice(0, 90) ?? '';

const MATCHES =
  /\bre\.(?:match|search|fullmatch|findall|finditer|sub|split)\s*\(|\.(?:fullmatch|match|search|findall|finditer)\s*\(/;

/** The rule that a broken limit belongs to: what was running tells more than which limit it was. */
export function ownerOfBreach({ limit, line }: LimitBreach, source: string): RuleCode {
  const text = lineAt(source, line);
  if (limit === 'exit') return 'SP207';
  if (limit === 'output') return 'SP208';
  if (limit === 'time') return MATCHES.test(text) ? 'SP212' : 'SP209';
  return 'SP210';
}

/** The first of each line, at most three. */
export function distinctLines(found: readonly Limit[]): readonly Limit[] {
  return found
    .filter((one, index) => found.findIndex((other) => other.breach.line === one.breach.line) === index)
    .slice(0, 3);
}

/** What was struck, as the beginning of a sentence. */
export function struckAt({ call, play, step }: Limit): string {
  if (call === 'constructor') return 'The constructor';
  if (call !== 'step') return `\`${call}\`${play.seed === null ? '' : ` (seed ${play.seed})`}`;
  const action = [...play.actions, ...(play.after ?? [])].at(-1) ?? '';
  const shown = action.length > 50 ? `${action.slice(0, 50)}… (${action.length} characters)` : action;
  return `\`step\` on turn ${step}, with the action ${JSON.stringify(shown)},`;
}
