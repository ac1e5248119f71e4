import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP516', {
  bad: [
    {
      title: 'no word of the box',
      source: variant(SUM, [', as \\\\boxed{<number>}.', '.']),
      says: /\\boxed/,
    },
    {
      title: 'a command that is never named',
      source: variant(
        VAULT,
        [
          '"Reply with \\\\boxed{weigh 2} (any dial from 1 to 4), or with \\\\boxed{report <code>}, once, after two weighings."',
          '"Reply with one \\\\boxed{action}. The guard listens once, after two weighings."',
        ],
        ['"The guard wants two weighings first."', '"Not yet."'],
      ),
      says: /"(?:weigh|report)"/,
    },
  ],
  good: [
    { title: 'in every observation', source: GAME },
    {
      title: 'only after a slip',
      source: variant(
        SUM,
        [', as \\\\boxed{<number>}.', '.'],
        ['self._ask("The carrier shakes his head.")', 'self._ask("The carrier wants a \\\\boxed{number}.")'],
      ),
    },
    {
      title: 'no box is needed',
      source: variant(
        SUM,
        [', as \\\\boxed{<number>}.', '.'],
        [
          'match.group(1)).rstrip(".") if match else ""',
          '(match.group(1) if match else action)).rstrip(".")',
        ],
      ),
    },
  ],
});
