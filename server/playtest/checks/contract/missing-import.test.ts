import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP113', {
  bad: [
    {
      title: 'a module used while loading',
      source: variant(GAME, [
        'import random\nimport re\nfrom typing import Tuple\n',
        'import random\nimport re\n',
      ]),
      says: /`Tuple` is not imported.*from typing import Tuple/,
      severity: 'error',
      line: 18,
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
