import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP617', {
  bad: [
    {
      title: 'a tool tells the criterion',
      source: variant(TOOLS, [
        'return ", ".join(CITIES) + self._advance_if_done()',
        'return f"criterion: city == {self._city}" + self._advance_if_done()',
      ]),
      says: 'should not know',
    },
    {
      title: 'a help tool tells the solution',
      source: variant(TOOLS, [
        'return ", ".join(CITIES) + self._advance_if_done()',
        'return "Help:\\n" + self.solution()',
      ]),
      says: 'the solution',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'a solution as a word of the trade',
      source: variant(TOOLS, [
        'return ", ".join(CITIES) + self._advance_if_done()',
        'return "Our solution desk serves " + ", ".join(CITIES) + self._advance_if_done()',
      ]),
    },
  ],
});
