/** Hovers: the rule behind a diagnostic, what the contract demands of a member, the numbers of the last playtest. */
import { type Hover, MarkupKind } from 'vscode-languageserver';
import { positionAt } from '../../analysis/parse.ts';
import { evidenceLines } from '../../contract/evidence-text.ts';
import { ruleOf } from '../../contract/rules.ts';
import type { Finding } from '../../protocol/finding.ts';
import { diagnosticData } from '../../protocol/language.ts';
import type { Position, Range } from '../../protocol/range.ts';
import { memberOf, TOOL_DEMANDS } from '../contract.ts';
import { headOf, pageLink } from '../diagnosis.ts';
import { measuresText } from '../measures-text.ts';
import { fromLspPosition, holds, toLspRange } from '../ranges.ts';
import type { Server } from '../server.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Method } from './method.ts';

export const hover: Method = {
  capabilities: () => ({ hoverProvider: true }),
  register(server) {
    server.connection.onHover(({ textDocument: { uri }, position }): Hover | null => {
      const snapshot = server.session.environment(uri);
      if (!snapshot) return null;
      const place = fromLspPosition(position);
      const parts = [
        ...findingsAt(server, snapshot, place).map(findingText),
        ...classText(server, snapshot, place),
        ...memberText(snapshot, place),
      ];
      if (parts.length === 0) return null;
      const range = wordAt(snapshot, place)?.range;
      return {
        contents: { kind: MarkupKind.Markdown, value: parts.join('\n\n---\n\n') },
        ...(range ? { range: toLspRange(range) } : {}),
      };
    });
  },
};

function findingsAt(server: Server, snapshot: Snapshot, place: Position): Finding[] {
  return server.readings
    .of(snapshot)
    .items.flatMap(({ data }) => diagnosticData.safeParse(data).data?.finding ?? [])
    .filter(({ range }) => holds(range, place));
}

/** The message itself is shown by the editor. */
function findingText({ code, evidence }: Finding): string {
  const { name, summary } = ruleOf(code);
  const link = pageLink(code);
  const title = link === undefined ? `**${code} ${name}**` : `**[${code} ${name}](${link})**`;
  const seen = evidence ? evidenceLines(evidence).map((line) => `- ${escaped(line)}`) : [];
  return [`${title}: ${summary}`, ...(seen.length > 0 ? [seen.join('\n')] : [])].join('\n\n');
}

/** Observations and actions are hostile text. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()<>#+!|~-]/g, '\\$&');

function classText(server: Server, snapshot: Snapshot, place: Position): string[] {
  const { environment } = snapshot.facts;
  if (!environment || !holds(headOf(snapshot, environment.name), place)) return [];
  const check = server.checks.lastCheck(snapshot);
  return [check ? measuresText(check) : 'Not checked yet: `Check` above the class plays it.'];
}

function memberText(snapshot: Snapshot, place: Position): string[] {
  const { environment } = snapshot.facts;
  const word = wordAt(snapshot, place);
  if (!environment || !word?.isMember || !isInside(snapshot, environment.cls.node, place)) return [];
  const { profile } = environment;
  const member = memberOf(word.text, profile);
  if (member) return [`\`\`\`python\n${member.signature}\n\`\`\`\n${member.demands}`];
  return profile === 'tool_use' && word.text.startsWith('tool_') ? [TOOL_DEMANDS] : [];
}

function isInside({ facts }: Snapshot, node: { start: number; end: number }, place: Position): boolean {
  return holds(facts.range(node), place);
}

interface Word {
  readonly text: string;
  readonly range: Range;
  /** `def NAME` or `.NAME`. */
  readonly isMember: boolean;
}

/** The name at a place. */
export function wordAt({ document }: Snapshot, { line, column }: Position): Word | undefined {
  const start = document.lineStarts[line - 1];
  if (start === undefined) return undefined;
  const at = start + column;
  const before = /\w*$/.exec(document.text.slice(start, at))?.[0] ?? '';
  const after = /^\w*/.exec(document.text.slice(at, at + 200))?.[0] ?? '';
  const text = before + after;
  if (!/^[A-Za-z_]/.test(text)) return undefined;
  const begin = at - before.length;
  const lead = document.text.slice(Math.max(start, begin - 40), begin);
  return {
    text,
    isMember: /(?:\bdef\s+|\.)$/.test(lead),
    range: { start: positionAt(document, begin), end: positionAt(document, begin + text.length) },
  };
}
