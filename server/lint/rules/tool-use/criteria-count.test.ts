import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP605', {
  bad: [
    {
      title: 'a message more',
      source: variant(TOOLS, [
        `        self._user_messages = [f"Heat the room to {degrees} degrees."]
`,
        `        self._user_messages = [f"Heat the room to {degrees} degrees.", "Then cool it."]
`,
      ]),
      says: '2 user messages but 1 criteria',
    },
    {
      title: 'a criterion more',
      source: variant(TOOLS, [
        '[lambda s: s["target"] == degrees]',
        '[lambda s: s["target"] == degrees, lambda s: s["target"] is not None]',
      ]),
      says: '1 user messages but 2 criteria',
    },
    {
      title: 'appended',
      source: variant(TOOLS, [
        `        self._user_messages = [f"Heat the room to {degrees} degrees."]
`,
        `        self._user_messages = [f"Heat the room to {degrees} degrees."]
        self._user_messages.append("Then cool it.")
`,
      ]),
      says: '2 user messages',
    },
    { title: 'no criterion', source: variant(TOOLS, ['[lambda s: s["target"] == degrees]', '[]']) },
  ],
  good: [
    { title: 'as many', source: TOOLS },
    {
      title: 'both appended',
      source: variant(TOOLS, [
        `        self._current_msg = 0
`,
        `        self._user_messages.append("Then cool it.")
        self._message_criteria.append(lambda s: s["target"] is None)
        self._current_msg = 0
`,
      ]),
    },
    {
      title: 'built in a loop',
      source: variant(TOOLS, [
        `        self._user_messages = [f"Heat the room to {degrees} degrees."]
`,
        `        self._user_messages = [f"Heat room {i}." for i in range(rng.randint(2, 3))]
`,
      ]),
    },
    {
      title: 'no messages at all',
      source: variant(TOOLS, [
        `        self._user_messages = [f"Heat the room to {degrees} degrees."]
`,
        '',
      ]),
    },
  ],
});
