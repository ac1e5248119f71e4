import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const opens = (text: string): string => variant(GAME, ['A gate with four levers.', text]);

describeRule('SP705', {
  bad: [
    {
      title: 'according to the passage',
      source: opens('According to the passage, one lever opens the gate.'),
      says: /The text says "According to the passage"/,
      severity: 'information',
    },
    { title: 'the provided text', source: opens('Use the provided text to find the lever.') },
    { title: 'the article says', source: opens('The article describes four levers.') },
    {
      title: 'over strings that stand side by side',
      source: variant(GAME, [
        '"A gate with four levers."',
        '"One lever, as described in "\n            "the document, opens the gate."',
      ]),
      marks: 'One lever, as described in ',
    },
    {
      title: 'in an f-string of a helper',
      source: variant(GAME, ['return text + " Levers:', 'return f"{text} As stated in the excerpt. Levers:']),
    },
    {
      title: 'an instruction of a tool-use environment',
      source: variant(TOOLS, ['f"Heat the room', 'f"According to the passage, heat the room']),
    },
  ],
  good: [
    { title: 'none', source: GAME },
    {
      title: 'a passage to walk through',
      source: opens('In the passage to the north there are four levers.'),
    },
    { title: 'a passage', source: opens('A dark passage ends at a gate.') },
    { title: 'a docstring', source: variant(GAME, ['"""Find', '"""Based on the passage. Find']) },
    { title: 'a comment', source: `# Based on the passage.\n${GAME}` },
    {
      title: 'documents of a desk',
      source: variant(TOOLS, ['f"Heat the room', 'f"As described in the document, heat the room']),
    },
    {
      title: 'a method that is never called',
      source: `${GAME}\n    def describe(self):\n        return "Based on the passage."\n`,
    },
  ],
});
