import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP202', {
  bad: [
    {
      title: 'eval of the action',
      source: variant(GAME, [
        TURN,
        `${TURN}        try:\n            eval(action)\n        except Exception:\n            pass\n`,
      ]),
      says: /`eval\(…\)`/,
      line: 32,
      without: ['SP201'],
    },
    { title: 'exec while loading', source: `exec("LIMIT = 3")\n${GAME}`, says: /`exec\(…\)`/, line: 1 },
    {
      title: 'an import by name',
      source: variant(GAME, ['rng = random.Random(seed)', 'rng = __import__("random").Random(seed)']),
      says: /__import__/,
      line: 20,
      without: ['SP201'],
    },
    {
      title: 'importlib',
      source: `import importlib\n${GAME}`,
      says: /`import importlib`/,
      without: ['SP201'],
    },
  ],
  good: [
    {
      title: 'literals are parsed',
      source: variant(
        GAME,
        ['import random\n', 'import ast\nimport random\n'],
        [
          TURN,
          `${TURN}        try:\n            ast.literal_eval(action)\n        except (ValueError, SyntaxError, MemoryError, RecursionError):\n            pass\n`,
        ],
      ),
    },
    {
      title: 'a pattern is compiled',
      source: variant(GAME, [
        'class LeverPanelEnv',
        'BOX = re.compile(r"\\\\boxed")\n\n\nclass LeverPanelEnv',
      ]),
    },
    {
      title: 'a method named evaluate',
      source: variant(GAME, ['_prompt', '_eval'], ['_prompt', '_eval'], ['_prompt', '_eval']),
    },
  ],
});
