import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP704', {
  bad: [
    {
      title: 'fences',
      source: `\`\`\`python\n${GAME}\`\`\`\n`,
      marks: '```python',
      line: 1,
      severity: 'error',
      fixed: GAME,
    },
    {
      title: 'fences and prose',
      source: `Here's the code:\n\`\`\`\n${GAME}\`\`\`\nIt isn't hard.`,
      line: 2,
      fixed: GAME,
    },
    { title: 'a first fence only', source: `\`\`\`py\n${TOOLS}`, fixed: TOOLS },
    {
      title: 'a last fence only',
      source: `${GAME}\n\`\`\``,
      says: /A code fence stands in the source/,
      fixed: `${GAME}\n`,
    },
    { title: 'tildes', source: `~~~\n${GAME}~~~\n`, fixed: GAME },
    { title: 'no environment in it: no fix', source: '```python\nprint(1)\n```\n', unfixed: true },
    {
      title: 'indented',
      source: `- so:\n  \`\`\`python\n${GAME.replaceAll(/^(?=.)/gm, '  ')}  \`\`\`\n`,
      line: 2,
      fixed: GAME,
    },
  ],
  good: [
    { title: 'none', source: GAME },
    {
      title: 'in a docstring',
      source: variant(GAME, ['"""Find', '"""\n    ```python\n    x = 1\n    ```\n    Find']),
    },
    {
      title: 'in what the agent is shown',
      source: variant(GAME, ['" Levers:', '"""\n```\nLevers\n```\n""" " Levers:']),
    },
    { title: 'in a comment', source: `# \`\`\`python\n${GAME}` },
    {
      title: 'in a string, where something else is wrong',
      source: `${variant(GAME, ['"""Find', '"""\n```\nFind'])}    def (:\n`,
    },
  ],
});
