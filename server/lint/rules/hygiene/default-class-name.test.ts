import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const named = (name: string): string => variant(GAME, ['class LeverEnv', `class ${name}`]);

describeRule('SP804', {
  bad: [
    {
      title: 'CustomEnv',
      source: named('CustomEnv'),
      says: /`CustomEnv` says nothing/,
      marks: 'CustomEnv',
      severity: 'information',
    },
    { title: 'MyGameEnv', source: named('MyGameEnv') },
    { title: 'GeneratedEnv', source: named('GeneratedEnv') },
    { title: 'MultiTurnPuzzleEnv', source: named('MultiTurnPuzzleEnv') },
    { title: 'My_Custom_Env', source: named('My_Custom_Env') },
    { title: 'of tool use', source: variant(TOOLS, ['class ThermostatEnv', 'class CustomToolUseEnv']) },
  ],
  good: [
    { title: 'named for what is played', source: GAME },
    { title: 'a generic word among others', source: named('LeverGameEnv') },
    { title: 'a word in capitals', source: named('DNAEnv') },
    { title: 'a task', source: named('TaskSchedulerEnv') },
    { title: 'an alias that says it', source: `${named('CustomGame')}\n\nLeverEnv = CustomGame\n` },
  ],
});
