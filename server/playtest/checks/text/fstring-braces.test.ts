import { describeCheck, GAME, variant } from '../../testing.ts';

const HINT = 'Reply with one lever as \\\\boxed{{lever}}.';

describeCheck('SP702', {
  bad: [
    {
      title: 'in the reminder of every observation',
      source: variant(GAME, [HINT, HINT.replace('{{lever}}', '{lever}')]),
      says: /`\{lever\}` is a variable that does not exist/,
      line: 53,
      without: ['SP412', 'SP113'],
    },
    {
      title: 'on the path of an unreadable action',
      source: variant(GAME, [
        '"There is no such lever."',
        'rf"There is no such lever. Write \\boxed{lever_name}."',
      ]),
      line: 34,
      without: ['SP412'],
    },
    {
      title: 'while loading',
      source: variant(GAME, [
        'class LeverPanelEnv',
        'FORMAT = f"Use \\\\boxed{answer}."\n\n\nclass LeverPanelEnv',
      ]),
      line: 8,
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'a variable that is there',
      source: variant(GAME, ['"There is no such lever."', 'f"There is no lever \\\\boxed{lever}."']),
    },
    {
      title: 'another unknown name',
      source: variant(GAME, ['"There is no such lever."', 'f"There is no such lever: {levers}."']),
    },
  ],
});
