/** The edit that makes a comment `# spade: ignore[CODE]` of what the author has decided otherwise. */
import { walk } from '../analysis/python/visit.ts';
import { suppressionsOf } from '../lint/suppression.ts';
import type { Edit, Finding } from '../protocol/finding.ts';
import type { Snapshot } from './snapshot.ts';

/** At the line's end, else on a line above it; `undefined` where neither can be: in the middle of a text. */
export function ignoreEdit({ document }: Snapshot, { code, range }: Finding): Edit | undefined {
  const { line } = range.start;
  const start = document.lineStarts[line - 1];
  if (start === undefined) return undefined;
  const next = document.text.indexOf('\n', start);
  const whole = document.text.slice(start, next < 0 ? undefined : next);
  const text = whole.replace(/\s+$/, '');
  const there = suppressionsOf(document).find((one) => one.line === line);
  if (there) {
    const bracket = /#\s*spade:\s*ignore\[([^\]]*)\]/.exec(text);
    if (!bracket) return undefined;
    const column = bracket.index + bracket[0].length - 1;
    return at(line, column, bracket[1]?.trim() ? `, ${code}` : code);
  }
  if (!text.endsWith('\\') && !isInText(document, start + text.length))
    return at(line, text.length, `  # spade: ignore[${code}] `);
  const above = document.text.slice(0, start).trimEnd();
  if (isInText(document, start) || above.endsWith('\\')) return undefined;
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  return at(line, 0, `${indent}# spade: ignore[${code}] \n`);
}

const at = (line: number, column: number, text: string): Edit => ({
  range: { start: { line, column }, end: { line, column } },
  text,
});

function isInText(document: Snapshot['document'], offset: number): boolean {
  let inside = false;
  walk(document.tree, (node) => {
    inside ||= node.kind === 'Str' && node.start < offset && offset < node.end;
  });
  return inside;
}
