import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';

describeRule('SP204', {
  bad: [
    {
      title: 'requests',
      source: `import requests\n${GAME}`,
      says: /`import requests` reaches for the network/,
      marks: 'requests',
      severity: 'error',
    },
    {
      title: 'urllib',
      source: `from urllib.request import urlopen\n${GAME}`,
      marks: 'from urllib.request import urlopen',
    },
    { title: 'sockets, inside a method', source: variant(GAME, [TURN, `${TURN}        import socket\n`]) },
    { title: 'asyncio', source: `import asyncio\n${GAME}` },
    { title: 'in a tool-use environment', source: `import http.client\n${TOOLS}` },
  ],
  good: [
    { title: 'no network', source: GAME },
    {
      title: 'an address in a text',
      source: variant(GAME, ['"A gate with four levers."', '"See http://example.com/levers."']),
    },
    { title: 'a local called requests', source: variant(GAME, [TURN, `${TURN}        requests = []\n`]) },
    { title: 'html', source: `import html\n${GAME}` },
    {
      title: 'allowed by the user',
      source: `import requests\n${GAME}`,
      settings: { allowedImports: ['requests'] },
    },
  ],
});
