import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP706', {
  bad: [
    {
      title: 'boxed in a plain string',
      source: variant(GAME, [
        'Reply with one lever as \\\\boxed{{lever}}.',
        'Reply with one lever as \\boxed{{lever}}.',
      ]),
      says: /U\+0008, where `\\boxed` was meant/,
      line: 53,
    },
    {
      title: 'a fraction in a plain string',
      source: variant(GAME, ['"There is no such lever."', '"Only \\frac{1}{5} of all words are levers."']),
      says: /where `\\frac` was meant/,
      line: 34,
    },
    {
      title: 'colours of a terminal',
      source: variant(GAME, ['f"{text}\\nLevers', 'f"\\x1b[1m{text}\\x1b[0m\\nLevers']),
      says: /U\+001B/,
    },
  ],
  good: [
    { title: 'tabs and lines', source: variant(GAME, ['f"{text}\\nLevers', 'f"{text}\\r\\n\\tLevers']) },
    {
      title: 'the action is shown again',
      source: variant(GAME, ['"There is no such lever."', 'f"There is no lever {action[:200]}."']),
    },
    {
      title: 'pictures and other scripts',
      source: variant(GAME, ['f"{text}\\nLevers', 'f"🎲 漢字 {text}\\nLevers']),
    },
  ],
});
