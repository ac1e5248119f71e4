import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const HINT = 'return self._prompt("A gate with four levers."), {}';
const BARE = 'return text + " Levers: amber, blue, coral, green. Answer with \\\\boxed{lever}."';

/** Four levers in their order, one after the other. */
const ORDERED = variant(
  GAME,
  [
    'self.lever = self.rng.choice(["amber", "blue", "coral", "green"])',
    'self.levers = self.rng.sample(["amber", "blue", "coral", "green"], 4)\n        self.pulled = 0',
  ],
  ['if word == self.lever:', 'if word == self.levers[self.pulled]:\n            self.pulled += 1'],
  ['return f"\\\\boxed{{{self.lever}}}"', 'return "\\n".join(self.levers)'],
);

describeRule('SP508', {
  bad: [
    {
      title: 'a line for debugging',
      source: variant(GAME, [HINT, 'return self._prompt(f"A gate. [debug lever={self.lever}]"), {}']),
      says: /`self\.lever`/,
      marks: 'self.lever',
      severity: 'error',
    },
    {
      title: 'in the format example of a helper',
      source: variant(GAME, [BARE, 'return text + " Answer with \\\\boxed{" + self.lever + "}."']),
      marks: 'self.lever',
    },
    {
      title: 'by a method, through a local, in capitals',
      source: variant(
        GAME,
        [
          HINT,
          'text = "A gate."\n        text += " The sign says {}.".format(self._right().upper())\n        return text, {}',
        ],
        ['word == self.lever', 'word == self._right()'],
        [
          'return f"\\\\boxed{{{self.lever}}}"',
          'return "\\\\boxed{" + self._right() + "}"\n\n    def _right(self):\n        return self.lever',
        ],
      ),
      marks: 'self._right()',
    },
    {
      title: 'among lines that are joined',
      source: variant(GAME, [
        HINT,
        'lines = ["A gate."]\n        lines.append(f"Lever: {self.lever}")\n        return "\\n".join(lines), {}',
      ]),
      marks: 'self.lever',
    },
    {
      title: 'all levers in their order',
      source: variant(ORDERED, ['"A gate with four levers."', '"Levers: " + " > ".join(self.levers)']),
      marks: '" > ".join(self.levers)',
    },
  ],
  good: [
    { title: 'levers in a fixed menu', source: GAME },
    {
      title: 'one of the options of a shuffled menu',
      source: variant(GAME, [
        HINT,
        'options = [self.lever, "red", "teal"]\n        self.rng.shuffle(options)\n        return self._prompt("Options: " + ", ".join(options)), {}',
      ]),
    },
    {
      title: 'options as lines',
      source: variant(GAME, [
        HINT,
        'options = [f"- {self.lever}", "- red", "- teal"]\n        self.rng.shuffle(options)\n        return "\\n".join(options), {}',
      ]),
    },
    {
      title: 'letters in another order',
      source: variant(GAME, [HINT, 'return self._prompt("Letters: " + "".join(sorted(self.lever))), {}']),
    },
    {
      title: 'a part of it, or something about it',
      source: variant(GAME, [
        HINT,
        'return self._prompt(f"It begins with {self.lever[0]} and has {len(self.lever)} letters."), {}',
      ]),
    },
    {
      title: 'told only once it is over',
      source: variant(GAME, [
        BARE,
        'if self.done:\n            return f"It was {self.lever}."\n        return text + " Answer with \\\\boxed{lever}."',
      ]),
    },
    {
      title: 'shown in another form than is asked for',
      source: variant(
        GAME,
        [HINT, 'return self._prompt(f"Write {self.lever} backwards."), {}'],
        ['word == self.lever', 'word == self.lever[::-1]'],
        ['{{{self.lever}}}', '{{{self.lever[::-1]}}}'],
      ),
    },
    {
      title: 'a goal that takes several actions',
      source: variant(
        GAME,
        [HINT, 'return self._prompt(f"Find {self.lever}."), {}'],
        ['return f"\\\\boxed{{{self.lever}}}"', 'return f"\\\\boxed{{north}}\\n\\\\boxed{{{self.lever}}}"'],
      ),
    },
    {
      title: 'the order in another order',
      source: variant(ORDERED, ['"A gate with four levers."', '"Levers: " + ", ".join(sorted(self.levers))']),
    },
  ],
});
