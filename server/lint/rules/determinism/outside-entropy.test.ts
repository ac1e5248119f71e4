import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
const using = (line: string, shown: string, imported = 'time'): string =>
  `import ${imported}\n${variant(GAME, [TURN, `${TURN}        ${line}\n`], ['"A gate with four levers."', shown])}`;

describeRule('SP303', {
  bad: [
    {
      title: 'the clock in an observation',
      source: using('self.hour = time.localtime().tm_hour', 'f"It is {self.hour} o\'clock."'),
      says: /`time.localtime\(…\)` is the clock, and reaches what the agent is shown/,
      marks: 'time.localtime()',
      severity: 'error',
    },
    {
      title: 'the date',
      source: using('self.day = datetime.date.today()', 'f"Today is {self.day}."', 'datetime'),
    },
    { title: 'a random name', source: using('self.name = uuid.uuid4().hex', 'f"Gate {self.name}."', 'uuid') },
    {
      title: 'the clock as seed',
      source: `import time\n${variant(GAME, ['random.Random(seed)', 'random.Random(time.time())'])}`,
      says: /seeds the generator/,
      severity: 'error',
    },
    {
      title: 'the clock and the seed',
      source: `import time\n${variant(GAME, ['random.Random(seed)', 'random.Random((seed or 0) + int(time.time()))'])}`,
      severity: 'error',
    },
    {
      title: 'the clock where no seed is given',
      source: `import time\n${variant(GAME, ['random.Random(seed)', 'random.Random(seed if seed is not None else time.time_ns())'])}`,
      says: /stands in for a missing seed/,
      severity: 'warning',
    },
    {
      title: 'assigned where no seed is given',
      source: `import time\n${variant(GAME, ['        self.rng = random.Random(seed)\n', '        if seed is None:\n            seed = int(time.time())\n        self.rng = random.Random(seed)\n'])}`,
      severity: 'warning',
    },
    {
      title: 'the hash of a text',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(hash(str(seed)))']),
      says: /a hash that differs/,
      severity: 'error',
    },
    {
      title: 'the hash of the action decides',
      source: variant(GAME, ['word == self.lever', 'word == self.lever and hash(word.lower()) % 2']),
      severity: 'error',
    },
    {
      title: 'an address',
      source: using('self.mark = id(self) % 97', 'f"Gate {self.mark}."'),
      says: /an address in memory/,
    },
    {
      title: 'secrets',
      source: using('self.code = secrets.randbelow(9)', 'f"Gate {self.code}."', 'secrets'),
    },
    {
      title: 'SystemRandom',
      source: variant(GAME, ['random.Random(seed)', 'random.SystemRandom()']),
      says: /operating system's entropy/,
    },
    {
      title: 'kept and read, but not shown',
      source: using('self.began = time.monotonic()\n        self.ends = self.began + 9', '"A gate."'),
      severity: 'warning',
    },
  ],
  good: [
    { title: 'the seed alone', source: GAME },
    { title: 'kept and never read', source: using('self.began = time.time()', '"A gate."') },
    {
      title: 'the hash of a number',
      source: variant(GAME, ['random.Random(seed)', 'random.Random(hash(seed))']),
    },
    {
      title: 'a digest',
      source: using(
        'self.name = hashlib.sha256(str(seed).encode()).hexdigest()',
        'f"Gate {self.name}."',
        'hashlib',
      ),
    },
    {
      title: 'a UUID made of a name',
      source: using('self.name = uuid.uuid5(uuid.NAMESPACE_DNS, str(seed))', 'f"Gate {self.name}."', 'uuid'),
    },
    {
      title: 'a method called time',
      source: variant(
        GAME,
        ['"Nothing moves."', '"Nothing moves " + self.time()'],
        ['    def _prompt', '    def time(self):\n        return str(self.turn)\n\n    def _prompt'],
      ),
    },
    {
      title: 'a date that is written down',
      source: using('self.day = datetime.date(2031, 1, 6)', 'f"Day {self.day}."', 'datetime'),
    },
    {
      title: 'is it the same object',
      source: variant(GAME, ['word == self.lever', 'word == self.lever and id(word) == id(word)']),
    },
    {
      title: 'a demonstration',
      source: `import time\n${GAME}\n\nif __name__ == "__main__":\n    print(time.time())\n`,
    },
  ],
});
