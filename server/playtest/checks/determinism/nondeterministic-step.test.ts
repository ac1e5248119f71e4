import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

/** A wrong lever sets back by a drawn number of levers. */
const slip = (draw: string) =>
  variant(
    GAME,
    [
      '        rng = random.Random(seed)\n',
      '        rng = random.Random(seed)\n        self.rng = random.Random(seed)\n',
    ],
    [
      '            self.progress = 0\n            text = "Clunk',
      `            self.progress = max(0, self.progress - ${draw})\n            text = "Clunk`,
    ],
  );

describeCheck('SP302', {
  bad: [
    {
      title: 'a slip drawn from the shared generator',
      source: slip('random.randint(1, 3)'),
      says: /step \d/,
      severity: 'error',
      without: ['SP301', 'SP112'],
    },
    {
      title: 'a generator that nobody seeds, kept for step',
      source: variant(slip('self.rng.randint(1, 3)'), [
        'self.rng = random.Random(seed)',
        'self.rng = random.Random()',
      ]),
      without: ['SP301'],
    },
    {
      title: 'a tool that answers by chance',
      source: variant(TOOLS, ['return ", ".join(CITIES)', 'return ", ".join(random.sample(CITIES, 4))']),
    },
    {
      title: 'the time in a feedback text',
      source: variant(
        GAME,
        ['import re\n', 'import re\nimport time\n'],
        ['"Clunk: all levers', "f\"{time.strftime('%H:%M:%S')} Clunk: all levers"],
      ),
      says: /the clock/,
    },
    {
      title: 'a duration in info alone',
      source: variant(
        GAME,
        ['import re\n', 'import re\nimport time\n'],
        ['{"progress": self.progress}', '{"at": time.time()}'],
      ),
      severity: 'warning',
    },
  ],
  good: [
    { title: 'a slip drawn from the seeded generator', source: slip('self.rng.randint(1, 3)') },
    { title: 'a fixed slip', source: slip('2') },
  ],
});
