import { describeCheck, GAME, variant } from '../../testing.ts';

describeCheck('SP204', {
  bad: [
    {
      title: 'a page is fetched in reset',
      source: variant(`from urllib.request import urlopen\n${GAME}`, [
        'rng = random.Random(seed)',
        'rng = random.Random(seed)\n        try:\n            urlopen("http://example.org/words")\n        except OSError:\n            pass',
      ]),
      says: /urllib/,
      without: ['SP201', 'SP412'],
    },
    {
      title: 'a client that is not installed',
      source: `import requests\n${GAME}`,
      says: /`import requests`/,
      line: 1,
      without: ['SP201', 'SP412'],
    },
    {
      title: 'a socket',
      source: variant(`import socket\n${GAME}`, [
        'rng = random.Random(seed)',
        'rng = random.Random(seed)\n        socket.socket()',
      ]),
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'an address in a text',
      source: variant(GAME, ['"The panel opens."', '"The panel opens: http://panel.example"']),
    },
    {
      title: 'escaped text',
      source: variant(`import html\n${GAME}`, ['"The panel opens."', 'html.escape("The panel opens.")']),
    },
  ],
});
