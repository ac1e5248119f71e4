import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP618', {
  bad: [
    {
      title: 'the last call',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: bool(self._call_history) and self._call_history[-1]["name"] == "set_target"]',
      ]),
      severity: 'information',
    },
    {
      title: 'any call',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: any(c["name"] == "set_target" for c in self._call_history)]',
      ]),
    },
    {
      title: 'their number',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: len(self._call_history) >= 1]',
      ]),
    },
    {
      title: 'a named function',
      source: variant(
        TOOLS,
        ['[lambda s: s["target"] == degrees]', '[called]'],
        [
          `        degrees = self._degrees
`,
          `        degrees = self._degrees

        def called(s):
            return len(self._call_history) > 0

`,
        ],
      ),
    },
  ],
  good: [
    { title: 'the state', source: TOOLS },
    {
      title: 'the history and the state',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: len(self._call_history) > 0 and s["target"] == degrees]',
      ]),
    },
    {
      title: 'what a tool recorded',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: s["target"] is not None]']),
    },
    {
      title: 'nothing at all',
      source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[lambda s: True]']),
    },
  ],
});
