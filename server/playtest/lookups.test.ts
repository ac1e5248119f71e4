import { expect, it } from 'vitest';
import { lookedUp } from './lookups.ts';

const TOWNS = ['Aldery', 'Benfold', 'Castor', 'Dunmere', 'Elmstead'];
const TRADES = ['smiths', 'weavers', 'bakers'];
const rows = TOWNS.flatMap((town, y) =>
  TRADES.map((trade, x) => `${town}, ${trade}: ${10 + 7 * y + 3 * x} people`),
);
const ask = (question: string): string => `${rows.join('\n')}\n${question}`;

it('finds the row and column that a question names', () => {
  expect(lookedUp({ text: ask('How many people are weavers in Castor?'), answer: '27' })).toBe(
    'Castor, weavers: 27 people',
  );
});

it('leaves alone what has to be worked out', () => {
  // The largest stands in some line, but nothing points at it.
  expect(
    lookedUp({ text: ask('What is the largest number of people of one trade?'), answer: '44' }),
  ).toBeUndefined();
  expect(lookedUp({ text: ask('How many people live in Castor?'), answer: '81' })).toBeUndefined();
  expect(
    lookedUp({ text: ask('How many more bakers than smiths has Castor?'), answer: '6' }),
  ).toBeUndefined();
  // A row alone holds several numbers of which one has to be chosen.
  expect(
    lookedUp({ text: ask('Which trade of Castor is the largest, and how large is it?'), answer: '30' }),
  ).toBeUndefined();
});

it('leaves stories and texts without a question alone', () => {
  expect(
    lookedUp({ text: 'Castor has 27 weavers.\nHow many weavers has Castor?', answer: '27' }),
  ).toBeUndefined();
  expect(lookedUp({ text: rows.join('\n'), answer: '27' })).toBeUndefined();
});
