import { documentPhrase } from '../../../analysis/document-phrases.ts';
import type { Str } from '../../../analysis/python/syntax.ts';
import type { LintRule, Span } from '../../rule.ts';
import { isIdle, isPattern } from './literals.ts';

const DOCUMENT = /passage|excerpt|article|document|paper|paragraph|text/i;

/** A text speaks of a document that the agent cannot see. */
export const documentReference: LintRule = {
  code: 'SP705',
  check(context) {
    const { facts, profile } = context;
    for (const string of facts.nodes('Str')) {
      if (string.bytes || !mentions(string) || isIdle(string)) continue;
      const { text, spans } = textOf(string);
      const found = documentPhrase(text, profile);
      if (!found || isPattern(facts, string) || !facts.isPlayed(string)) continue;
      const said = found[0];
      context.report(
        spans.find(({ from, to }) => from <= found.index && found.index < to)?.segment ?? string,
        `The text says "${said}", but the agent never sees such a text: the designer did. What depends on it cannot be worked out. Say in the observation what is needed, and do not mention the text.`,
      );
      return;
    }
  },
};

const mentions = ({ literals }: Str): boolean =>
  literals.some(({ segments }) =>
    segments.some((segment) => segment.kind === 'TextSegment' && DOCUMENT.test(segment.value)),
  );

/** A string's literal text, a dash for each value in it, and where its pieces stand. */
function textOf(string: Str) {
  let text = '';
  const spans: { readonly from: number; readonly to: number; readonly segment: Span }[] = [];
  for (const segment of string.literals.flatMap(({ segments }) => segments)) {
    const from = text.length;
    text += segment.kind === 'TextSegment' ? segment.value : '–';
    spans.push({ from, to: text.length, segment });
  }
  return { text, spans };
}
