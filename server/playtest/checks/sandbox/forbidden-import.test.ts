import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP201', {
  bad: [
    {
      title: 'a package that is not there',
      source: `import numpy as np\n${GAME}`,
      says: /`import numpy`/,
      line: 1,
      without: ['SP412', 'SP101'],
    },
    {
      title: 'a package asked for with a way out',
      source: `try:\n    import sympy\nexcept ImportError:\n    sympy = None\n${GAME}`,
      says: /`import sympy`/,
      line: 2,
    },
    {
      title: 'a module that only games may import',
      source: `from collections import defaultdict\n${TOOLS}`,
      says: /`import collections`/,
      line: 1,
    },
    {
      title: 'imported in step',
      source: variant(GAME, [
        '        self.turn_count += 1\n',
        '        import pickle\n\n        self.turn_count += 1\n',
      ]),
      says: /`import pickle`/,
      line: 30,
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'the pure standard library, which runs code of its own',
      source: variant(
        GAME,
        [
          'import random\n',
          'import ast\nimport copy\nimport datetime\nimport functools\nimport json\nimport random\nfrom collections import Counter, namedtuple\nfrom dataclasses import dataclass, field\nfrom enum import Enum\nfrom fractions import Fraction\nfrom typing import NamedTuple\n',
        ],
        [
          'class LeverPanelEnv',
          `Pull = namedtuple("Pull", "lever turn")
Shade = Enum("Shade", "LIGHT DARK")


class Colour(Enum):
    AMBER = 1


@dataclass(frozen=True, order=True)
class Lever:
    name: str
    marks: list = field(default_factory=list, compare=False)


class Seen(NamedTuple):
    lever: str


@functools.lru_cache
def share(n):
    return Fraction(n, 5)


class LeverPanelEnv`,
        ],
        [
          '        self.turn_count += 1\n',
          '        self.turn_count += 1\n        copy.deepcopy([Pull("amber", 1), Lever("blue"), Seen("coral"), Shade.LIGHT, Colour(1), share(2)])\n        ast.literal_eval("[1, 2]")\n        datetime.datetime.strptime("2020-01-02", "%Y-%m-%d")\n        json.loads(json.dumps(Counter(action[:5])))\n',
        ],
      ),
    },
    {
      title: 'allowed by the user',
      source: `import pickle\n${GAME}`,
      settings: { allowedImports: ['pickle'] },
    },
    { title: 'math_verify in a game', source: `from math_verify import parse, verify\n${GAME}` },
  ],
});
