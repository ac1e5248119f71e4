import { describeCheck, variant } from '../../testing.ts';
import { SUM, VAULT, WORD } from './fixtures.ts';

const RAW = [
  'given = re.sub(r"\\\\text|[{}$\\"\'\\s,]", "", match.group(1)).rstrip(".") if match else ""',
  'given = match.group(1) if match else ""',
] as const;

describeCheck('SP512', {
  bad: [
    {
      title: 'small letters only',
      source: variant(WORD, ['.lower().split() if match', '.split() if match']),
      says: /upper case/,
    },
    { title: 'no spaces, no text, no separators', source: variant(SUM, RAW), says: /spaces around it/ },
    {
      title: 'a box in the box',
      source: variant(VAULT, ['r"\\\\text|[{}$\\"\'.]"', 'r"[$\\"\'.]"']),
      says: /\\text/,
    },
  ],
  good: [
    { title: 'normalised', source: SUM },
    { title: 'several turns', source: VAULT },
    {
      title: 'the case is stated',
      source: variant(
        WORD,
        ['.lower().split() if match', '.split() if match'],
        ['\\\\boxed{word <plain word>}.', '\\\\boxed{word <plain word>}, in lower case.'],
      ),
    },
    { title: 'a full stop alone is not worth a word', source: variant(SUM, ['.rstrip(".")', '']) },
  ],
});
