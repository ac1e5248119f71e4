import { TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

describeRule('SP615', {
  bad: [
    {
      title: 'falls off the end',
      source: variant(TOOLS, [
        `        return f"The target is {degrees} degrees." + self._advance_if_done()
`,
        `        self._advance_if_done()
`,
      ]),
      says: 'ends without a return',
    },
    {
      title: 'None on one path',
      source: variant(TOOLS, [
        `            return "Error: degrees must be a whole number"
`,
        `            return
`,
      ]),
      says: 'returns None',
    },
    {
      title: 'a dict',
      source: variant(TOOLS, [
        `            return "Error: degrees must be a whole number"
`,
        `            return {"error": "degrees must be a whole number"}
`,
      ]),
      says: 'returns dict',
    },
    {
      title: 'a bool',
      source: variant(TOOLS, [
        `            return "Error: degrees must be a whole number"
`,
        `            return False
`,
      ]),
    },
  ],
  good: [
    { title: 'text on every path', source: TOOLS },
    {
      title: 'JSON text',
      source: variant(TOOLS, [
        `        return f"The target is {degrees} degrees." + self._advance_if_done()
`,
        `        import json
        return json.dumps({"target": degrees}) + self._advance_if_done()
`,
      ]),
    },
    {
      title: 'a helper that is not known',
      source: variant(TOOLS, [
        `        return f"The target is {degrees} degrees." + self._advance_if_done()
`,
        `        return format_result(degrees)
`,
      ]),
    },
    {
      title: 'raises on one path',
      source: variant(TOOLS, [
        `            return "Error: degrees must be a whole number"
`,
        `            raise ValueError("degrees")
`,
      ]),
    },
  ],
});
