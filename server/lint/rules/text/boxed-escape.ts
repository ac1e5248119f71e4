import { insertion } from '../../edits.ts';
import type { LintRule } from '../../rule.ts';
import { isIdle, isPattern, resolvesEscapes, stringOf } from './literals.ts';

/** `"\boxed"` in a string that is not raw is a backspace and `oxed`. */
export const boxedEscape: LintRule = {
  code: 'SP701',
  anywhere: true,
  check(context) {
    const { facts, text } = context;
    if (!text.includes('\\boxed')) return;
    for (const segment of facts.nodes('TextSegment')) {
      const string = segment.value.includes('\u0008oxed') ? stringOf(segment) : undefined;
      if (!string || isIdle(string) || !resolvesEscapes(segment)) continue;
      const pattern = isPattern(facts, string);
      for (const at of lone(text, segment.start, segment.end)) {
        const more = pattern ? '\\\\\\' : '\\';
        context.report(
          { start: at, end: at + '\\boxed'.length },
          `In a string that is not raw, \`\\boxed\` is a backspace and \`oxed\`: ${pattern ? 'the pattern matches no answer' : 'the agent is shown a form that no parser accepts'}. Write \`\\${more}boxed\`, or a raw string.`,
          {
            fix: {
              title: pattern ? 'Escape the backslash for Python and for re' : 'Double the backslash',
              edits: [insertion(at, more)],
            },
          },
        );
      }
    }
  },
};

/** Where a backslash that no other escapes stands before `boxed`. */
function lone(text: string, start: number, end: number): number[] {
  return [...text.slice(start, end).matchAll(/(?<!\\)(?:\\\\)*\\boxed/g)].map(
    (match) => start + match.index + match[0].length - '\\boxed'.length,
  );
}
