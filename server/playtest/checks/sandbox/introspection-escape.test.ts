import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP205', {
  bad: [
    {
      title: 'the tree of classes',
      source: variant(GAME, [
        TURN,
        `${TURN}        self.kinds = len(().__class__.__base__.__subclasses__())\n`,
      ]),
      says: /`\.__(?:subclasses|base)__`/,
      line: 31,
    },
    {
      title: 'globals of a function',
      source: variant(GAME, [TURN, `${TURN}        table = self._prompt.__func__.__globals__\n`]),
      says: /`\.__globals__`/,
    },
    {
      title: 'frames',
      source: variant(`import sys\n${GAME}`, [TURN, `${TURN}        caller = sys._getframe(1).f_code\n`]),
      says: /_getframe/,
      line: 32,
    },
    {
      title: 'the code of a function',
      source: variant(GAME, [TURN, `${TURN}        size = self._prompt.__code__.co_argcount\n`]),
      says: /`\.__code__`/,
    },
  ],
  good: [
    {
      title: 'the name of the class',
      source: variant(GAME, [
        TURN,
        `${TURN}        name = self.__class__.__name__ + str(type(self).__doc__)\n`,
      ]),
    },
    {
      title: 'a line that never runs',
      source: variant(GAME, [
        TURN,
        `${TURN}        if self.turn_count < 0:\n            self.__class__.__subclasses__()\n`,
      ]),
    },
    {
      title: 'in a comment and a text',
      source: variant(GAME, [TURN, `${TURN}        # not __globals__\n        text = "__subclasses__"\n`]),
    },
  ],
});
