import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const step = (def: string): string => variant(GAME, ['def step(self, action):', def]);

describeRule('SP105', {
  bad: [
    {
      title: 'no action',
      source: step('def step(self):'),
      says: /takes no action/,
      marks: 'step',
      severity: 'error',
    },
    {
      title: 'two arguments',
      source: step('def step(self, action, argument):'),
      says: /requires `action`, `argument`,.*read the parts/,
    },
    {
      title: 'a row and a column',
      source: step('def step(self, row: int, col: int):'),
      says: /`row`, `col`/,
    },
    { title: 'by name only', source: step('def step(self, *, action):'), says: /requires `action` by name/ },
    { title: 'only keywords', source: step('def step(self, **actions):'), says: /takes no action/ },
    {
      title: 'a static method with self',
      source: step('@staticmethod\n    def step(self, action):'),
      says: /`self`, `action`/,
    },
  ],
  good: [
    { title: 'one action', source: GAME },
    { title: 'a second with a default', source: step('def step(self, action: str, info=None, **kwargs):') },
    { title: 'any number', source: step('def step(self, *actions):') },
    { title: 'an action with a default', source: step('def step(self, action=""):') },
    { title: 'step of the injected base', source: TOOLS },
    { title: 'a decorator that may unpack', source: step('@unpacked\n    def step(self, row, col):') },
  ],
});
