/** Repair of a designer's raw output: what stands around the source, and braces that were meant as text. */
import { parse, positionAt, type SourceDocument } from '../analysis/parse.ts';
import { boxedFields } from './boxed-fields.ts';
import { fencedIn, unfenced } from './repair-fence.ts';

export interface RepairChange {
  readonly kind: 'fence' | 'braces';
  /** From 1: of the fence in the raw output, of the braces in the source. */
  readonly line: number;
  /** What was done, as a sentence's predicate. */
  readonly message: string;
}

export interface Repaired {
  readonly source: string;
  readonly changes: readonly RepairChange[];
}

/** A field that is mended may uncover another behind it. */
const MAX_ROUNDS = 20;

/**
 * Takes the environment out of the fences and the prose around it, and doubles braces behind `\boxed` in f-strings
 * where they hold no expression or an unknown name. Touches nothing else; what is sound comes back as it is, and so
 * does what has been repaired. Never throws.
 */
export function repair(text: string): Repaired {
  const changes: RepairChange[] = [];
  let document = parse(text);
  const fenced = fencedIn(document);
  if (fenced?.code) {
    const { line } = positionAt(document, fenced.fence.start);
    const source = unfenced(text, fenced);
    const dropped = document.lineStarts.length - parse(source).lineStarts.length;
    changes.push({
      kind: 'fence',
      line,
      message: `took the environment out of its code fence (${dropped} lines outside)`,
    });
    document = parse(source);
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = doubled(document, changes);
    if (!next) break;
    document = next;
  }
  return { source: document.text, changes };
}

function doubled(document: SourceDocument, changes: RepairChange[]): SourceDocument | undefined {
  const fields = boxedFields(document).filter(({ edits }) => edits);
  if (fields.length === 0) return undefined;
  let { text } = document;
  for (const { node, content, edits = [] } of fields.toReversed()) {
    for (const edit of edits.toReversed())
      text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    const { line } = positionAt(document, node.start);
    changes.push({ kind: 'braces', line, message: `doubled the braces of \\boxed{${content}}` });
  }
  return parse(text);
}
