import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const FIRST = 'Pull all five levers in the right order.';

describeCheck('SP705', {
  bad: [
    {
      title: 'as the passage says',
      source: variant(GAME, [FIRST, `${FIRST} According to the passage, the order is fixed.`]),
      says: /"According to the passage"/,
      line: 25,
      severity: 'information',
    },
    {
      title: 'the document describes',
      source: variant(GAME, [FIRST, `${FIRST} The document describes a panel of five levers.`]),
    },
    {
      title: 'in a later observation',
      source: variant(GAME, [
        '"There is no such lever."',
        '"There is no such lever in the text provided: see the provided text."',
      ]),
    },
  ],
  good: [
    {
      title: 'a corridor',
      source: variant(GAME, [
        FIRST,
        `${FIRST} The passage leads north, and from the passage to the east comes light.`,
      ]),
    },
    {
      title: 'a text to be read that is shown',
      source: variant(GAME, [FIRST, `${FIRST} The text on the wall reads AMBER.`]),
    },
    {
      title: 'documents of a desk',
      source: variant(TOOLS, [
        'Please look up the order of',
        'The document says enough; please look up the order of',
      ]),
    },
  ],
});
