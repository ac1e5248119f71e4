import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';
const work = (loops: number) =>
  `        total = 0\n        for i in range(${loops}):\n            total += i % 7\n`;

/** Less time than slow calls would take over all experiments: the first of them are enough. */
const BRIEF = { budget: { episodes: 400, ticks: 500_000 } };

describeCheck('SP214', {
  bad: [
    {
      title: 'a search in every step',
      source: variant(GAME, [TURN, TURN + work(25_000)]),
      settings: BRIEF,
      says: /`step` takes about [\d.]+ ms/,
      line: 27,
    },
    {
      title: 'a board that is built in every reset',
      source: variant(
        GAME,
        ['        rng = random', `${work(250_000)}        rng = random`],
        ['        self.reset()\n', ''],
      ),
      settings: BRIEF,
      says: /`reset` takes about [\d.]+ ms/,
      line: 18,
    },
  ],
  good: [
    { title: 'a little work in every step', source: variant(GAME, [TURN, TURN + work(3_000)]) },
    {
      title: 'one slow kind of action among many',
      source: variant(GAME, [
        '        if self.progress == len(self.order):',
        `        if self.progress == len(self.order) - 1:\n    ${work(20_000).replaceAll('\n', '\n    ')}\n        if self.progress == len(self.order):`,
      ]),
    },
  ],
});
