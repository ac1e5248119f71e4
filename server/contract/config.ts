/**
 * `[tool.spade]` of pyproject.toml:
 *
 * ```toml
 * [tool.spade]
 * profile = "games"
 * allowed-imports = ["sympy"]
 * reward-range = [0, 1]
 * budget = { episodes = 400, seconds = 4 }
 * seeds = 6
 * compat = false
 * select = ["ALL"]
 * ignore = ["SP804"]
 * levels = { SP305 = "error", SP4 = "warning", dead-state = "off" }
 * ```
 *
 * Whatever is left out keeps its default; the command line wins over it.
 */
import { z } from 'zod';
import { nearest } from './nearest.ts';
import { rulesOf, unknownRule } from './selection.ts';

/** A code, a name, a prefix such as `SP3`, or `ALL`. */
export const selector = z.string().superRefine((text, context) => {
  if (rulesOf(text).length === 0) context.addIssue({ code: 'custom', message: unknownRule(text) });
});

/** Seeds are taken from a list of ten; a single one cannot tell whether the seed is used at all. */
export const seedCount = z
  .number()
  .int('must be a whole number')
  .min(2, 'must be at least 2: one seed cannot show whether the seed is used')
  .max(10, 'must be at most 10');
export const episodeBudget = z.number().int('must be a whole number').min(20, 'must be at least 20');
export const secondsBudget = z.number().positive('must be more than 0').max(600, 'must be at most 600');

export const config = z.strictObject({
  profile: z
    .enum(['auto', 'games', 'tool_use'])
    .optional()
    .describe('What kind of environments these are; auto: by the base class.'),
  'allowed-imports': z
    .array(z.string())
    .optional()
    .describe('Modules that may be imported beside those of the profile.'),
  'reward-range': z
    .tuple([z.number(), z.number()])
    .refine(([low, high]) => low < high, 'must be [lowest, highest]')
    .optional()
    .describe('The lowest and the highest reward that is meant; [0, 1] unless given.'),
  budget: z
    .strictObject({
      episodes: episodeBudget
        .optional()
        .describe('Plays of an environment; 400 unless given. With fewer, more is left undecided.'),
      seconds: secondsBudget
        .optional()
        .describe('Seconds of playing, counted in interpreter steps so that every machine finds the same.'),
    })
    .optional()
    .describe('How long `spade check` looks at each environment.'),
  seeds: seedCount.optional().describe('How many seeds are looked at; 6 unless given.'),
  compat: z
    .boolean()
    .optional()
    .describe('Offer the names that the reference loader injects, so that missing imports do no harm.'),
  select: z.array(selector).optional().describe('Look for these rules only.'),
  ignore: z.array(selector).optional().describe('Say nothing about these rules.'),
  levels: z
    .record(selector, z.enum(['off', 'information', 'warning', 'error']))
    .optional()
    .describe('Severities in place of the rules’ own; of two that fit, the more exact one counts.'),
});
export type Config = z.infer<typeof config>;

export interface ConfigProblem {
  /** The key, dotted: `budget.episodes`. Empty: the table itself. */
  readonly key: string;
  readonly message: string;
}

/** Reads the table. All that is wrong with it is told at once. */
export function readConfig(
  table: unknown,
): { readonly config: Config } | { readonly problems: ConfigProblem[] } {
  const parsed = config.safeParse(table);
  if (parsed.success) return { config: parsed.data };
  return { problems: parsed.error.issues.flatMap(problemsOf) };
}

function problemsOf(issue: z.core.$ZodIssue): ConfigProblem[] {
  const key = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = key === 'budget' ? ['episodes', 'seconds'] : Object.keys(config.shape);
    return issue.keys.map((name) => {
      const meant = nearest(name, known);
      return {
        key: key ? `${key}.${name}` : name,
        message: meant
          ? `there is no such key; did you mean "${meant}"?`
          : `there is no such key; there are ${known.join(', ')}`,
      };
    });
  }
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ key, message }));
  return [{ key, message: issue.message }];
}
