import { describe, expect, it } from 'vitest';
import { offerOf, valuesOf } from './offers.ts';

describe('offerOf: actions named outright', () => {
  it.each([
    [
      'boxes in a line',
      'Actions: \\boxed{up}, \\boxed{sail Brae} (any port), \\boxed{go home}',
      ['up', 'sail Brae', 'go home'],
    ],
    [
      'boxes in bullets',
      'Possible actions:\n- \\boxed{queue P}\n- \\boxed{undo} (takes the last one out)',
      ['queue P', 'undo'],
    ],
    [
      'bullets with descriptions',
      'Available commands:\n- look: see the room\n- wait - let time pass\n- take lamp (once)',
      ['look', 'wait', 'take lamp'],
    ],
    ['bullets in backticks', 'You can:\n* `north`\n* `south` goes back', ['north', 'south']],
    ['numbers before items', 'Options:\n1. stay\n2. leave', ['stay', 'leave']],
    [
      'indented lines in columns',
      'Commands:\n  look      describe the room\n  dig       dig here',
      ['look', 'dig'],
    ],
    [
      'a list on the line of its heading',
      'Available moves: north, south, east or west.',
      ['north', 'south', 'east', 'west'],
    ],
    ['single capitals', 'Directions: N, S, E, W', ['N', 'S', 'E', 'W']],
    ['bars and slashes', 'Valid actions: rock | paper | scissors', ['rock', 'paper', 'scissors']],
    ['quotes', "Choose one of: 'red', 'green', 'blue'", ['red', 'green', 'blue']],
    ['a question in a sentence', 'Is 91 prime? Answer yes or no.', ['yes', 'no']],
    ['words in capitals', 'Reply with LEFT, RIGHT or STAY.', ['LEFT', 'RIGHT', 'STAY']],
    ['lettered options', 'Which one?\nA) copper\nB) tin\nC) lead', ['A', 'B', 'C']],
    ['lettered options in a line', 'Pick: (A) copper (B) tin (C) lead', ['A', 'B', 'C']],
    ['bold items', '**Actions**:\n- **push**: harder\n- **pull**: less', ['push', 'pull']],
  ])('%s', (_, observation, actions) => {
    expect(offerOf(observation).actions).toEqual(expect.arrayContaining(actions));
    expect(offerOf(observation).menus.some((menu) => actions.every((action) => menu.includes(action)))).toBe(
      true,
    );
  });

  it.each([
    [
      'a sentence after a colon',
      'Your actions: think about what the guard said before you go on and then decide.',
    ],
    ['a range', 'Give a number from 1 to 10 as \\boxed{<number>}.'],
    ['plain prose', 'A ferry lies in its home port, and the sea is calm.'],
    ['a noun that stands for what is asked', 'Reply with one lever as \\boxed{lever}.'],
  ])('none in %s', (_, observation) => {
    expect(offerOf(observation).menus).toEqual([]);
    expect(offerOf(observation).actions).toEqual([]);
  });
});

describe('offerOf: samples with holes', () => {
  it.each([
    ['angle brackets', '\\boxed{report <value>}', 'report {}'],
    ['braces', 'Use `\\boxed{move {direction}}`', 'move {}'],
    ['capitals', 'Actions: \\boxed{transfer X Y}, \\boxed{stop}', 'transfer {} {}'],
    ['generic nouns after a verb', '\\boxed{take item}', 'take {}'],
    ['generic nouns alone', 'Answer with \\boxed{row,col}.', '{},{}'],
    ['your answer', '\\boxed{your answer}', '{}'],
    ['in a menu', 'Actions:\n- go <place>\n- wait', 'go {}'],
  ])('%s', (_, observation, template) => {
    expect(offerOf(observation).templates).toContain(template);
  });
});

describe('valuesOf', () => {
  it('spells out ranges', () => {
    expect(valuesOf('A number from 3 to 6.')).toEqual(expect.arrayContaining(['3', '4', '5', '6']));
  });
  it('takes numbers, quoted words, members of lists and names, not the words that begin sentences', () => {
    const values = valuesOf('The gate to "Upper Hall" has 17 bolts. Levers: amber, blue, coral\nAsk Mira.');
    expect(values).toEqual(expect.arrayContaining(['17', 'Upper Hall', 'amber', 'blue', 'coral', 'Mira']));
    expect(values).not.toContain('The');
  });
  it('does not take long ranges apart', () => {
    expect(valuesOf('between 1 and 5000')).toEqual(['1', '5000']);
  });
  it('never throws', () => {
    for (const text of ['', '\\boxed{', ':::', '[[[[', '- \n- ', 'Actions:', '\u0000'.repeat(50)])
      expect(() => [offerOf(text), valuesOf(text)]).not.toThrow();
  });
});
