import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP614', {
  bad: [
    {
      title: 'any status is stored',
      source: variant(TOOLS, [
        `        if status not in ("solved", "refused"):
            return f"Error: no status '{status}'"
`,
        '',
      ]),
      says: '"no-such-choice" for `status`',
    },
    {
      title: 'any speed is stored',
      source: variant(TOOLS, [
        `        if speed not in ("standard", "express"):
            return f"Error: no speed '{speed}'"
`,
        '',
      ]),
      says: '`speed`',
    },
  ],
  good: [{ title: 'the sound order desk', source: TOOLS }],
});
