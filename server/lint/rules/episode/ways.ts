/** What the rules about episodes ask of the ways through `step`. */

import type { Method } from '../../../analysis/classes.ts';
import { type Ending, endingsOf } from '../../../analysis/endings.ts';
import type { Facts } from '../../../analysis/facts.ts';
import { type TurnLimit, turnLimitOf } from '../../../analysis/turn-limit.ts';
import type { Span } from '../../rule.ts';

export interface Ways {
  readonly step: Method;
  readonly endings: readonly Ending[];
  readonly limit: TurnLimit;
}

/** `undefined` where `step` is inherited from elsewhere, or is none. */
export function waysOf(facts: Facts): Ways | undefined {
  const step = facts.method('step');
  const cls = facts.environment?.cls;
  if (!step || !cls || step.node.async) return undefined;
  const { tree } = facts.document;
  return {
    step,
    endings: endingsOf(tree, cls, step.node),
    limit: turnLimitOf(tree, cls, step.node),
  };
}

/** One ending for each `return`, in source order. */
export function byReturn(endings: readonly Ending[]): readonly Ending[] {
  const seen = new Map<Ending['node'], Ending>();
  for (const ending of endings) if (!seen.has(ending.node)) seen.set(ending.node, ending);
  return [...seen.values()].sort((a, b) => a.node.start - b.node.start);
}

/** Where a finding about a `return` stands. */
export const placeOf = ({ node }: Ending): Span => node.value ?? node;

export const goesOn = ({ terminated, truncated }: Ending): boolean =>
  terminated === 'false' && truncated === 'false';
