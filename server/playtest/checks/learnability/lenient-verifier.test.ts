import { describeCheck, variant } from '../../testing.ts';
import { SUM, VAULT, WORD } from './fixtures.ts';

describeCheck('SP511', {
  bad: [
    {
      title: 'the answer anywhere in the text',
      source: variant(VAULT, ['if words[1] == self.code:', 'if self.code in words[1]:']),
      says: /digits after it/,
    },
    {
      title: 'the first number of a sentence',
      source: variant(SUM, [
        'given = re.sub(r"\\\\text|[{}$\\"\'\\s,]", "", match.group(1)).rstrip(".") if match else ""',
        'found = re.search(r"-?\\d+", match.group(1)) if match else None\n        given = found.group() if found else ""',
      ]),
      says: /a negation/,
    },
    {
      title: 'a beginning is enough',
      source: variant(WORD, ['won = words[1] == self.word', 'won = words[1].startswith(self.word)']),
      says: /letters after it/,
    },
    {
      title: 'a claim',
      source: variant(SUM, [
        'if given == str(self._total()):',
        'if given == str(self._total()) or "correct" in given:',
      ]),
      says: /a claim of success/,
    },
    {
      title: 'the sign is lost',
      source: variant(SUM, [
        'if given == str(self._total()):',
        'if given.lstrip("-") == str(self._total()):',
      ]),
      says: /the other sign/,
    },
  ],
  good: [
    { title: 'the whole answer', source: VAULT },
    { title: 'spelling is normalised', source: SUM },
    { title: 'a word', source: WORD },
    {
      title: 'the unit may follow',
      source: variant(SUM, ['.rstrip(".")', '.removesuffix("crowns").rstrip(".")']),
    },
  ],
});
