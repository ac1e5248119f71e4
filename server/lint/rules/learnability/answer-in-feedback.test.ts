import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const MISS = 'return self._prompt("Nothing moves."), 0.0, False, late, {"turn": self.turn}';
const START = 'return self._prompt("A gate with four levers."), {}';

/** Two gates, one after the other. */
const GATES = variant(
  GAME,
  [
    'self.lever = self.rng.choice(["amber", "blue", "coral", "green"])',
    'self.levers = self.rng.sample(["amber", "blue", "coral", "green"], 2)\n        self.gate = 0',
  ],
  [
    'if word == self.lever:\n            self.done = True',
    'if word == self.levers[self.gate]:\n            self.gate += 1\n            self.done = self.gate == 2',
  ],
  [
    'return "The gate opens.", 1.0, True, False, {}',
    'return "The gate opens.", float(self.done), self.done, False, {}',
  ],
  ['return f"\\\\boxed{{{self.lever}}}"', 'return "\\n".join(self.levers[self.gate:])'],
);

describeRule('SP509', {
  bad: [
    {
      title: 'the reply to a wrong action',
      source: variant(GAME, [
        MISS,
        MISS.replace('"Nothing moves."', 'f"Nothing moves: it is {self.lever}."'),
      ]),
      says: /`self\.lever`.*goes on/,
      marks: 'self.lever',
      severity: 'warning',
    },
    {
      title: 'what comes next in a list',
      source: variant(
        GATES,
        [
          'late = self.turn >= self.max_turns',
          'text = "Nothing moves."\n        if word:\n            text = f"No, gate {self.gate + 1} wants {self.levers[self.gate]}."\n        late = self.turn >= self.max_turns',
        ],
        ['self._prompt("Nothing moves.")', 'self._prompt(text)'],
      ),
      marks: 'self.levers[self.gate]',
    },
    {
      title: 'after the comparison with a helper’s result',
      source: variant(
        GAME,
        ['word == self.lever', 'word == self._right()'],
        [MISS, MISS.replace('"Nothing moves."', '"It is " + self._right()')],
        [
          'return f"\\\\boxed{{{self.lever}}}"',
          'return self._right()\n\n    def _right(self):\n        return self.lever',
        ],
      ),
      marks: 'self._right()',
    },
    {
      title: 'in info from the start',
      source: variant(GAME, [START, START.replace('{}', '{"lever": self.lever}')]),
      says: /^info holds/,
    },
    {
      title: 'in the info of a helper',
      source: variant(
        GAME,
        [MISS, MISS.replace('{"turn": self.turn}', 'self._info()')],
        [
          '    def solution',
          '    def _info(self):\n        return {"turn": self.turn, "lever": self.lever}\n\n    def solution',
        ],
      ),
      says: /^info holds/,
    },
  ],
  good: [
    { title: 'says only that it was wrong', source: GAME },
    {
      title: 'told when the episode is lost',
      source: variant(GAME, [
        'late = self.turn >= self.max_turns\n',
        'late = self.turn >= self.max_turns\n        if late:\n            return f"Too late: it was {self.lever}.", 0.0, False, True, {}\n',
      ]),
    },
    {
      title: 'told on the last turn, with the flag beside it',
      source: variant(
        GAME,
        [
          'late = self.turn >= self.max_turns\n',
          'late = self.turn >= self.max_turns\n        text = "Nothing moves."\n        if self.turn >= self.max_turns:\n            text = f"It was {self.lever}."\n',
        ],
        ['self._prompt("Nothing moves.")', 'self._prompt(text)'],
      ),
    },
    {
      title: 'told on success',
      source: variant(GAME, [
        'return "The gate opens.", 1.0, True, False, {}',
        'return f"Yes, {self.lever}.", 1.0, True, False, {}',
      ]),
    },
    {
      title: 'the lever of the gate that is passed',
      source: variant(
        GATES,
        [
          'late = self.turn >= self.max_turns',
          'text = f"It was {self.levers[self.gate]}; on to the next."\n        self.gate = 1\n        late = self.turn >= self.max_turns',
        ],
        ['self._prompt("Nothing moves.")', 'self._prompt(text)'],
      ),
    },
    {
      title: 'how far it is from right',
      source: variant(GAME, [
        MISS,
        MISS.replace('"Nothing moves."', 'f"{sum(a == b for a, b in zip(word, self.lever))} letters fit."'),
      ]),
    },
    {
      title: 'info of an episode that is over',
      source: variant(GAME, [
        'return "The gate opens.", 1.0, True, False, {}',
        'return "The gate opens.", 1.0, True, False, {"lever": self.lever}',
      ]),
    },
    {
      title: 'a place that the opening names as well',
      source: variant(
        GAME,
        [START, START.replace('"A gate with four levers."', 'f"Go to {self.lever}."')],
        [MISS, MISS.replace('"Nothing moves."', 'f"Go to {self.lever}."')],
        ['return f"\\\\boxed{{{self.lever}}}"', 'return f"north\\n{self.lever}"'],
      ),
    },
  ],
});
