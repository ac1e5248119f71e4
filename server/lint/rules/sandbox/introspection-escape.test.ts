import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const using = (line: string): string => variant(GAME, [STEP, `${STEP}        ${line}\n`]);

describeRule('SP205', {
  bad: [
    {
      title: 'the tree of classes',
      source: using('kinds = object.__subclasses__()'),
      says: /`.__subclasses__` looks behind the environment/,
      severity: 'error',
    },
    {
      title: 'globals of a function',
      source: using('names = self.step.__func__.__globals__'),
      marks: 'self.step.__func__.__globals__',
    },
    { title: 'the bases of a class', source: using('base = type(self).__mro__[1]') },
    { title: 'mro()', source: using('base = type(self).mro()[1]') },
    { title: 'frames', source: `import sys\n${using('frame = sys._getframe(1)')}`, says: /sys._getframe/ },
    {
      title: 'from a traceback',
      source: using(
        'try:\n            raise ValueError\n        except ValueError as e:\n            frame = e.__traceback__.tb_frame',
      ),
    },
    {
      title: 'by getattr',
      source: using('names = getattr(self.step, "__globals__")'),
      marks: '"__globals__"',
    },
    { title: 'in a format', source: using('text = "{0.__class__.__mro__}".format(self)') },
    { title: 'the builtins', source: using('names = dir(__builtins__)'), marks: '__builtins__' },
    {
      title: 'two ways at once, each told once',
      source: using('a = int.__base__, str.__base__, (lambda: 0).__code__'),
      times: 2,
    },
  ],
  good: [
    { title: 'nothing of the kind', source: GAME },
    { title: 'the name of the class', source: using('text = self.__class__.__name__ + str(self.__dict__)') },
    {
      title: 'a guard against it',
      source: using(
        'if "__globals__" in action or "__subclasses__" in action:\n            return "No.", 0.0, False, False, {}',
      ),
    },
    {
      title: 'a list of words against it',
      source: using('bad = any(w in action for w in ["__mro__", "__builtins__"])'),
    },
    { title: 'an attribute of its own called mro', source: using('self.mro = 3\n        left = self.mro') },
    { title: 'a base of its own', source: using('self.base = 3\n        left = self.base') },
  ],
});
