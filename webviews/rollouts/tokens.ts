/** The tokens of a reply, each with how likely it was when it was sampled. */
import { count, inline } from '../../server/contract/visible.ts';
import type { Transcript } from '../../server/protocol/run-records.ts';
import { element, foldable } from '../shared/dom.ts';

type Turn = Transcript['turns'][number];

/** Tokens that are shown at once. */
const SHOWN = 3_000;

const LEVELS = ['90 % or less', '50 %', '20 %', '5 %'];

/** Five steps from sure to surprised, by probability; the style sheet colours them. */
export function surprise(logProbability: number): 0 | 1 | 2 | 3 | 4 {
  const probability = Math.exp(logProbability);
  if (probability > 0.9) return 0;
  if (probability > 0.5) return 1;
  if (probability > 0.2) return 2;
  return probability > 0.05 ? 3 : 4;
}

export function tokensPart({ tokens, logProbabilities, pieces }: Turn): HTMLElement | undefined {
  if (!tokens || tokens.length === 0) return undefined;
  const known = logProbabilities ?? [];
  const sum = known.reduce((total, one) => total + one, 0);
  const least = Math.min(...known);
  const told =
    known.length === 0
      ? 'without log-probabilities'
      : `log-probability ${sum.toFixed(2)} in all, ${(sum / known.length).toFixed(3)} a token, least ${least.toFixed(2)}`;
  const made = foldable(`${count(tokens.length, 'token')}, ${told}`, false, { class: 'tokens' });
  made.addEventListener('toggle', () => {
    if (!made.open || made.childElementCount > 1) return;
    const shown = tokens.slice(0, SHOWN).map((token, index) => one(token, known[index], pieces?.[index]));
    made.append(element('p', { class: 'token-list' }, ...shown));
    if (tokens.length > SHOWN)
      made.append(element('p', { class: 'soft' }, `${tokens.length - SHOWN} more are in the JSON lines.`));
    made.append(
      element(
        'p',
        { class: 'soft' },
        'Marked by how likely each was when it was sampled: ',
        ...LEVELS.flatMap((name, level) => [
          element('span', { class: `token s${level + 1}` }, name),
          level < LEVELS.length - 1 ? ', ' : '.',
        ]),
      ),
    );
  });
  return made;
}

/** @param piece its text; without it its number is shown. */
function one(token: number, logProbability: number | undefined, piece: string | undefined): HTMLElement {
  const told =
    logProbability === undefined
      ? ''
      : `, log-probability ${logProbability.toFixed(3)}, ${(100 * Math.exp(logProbability)).toFixed(1)} %`;
  const level = logProbability === undefined ? 0 : surprise(logProbability);
  return element(
    'span',
    { class: `token s${level}${piece === undefined ? ' id' : ''}`, title: `token ${token}${told}` },
    piece === undefined ? String(token) : inline(piece),
  );
}
