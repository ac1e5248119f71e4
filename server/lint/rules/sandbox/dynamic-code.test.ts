import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const STEP = '        self.turn += 1\n';
const using = (line: string): string => variant(GAME, [STEP, `${STEP}        ${line}\n`]);

describeRule('SP202', {
  bad: [
    {
      title: 'eval of the action',
      source: using('value = eval(action)'),
      says: /`eval\(…\)` runs text as code/,
      marks: 'eval(action)',
      severity: 'error',
    },
    { title: 'eval with empty builtins', source: using('value = eval(action, {"__builtins__": {}})') },
    { title: 'exec', source: using('exec(action)') },
    { title: 'compile', source: using('code = compile(action, "x", "eval")') },
    {
      title: 'under another name',
      source: using('evaluate = eval'),
      marks: 'eval',
      says: /`eval` runs text/,
    },
    { title: 'in a table of functions', source: using('value = {"eval": eval, "len": len}["eval"](action)') },
    { title: 'map', source: using('values = list(map(eval, action.split()))') },
    { title: 'through builtins', source: `import builtins\n${using('value = builtins.eval(action)')}` },
    { title: '__import__', source: using('system = __import__("o" + "s")') },
    { title: 'importlib', source: `import importlib\n${GAME}`, says: /`import importlib`/ },
    {
      title: 'in a tool',
      source: variant(TOOLS, [
        '        self._state["target"] = degrees\n',
        '        self._state["target"] = eval(str(degrees))\n',
      ]),
    },
  ],
  good: [
    { title: 'no dynamic code', source: GAME },
    { title: 'compile of re', source: using('pattern = re.compile("a+")') },
    { title: 'compile from re', source: `from re import compile\n${using('pattern = compile("a+")')}` },
    { title: 'literal_eval', source: `import ast\n${using('value = ast.literal_eval("1")')}` },
    {
      title: 'a method called eval',
      source: variant(using('value = self.eval(action)'), [
        '    def _prompt',
        '    def eval(self, text):\n        return len(text)\n\n    def _prompt',
      ]),
    },
    {
      title: 'a function of its own called exec',
      source: `${using('exec(action)')}\n\ndef exec(text):\n    return text\n`,
    },
    { title: 'the word in a text', source: using('text = "eval(1)"') },
  ],
});
