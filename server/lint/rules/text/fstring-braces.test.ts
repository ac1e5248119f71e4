import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const NOTHING = 'self._prompt("Nothing moves.")';
const says = (literal: string): string => variant(GAME, [NOTHING, literal]);

describeRule('SP702', {
  bad: [
    {
      title: 'a name that is no variable',
      source: says('f"No. Write \\\\boxed{name}."'),
      says: /`name` is no variable here/,
      marks: '{name}',
      severity: 'error',
      fixed: says('f"No. Write \\\\boxed{{name}}."'),
    },
    {
      title: 'a variable of another method',
      source: says('f"No. Write \\\\boxed{text}."'),
      fixed: says('f"No. Write \\\\boxed{{text}}."'),
    },
    {
      title: 'words',
      source: says('f"{self.turn}: \\\\boxed{pull the lever}"'),
      says: /does not compile/,
      fixed: says('f"{self.turn}: \\\\boxed{{pull the lever}}"'),
    },
    {
      title: 'nothing',
      source: says('f"{self.turn}: \\\\boxed{}"'),
      fixed: says('f"{self.turn}: \\\\boxed{{}}"'),
    },
    {
      title: 'numbers, whose braces vanish',
      source: says('f"{self.turn}: \\\\boxed{3, 4}"'),
      says: /its braces are not shown/,
      fixed: says('f"{self.turn}: \\\\boxed{{3, 4}}"'),
    },
    {
      title: 'several, over lines',
      source: says('f"""\n\\\\boxed{pull amber}\n\\\\boxed{wait}\n"""'),
      times: 2,
      fixed: says('f"""\n\\\\boxed{{pull amber}}\n\\\\boxed{{wait}}\n"""'),
    },
    {
      title: 'the quote of the string itself: no fix',
      source: says('f"\\\\boxed{"amber"}"'),
      unfixed: true,
    },
    {
      title: 'a value that loses its braces',
      source: variant(GAME, ['f"\\\\boxed{{{self.lever}}}"', 'f"\\\\boxed{self.lever}"']),
      says: /without braces around it/,
      severity: 'warning',
      unfixed: true,
    },
    {
      title: 'the solution of a tool-use environment',
      source: variant(TOOLS, ['<answer>done</answer>', '\\\\boxed{finished}']),
      fixed: variant(TOOLS, ['<answer>done</answer>', '\\\\boxed{{finished}}']),
    },
    {
      title: 'with one backslash too few',
      source: says('f"No. Write \\boxed{name}."'),
      marks: '{name}',
    },
  ],
  good: [
    { title: 'doubled', source: says('f"{self.turn}: \\\\boxed{{name}}"') },
    { title: 'a value within braces', source: GAME },
    { title: 'a plain string', source: says('"Write \\\\boxed{name}."') },
    { title: 'format', source: says('"Write \\\\boxed{{{}}}.".format(self.turn)') },
    { title: 'an unknown name elsewhere', source: says('f"Hello {name}."') },
    { title: 'a set in a box', source: says('f"\\\\boxed{{ {self.turn} }}"') },
    { title: 'boxed, but no box', source: says('f"unboxed{self.turn}"') },
  ],
});
