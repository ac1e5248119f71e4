import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP112', {
  bad: [
    {
      title: 'a class attribute that step appends to',
      source: variant(
        GAME,
        ['    def __init__', '    log = []\n\n    def __init__'],
        ['        self.turn_count += 1\n', '        self.turn_count += 1\n        self.log.append(action)\n'],
        ['f"{text}\\nLevers', 'f"{text} Entry {len(self.log)}.\\nLevers'],
      ),
      line: 11,
      without: ['SP111', 'SP301', 'SP302', 'SP305', 'SP213'],
    },
    {
      title: 'a module global that reset overwrites',
      source: variant(
        GAME,
        ['LEVERS = [', 'TASK = {}\nLEVERS = ['],
        [
          'self.order = rng.sample(LEVERS, len(LEVERS))',
          'self.order = TASK["order"] = rng.sample(LEVERS, len(LEVERS))',
        ],
        ['lever == self.order[self.progress]', 'lever == TASK["order"][self.progress]'],
      ),
      without: ['SP111', 'SP301', 'SP302', 'SP305'],
    },
    {
      title: 'a default argument',
      source: variant(
        GAME,
        ['max_turns=25, **kwargs', 'max_turns=25, pulled=[]'],
        ['        self.reset()\n', '        self.pulled = pulled\n        self.reset()\n'],
        [
          '        if lever not in LEVERS:',
          '        self.pulled.append(lever)\n        if lever not in LEVERS:',
        ],
        [
          '"Clunk: all levers spring back."',
          'f"Clunk: all levers spring back after {len(self.pulled)} pulls."',
        ],
      ),
      says: /default argument/,
      without: ['SP301', 'SP302', 'SP305', 'SP213'],
    },
    {
      title: 'a class attribute that reset empties in place',
      source: variant(
        GAME,
        ['    def __init__', '    held = []\n\n    def __init__'],
        [
          '        self.turn_count = 0\n        self.progress = 0\n        self.ended = ""\n        self.order = rng',
          '        self.turn_count = 0\n        self.held.clear()\n        self.progress = 0\n        self.ended = ""\n        self.order = rng',
        ],
        [
          '            self.progress += 1\n',
          '            self.progress += 1\n            self.held.append(lever)\n',
        ],
        [
          '{self.progress} of {len(self.order)} levers hold.',
          '{len(self.held)} of {len(self.order)} levers hold.',
        ],
      ),
      without: ['SP111', 'SP301', 'SP302', 'SP305'],
    },
  ],
  good: [
    {
      title: 'tables that nobody changes',
      source: variant(GAME, ['    def __init__', '    SHADES = {"amber": 1}\n\n    def __init__']),
    },
    {
      title: 'a cache of what is always the same',
      source: variant(
        GAME,
        ['class LeverPanelEnv', '_lengths = {}\n\n\nclass LeverPanelEnv'],
        [
          '        self.turn_count += 1\n',
          '        self.turn_count += 1\n        _lengths.setdefault(action[:20], len(action[:20]))\n',
        ],
      ),
    },
    {
      title: 'the shared generator is another rule',
      source: variant(
        GAME,
        ['rng = random.Random(seed)', 'random.seed(seed)'],
        ['rng.sample', 'random.sample'],
        ['"Clunk: all levers spring back."', 'f"Clunk {random.randint(1, 9)}: all levers spring back."'],
      ),
    },
  ],
});
