/** A rule's page, read: its title, its sections in order, and the environments that it shows. */

export interface Page {
  readonly title: string;
  /** What stands between the title and the first section. */
  readonly summary: string;
  readonly sections: readonly string[];
  /** Sections under which nothing stands. */
  readonly empty: readonly string[];
  readonly bad: readonly string[];
  /** Those of the bad ones of which the page says that only playing shows the fault. */
  readonly playedOnly: readonly string[];
  readonly good: readonly string[];
}

/** More backticks, or tildes, where the source itself holds backticks. */
const FENCE = /^(`{3,}|~~~)(.*)\n([\s\S]*?)^\1$/gm;

const PLAYED = /^Bad\b.*\bOnly playing shows\b/;

export function readPage(markdown: string): Page {
  const fences = [...markdown.matchAll(FENCE)];
  const prose = markdown.replaceAll(FENCE, 'code\n');
  const [head = '', ...parts] = prose.split(/^## /m);
  const [title = '', ...rest] = head.split('\n');
  const shown = (kind: string): string[] =>
    fences.filter((fence) => fence[2]?.trim() === `python ${kind}`).map((fence) => fence[3] ?? '');
  return {
    title: title.replace(/^# /, ''),
    summary: rest.join('\n').trim(),
    sections: parts.map((part) => part.split('\n')[0]?.trim() ?? ''),
    empty: parts
      .filter((part) => part.split('\n').slice(1).join('').trim() === '')
      .map((part) => part.trim()),
    bad: shown('bad'),
    playedOnly: fences
      .filter((fence) => PLAYED.test(markdown.slice(0, fence.index).trimEnd().split('\n').at(-1) ?? ''))
      .map((fence) => fence[3] ?? ''),
    good: shown('good'),
  };
}
