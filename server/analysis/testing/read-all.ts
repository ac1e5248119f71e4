/** Reads every fact of a source once, as a full set of rules does. */
import type { Facts } from '../facts.ts';

export function readAll(facts: Facts): number {
  const methods = [...(facts.environment?.cls.methods.values() ?? [])];
  return [
    facts.imports,
    facts.classes,
    facts.scopes,
    facts.attributes,
    facts.actions,
    facts.earlyReads,
    facts.turns,
    facts.entropy,
    facts.answer,
    facts.tools,
    facts.criteria,
    facts.state,
    facts.nodes('Call'),
    ...methods.map((m) => facts.flow(m.node)),
    ...methods.filter((m) => /^(?:reset|step|solution|tool_)/.test(m.name)).map((m) => facts.returns(m)),
    ...methods.filter((m) => /^(?:reset|step)$/.test(m.name)).map((m) => facts.observations(m)),
  ].length;
}
