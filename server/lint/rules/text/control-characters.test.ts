import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const NOTHING = 'self._prompt("Nothing moves.")';
const says = (literal: string): string => variant(GAME, [NOTHING, literal]);

describeRule('SP706', {
  bad: [
    {
      title: 'a fraction',
      source: says('"Keep \\frac{1}{4} in reserve."'),
      says: /is shown `rac` where `\\frac` was meant/,
      marks: '\\frac',
      severity: 'warning',
    },
    { title: 'Greek', source: says('f"{self.turn}: \\alpha and \\beta"'), says: /`\\alpha`/ },
    { title: 'a product, whose tab is no better', source: says('"3 \\times 4"'), says: /`\\times`/ },
    { title: 'text', source: says('"\\\\boxed{\\text{blue}}"'), marks: '\\text' },
    { title: 'terminal colours', source: says('"\\x1b[31mNothing\\x1b[0m moves."'), says: /U\+001B/ },
    {
      title: 'a bell, through a helper',
      source: variant(GAME, ['text + " Levers:', 'text + "\\x07 Levers:']),
      says: /U\+0007/,
    },
    { title: 'a carriage return alone', source: says('"Nothing.\\rMoves."'), says: /U\+000D/ },
    {
      title: 'in a tool',
      source: variant(TOOLS, ['f"The target is', 'f"\\vec{{x}} The target is']),
      says: /`\\vec`/,
    },
  ],
  good: [
    { title: 'none', source: GAME },
    { title: 'tabs and line breaks', source: says('"Nothing\\tmoves.\\nTry\\r\\nagain.\\ttea"') },
    { title: 'doubled', source: says('"Keep \\\\frac{1}{4} and \\\\text{blue}."') },
    { title: 'raw', source: says('r"Keep \\frac{1}{4}."') },
    { title: 'a pattern', source: variant(GAME, ['action)\n', 'action) or re.search("\\bword", action)\n']) },
    {
      title: 'a key that is not shown',
      source: variant(GAME, ['self.turn = 0', 'self.turn = len("a\\x00b".split("\\x00")) - 2']),
    },
    { title: 'a docstring', source: variant(GAME, ['"""Find', '"""\\frac. Find']) },
    { title: 'the box, which is another rule', source: says('"Write \\boxed{lever}."') },
  ],
});
