import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

const info = (text: string) => variant(GAME, ['{"progress": self.progress}', text]);

describeCheck('SP411', {
  bad: [
    {
      title: 'a text',
      source: info('{"last": lever}'),
      says: /a str in info\['last'\]/,
      severity: 'warning',
    },
    {
      title: 'a set, deep inside',
      source: info('{"seen": {"levers": [{1, 2}]}}'),
      says: /a set in info\['seen'\]\['levers'\]\[0\]/,
    },
    { title: 'the environment itself', source: info('{"env": self}') },
    {
      title: 'the answer, at the reset',
      source: variant(GAME, [
        'sets all of them back."), {}',
        'sets all of them back."), {"order": self.order}',
      ]),
      says: /after reset/,
    },
    {
      title: 'a large table',
      source: variant(GAME, ['1.0, True, False, {}', '1.0, True, False, {"table": [1 / 3] * 3500}']),
      says: /kB/,
    },
  ],
  good: [
    { title: 'a number', source: GAME },
    {
      title: 'numbers, truth values and None, nested',
      source: info('{"turn": self.turn_count, "done": False, "parts": [1.5, None, {"a": (1, 2)}]}'),
    },
    { title: 'tool use', source: TOOLS },
  ],
});
