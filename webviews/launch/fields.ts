/** The form's fields, from the schema of a run's configuration: what is new there is here as well. */
import { z } from 'zod';
import { runConfig } from '../../server/protocol/run-config.ts';

export type FieldKind =
  | { readonly kind: 'number'; readonly whole: boolean; readonly limits: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'truth' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** Of texts. */
  | { readonly kind: 'list' };

export interface FieldSpec {
  /** Such as `play.group`. */
  readonly key: string;
  readonly label: string;
  /** An empty field means none. */
  readonly optional: boolean;
  /** What is left out where the configuration says nothing; `undefined`: nothing is. */
  readonly usual: unknown;
  readonly of: FieldKind;
}

export interface SectionSpec {
  /** Empty for what stands in no table. */
  readonly key: string;
  readonly title: string;
  /** The whole table may be `null`. */
  readonly optional: boolean;
  readonly fields: readonly FieldSpec[];
}

/** What of JSON Schema stands in the schema of a configuration. */
interface Node {
  readonly type?: string | string[] | undefined;
  readonly enum?: string[] | undefined;
  readonly const?: string | undefined;
  readonly default?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly properties?: Record<string, Node> | undefined;
  readonly required?: string[] | undefined;
  readonly anyOf?: Node[] | undefined;
  readonly oneOf?: Node[] | undefined;
}

const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.string()).optional(),
    const: z.string().optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    properties: z.record(z.string(), node).optional(),
    required: z.array(z.string()).optional(),
    anyOf: z.array(node).optional(),
    oneOf: z.array(node).optional(),
  }),
);

/** Names that say more than their key. */
const LABELS: Readonly<Record<string, string>> = {
  rollouts: 'Rollouts (steps)',
  maxBytes: 'Limit of the run’s database, bytes',
  'design.activeSkills': 'Skills at work',
  'design.perSkill': 'Environments of a skill',
  'design.every': 'New set every … rollouts',
  'design.attempts': 'Tries for a place',
  'play.group': 'Plays of an environment (G)',
  'play.context': 'Tokens of an episode',
  'reward.rejected': 'Reward of a rejected design',
  'curriculum.memory': 'Records in memory',
  'update.kl': 'Weight of the KL term',
  'update.batch': 'Trajectories of a batch',
  'checkpoints.keepLast': 'Newest kept',
  'checkpoints.keepEvery': 'And every … beyond them',
  'engine.kind': 'Engine',
  'engine.url': 'Address',
  'engine.keyVariable': 'Variable that holds the key',
  'engine.loraRank': 'LoRA rank',
  'engine.tools': 'Tools',
  'engine.concurrency': 'Requests at once',
  'engine.tokenizer': 'Folder of the tokenizer',
  'engine.offTemperature': 'Sampling at other temperatures than 1',
};

const TITLES: Readonly<Record<string, string>> = {
  engine: 'Engine',
  design: 'Designing environments',
  play: 'Playing',
  hint: 'Hints',
  reward: 'The designer’s reward',
  curriculum: 'Curriculum',
  evaluation: 'Evaluation on environments that are held out',
  update: 'Update of the policy',
  checkpoints: 'Checkpoints',
};

const root = node.parse(z.toJSONSchema(runConfig));

/** Kinds of engines, and the fields of each. */
export const ENGINES: ReadonlyMap<string, readonly FieldSpec[]> = new Map(
  (root.properties?.engine?.oneOf ?? []).map((one) => [
    one.properties?.kind?.const ?? '',
    leaves('engine', { ...one, properties: without(one.properties ?? {}, 'kind') }),
  ]),
);

/** All but the engine: first what stands in no table, then a section a table. */
export const SECTIONS: readonly SectionSpec[] = [
  { key: '', title: '', optional: false, fields: topFields() },
  ...Object.entries(root.properties ?? {}).flatMap(([key, value]): SectionSpec[] => {
    const table = tableOf(value);
    if (!table || key === 'engine') return [];
    const optional = value.anyOf !== undefined;
    return [{ key, title: TITLES[key] ?? words(key), optional, fields: leaves(key, table) }];
  }),
];

function topFields(): FieldSpec[] {
  return Object.entries(root.properties ?? {}).flatMap(([key, value]) =>
    key === 'engine' || tableOf(value) ? [] : fieldOf(key, value, true),
  );
}

function leaves(key: string, table: Node): FieldSpec[] {
  return Object.entries(table.properties ?? {}).flatMap(([name, value]) => {
    const below = tableOf(value);
    const path = `${key}.${name}`;
    // Free keys have no field: whoever needs one writes it into a file, or after --set.
    if (value.type === 'object' && !below) return [];
    return below ? leaves(path, below) : fieldOf(path, value, table.required?.includes(name) ?? false);
  });
}

function fieldOf(key: string, value: Node, required: boolean): FieldSpec[] {
  const plain = value.anyOf?.find(({ type }) => type !== 'null') ?? value;
  const types = [plain.type ?? []].flat();
  const nothing = types.includes('null') || value.anyOf?.some(({ type }) => type === 'null') === true;
  const of = kindOf(plain, types);
  if (!of) throw new Error(`the form has no field for ${key}`);
  const optional = nothing || !required;
  return [{ key, label: LABELS[key] ?? words(key), optional, usual: value.default ?? null, of }];
}

function kindOf(value: Node, types: readonly string[]): FieldKind | undefined {
  if (value.enum) return { kind: 'choice', options: value.enum };
  if (types.includes('boolean')) return { kind: 'truth' };
  if (types.includes('integer') || types.includes('number'))
    return { kind: 'number', whole: types.includes('integer'), limits: limitsOf(value) };
  if (types.includes('string')) return { kind: 'text' };
  if (types.includes('array')) return { kind: 'list' };
  return undefined;
}

function tableOf(value: Node): Node | undefined {
  return value.properties ? value : value.anyOf?.find(({ properties }) => properties);
}

function limitsOf({ minimum, maximum, exclusiveMinimum }: Node): string {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum;
  const from = least === undefined ? '' : `${exclusiveMinimum === undefined ? 'from' : 'above'} ${least}`;
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : `to ${maximum}`;
  return [from, to].filter((part) => part !== '').join(' ');
}

function without(properties: Record<string, Node>, name: string): Record<string, Node> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
}

/** `reward.plateau.low` as `Plateau low`. */
function words(key: string): string {
  const last = key.split('.').slice(-2 + (key.split('.').length === 2 ? 1 : 0));
  const text = last
    .join(' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
