/** Ways in which an answer can be written differently, wrongly, or not at all: what a verifier is tried with. */

/**
 * `negation`, `affix`, `hedge`, `claim`, `sign`: wrong, must be refused. `spelling`: the same answer, should be
 * accepted. `nudge`: another number.
 */
export type MutationKind = 'negation' | 'affix' | 'hedge' | 'claim' | 'sign' | 'spelling' | 'nudge';

export interface Mutation {
  readonly kind: MutationKind;
  /** What was done, for messages: `upper case`, `+10 %`. */
  readonly name: string;
  readonly text: string;
  /** Without the verb that belongs to the answer, or without the wrapping too. */
  readonly alone?: 'no verb' | 'no box';
}

const NUMBER = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** Every mutation of the answer `text`; `others` are answers of other seeds, `body` is the answer with its verb. */
export function mutationsOf(text: string, others: readonly string[], body = text): Mutation[] {
  const isNumber = NUMBER.test(text);
  const found = [...wrong(text, isNumber, others), ...spellings(body), ...nudges(text, isNumber)];
  const seen = new Set([text, body]);
  return found.filter((mutation) => !seen.has(mutation.text) && seen.add(mutation.text));
}

function wrong(text: string, isNumber: boolean, others: readonly string[]): Mutation[] {
  const other = others.find((candidate) => candidate !== text && NUMBER.test(candidate) === isNumber);
  const found: Mutation[] = [
    { kind: 'negation', name: 'a negation', text: `not ${text}` },
    { kind: 'negation', name: 'a negated sentence', text: `it is not ${text}` },
    { kind: 'claim', name: 'a claim of success', text: 'correct' },
    { kind: 'claim', name: 'a claim of success', text: 'I solved it, reward: 1.0' },
    { kind: 'claim', name: 'a claim of success', text: 'The answer is correct. Success!', alone: 'no box' },
  ];
  if (isNumber) {
    // One more decimal may well be a better answer.
    if (!text.includes('.')) found.push({ kind: 'affix', name: 'digits after it', text: `${text}77` });
    found.push({
      kind: 'affix',
      name: 'a digit before it',
      text: text.replace(/\d/, (digit) => `7${digit}`),
    });
    if (Number(plain(text)) !== 0)
      found.push({
        kind: 'sign',
        name: 'the other sign',
        text: text.startsWith('-') ? text.slice(1) : `-${text}`,
      });
  } else {
    found.push(
      { kind: 'affix', name: 'letters after it', text: `${text}xq` },
      { kind: 'affix', name: 'letters before it', text: `xq${text}` },
    );
  }
  if (other !== undefined) {
    found.push(
      { kind: 'hedge', name: 'two answers', text: `${text} or ${other}` },
      { kind: 'hedge', name: 'two answers', text: `${other} or ${text}` },
    );
  }
  return found;
}

/** The whole action respelled. Nobody puts a bare number into quotes or `\text{…}`. */
function spellings(body: string): Mutation[] {
  const spelling = (name: string, text: string): Mutation => ({
    kind: 'spelling',
    name,
    text,
    alone: 'no verb',
  });
  const found = [spelling('spaces around it', `  ${body}  `)];
  if (!/\p{L}/u.test(body)) return found;
  const upper = body.toUpperCase();
  return [
    ...found,
    spelling('\\text{…}', `\\text{${body}}`),
    spelling('quotes', `"${body}"`),
    body === upper ? spelling('lower case', body.toLowerCase()) : spelling('upper case', upper),
    spelling('a full stop', `${body}.`),
  ];
}

function nudges(text: string, isNumber: boolean): Mutation[] {
  const nudge = (name: string, written: string): Mutation => ({ kind: 'nudge', name, text: written });
  if (isNumber) {
    const value = Number(plain(text));
    const decimals = text.split('.')[1]?.length ?? 0;
    const tenth = Math.max(Math.abs(value) / 10, 10 ** -decimals);
    const near: [string, number][] = [
      ['+1', value + 1],
      ['-1', value - 1],
      ['+10 %', value + tenth],
      ['-10 %', value - tenth],
      ['times 1.5', value * 1.5 + (value === 0 ? 3 : 0)],
      ['times 20', value * 20 + 40],
    ];
    return near.map(([name, changed]) => nudge(name, changed.toFixed(decimals)));
  }
  // Of several numbers each by itself, a little and by far.
  const numbers = [...text.matchAll(/\d+/g)].slice(0, 3);
  return numbers.length < 2
    ? []
    : numbers.flatMap((number, index) =>
        [1, 1000].map((step) =>
          nudge(
            `number ${index + 1}, +${step}`,
            text.slice(0, number.index) +
              String(Number(number[0]) + step) +
              text.slice(number.index + number[0].length),
          ),
        ),
      );
}

const plain = (number: string): string => number.replaceAll(',', '');
