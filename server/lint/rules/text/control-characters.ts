import type { Facts } from '../../../analysis/facts.ts';
import type { TextSegment } from '../../../analysis/python/syntax.ts';
import type { LintRule, Span } from '../../rule.ts';
import { isIdle, isPattern, resolvesEscapes, stringOf } from './literals.ts';

/** As the agent would get it: all but tab, line feed, and the carriage return of a line's end. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;
/** LaTeX whose backslash and first letter Python reads as one character. */
const LATEX =
  /(?<!\\)(?:\\\\)*\\([fbav][a-z]{2,}|r(?:ho|ight|ightarrow|angle|ceil|floor)(?![a-z])|t(?:ext|extbf|extit|frac|imes|heta|riangle|herefore)(?=[{\s\\$_^(]|$))/;

/** An observation holds control characters. */
export const controlCharacters: LintRule = {
  code: 'SP706',
  check(context) {
    const { facts, text } = context;
    if (!/\\[fbavrtxu0-3N]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text)) return;
    let shown: ReadonlySet<TextSegment> | undefined;
    for (const segment of facts.nodes('TextSegment')) {
      if (!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(segment.value)) continue;
      const string = stringOf(segment);
      if (!string || string.bytes || isIdle(string) || isPattern(facts, string)) continue;
      const source = text.slice(segment.start, segment.end);
      const latex = resolvesEscapes(segment) ? LATEX.exec(source) : null;
      const word = latex?.[1] ?? '';
      if (latex && !word.startsWith('boxed') && facts.isPlayed(string)) {
        const at = segment.start + latex.index + latex[0].length - word.length - 1;
        context.report(
          { start: at, end: at + word.length + 1 },
          `In a string that is not raw, Python reads \`\\${word[0]}\` as one control character, so the agent is shown \`${word.slice(1)}\` where \`\\${word}\` was meant. Double the backslash or write r"…".`,
        );
        continue;
      }
      const found = CONTROL.exec(segment.value.replaceAll('\u0008oxed', ''));
      if (!found) continue;
      shown ??= shownSegments(facts);
      if (!shown.has(segment)) continue;
      context.report(
        spanOf(segment),
        `This text holds the control character ${nameOf(found[0])}. Tokenizers split it in odd ways and the agent can hardly answer with it. Remove it from what the agent is shown.`,
      );
    }
  },
};

const spanOf = ({ start, end }: TextSegment): Span => ({ start, end });

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The pieces of text that observations are made of. */
function shownSegments(facts: Facts): ReadonlySet<TextSegment> {
  const methods = ['reset', 'step'].flatMap((name) => facts.method(name) ?? []);
  return new Set(
    methods.flatMap((method) => facts.observations(method).flatMap(({ text }) => [...text.literals])),
  );
}
