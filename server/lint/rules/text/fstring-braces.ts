import { boxedFields } from '../../boxed-fields.ts';
import type { LintRule } from '../../rule.ts';
import { isIdle, stringOf } from './literals.ts';

/** `\boxed{word}` in an f-string looks `word` up. */
export const fstringBraces: LintRule = {
  code: 'SP702',
  anywhere: true,
  repairs: true,
  check(context) {
    for (const { node, content, kind, edits } of boxedFields(context.document)) {
      const string = stringOf(node);
      if (!string || isIdle(string)) continue;
      const fix = edits && { title: 'Double the braces', edits };
      if (kind === 'value')
        context.report(
          node,
          `In this f-string \`\\boxed{${content}}\` shows the value of \`${content}\` without braces around it, a form that no parser accepts. Write \`\\boxed{{{${content}}}}\` to show the value, or \`\\boxed{{${content}}}\` to show the word.`,
          { severity: 'warning' },
        );
      else
        context.report(
          node,
          kind === 'unknown'
            ? `In this f-string \`{${content}}\` is an expression, and nothing in the source gives it the meaning of text: ${/^[A-Za-z_]\w*$/.test(content) ? `\`${content}\` is no variable here` : 'its braces are not shown'}. Double the braces: \`\\boxed{{${content}}}\`.`
            : `In this f-string \`{${content}}\` must be an expression and is none, so the source does not compile. Double the braces: \`\\boxed{{${content}}}\`.`,
          fix ? { fix } : {},
        );
    }
  },
};
