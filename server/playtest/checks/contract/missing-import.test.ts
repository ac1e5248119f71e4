import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP113', {
  bad: [
    {
      title: 'a name used while loading',
      source: variant(GAME, ['LEVERS = [', 'PULLED = deque(maxlen=3)\nLEVERS = [']),
      says: /`deque` is not imported.*from collections import deque/,
      severity: 'error',
      line: 5,
      without: ['SP412'],
    },
    {
      title: 'a module used in step',
      source: variant(GAME, ['import re\n', '']),
      says: /Add `import re`/,
      line: 30,
      without: ['SP412'],
    },
  ],
  good: [
    { title: 'all imports', source: GAME },
    {
      title: 'the injected names are switched on',
      source: variant(GAME, ['import re\n', '']),
      settings: { compat: true },
    },
    { title: 'a name that nobody injects', source: variant(GAME, ['re.search(', 'regex.search(']) },
  ],
});
