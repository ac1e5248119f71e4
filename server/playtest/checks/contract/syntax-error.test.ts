import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP115', {
  bad: [
    {
      title: 'code fences around the source',
      source: `\`\`\`python\n${GAME}\`\`\`\n`,
      says: /code fence/,
      line: 1,
      without: ['SP412', 'SP101'],
    },
    {
      title: 'an explanation and a fence before the code',
      source: `Here is the environment you asked for:\n\n\`\`\`python\n${GAME}\`\`\`\n`,
      says: /code fence/,
      without: ['SP412'],
    },
    { title: 'a fence at the end only', source: `${GAME}\`\`\`\n`, says: /code fence/, line: 54 },
    {
      title: 'LaTeX in an f-string',
      source: variant(GAME, [
        'Reply with one lever as \\\\boxed{{lever}}."',
        'Reply with one lever as \\\\boxed{}."',
      ]),
      says: /In an f-string a brace that is meant as text is doubled/,
      line: 53,
      without: ['SP412', 'SP702'],
    },
    {
      title: 'a sentence before the code',
      source: `Here is the environment.\n${GAME}`,
      says: /a sentence, not code/,
      line: 1,
    },
    {
      title: 'cut off in a string',
      source: TOOLS.slice(0, TOOLS.indexOf('now goes to') + 4),
      says: /cut off/,
    },
    {
      title: 'typographic quotation marks',
      source: variant(GAME, ['"The panel opens."', '“The panel opens.”']),
      says: /typographic/,
      line: 43,
    },
    {
      title: 'half a surrogate pair',
      source: variant(GAME, ['The panel opens.', 'The panel opens \ud83d.']),
      says: /surrogate/,
    },
    {
      title: 'a missing colon',
      source: variant(GAME, ['if self.ended:', 'if self.ended']),
      says: /expected ':' \(line 28\)/,
      line: 28,
    },
  ],
  good: [
    { title: 'a source that compiles', source: GAME },
    {
      title: 'a fence inside a string',
      source: variant(GAME, ['f"{text}\\nLevers', 'f"```{text}```\\nLevers']),
    },
    { title: 'an exception while loading', source: `${GAME}\n\nraise ValueError("no")\n` },
  ],
});
