import { describe, expect, it } from 'vitest';
import { placesOf } from './answers.ts';
import { leakOf, standsInOrder } from './leaks.ts';

const samples = (
  text: (answer: string, index: number) => string,
  answers = ['417', '902', '385', '261', '774', '630'],
) => answers.map((answer, index) => ({ text: text(answer, index), answer }));

describe('placesOf', () => {
  it.each([
    ['the code is 417.', '417', 1],
    ['4170 or 3417', '417', 0],
    ['41.7 and 417.5', '417', 0],
    ['-417', '417', 0],
    ['x=417, y=417', '417', 2],
    ['Amber, AMBER, amberish', 'amber', 2],
  ])('%s', (text, answer, count) => {
    expect(placesOf(text, answer)).toHaveLength(count);
  });
});

describe('leakOf', () => {
  it('finds an answer after the same words', () => {
    expect(
      leakOf(samples((answer) => `You face a vault. (debug: the code is ${answer}) Dial it.`))?.phrase,
    ).toContain('code is');
  });
  it('allows for one seed without it', () => {
    expect(
      leakOf(samples((answer, index) => (index === 3 ? 'nothing' : `Target: ${answer}`)))?.shown,
    ).toHaveLength(5);
  });
  it('passes over an answer among the options', () => {
    const words = ['oak', 'iron', 'glass', 'stone', 'paper', 'silk'];
    expect(leakOf(samples(() => `Doors: ${words.join(', ')}`, words))).toBeUndefined();
  });
  it('passes over puzzle data that hold it at other places', () => {
    expect(
      leakOf(
        samples(
          (answer, index) =>
            `Find the largest: ${[11, 12, 13, 14, 15, 16].with(index, Number(answer)).join(', ')}`,
        ),
      ),
    ).toBeUndefined();
  });
  it('says nothing of answers that hardly differ', () => {
    const yes = ['yes', 'no', 'yes', 'no', 'yes', 'no'];
    expect(leakOf(samples((answer) => `The last one said ${answer}.`, yes))).toBeUndefined();
  });
  it('says nothing of single characters', () => {
    expect(leakOf(samples((answer) => `Card ${answer}`, ['A', 'B', 'C', 'D', 'E']))).toBeUndefined();
  });
});

describe('standsInOrder', () => {
  it('finds a whole list with little in between', () => {
    expect(standsInOrder('Pull amber, then coral and then blue!', ['amber', 'coral', 'blue'])).toBe(true);
  });
  it('wants the order', () => {
    expect(standsInOrder('Levers: amber, blue, coral', ['amber', 'coral', 'blue'])).toBe(false);
  });
  it('wants nothing else in between', () => {
    expect(standsInOrder('amber, blue, coral', ['amber', 'coral'])).toBe(false);
  });
});
