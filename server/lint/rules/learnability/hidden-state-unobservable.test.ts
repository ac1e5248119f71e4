import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const DRAWN = '        self.mood = self.rng.choice(["calm", "cross"])\n        self.turn = 0';
const withMood = (...changes: readonly (readonly [string, string])[]) =>
  variant(GAME, ['        self.turn = 0', DRAWN], ...changes);
const method = (body: string): readonly [string, string] => [
  '    def solution',
  `${body}\n\n    def solution`,
];

describeRule('SP518', {
  bad: [
    {
      title: 'read by a method that nobody calls',
      source: withMood(method('    def guard(self):\n        return f"The guard is {self.mood}."')),
      says: /`self\.mood`/,
      marks: 'self.mood',
      severity: 'information',
    },
    {
      title: 'it makes only itself anew',
      source: withMood([
        '        self.turn += 1',
        '        self.mood = "cross" if self.mood == "calm" else "calm"\n        self.turn += 1',
      ]),
    },
    {
      title: 'drawn in a sum, used in render',
      source: variant(
        GAME,
        ['        self.turn = 0', '        self.wind = 3 + self.rng.randint(0, 9)\n        self.turn = 0'],
        method('    def render(self):\n        return str(self.wind)'),
      ),
    },
    {
      title: 'a property that nobody asks for',
      source: withMood(method('    @property\n    def gloomy(self):\n        return self.mood == "cross"')),
    },
  ],
  good: [
    { title: 'everything that is drawn matters', source: GAME },
    {
      title: 'it is shown',
      source: withMood([
        'return self._prompt("Nothing moves.")',
        'return self._prompt(f"A {self.mood} guard.")',
      ]),
    },
    {
      title: 'a condition hangs on it',
      source: withMood([
        'late = self.turn >= self.max_turns',
        'late = self.turn >= (4 if self.mood == "cross" else self.max_turns)',
      ]),
    },
    { title: 'never read, which SP801 tells of', source: withMood() },
    {
      title: 'read from outside of the class',
      source: withMood(method('    def guard(self):\n        return self.mood'), [
        'class LeverEnv',
        'def describe(env):\n    return env.mood\n\n\nclass LeverEnv',
      ]),
    },
    {
      title: 'handed to a call that may do anything with it',
      source: withMood(
        ['        self.turn += 1', '        self.mood = self.change(self.mood)\n        self.turn += 1'],
        method('    def change(self, mood):\n        return mood'),
      ),
    },
  ],
});
