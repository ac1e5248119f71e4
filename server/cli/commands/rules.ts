/** `spade rules`: what is checked, and what one rule is about. */
import { nearest } from '../../contract/nearest.ts';
import { findRule, RULES, type Rule } from '../../contract/rules.ts';
import { rulePage } from '../../workspace/rule-page.ts';
import { UsageError } from '../../workspace/usage-error.ts';
import type { Arguments, CommandSpec } from '../arguments.ts';
import { catalogueJson, catalogueMarkdown, catalogueText, ruleText } from '../rules/catalogue.ts';
import { paintOf, type Terminal, write } from '../terminal.ts';

const FORMATS = ['text', 'json', 'markdown'] as const;

export const rulesSpec: CommandSpec = {
  name: 'rules',
  summary: 'list the rules, or explain one',
  usage: '[CODE|NAME] [options]',
  options: [
    { name: 'format', value: FORMATS.join('|'), help: 'text by default' },
    { name: 'no-color', help: 'no colours (NO_COLOR does the same)' },
  ],
  examples: ['spade rules', 'spade rules SP306', 'spade rules seed-ignored --format markdown'],
};

/** Runs the command and gives its exit code. @throws UsageError */
export async function rules(args: Arguments, terminal: Terminal): Promise<number> {
  const [wanted, ...more] = args.words;
  if (more.length > 0) throw new UsageError('spade rules explains one rule at a time.');
  const format = args.choice('format', FORMATS) ?? 'text';
  const text =
    wanted === undefined
      ? catalogue(format, args, terminal)
      : oneRule(ruleNamed(wanted), format, args, terminal);
  await write(terminal.stdout, text);
  return 0;
}

type Format = (typeof FORMATS)[number];

function catalogue(format: Format, args: Arguments, terminal: Terminal): string {
  if (format === 'json') return catalogueJson(RULES);
  if (format === 'markdown') return catalogueMarkdown(() => undefined);
  return catalogueText(paintOf(terminal, args.has('no-color')));
}

function oneRule(rule: Rule, format: Format, args: Arguments, terminal: Terminal): string {
  if (format === 'json') return `${JSON.stringify({ ...rule, page: rulePage(rule) ?? null }, null, 1)}\n`;
  const paint = paintOf(terminal, args.has('no-color') || format === 'markdown');
  const page = rulePage(rule);
  if (format === 'markdown' && page !== undefined) return page;
  return `${ruleText(rule, paint)}\n${page ?? 'Its page is not written yet.\n'}`;
}

function ruleNamed(wanted: string): Rule {
  const found = findRule(wanted);
  if (found) return found;
  const meant = nearest(
    wanted,
    RULES.flatMap(({ code, name }) => [code, name]),
  );
  throw new UsageError(
    `There is no rule "${wanted}". ${meant ? `Did you mean ${meant}?` : '`spade rules` lists them.'}`,
  );
}
