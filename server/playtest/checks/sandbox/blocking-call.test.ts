import { describeCheck, GAME, variant } from '../../testing.ts';

const TURN = '        self.turn_count += 1\n';

describeCheck('SP206', {
  bad: [
    {
      title: 'a pause for effect',
      source: variant(`import time\n${GAME}`, [TURN, `${TURN}        time.sleep(0.1)\n`]),
      says: /`time\.sleep\(…\)`/,
      line: 32,
    },
    {
      title: 'a question to a person',
      source: variant(GAME, [TURN, `${TURN}        if not action:\n            action = input("Lever? ")\n`]),
      says: /`input\(…\)`/,
      line: 32,
      without: ['SP412', 'SP208'],
    },
    {
      title: 'a lock',
      source: variant(`import threading\n${GAME}`, [
        '        self.reset()\n',
        '        self.lock = threading.Lock()\n        self.reset()\n',
      ]),
      says: /`import threading`/,
      line: 1,
      without: ['SP201'],
    },
    {
      title: 'a thread',
      source: variant(`from threading import Thread\n${GAME}`, [
        TURN,
        `${TURN}        Thread(target=self._prompt, args=("",)).start()\n`,
      ]),
      without: ['SP412', 'SP201'],
    },
  ],
  good: [
    {
      title: 'a clock that is read',
      source: variant(`import time\n${GAME}`, [
        '        self.reset()\n',
        '        self.began = time.time()\n        self.reset()\n',
      ]),
    },
    {
      title: 'an attribute named input',
      source: variant(GAME, [TURN, `${TURN}        self.input = action\n`]),
    },
  ],
});
