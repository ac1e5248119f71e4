import { describeCheck, GAME, variant } from '../../testing.ts';
import { SUM, VAULT } from './fixtures.ts';

describeCheck('SP509', {
  bad: [
    {
      title: 'a wrong attempt is corrected',
      source: variant(SUM, [
        'self._ask("The carrier shakes his head.")',
        'self._ask(f"The carrier shakes his head: it is {self._total()}.")',
      ]),
      says: /After an? /,
    },
    {
      title: 'a wrong lever names the right one',
      source: variant(GAME, [
        'text = "Clunk: all levers spring back."',
        'text = f"Clunk: you should have pulled {self.order[self.progress]}."\n            self.progress = 0',
      ]),
    },
    {
      title: 'a hint for the asking',
      source: variant(VAULT, [
        '        else:\n            text = "The guard does not',
        '        elif words == ["hint"]:\n            text = f"The code is {self.code}."\n        else:\n            text = "The guard does not',
      ]),
      says: /plea/,
    },
    {
      title: 'in info',
      source: variant(SUM, [
        'return self._ask("A carrier moves crates."), {"attempts": 0}',
        'return self._ask("A carrier moves crates."), {"attempts": 0, "target": self._total()}',
      ]),
      says: /info\["target"\]/,
    },
  ],
  good: [
    { title: 'wrong, and no more', source: SUM },
    {
      title: 'the answer is told once the episode has ended',
      source: variant(SUM, [
        'return "The carrier leaves."',
        'return f"The carrier leaves. It was {self._total()}."',
      ]),
    },
    { title: 'a measurement that is asked for', source: VAULT },
    { title: 'what the agent did comes back', source: GAME },
  ],
});
