import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { lineOf } from '../../place.ts';
import { shownTexts } from './shown.ts';

/** Control characters but tab, line feed, and the carriage return of a line's end; and halves of surrogate pairs. */
const CONTROL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What Python makes of a backslash and this letter in a string that is not raw. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\v': 'v',
  '\u0007': 'a',
  '\r': 'r',
};

/** An observation holds characters that no text should hold. */
export const controlCharacters: Check = {
  code: 'SP706',
  echoOf: ['SP701'],
  async run(lab: Lab): Promise<readonly Sighting[]> {
    for (const { text, play, step, said } of await shownTexts(lab)) {
      const found = CONTROL.exec(text);
      // What the agent itself has sent comes back in many environments.
      if (!found || said.includes(found[0])) continue;
      const character = found[0];
      const word = /^\w+/.exec(text.slice(found.index + 1))?.[0] ?? '';
      const letter = ESCAPES[character];
      const meant = letter && word ? `\\${letter}${word}` : undefined;
      const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      const where = step === 0 ? 'The first observation' : `The observation of turn ${step}`;
      return [
        {
          message: `${where} holds the control character ${name}${meant ? `, where \`${meant}\` was meant: in a string that is not raw, Python reads \`\\${letter}\` as one character. Double the backslash or write r"…".` : '. Tokenizers split it in odd ways and the agent can hardly answer with it. Remove it from the text.'}`,
          line: meant
            ? lineOf(lab.session.options.source, new RegExp(`(?<!\\\\)\\\\${letter}${word}`))
            : null,
          evidence: { play, step, observed: text.slice(Math.max(0, found.index - 60), found.index + 60) },
        },
      ];
    }
    return [];
  },
};
