import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP111', {
  bad: [
    {
      title: 'the end survives',
      source: variant(GAME, [
        '        self.progress = 0\n        self.ended = ""\n        self.order = rng',
        '        self.progress = 0\n        self.order = rng',
      ]),
      says: /`self\.ended`/,
      line: 19,
      without: ['SP112', 'SP301', 'SP302', 'SP404'],
    },
    {
      title: 'the turn counter survives',
      source: variant(GAME, [
        '        rng = random.Random(seed)\n        self.turn_count = 0\n',
        '        rng = random.Random(seed)\n',
      ]),
      says: /`self\.turn_count`/,
      without: ['SP112', 'SP213'],
    },
    {
      title: 'a list of hints grows from episode to episode',
      source: variant(
        GAME,
        [
          '        self.ended = ""\n        self.reset()',
          '        self.ended = ""\n        self.tried = []\n        self.reset()',
        ],
        [
          '        if lever not in LEVERS:',
          '        self.tried.append(lever)\n        if lever not in LEVERS:',
        ],
        ['text = "There is no such lever."', 'text = f"There is no such lever. Tried: {len(self.tried)}."'],
      ),
      says: /`self\.tried`/,
      without: ['SP112', 'SP213'],
    },
    {
      title: 'tickets of the last episode are still closed',
      source: variant(TOOLS, [
        '"viewed": None, "tickets": {}}',
        '"viewed": None, "tickets": getattr(self, "_state", {}).get("tickets", {})}',
      ]),
      says: /`self\._state`/,
      without: ['SP112', 'SP213'],
    },
  ],
  good: [
    { title: 'everything is set anew', source: GAME },
    {
      title: 'a count of episodes that nobody sees',
      source: variant(
        GAME,
        [
          '        self.ended = ""\n        self.reset()',
          '        self.ended = ""\n        self.episodes = 0\n        self.reset()',
        ],
        [
          '        rng = random.Random(seed)\n',
          '        rng = random.Random(seed)\n        self.episodes += 1\n',
        ],
      ),
    },
    { title: 'a desk that is made anew', source: TOOLS },
    {
      title: 'a class attribute that all instances share is another rule',
      source: variant(
        GAME,
        ['    def __init__', '    log = []\n\n    def __init__'],
        ['        self.turn_count += 1\n', '        self.turn_count += 1\n        self.log.append(action)\n'],
        ['f"{text}\\nLevers', 'f"{text} Entry {len(self.log)}.\\nLevers'],
      ),
    },
  ],
});
