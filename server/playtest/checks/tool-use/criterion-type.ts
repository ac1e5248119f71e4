import { type Command, stateDescription, toolDescription } from '../../../protocol/driver.ts';
import { entry, type PyValue, show } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { parseReply } from '../../session.ts';
import type { ToolTrace } from '../../tool-traces.ts';

/** Places of the state that are tried. */
const MAX_PLACES = 60;

type Plain = string | number | boolean | null | Plain[];
type Place = {
  readonly path: (string | number)[];
  readonly value: PyValue;
  readonly others: readonly Plain[];
};

/**
 * A criterion that stays false through the whole solution, and comes true when one value of the state is replaced by
 * the same value of another type: it compares with a type that no tool writes.
 */
export const criterionType: Check = {
  code: 'SP609',
  profile: 'tool_use',
  echoOf: ['SP607'],
  async run(lab) {
    for (const trace of await lab.toolTraces()) {
      const last = trace.steps.at(-1)?.tools;
      if (trace.wins || !last || last.current === null || last.criteria[last.current]?.holds !== false)
        continue;
      const place = await mended(lab, trace, last.current);
      if (!place) return [];
      return [
        {
          message: `Criterion ${last.current + 1} is false for ${show(place.value)} at _state${place.path.map((part) => `[${show(part)}]`).join('')} and true for the same value as another type (${place.others.map((value) => JSON.stringify(value)).join(' or ')}): the tools write one type and the criterion expects the other, so the instruction can never be completed.`,
          line: lineOf(lab.session.options.source, /_message_criteria\s*=/),
          evidence: {
            play: { seed: trace.seed, actions: trace.steps.map((step) => step.turn.action) },
            step: trace.steps.length,
            observed: place.value,
          },
        },
      ];
    }
    return [];
  },
};

async function mended(lab: Lab, trace: ToolTrace, index: number): Promise<Place | undefined> {
  const id = 'types';
  await lab.session.fresh();
  lab.session.count(1);
  const batch = await lab.session.run([
    { op: 'new', id },
    { op: 'reset', id, seed: trace.seed },
    ...trace.steps.map((step): Command => ({ op: 'step', id, action: step.turn.action })),
    { op: 'state', id },
  ]);
  const described = batch.replies[2 + trace.steps.length];
  if (!described || !('ok' in described)) return undefined;
  const state = parseReply(described, stateDescription).attributes._state?.value ?? null;
  for (const place of placesOf(state, []).slice(0, MAX_PLACES)) {
    for (const other of place.others) {
      const path = ['_state', ...place.path];
      const tried = await lab.session.run([
        { op: 'set', id, path, value: other },
        { op: 'tools', id },
        { op: 'set', id, path, value: plain(place.value) },
      ]);
      const tools = tried.replies[1];
      if (tools && 'ok' in tools && parseReply(tools, toolDescription).criteria[index]?.holds === true)
        return { ...place, others: [other] };
    }
  }
  return undefined;
}

/** Leaves of the state, and lists of records, that have a counterpart of another type. */
function placesOf(value: PyValue, path: (string | number)[]): Place[] {
  const others = counterparts(value);
  const here = others.length > 0 && path.length > 0 ? [{ path, value, others }] : [];
  if (Array.isArray(value))
    return [...here, ...value.slice(0, 10).flatMap((item, index) => placesOf(item, [...path, index]))];
  if (value === null || typeof value !== 'object' || !('dict' in value)) return here;
  return value.dict.flatMap(([key, item]) =>
    typeof key === 'string' || typeof key === 'number' ? placesOf(item, [...path, key]) : [],
  );
}

function counterparts(value: PyValue): Plain[] {
  if (typeof value === 'string')
    return value.trim() !== '' && Number.isFinite(Number(value)) ? [Number(value)] : [];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'boolean') return [String(value), value ? 'True' : 'False', value ? 1 : 0];
  if (!Array.isArray(value) || value.length === 0 || entryNames(value[0] ?? null).length === 0) return [];
  return entryNames(value[0] ?? null).flatMap((name) => {
    const column = value.map((record) => entry(record, name));
    return column.every((item): item is string => typeof item === 'string') ? [column] : [];
  });
}

const entryNames = (value: PyValue): string[] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && 'dict' in value
    ? value.dict.flatMap(([key]) => (typeof key === 'string' ? [key] : []))
    : [];

/** Back to what can be written into the state; records lose nothing that a later try would need. */
function plain(value: PyValue): Extract<Command, { op: 'set' }>['value'] {
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === 'object') {
    if ('dict' in value)
      return Object.fromEntries(value.dict.map(([key, item]) => [String(key), plain(item)]));
    if ('float' in value) return typeof value.float === 'number' ? value.float : 0;
    return show(value);
  }
  return value;
}
