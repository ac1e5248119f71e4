import { describe, expect, it } from 'vitest';
import { factsOf, game } from './testing/facts-of.ts';

const leaks = (parts: Parameters<typeof game>[0]): string[] => {
  const answer = factsOf(game(parts)).answer;
  return (answer?.leaks ?? []).map((l) => `${l.method.name} ${l.shown.attribute} ${l.shown.how}`);
};

const step =
  'guess = action.strip()\nif guess == self.target:\n    return f"Yes, {self.target}!", 1.0, True, False, {}\nreturn "No.", 0.0, False, False, {}';

describe('where the answer is kept', () => {
  it.each([
    ['guess == self.target', ['target']],
    ['self.target != guess', ['target']],
    ['int(guess) == self.target', ['target']],
    ['abs(float(guess) - self.target) < 0.1', ['target']],
    ['math.isclose(float(guess), self.target)', ['target']],
    ['guess.lower() == self.target.lower()', ['target']],
    ['guess == self.words[self.turns]', ['words']],
    ['guess == str(self.target)', ['target']],
    ['guess == expected', ['target']],
    ['self._right(guess)', ['target']],
    ['guess == "stop"', []],
    ['len(guess) == self.size', []],
  ])('%s', (test, expected) => {
    const facts = factsOf(
      game({
        step: `guess = action.strip()\nexpected = self.target\nif ${test}:\n    pass\nreturn "x", 0.0, False, False, {}`,
        more: 'def _right(self, g):\n    return g == self.target',
      }),
    );
    expect([...(facts.answer?.compared.keys() ?? [])]).toEqual(expected);
  });

  it('is where solution reads it too', () => {
    expect(factsOf(game({ step })).answer?.attributes).toEqual(['target']);
    expect(
      factsOf(
        game({ step, solution: 'return self._path()', more: 'def _path(self):\n    return self.target' }),
      ).answer?.attributes,
    ).toEqual(['target']);
    expect(factsOf(game({ step, solution: 'return "a"' })).answer?.attributes).toEqual([]);
  });
});

describe('an observation shows it', () => {
  const reset = (text: string): string =>
    `rng = random.Random(seed)\nself.target = rng.choice(["ab", "cd"])\n${text}`;

  it.each([
    ['return f"The word is {self.target}.", {}', ['reset target whole']],
    ['return "The word is " + self.target.upper(), {}', ['reset target whole']],
    ['return "The word is %s" % self.target, {}', ['reset target whole']],
    ['return "It has {} letters".format(len(self.target)), {}', ['reset target derived']],
    ['return f"It begins with {self.target[0]}", {}', ['reset target part']],
    [
      'lines = ["Hello"]\nlines.append(f"x {self.target}")\nreturn "\\n".join(lines), {}',
      ['reset target whole'],
    ],
    ['text = "Hello"\ntext += f" {self.target}"\nreturn text, {}', ['reset target whole']],
    ['return self._opening(), {}', ['reset target whole']],
    ['return self._say(self.target), {}', ['reset target whole']],
    ['return ", ".join(c for c in self.target), {}', ['reset target part']],
    ['return ", ".join(str(ord(c) + 1) for c in self.target), {}', ['reset target derived']],
    ['return "Guess the word.", {}', []],
    ['return "Guess.", {"word": self.target}', []],
    ['if self.target == "ab":\n    return "Guess.", {}\nreturn f"{self.turns}", {}', []],
  ])('%s', (text, expected) => {
    const more =
      'def _opening(self):\n    return f"Word: {self.target}"\ndef _say(self, word):\n    return f"Say {word}"';
    expect(leaks({ reset: reset(text), step, more })).toEqual(expected);
  });

  it('in feedback, but not when the episode has ended', () => {
    expect(leaks({ step })).toEqual([]);
    expect(leaks({ step: step.replace('"No."', 'f"No, not {self.target}."') })).toEqual([
      'step target whole',
    ]);
    expect(leaks({ step: step.replace('"No.", 0.0, False', 'f"No, {self.target}.", 0.0, True') })).toEqual(
      [],
    );
  });
});

it('gathers the literal text of observations', () => {
  const facts = factsOf(
    game({
      reset: 'return self._intro() + "\\nReply with \\\\boxed{word}.", {}',
      more: 'def _intro(self):\n    if self.turns:\n        return "Again."\n    return "Welcome."',
    }),
  );
  const reset = facts.method('reset');
  const texts = reset ? facts.observations(reset).flatMap((o) => o.text.literals.map((l) => l.value)) : [];
  expect(texts).toEqual(['Again.', 'Welcome.', '\nReply with \\boxed{word}.']);
});
