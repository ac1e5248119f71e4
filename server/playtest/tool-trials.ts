/**
 * Single calls of a tool's method, past the base class: what the method itself does with valid, wrong and unknown
 * arguments. Each trial has an instance of its own, at the opening or where an instruction has just been announced.
 */
import {
  type Command,
  type EnvironmentError,
  hashes,
  type Progress,
  progress,
  type Reply,
} from '../protocol/driver.ts';
import { type PyValue, pyValue, textOf } from '../protocol/value.ts';
import { generator } from './chance.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';
import { type Property, schemasOf, type ToolSchema, toolValues, validArguments } from './tool-calls.ts';
import { announcements, type ToolTrace } from './tool-traces.ts';

export type TrialKind = 'valid' | 'outside-enum' | 'wrong-type' | 'unknown-value';

export interface ToolTrial {
  readonly kind: TrialKind;
  readonly seed: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The property that is wrong on purpose. */
  readonly property: string | undefined;
  /** Actions played before the call. */
  readonly after: readonly string[];
  readonly value: PyValue | undefined;
  readonly error: EnvironmentError | undefined;
  /** The call changed `_state`. */
  readonly changed: boolean;
  /** How far the conversation was before and after the call. */
  readonly before: Progress;
  readonly next: Progress;
}

/** What marks a tool's result as a refusal. */
const REFUSAL =
  /^\W{0,3}(?:error|fail|invalid|unknown|cannot|can't|could not|denied|refused|unable|missing|sorry)|\b(?:not found|no such|does not exist|doesn't exist|is not valid|not allowed|not permitted|must be|already)\b/i;

/** Did the tool say that it refused? Looks at the start of its own text, not at the instruction that may follow. */
export function refuses(value: PyValue | undefined): boolean {
  const text =
    textOf(value ?? null)
      ?.split('\n\n')[0]
      ?.slice(0, 300) ?? '';
  return REFUSAL.test(text) || /"(?:error|success)"\s*:\s*(?:"|false)/i.test(text);
}

/** Seeds on which calls are tried. */
const SEEDS = 2;
const VALID_CALLS = 3;

interface Plan {
  readonly kind: TrialKind;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly property?: string;
  readonly after: readonly string[];
}

export async function toolTrials(lab: Lab): Promise<readonly ToolTrial[]> {
  const traces = (await lab.toolTraces()).slice(0, SEEDS);
  const trials: ToolTrial[] = [];
  await lab.session.fresh();
  for (const trace of traces) trials.push(...(await trySeed(lab, trace)));
  return trials;
}

/** All trials of a seed cross to the interpreter at once; one that a limit strikes ends those after it. */
async function trySeed(lab: Lab, trace: ToolTrace): Promise<ToolTrial[]> {
  const methods = new Set(trace.opening.methods.map((method) => method.name));
  const plans = plansFor(trace).filter((plan) => methods.has(plan.tool));
  const commands = plans.map((plan, index) => commandsOf(plan, trace.seed, `trial ${trace.seed} ${index}`));
  const { replies } = await lab.session.run(commands.flat());
  const trials: ToolTrial[] = [];
  let at = 0;
  for (const [index, plan] of plans.entries()) {
    const own = replies.slice(at, at + (commands[index]?.length ?? 0));
    at += commands[index]?.length ?? 0;
    const trial = trialOf(plan, trace.seed, own.slice(2 + plan.after.length));
    if (trial) trials.push(trial);
  }
  return trials;
}

function commandsOf(plan: Plan, seed: number, id: string): Command[] {
  return [
    { op: 'new', id },
    { op: 'reset', id, seed },
    ...plan.after.map((action): Command => ({ op: 'step', id, action })),
    { op: 'progress', id },
    { op: 'hashes', id },
    { op: 'call', id, method: `tool_${plan.tool}`, args: jsonArguments(plan.args) },
    { op: 'hashes', id },
    { op: 'progress', id },
    { op: 'drop', id },
  ];
}

function trialOf(plan: Plan, seed: number, replies: readonly Reply[]): ToolTrial | undefined {
  const [before, hashedBefore, called, hashedAfter, next] = replies;
  if (!before || !hashedBefore || !called || !hashedAfter || !next) return undefined;
  if (!('ok' in before) || !('ok' in next) || 'breach' in called) return undefined;
  return {
    kind: plan.kind,
    seed,
    tool: plan.tool,
    args: plan.args,
    property: plan.property,
    after: plan.after,
    value: 'ok' in called ? parseReply(called, pyValue) : undefined,
    error: 'error' in called ? called.error : undefined,
    changed: parseReply(hashedBefore, hashes)._state !== parseReply(hashedAfter, hashes)._state,
    before: parseReply(before, progress),
    next: parseReply(next, progress),
  };
}

function plansFor(trace: ToolTrace): Plan[] {
  const schemas = schemasOf(trace.opening);
  const said = solutionArguments(trace);
  const values = toolValues(
    [...trace.opening.messages, ...trace.steps.map((step) => step.turn.observation)].join('\n'),
  );
  const random = generator(trace.seed + 77);
  const plans = schemas.flatMap((schema) => {
    const model = { ...validArguments(schema, values, () => 0), ...said.get(schema.name) };
    const valid = Array.from({ length: VALID_CALLS }, (_, index) =>
      index === 0 ? model : validArguments(schema, values, random),
    );
    return [
      ...valid.map((args): Plan => ({ kind: 'valid', tool: schema.name, args, after: [] })),
      ...schema.properties.flatMap((property) => wrongPlans(schema, property, model)),
    ];
  });
  // Some tools take a value only after others were called: these are tried again at every later instruction.
  const later = announcements(trace).flatMap(({ after }) =>
    schemas.flatMap((schema): Plan[] => {
      const args = Object.fromEntries(
        schema.properties.map((property) => [property.name, unknownValue(property)]),
      );
      const model = { ...validArguments(schema, values, () => 0), ...said.get(schema.name) };
      const choices = after.length === 0 ? [] : schema.properties.filter(({ choices }) => choices.length > 0);
      return [
        ...(schema.properties.length > 0
          ? [{ kind: 'unknown-value', tool: schema.name, args, after } as const]
          : []),
        ...choices.map((property): Plan => ({ ...outsideEnum(schema, property, model), after })),
      ];
    }),
  );
  return [...plans, ...later];
}

const outsideEnum = (
  schema: ToolSchema,
  property: Property,
  model: Readonly<Record<string, unknown>>,
): Plan => ({
  kind: 'outside-enum',
  tool: schema.name,
  args: { ...model, [property.name]: 'no-such-choice' },
  property: property.name,
  after: [],
});

function wrongPlans(
  schema: ToolSchema,
  property: Property,
  model: Readonly<Record<string, unknown>>,
): Plan[] {
  const wrong = (kind: TrialKind, value: unknown): Plan => ({
    kind,
    tool: schema.name,
    args: { ...model, [property.name]: value },
    property: property.name,
    after: [],
  });
  const plans = property.choices.length > 0 ? [outsideEnum(schema, property, model)] : [];
  if (property.type === 'integer' || property.type === 'number') plans.push(wrong('wrong-type', 'abc'));
  if (property.type === 'boolean') plans.push(wrong('wrong-type', 'perhaps'));
  if (property.type === 'string') plans.push(wrong('wrong-type', 31_337));
  return plans;
}

function unknownValue(property: Property): unknown {
  if (property.choices.length > 0) return 'no-such-choice';
  if (property.type === 'integer' || property.type === 'number') return -987_654;
  if (property.type === 'boolean') return false;
  if (property.type === 'array') return [];
  return property.type === 'object' ? {} : 'no-such-value';
}

/** The arguments that the solution gives each tool, of its first call. */
function solutionArguments(trace: ToolTrace): Map<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const { turn } of trace.steps) {
    const call = readToolCall(turn.action);
    if (call && !found.has(call.name)) found.set(call.name, call.args);
  }
  return found;
}

/** The first JSON tool call of an action. */
export function readToolCall(
  action: string,
): { readonly name: string; readonly args: Record<string, unknown> } | undefined {
  const inner = /<tool_call>([\s\S]*?)<\/tool_call>/.exec(action)?.[1];
  if (inner === undefined) return undefined;
  try {
    const call: unknown = JSON.parse(inner);
    if (typeof call !== 'object' || call === null || !('name' in call) || typeof call.name !== 'string')
      return undefined;
    const args =
      'arguments' in call && typeof call.arguments === 'object' && call.arguments !== null
        ? call.arguments
        : {};
    return { name: call.name, args: { ...args } };
  } catch {
    return undefined;
  }
}

function jsonArguments(args: Readonly<Record<string, unknown>>): Extract<Command, { op: 'call' }>['args'] {
  return JSON.parse(JSON.stringify(args));
}
