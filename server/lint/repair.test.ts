import { describe, expect, it } from 'vitest';
import { repair } from './repair.ts';
import { GAME, TOOLS, variant } from './sample.ts';

const NOTHING = 'return self._prompt("Nothing moves.")';
const says = (literal: string): string => variant(GAME, [NOTHING, `return ${literal}`]);
const kinds = (text: string): string[] => repair(text).changes.map(({ kind }) => kind);

describe('repair of fences', () => {
  const draft =
    'import random\n\n\nclass DraftEnv:\n    def reset(self, seed=None):\n        return "", {}\n';
  const documented = variant(GAME, [
    'class LeverEnv:\n    """Find the lever that opens the gate."""',
    'class LeverEnv:\n    """Find the lever.\n\n    ```python\n    env.step("x")\n    ```\n    """',
  ]);
  it.each([
    ['fences alone', `\`\`\`python\n${GAME}\`\`\`\n`, GAME],
    ['no language, no last line break', `\`\`\`\n${GAME}\`\`\``, GAME],
    [
      'prose before and behind',
      `Here's the environment you asked for:\n\n\`\`\`python\n${GAME}\`\`\`\n\nIt isn't easy.\n`,
      GAME,
    ],
    [
      'thoughts with a draft in them',
      `<think>\nFirst:\n\`\`\`python\n${draft}\`\`\`\nBetter:\n</think>\n\`\`\`python\n${GAME}\`\`\`\n`,
      GAME,
    ],
    [
      'an example of its use behind',
      `\`\`\`python\n${GAME}\`\`\`\nUse it so:\n\`\`\`python\nenv = LeverEnv()\nenv.reset(3)\n\`\`\`\n`,
      GAME,
    ],
    ['an answer that was cut off before the last fence', `Sure!\n\`\`\`python\n${GAME}`, GAME],
    ['a last fence only', `${GAME}\`\`\`\n`, GAME],
    ['tildes', `~~~python\n${GAME}~~~\n`, GAME],
    ['four backticks around three', `\`\`\`\`python\n${documented}\`\`\`\`\n`, documented],
    ['a fence in the docstring', `\`\`\`python\n${documented}\`\`\`\nDone.\n`, documented],
    [
      'indented, as in a list',
      `1. The code:\n   \`\`\`python\n${GAME.replaceAll(/^(?=.)/gm, '   ')}   \`\`\`\n`,
      GAME,
    ],
    ['a tool-use environment', `\`\`\`py\n${TOOLS}\`\`\`\nDone.`, TOOLS],
    [
      'an environment and a subclass of it in one block',
      `\`\`\`python\n${GAME}\n\nclass HardLeverEnv(LeverEnv):\n    pass\n\`\`\`\n`,
      `${GAME}\n\nclass HardLeverEnv(LeverEnv):\n    pass\n`,
    ],
  ])('takes the source out of %s', (_, raw, source) => {
    const repaired = repair(raw);
    expect(repaired.source).toBe(source);
    expect(repaired.changes.map(({ kind }) => kind)).toEqual(['fence']);
    expect(repair(repaired.source)).toEqual({ source, changes: [] });
  });

  it('takes the block with the environment, wherever its helpers stand', () => {
    const raw = `\`\`\`bash\npip install nothing\n\`\`\`\n\`\`\`python\nimport os\n\`\`\`\n\`\`\`python\n${GAME}\`\`\`\n`;
    expect(repair(raw).source).toBe(GAME);
  });

  it.each([
    ['a sound source', GAME],
    ['fences in strings only', documented],
    ['a faulty source with fences in strings only', `${documented}    def (:\n`],
    ['fences without an environment', '```python\nprint("hello")\n```\n'],
    ['prose alone', "I cannot write this environment, sorry: it isn't allowed.\n"],
    ['nothing', ''],
  ])('leaves %s alone', (_, raw) => {
    expect(repair(raw)).toEqual({ source: raw, changes: [] });
  });

  it('tells where the fence stood', () => {
    const [change] = repair(`Hello.\n\n\`\`\`python\n${GAME}\`\`\`\n`).changes;
    expect(change).toMatchObject({ kind: 'fence', line: 3 });
    expect(change?.message).toContain('4 lines outside');
  });
});

describe('repair of braces', () => {
  it.each([
    ['an unknown name', 'f"No. \\\\boxed{name}"', 'f"No. \\\\boxed{{name}}"'],
    ['words', 'f"No. \\\\boxed{your answer}"', 'f"No. \\\\boxed{{your answer}}"'],
    ['nothing', 'f"No. \\\\boxed{} {self.turn}"', 'f"No. \\\\boxed{{}} {self.turn}"'],
    ['angle brackets', 'f"No. \\\\boxed{<word>}"', 'f"No. \\\\boxed{{<word>}}"'],
    ['a number', 'f"No. \\\\boxed{42}"', 'f"No. \\\\boxed{{42}}"'],
    ['dots', 'f"No. \\\\boxed{...}"', 'f"No. \\\\boxed{{...}}"'],
    ['a list of unknown names', 'f"No. \\\\boxed{row, col}"', 'f"No. \\\\boxed{{row, col}}"'],
    ['what looks like a format', 'f"No. \\\\boxed{answer: text}"', 'f"No. \\\\boxed{{answer: text}}"'],
    ['a word that is a builtin', 'f"No. \\\\boxed{input}"', 'f"No. \\\\boxed{{input}}"'],
    ['a raw f-string', 'rf"No. \\boxed{name}"', 'rf"No. \\boxed{{name}}"'],
    ['an apostrophe', 'f"No. \\\\boxed{don\'t know}"', 'f"No. \\\\boxed{{don\'t know}}"'],
    [
      'several in one text',
      'f"\\\\boxed{pull X} or \\\\boxed{wait}"',
      'f"\\\\boxed{{pull X}} or \\\\boxed{{wait}}"',
    ],
  ])('doubles those around %s', (_, faulty, mended) => {
    const repaired = repair(says(faulty));
    expect(repaired.source).toBe(says(mended));
    expect(new Set(repaired.changes.map(({ kind }) => kind))).toEqual(new Set(['braces']));
    expect(repair(repaired.source).changes).toEqual([]);
  });

  it.each([
    ['doubled already', 'f"No. \\\\boxed{{word}}"'],
    ['a value within braces', 'f"No. \\\\boxed{{{self.turn}}}"'],
    ['a variable of the source', 'f"No. \\\\boxed{word}"'],
    ['an attribute', 'f"No. \\\\boxed{self.turn}"'],
    ['a plain string', '"No. \\\\boxed{word}"'],
    ['another unknown name', 'f"No. {stranger}"'],
    ['another field that is no expression', 'f"No. {an answer}"'],
    ['a set in a box', 'f"No. \\\\boxed{ {1, 2} }"'],
  ])('leaves alone: %s', (_, literal) => {
    const source = says(literal);
    expect(repair(source)).toEqual({ source, changes: [] });
  });

  it('mends a fenced source whose braces are wrong in several lines', () => {
    const faulty = variant(
      GAME,
      [NOTHING, 'return f"No. \\\\boxed{the lever}"'],
      ['"The gate opens."', 'f"Open. \\\\boxed{}"'],
    );
    const mended = variant(
      GAME,
      [NOTHING, 'return f"No. \\\\boxed{{the lever}}"'],
      ['"The gate opens."', 'f"Open. \\\\boxed{{}}"'],
    );
    const raw = `Sure, here it is:\n\n\`\`\`python\n${faulty}\`\`\`\n`;
    expect(repair(raw).source).toBe(mended);
    expect(kinds(raw)).toEqual(['fence', 'braces', 'braces']);
    const lines = mended.split('\n');
    for (const { kind, line } of repair(raw).changes)
      if (kind === 'braces') expect(lines[line - 1]).toContain('\\\\boxed{{');
  });
});
