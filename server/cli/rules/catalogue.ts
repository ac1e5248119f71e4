/** The catalogue of rules as text, JSON and markdown. */
import { GROUPS, RULES, type Rule, type Sight } from '../../contract/rules.ts';
import { COLOURS, LETTERS } from '../report/text.ts';
import type { Paint } from '../text/paint.ts';

/** How a rule is seen, in the letters of the tables. */
const SIGHTS: Readonly<Record<Sight, string>> = { static: 'S', dynamic: 'D', pool: 'P', training: 'T' };
const LEGEND =
  'E error, W warning, I information; seen by S reading, D running, P comparing a pool, T the trainer; fix: the editor offers one';

export function groups(): {
  readonly digit: string;
  readonly name: string;
  readonly rules: readonly Rule[];
}[] {
  return Object.entries(GROUPS).map(([digit, name]) => ({
    digit,
    name,
    rules: RULES.filter(({ code }) => code.startsWith(`SP${digit}`)),
  }));
}

export function catalogueText(paint: Paint): string {
  const width = Math.max(...RULES.map(({ name }) => name.length));
  const parts = groups().map(({ digit, name, rules }) => {
    const rows = rules.map(
      (rule) =>
        `  ${paint('bold', rule.code)}  ${paint(COLOURS[rule.severity], LETTERS[rule.severity])}  ${sights(rule).padEnd(3)}  ${(rule.fix ? 'fix' : '').padEnd(3)}  ${rule.name.padEnd(width)}  ${rule.summary}\n`,
    );
    return `${paint('bold', `SP${digit} ${name}`)}\n${rows.join('')}`;
  });
  return `${parts.join('\n')}\n${LEGEND}.\n\`spade rules CODE\` tells more about one.\n`;
}

/** @param link where a rule's page is, from the reader's place; `undefined` while there is none. */
export function catalogueMarkdown(link: (rule: Rule) => string | undefined): string {
  const parts = groups().map(({ digit, name, rules }) => {
    const rows = rules.map((rule) => {
      const target = link(rule);
      const title = target ? `[${rule.name}](${target})` : rule.name;
      return `| ${rule.code} | ${title} | ${LETTERS[rule.severity]} | ${sights(rule)} | ${rule.fix ? 'yes' : ''} | ${cell(rule.summary)} |\n`;
    });
    return `## SP${digit} ${name}\n\n| code | name | severity | seen by | fix | what is wrong |\n|---|---|---|---|---|---|\n${rows.join('')}`;
  });
  return `# Rules\n\nA rule is a property that a good training environment has. ${LEGEND}.\n\n${parts.join('\n')}`;
}

export const catalogueJson = (rules: readonly Rule[]): string => `${JSON.stringify(rules, null, 1)}\n`;

/** What the catalogue says of a rule, for where its page is missing. */
export function ruleText(rule: Rule, paint: Paint): string {
  const group = GROUPS[rule.code.slice(2, 3)] ?? '';
  const by = rule.by.map((sight) => WORDS[sight]).join(', ');
  return `${paint('bold', `${rule.code} ${rule.name}`)}  ${group}, ${rule.severity}, seen by ${by}${rule.fix ? ', the editor offers a fix' : ''}\n${rule.summary}\n`;
}

const WORDS: Readonly<Record<Sight, string>> = {
  static: 'reading',
  dynamic: 'running',
  pool: 'comparing a pool',
  training: 'the trainer',
};

const sights = ({ by }: Rule): string => by.map((sight) => SIGHTS[sight]).join(' ');

/** A bar would end the cell, also inside code. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
