import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

describeCheck('SP502', {
  bad: [
    {
      title: 'advice',
      source: variant(VAULT, [
        'return "\\n".join(["weigh 1", "weigh 2", f"report {self.code}"])',
        'return "Weigh all of the dials first, then divide each weight by the place and report the digits in order."',
      ]),
      line: 63,
      without: ['SP501'],
    },
    {
      title: 'a description of tool use',
      source: variant(TOOLS, [
        `return (
            f"find_order(customer='{self._customer}')\\n"`,
        `return f"First look up the order of {self._customer}, then move it to the city that was named, and close the ticket."
        return (
            f"find_order(customer='{self._customer}')\\n"`,
      ]),
      without: ['SP501'],
    },
  ],
  good: [
    { title: 'actions', source: VAULT },
    {
      title: 'actions in words that are wrong',
      source: variant(GAME, [
        '", ".join(self.order)',
        '"amber, then blue, then coral, then green, then violet"',
      ]),
    },
    {
      title: 'a sentence that holds the actions',
      source: variant(GAME, ['", ".join(self.order)', '"The order is " + ", ".join(self.order)']),
    },
  ],
});
