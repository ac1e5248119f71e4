import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TOLD = ' Answer with \\\\boxed{lever}."';
const UNTOLD = variant(GAME, [TOLD, ' Pull one."']);
const PATTERN = 're.search(r"\\\\boxed\\{(\\w+)\\}", action)';

describeRule('SP516', {
  bad: [
    { title: 'no word of the box', source: UNTOLD, marks: 'step', severity: 'warning' },
    {
      title: 'read by a helper with a compiled pattern',
      source: variant(
        UNTOLD,
        ['class LeverEnv', 'BOX = re.compile(r"\\\\boxed\\{(\\w+)\\}")\n\n\nclass LeverEnv'],
        [PATTERN, 'self._box(action)'],
        [
          '    def _prompt',
          '    def _box(self, text):\n        return BOX.search(str(text or ""))\n\n    def _prompt',
        ],
      ),
    },
    {
      title: 'told to whoever reads the class',
      source: variant(UNTOLD, [
        '"""Find the lever that opens the gate."""',
        '"""Find the lever. Actions are \\\\boxed{lever}."""',
      ]),
    },
    {
      title: 'checked for its type first',
      source: variant(UNTOLD, [
        `match = ${PATTERN}`,
        `match = ${PATTERN} if isinstance(action, str) else None`,
      ]),
    },
  ],
  good: [
    { title: 'in every observation', source: GAME },
    {
      title: 'only after a slip',
      source: variant(UNTOLD, ['"Nothing moves."', '"Use \\\\boxed{lever}."']),
    },
    {
      title: 'no box is needed',
      source: variant(UNTOLD, ['if match else ""', 'if match else action.strip().lower()']),
    },
    {
      title: 'boxes are taken off and the rest is read too',
      source: variant(UNTOLD, [`match = ${PATTERN}`, 'match = re.search(r"(\\w+)\\}?$", action)']),
    },
    {
      title: 'in a constant of the module',
      source: variant(
        UNTOLD,
        ['class LeverEnv', 'RULES = "Reply with \\\\boxed{…}."\n\n\nclass LeverEnv'],
        ['return text + "', 'return RULES + text + "'],
      ),
    },
    {
      title: 'the docstring is shown',
      source: variant(
        UNTOLD,
        ['"""Find the lever that opens the gate."""', '"""Find the lever. Actions are \\\\boxed{lever}."""'],
        ['return text + "', 'return self.__doc__ + text + "'],
      ),
    },
  ],
});
