import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP611', {
  bad: [
    {
      title: 'a loop variable',
      source: variant(TOOLS, [
        `        self._message_criteria = [lambda s: s["target"] == degrees]
`,
        `        self._message_criteria = []
        for key in ("target", "mode"):
            self._message_criteria.append(lambda s: s[key] == degrees)
`,
      ]),
      says: 'loop variable `key`',
      fixed: variant(TOOLS, [
        `        self._message_criteria = [lambda s: s["target"] == degrees]
`,
        `        self._message_criteria = []
        for key in ("target", "mode"):
            self._message_criteria.append(lambda s, key=key: s[key] == degrees)
`,
      ]),
    },
    {
      title: 'randomness',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: s["target"] == random.randint(17, 24)]',
      ]),
      says: 'draws randomness',
    },
    {
      title: 'a change',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: s.pop("target", None) == degrees]',
      ]),
      says: 'changes the state',
    },
    {
      title: 'a change in a named function',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[reached]'],
        [
          `        degrees = self._degrees
`,
          `        degrees = self._degrees

        def reached(s):
            s["asked"] = True
            return s["target"] == degrees

`,
        ],
      ),
    },
  ],
  good: [
    { title: 'reads only', source: TOOLS },
    {
      title: 'bound as a default',
      source: variant(TOOLS, [
        `        self._message_criteria = [lambda s: s["target"] == degrees]
`,
        `        self._message_criteria = []
        for key in ("target",):
            self._message_criteria.append(lambda s, key=key: s[key] == degrees)
`,
      ]),
    },
    {
      title: 'a local that does not change',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s, wanted=degrees: s["target"] == wanted]',
      ]),
    },
    {
      title: 'works on a copy',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: sorted([s["target"], degrees])[0] == degrees]',
      ]),
    },
  ],
});
