import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const NOTHING = 'self._prompt("Nothing moves.")';
const says = (literal: string): string => variant(GAME, [NOTHING, literal]);
const SEARCH = 're.search(r"\\\\boxed\\{(\\w+)\\}", action)';
const reads = (call: string): string => variant(GAME, [SEARCH, call]);

describeRule('SP701', {
  bad: [
    {
      title: 'a reminder with one backslash',
      source: says('"Write \\boxed{lever}."'),
      says: /shown a form that no parser accepts/,
      marks: '\\boxed',
      severity: 'error',
      fixed: says('"Write \\\\boxed{lever}."'),
    },
    {
      title: 'an f-string, twice',
      source: says('f"Turn {self.turn}: \\boxed{{a}} or \\boxed{{b}}"'),
      times: 2,
      fixed: says('f"Turn {self.turn}: \\\\boxed{{a}} or \\\\boxed{{b}}"'),
    },
    {
      title: 'in strings that stand side by side',
      source: says('("No. " \'Use \\boxed{lever}.\')'),
      fixed: says('("No. " \'Use \\\\boxed{lever}.\')'),
    },
    {
      title: 'behind an escaped backslash',
      source: says('"C:\\\\\\boxed{lever}"'),
      fixed: says('"C:\\\\\\\\boxed{lever}"'),
    },
    {
      title: 'a pattern, which needs more',
      source: reads('re.search("\\boxed{(\\\\w+)}", action)'),
      says: /matches no answer/,
      fixed: reads('re.search("\\\\\\\\boxed{(\\\\w+)}", action)'),
    },
    {
      title: 'a pattern kept in a constant',
      source: variant(
        GAME,
        ['\n\nclass LeverEnv', '\nBOX = "\\boxed{(\\\\w+)}"\n\n\nclass LeverEnv'],
        [SEARCH, 're.search(BOX, action)'],
      ),
      fixed: variant(
        GAME,
        ['\n\nclass LeverEnv', '\nBOX = "\\\\\\\\boxed{(\\\\w+)}"\n\n\nclass LeverEnv'],
        [SEARCH, 're.search(BOX, action)'],
      ),
    },
    {
      title: 'the solution of a tool-use environment',
      source: variant(TOOLS, ['<answer>done</answer>', '\\boxed{{done}}']),
      fixed: variant(TOOLS, ['<answer>done</answer>', '\\\\boxed{{done}}']),
    },
  ],
  good: [
    { title: 'two backslashes', source: GAME },
    { title: 'a raw string', source: says('r"Write \\boxed{lever}."') },
    { title: 'a raw f-string', source: says('rf"Write \\boxed{{lever}} {self.turn}."') },
    { title: 'a docstring', source: variant(GAME, ['"""Find', '"""Answer with \\boxed{lever}. Find']) },
    {
      title: 'a comment',
      source: variant(GAME, ['        self.turn += 1', '        self.turn += 1  # \\boxed']),
    },
    { title: 'bytes', source: says('str(b"\\boxed", "ascii")') },
    { title: 'four backslashes', source: says('"\\\\\\\\boxed{lever}"') },
  ],
});
