import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
const adds = (line: string, inStep = ''): string =>
  variant(
    GAME,
    [TURN, `${TURN}        ${line}\n`],
    ['        self.turn += 1\n', `        self.turn += 1\n${inStep && `        ${inStep}\n`}`],
  );

describeRule('SP801', {
  bad: [
    {
      title: 'set and forgotten',
      source: adds('self.fuel = 9'),
      says: /`self.fuel` is set and never read/,
      severity: 'information',
    },
    {
      title: 'counted and forgotten',
      source: adds('self.fuel = 9', 'self.fuel -= 1'),
      says: /kept up to date/,
      line: 24,
    },
    { title: 'a list that is only filled', source: adds('self.log = []', 'self.log.append(action)') },
    { title: 'a table that is only filled', source: adds('self.seen = {}', 'self.seen[action] = self.turn') },
    { title: 'unpacked', source: adds('self.fuel, self.speed = 9, 2'), times: 2 },
    {
      title: 'in a tool-use environment',
      source: variant(TOOLS, [
        '        self.turn_count = 0\n',
        '        self.turn_count = 0\n        self.budget = 5\n',
      ]),
    },
  ],
  good: [
    { title: 'all is read', source: GAME },
    {
      title: 'read in a helper',
      source: variant(adds('self.fuel = 9'), ['return text + "', 'return str(self.fuel) + text + "']),
    },
    {
      title: 'read through another name',
      source: `${adds('self.fuel = 9')}\n\ndef fuel_of(env):\n    return env.fuel\n`,
    },
    { title: 'read by its name', source: adds('self.fuel = 9', 'left = getattr(self, "fuel")') },
    {
      title: 'read by a name made at run time',
      source: adds('self.fuel = 9', 'left = getattr(self, action, 0)'),
    },
    { title: 'what a list gives back', source: adds('self.log = [1]', 'last = self.log.pop()') },
    { title: 'what trainers read', source: adds('self.reward_range = (0, 1)') },
    {
      title: 'an unknown base class',
      source: variant(adds('self.fuel = 9'), ['class LeverEnv:', 'class LeverEnv(Base):']),
    },
    { title: 'what the base class reads', source: TOOLS },
  ],
});
