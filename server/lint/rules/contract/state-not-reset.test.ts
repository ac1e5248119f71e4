import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const INIT = '        self.reset()\n';
const TURN = '        self.turn = 0\n';
const STEP = '        self.turn += 1\n';
const NOTHING = '"Nothing moves."';
/** An attribute that the constructor sets, `step` changes and an observation shows. */
const kept = (start: string, change: string, shown: string, ...more: (readonly [string, string])[]): string =>
  variant(
    GAME,
    [INIT, `        ${start}\n${INIT}`],
    [STEP, `${STEP}        ${change}\n`],
    [NOTHING, shown],
    ...more,
  );

describeRule('SP111', {
  bad: [
    {
      title: 'a score that no reset sets to 0',
      source: kept('self.score = 0', 'self.score += len(action) % 2', 'f"Score {self.score}."'),
      says: /`step` changes `self.score`, and reset leaves it/,
      marks: 'self.score',
      line: 24,
      severity: 'error',
    },
    {
      title: 'a turn counter',
      source: variant(GAME, [TURN, ''], [INIT, `${TURN}${INIT}`]),
      says: /`self.turn`/,
    },
    {
      title: 'a list that grows',
      source: kept('self.tried = []', 'self.tried.append(action)', 'f"Tried {len(self.tried)} levers."'),
      says: /`self.tried`/,
      marks: 'self.tried',
    },
    {
      title: 'a dict, changed by a helper',
      source: kept(
        'self.seen = {}',
        'self._note(action)',
        '"Again." if action in self.seen else "Nothing moves."',
        [
          '    def _prompt',
          '    def _note(self, action):\n        self.seen[action] = self.turn\n\n    def _prompt',
        ],
      ),
      says: /`_note` changes `self.seen`/,
    },
    {
      title: 'a number of the class body',
      source: variant(
        GAME,
        ['    def __init__', '    score = 0\n\n    def __init__'],
        [STEP, `${STEP}        self.score += 1\n`],
        [NOTHING, 'f"Score {self.score}."'],
      ),
    },
    {
      title: 'a flag that decides the reward',
      source: variant(
        GAME,
        [INIT, `        self.found = False\n${INIT}`],
        [
          '            return "The gate opens.", 1.0',
          '            self.found = True\n            return "The gate opens.", 1.0',
        ],
        [STEP, `${STEP}        if self.found:\n            return "Found before.", 1.0, True, False, {}\n`],
      ),
    },
    {
      title: 'a count of episodes in reset',
      source: variant(
        GAME,
        [INIT, `        self.episode = 0\n${INIT}`],
        [TURN, `${TURN}        self.episode += 1\n`],
        ['"A gate with four levers."', 'f"Gate {self.episode}."'],
      ),
      says: /`reset` adds to `self.episode`/,
    },
    {
      title: 'a tool-use environment that forgets turn_count',
      source: variant(TOOLS, [TURN.replace('turn', 'turn_count'), '']),
      says: /does not set `self.turn_count`/,
      marks: 'reset',
    },
    {
      title: 'state of a tool',
      source: variant(
        TOOLS,
        [
          '    def reset',
          '    def __init__(self, max_turns=10):\n        self._calls = 0\n        super().__init__(max_turns)\n\n    def reset',
        ],
        [
          '        self._state["target"] = degrees\n',
          '        self._calls += 1\n        self._state["target"] = degrees\n',
        ],
        ['f"The target is {degrees} degrees."', 'f"Call {self._calls}: {degrees} degrees."'],
      ),
      says: /`tool_set_target` changes `self._calls`/,
    },
  ],
  good: [
    { title: 'everything set in reset', source: GAME },
    { title: 'a sound tool-use environment', source: TOOLS },
    {
      title: 'set by a helper of reset',
      source: kept(
        'self.score = 0',
        'self.score += 1',
        'f"Score {self.score}."',
        [TURN, '        self._begin()\n'],
        [
          '    def _prompt',
          '    def _begin(self):\n        self.turn = 0\n        self.score = 0\n\n    def _prompt',
        ],
      ),
    },
    {
      title: 'emptied in reset',
      source: kept('self.tried = []', 'self.tried.append(action)', 'f"Tried {len(self.tried)} levers."', [
        TURN,
        `${TURN}        self.tried.clear()\n`,
      ]),
    },
    {
      title: 'set anew in every step before it is read',
      source: kept('self.last = ""', 'self.last = action', 'f"You said {len(self.last)} letters."'),
    },
    { title: 'a count that nothing shows', source: kept('self.total = 0', 'self.total += 1', NOTHING) },
    {
      title: 'a cache',
      source: kept(
        'self._cache = {}',
        'self._cache[action] = len(action)',
        'f"{self._cache[action]} letters."',
      ),
    },
    {
      title: 'made once, when it is first needed',
      source: kept(
        'self.table = None',
        'if self.table is None:\n            self.table = [1, 2]',
        'f"Table of {len(self.table)}."',
      ),
    },
    {
      title: 'reset runs the constructor',
      source: variant(
        kept('self.score = 0', 'self.score += 1', 'f"Score {self.score}."'),
        [INIT, ''],
        [TURN, `${TURN}        LeverEnv.__init__(self)\n        self.__init__(self.max_turns)\n`],
      ),
    },
    {
      title: 'reset of another class, by its name',
      source: variant(kept('self.score = 0', 'self.score += 1', 'f"Score {self.score}."'), [
        TURN,
        `${TURN}        Base.reset(self)\n`,
      ]),
    },
    {
      title: 'an object with a reset of its own',
      source: kept('self.log = Log()', 'self.log.add(action)', 'f"{self.log.size()} entries."', [
        TURN,
        `${TURN}        self.log.reset()\n`,
      ]),
    },
    {
      title: 'all attributes set at once',
      source: kept('self.score = 0', 'self.score += 1', 'f"Score {self.score}."', [
        TURN,
        `${TURN}        self.__dict__.update(score=0)\n`,
      ]),
    },
  ],
});
