import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const CLASS = 'class LeverEnv:\n    """Find the lever that opens the gate."""\n';
const DEF_INIT = '    def __init__(self, max_turns=8):\n';
const TURN = '        self.turn = 0\n';
const STEP = '        self.turn += 1\n';
const NOTHING = '"Nothing moves."';
const inClass = (member: string, change: string, shown: string): string =>
  variant(GAME, [CLASS, `${CLASS}\n    ${member}\n`], [STEP, `${STEP}        ${change}\n`], [NOTHING, shown]);
const inModule = (
  statement: string,
  change: string,
  shown: string,
  ...more: (readonly [string, string])[]
): string =>
  variant(
    GAME,
    ['import re\n', `import re\n\n${statement}\n`],
    [STEP, `${STEP}        ${change}\n`],
    [NOTHING, shown],
    ...more,
  );

describeRule('SP112', {
  bad: [
    {
      title: 'a list of the class',
      source: inClass('tried = []', 'self.tried.append(action)', 'f"Tried {len(self.tried)}."'),
      says: /`tried` belongs to the class, and `step` changes it for all instances \(line 25\)/,
      marks: 'tried = []',
      severity: 'error',
    },
    {
      title: 'a dict of the class, by its name',
      source: inClass('seen = {}', 'LeverEnv.seen[action] = 1', 'f"Seen {len(LeverEnv.seen)}."'),
    },
    {
      title: 'a number of the class',
      source: inClass('best: int = 0', 'LeverEnv.best += 1', 'f"Best {self.best}."'),
      marks: 'best: int = 0',
    },
    {
      title: 'through type(self)',
      source: inClass('plays = 0', 'type(self).plays += 1', 'f"Play {self.plays}."'),
    },
    {
      title: 'a generator of the class',
      source: inClass('rng2 = random.Random(1)', 'roll = self.rng2.random()', 'f"Nothing moves {roll}."'),
      says: /draws from it/,
    },
    {
      title: 'a list of the class that no outcome shows',
      source: inClass('log = []', 'self.log.append(action)', NOTHING),
      severity: 'warning',
    },
    {
      title: 'a default that the constructor keeps',
      source: variant(
        GAME,
        [DEF_INIT, '    def __init__(self, max_turns=8, tried=[]):\n        self.tried = tried\n'],
        [STEP, `${STEP}        self.tried.append(action)\n`],
      ),
      says: /default of `tried` is made once.*as `self.tried`/,
      marks: 'tried=[]',
      severity: 'error',
    },
    {
      title: 'a default that a helper changes',
      source: variant(GAME, [
        '    def _prompt(self, text):\n',
        '    def _prompt(self, text, shown={}):\n        shown[text] = True\n',
      ]),
      severity: 'warning',
    },
    {
      title: 'a list of the module',
      source: inModule('HISTORY = []', 'HISTORY.append(action)', 'f"Tried {len(HISTORY)}."'),
      says: /`HISTORY` is a global of the module, and `step` changes it/,
      marks: 'HISTORY',
      severity: 'error',
    },
    {
      title: 'a counter of the module',
      source: inModule('plays = 0', 'global plays\n        plays += 1', 'f"Play {plays}."'),
      marks: 'plays',
    },
    {
      title: 'a board of the module, changed by a function',
      source: inModule(
        'BOARD = [[0] * 3 for _ in range(3)]\n\n\ndef mark(row):\n    BOARD[row][0] = 1',
        'mark(0)',
        'f"Board {BOARD}."',
      ),
      says: /`mark` changes it/,
    },
    {
      title: 'a generator of the module',
      source: inModule('RNG = random.Random(7)', 'roll = RNG.random()', 'f"Nothing moves {roll}."'),
      says: /All instances draw from the generator `RNG` \(in `step`/,
    },
    {
      title: 'a generator of the module that reset seeds and step draws from',
      source: inModule('RNG = random.Random(7)', 'roll = RNG.random()', 'f"Nothing moves {roll}."', [
        TURN,
        `${TURN}        RNG.seed(seed)\n`,
      ]),
    },
    {
      title: 'a table of the module that an attribute stands for',
      source: inModule('START = [[0] * 3 for _ in range(3)]', 'self.grid[0][0] = 1', 'f"{self.grid}"', [
        TURN,
        `${TURN}        self.grid = START\n`,
      ]),
      says: /`self.grid` is `START` itself, not a copy/,
      marks: 'self.grid',
      severity: 'error',
    },
    {
      title: 'a table of the class that an attribute stands for',
      source: variant(inClass('DECK = ["a", "b"]', 'card = self.deck.pop()', 'f"Card {card}."'), [
        TURN,
        `${TURN}        self.deck = self.DECK\n`,
      ]),
      says: /copy.deepcopy\(self.DECK\)/,
    },
  ],
  good: [
    { title: 'attributes of the instance', source: GAME },
    {
      title: 'a copy of a table of the module',
      source: inModule('START = [[0] * 3 for _ in range(3)]', 'self.grid[0][0] = 1', 'f"{self.grid}"', [
        TURN,
        `${TURN}        self.grid = [row[:] for row in START]\n`,
      ]),
    },
    {
      title: 'a table of the module that is only read',
      source: inModule('START = ["amber"]', 'first = self.levers[0]', 'f"{first}"', [
        TURN,
        `${TURN}        self.levers = START\n`,
      ]),
    },
    {
      title: 'one of a table',
      source: inModule('BOARDS = [[0, 1], [1, 0]]', 'self.board.append(1)', 'f"{self.board}"', [
        TURN,
        `${TURN}        self.board = list(BOARDS[0])\n`,
      ]),
    },
    { title: 'a sound tool-use environment', source: TOOLS },
    {
      title: 'a table of the class that nothing changes',
      source: inClass(
        'LEVERS = ["amber", "blue"]',
        'known = action in self.LEVERS',
        'f"Nothing moves {known}."',
      ),
    },
    {
      title: 'a list of the class that reset makes anew',
      source: variant(inClass('tried = []', 'self.tried.append(action)', 'f"Tried {len(self.tried)}."'), [
        TURN,
        `${TURN}        self.tried = []\n`,
      ]),
    },
    {
      title: 'a copy of a list of the class',
      source: inClass(
        'LEVERS = ["amber", "blue"]',
        'left = list(self.LEVERS)\n        left.append(action)',
        'f"{len(left)} left."',
      ),
    },
    {
      title: 'a default that is copied',
      source: variant(
        GAME,
        [DEF_INIT, '    def __init__(self, max_turns=8, tried=[]):\n        self.tried = list(tried)\n'],
        [STEP, `${STEP}        self.tried.append(action)\n`],
      ),
    },
    {
      title: 'a default that is only read',
      source: variant(GAME, [
        DEF_INIT,
        '    def __init__(self, max_turns=8, levers=["amber"]):\n        self.levers = levers\n',
      ]),
    },
    {
      title: 'a table that the module itself fills',
      source: inModule(
        'TABLE = {}\nfor n in range(9):\n    TABLE[n] = n * n',
        'square = TABLE[2]',
        'f"{square}."',
      ),
    },
    {
      title: 'a local of the same name',
      source: inModule('history = []', 'history = []\n        history.append(action)', 'f"{len(history)}."'),
    },
    {
      title: 'a cache',
      source: inModule('_CACHE = {}', '_CACHE[action] = len(action)', 'f"{_CACHE[action]}."'),
    },
    {
      title: 'a generator of the module that reset seeds and alone draws from',
      source: inModule('RNG = random.Random(7)', 'pass', NOTHING, [
        TURN,
        `${TURN}        RNG.seed(seed)\n        self.roll = RNG.random()\n`,
      ]),
    },
    {
      title: 'changed by a demonstration only',
      source: `${inModule('HISTORY = []', 'pass', NOTHING)}\n\ndef demo():\n    HISTORY.append(1)\n\n\nif __name__ == "__main__":\n    demo()\n`,
    },
  ],
});
