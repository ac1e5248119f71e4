import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP101', {
  bad: [
    {
      title: 'a class with another ending',
      source: variant(GAME, ['class LeverPanelEnv', 'class LeverPanelGame']),
      says: /`LeverPanelGame` has `reset` and `step`.*Call it `LeverPanelEnv`/,
      line: 8,
    },
    {
      title: 'a class without step',
      source: variant(GAME, ['def step(', 'def act(']),
      says: '`LeverPanelEnv` has no `step`',
      line: 8,
      without: ['SP412', 'SP501'],
    },
    {
      title: 'functions instead of a class',
      source:
        'import random\n\n\ndef reset(seed=None):\n    return "Guess.", {}\n\n\ndef step(action):\n    return "No.", 0.0, True, False, {}\n',
      says: /no class whose name ends in `Env`/,
    },
    {
      title: 'a tool-use class that leaves reset to its base',
      source: variant(TOOLS, ['def reset(', 'def restart(']),
      says: 'has no `reset` of its own',
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'the environment stands after a helper',
      source: variant(GAME, ['class LeverPanelEnv', 'class Lever:\n    pass\n\n\nclass LeverPanelEnv']),
    },
    {
      title: 'methods come from a base class of the source',
      source: variant(GAME, ['class LeverPanelEnv:', 'class Panel:'], ['def _prompt', 'def _prompt']).concat(
        '\n\nclass LeverPanelEnv(Panel):\n    pass\n',
      ),
    },
  ],
});
