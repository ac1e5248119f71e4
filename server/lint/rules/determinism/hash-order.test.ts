import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const DRAW = '["amber", "blue", "coral", "green"]';
const NAMES = 'NAMES = {"amber", "blue", "coral", "green"}';
const TURN = '        self.turn = 0\n';
const OPENING = '"A gate with four levers."';
const top = (source: string): string => variant(source, ['class LeverEnv', `${NAMES}\n\n\nclass LeverEnv`]);
const choosing = (from: string): string => top(variant(GAME, [DRAW, from]));
const showing = (line: string, shown: string): string =>
  top(variant(GAME, [TURN, `${TURN}        ${line}\n`], [OPENING, shown]));

describeRule('SP304', {
  bad: [
    {
      title: 'a choice from a set',
      source: choosing('list(NAMES)'),
      says: /`NAMES` is a set: its order differs/,
      marks: 'NAMES',
      severity: 'error',
    },
    {
      title: 'a shuffled list of a set',
      source: showing('self.names = list(NAMES)\n        self.rng.shuffle(self.names)', 'self.names[0]'),
    },
    { title: 'joined', source: showing('pass', '", ".join(NAMES)') },
    { title: 'joined by a generator', source: showing('pass', '", ".join(n.title() for n in NAMES)') },
    {
      title: 'collected in a loop',
      source: showing(
        'rows = []\n        for name in NAMES:\n            rows.append(name)\n        self.rows = rows',
        'self.rows[0]',
      ),
      marks: 'NAMES',
    },
    {
      title: 'a text made in a loop',
      source: showing(
        'text = ""\n        for name in NAMES:\n            text += name\n        self.text = text',
        'self.text',
      ),
    },
    {
      title: 'a draw for each',
      source: showing(
        'self.costs = {}\n        for name in NAMES:\n            self.costs[name] = self.rng.randint(1, 9)',
        'str(sorted(self.costs.items()))',
      ),
    },
    {
      title: 'a dict built from a set',
      source: showing('self.costs = {name: 1 for name in NAMES}', '", ".join(self.costs)'),
    },
    { title: 'the first of a set', source: showing('self.first = next(iter(NAMES))', 'self.first') },
    {
      title: 'popped',
      source: showing('names = set(NAMES)\n        self.first = names.pop()', 'self.first'),
    },
    { title: 'what is left of a set', source: showing('left = NAMES - {self.lever}', '", ".join(left)') },
    {
      title: 'the words of a text',
      source: showing('self.words = list(set("an amber gate".split()))', 'self.words[0]'),
    },
    {
      title: 'elements that are not known',
      source: showing('self.parts = list(set(self.make()))', 'self.parts[0]'),
      severity: 'warning',
    },
    {
      title: 'equals under a key',
      source: showing('self.long = max(NAMES, key=len)', 'self.long'),
      says: /the same value, their order decides/,
      severity: 'warning',
    },
  ],
  good: [
    { title: 'a list', source: GAME },
    { title: 'sorted', source: choosing('sorted(NAMES)') },
    {
      title: 'sorted in place',
      source: showing('self.names = list(NAMES)\n        self.names.sort()', 'self.names[0]'),
    },
    {
      title: 'only looked into',
      source: showing('self.known = self.lever in NAMES', 'f"Known: {self.known}, {len(NAMES)} names."'),
    },
    { title: 'numbers', source: choosing('list({3, 1, 2})') },
    { title: 'numbers of a range', source: choosing('list(set(range(9)))') },
    {
      title: 'a set made of a set',
      source: showing('self.left = {n for n in NAMES if n != self.lever}', 'f"{len(self.left)} left."'),
    },
    {
      title: 'a sum over a set',
      source: showing('self.letters = sum(len(n) for n in NAMES)', 'f"{self.letters} letters."'),
    },
    {
      title: 'a count in a loop',
      source: showing(
        'count = 0\n        for name in NAMES:\n            count += len(name)\n        self.count = count',
        'f"{self.count}"',
      ),
    },
    {
      title: 'the only element',
      source: showing(
        'found = {self.lever}\n        if len(found) != 1:\n            raise ValueError\n        self.one = found.pop()',
        'self.one',
      ),
    },
    {
      title: 'sorted before the key is asked',
      source: showing('self.long = max(sorted(NAMES), key=len)', 'self.long'),
    },
    { title: 'any and all', source: showing('self.long = any(len(n) > 4 for n in NAMES)', 'f"{self.long}"') },
    {
      title: 'the order of a dict',
      source: showing('self.costs = {name: 1 for name in sorted(NAMES)}', '", ".join(self.costs)'),
    },
    {
      title: 'a dict of a set that is only looked up',
      source: showing('self.costs = {name: len(name) for name in NAMES}', 'str(self.costs[self.lever])'),
    },
    { title: 'a list that nothing shows', source: showing('self.names = list(NAMES)', '"A gate."') },
  ],
});
