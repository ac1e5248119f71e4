import { fencedIn, unfenced } from '../../repair-fence.ts';
import type { Fixing, LintRule } from '../../rule.ts';

/** Code fences stand around the source. */
export const markdownFence: LintRule = {
  code: 'SP704',
  anywhere: true,
  repairs: true,
  check(context) {
    const { document, text } = context;
    const fenced = fencedIn(document);
    if (!fenced) return;
    const { code, indent } = fenced;
    const edits = !code
      ? undefined
      : indent
        ? [{ start: 0, end: text.length, text: unfenced(text, fenced) }]
        : [
            { start: 0, end: code.start, text: '' },
            { start: code.end, end: text.length, text: '' },
          ].filter(({ start, end }) => end > start);
    const fix: Fixing | undefined = edits && { title: 'Keep the code between the fences only', edits };
    context.report(
      fenced.fence,
      `A code fence stands in the source, so Python stops at this line and the environment is lost. Remove the fences${fix ? ' and what stands outside them' : ''}.`,
      fix ? { fix } : {},
    );
  },
};
