import { describeCheck, GAME, variant } from '../../testing.ts';
import { VAULT } from './fixtures.ts';

describeCheck('SP521', {
  bad: [
    {
      title: 'a chronicle at the start',
      source: variant(VAULT, [
        '"A vault has a code of four digits',
        '"Long ago. " * 1000 + "A vault has a code of four digits',
      ]),
      severity: 'warning',
      says: /10,\d\d\d characters/,
    },
    {
      title: 'a log that grows with every turn',
      source: variant(GAME, [
        'return f"{text}\\nLevers',
        "return f\"{'Sensor log. ' * 150 * self.turn_count}{text}\\nLevers",
      ]),
      severity: 'error',
    },
    {
      title: 'the action comes back',
      source: variant(VAULT, [
        'text = "The guard does not understand."',
        'text = f"The guard does not understand: {action}"',
      ]),
      severity: 'warning',
      says: /20,000 characters/,
    },
  ],
  good: [
    { title: 'a short one', source: VAULT },
    {
      title: 'the start of the action',
      source: variant(VAULT, [
        'text = "The guard does not understand."',
        'text = f"The guard does not understand: {action[:60]}"',
      ]),
    },
    {
      title: 'a long rule book',
      source: variant(VAULT, [
        '"A vault has a code of four digits',
        '"Rules apply. " * 400 + "A vault has a code of four digits',
      ]),
    },
  ],
});
