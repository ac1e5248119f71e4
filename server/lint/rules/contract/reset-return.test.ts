import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const RETURN = 'return self._prompt("A gate with four levers."), {}';
const returning = (text: string): string => variant(GAME, [RETURN, text]);

describeRule('SP104', {
  bad: [
    {
      title: 'the observation alone',
      source: returning('return self._prompt("A gate with four levers.")'),
      says: /returns str where an agent is given `\(str, dict\)`: the observation stands alone/,
      severity: 'error',
      fixed: GAME,
    },
    {
      title: 'the observation alone, in brackets over lines',
      source: returning(
        'return (\n            "A gate with "\n            "four levers."  # for now\n        )',
      ),
      fixed: returning(
        'return (\n            "A gate with "\n            "four levers.", {}  # for now\n        )',
      ),
    },
    {
      title: 'one path of two',
      source: returning(
        `observation = self._prompt("A gate.")\n        if seed is None:\n            return observation\n        return observation, {}`,
      ),
      line: 19,
      fixed: returning(
        `observation = self._prompt("A gate.")\n        if seed is None:\n            return observation, {}\n        return observation, {}`,
      ),
    },
    {
      title: 'a conditional observation',
      source: returning('return "A gate." if seed is None else self._prompt("A gate.")'),
      fixed: returning('return "A gate." if seed is None else self._prompt("A gate."), {}'),
    },
    {
      title: 'the wrong order',
      source: returning('return {"levers": 4}, self._prompt("A gate.")'),
      says: /wrong order/,
      fixed: returning('return self._prompt("A gate."), {"levers": 4}'),
    },
    {
      title: 'None for info',
      source: returning('return self._prompt("A gate."), None'),
      says: /info, must be a dict/,
      fixed: returning('return self._prompt("A gate."), {}'),
    },
    {
      title: 'nothing',
      source: returning('self.text = self._prompt("A gate.")'),
      says: /returns None .*`reset` falls off its end/,
      marks: 'reset',
      severity: 'error',
      unfixed: true,
    },
    {
      title: 'a dict of everything',
      source: returning('return {"observation": "A gate.", "info": {}}'),
      says: /must be text/,
    },
    {
      title: 'a dict as observation',
      source: returning('return {"text": "A gate."}, {}'),
      says: /must be text/,
      marks: '{"text": "A gate."}, {}',
    },
    { title: 'three parts', source: returning('return "A gate.", 0.0, {}'), says: /there are 3 parts/ },
    {
      title: 'through a helper',
      source: variant(returning('return self._start()'), [
        '    def _prompt',
        '    def _start(self):\n        return "A gate.", []\n\n    def _prompt',
      ]),
      says: /info, must be a dict/,
      line: 32,
    },
    {
      title: 'a tool-use environment',
      source: variant(TOOLS, ['return self._user_messages[0], {}', 'return "Heat the room."']),
    },
    {
      title: 'only after every draw has failed',
      source: returning(
        'for _ in range(100):\n            if self.lever != "amber":\n                return "A gate.", {}',
      ),
      severity: 'warning',
    },
    {
      title: 'a coroutine',
      source: variant(GAME, ['    def reset(', '    async def reset(']),
      says: /nobody awaits it/,
      marks: 'reset',
    },
  ],
  good: [
    { title: 'a pair', source: GAME },
    { title: 'a pair in a local', source: returning('result = ("A gate.", {})\n        return result') },
    { title: 'what cannot be known', source: returning('return self._make(), self._info()') },
    {
      title: 'helpers for both',
      source: variant(returning('return self._prompt("A gate."), self._info()'), [
        '    def _prompt',
        '    def _info(self):\n        return dict(turn=self.turn)\n\n    def _prompt',
      ]),
    },
    {
      title: 'every case of a chain',
      source: returning(
        'if self.lever == "amber":\n            return "A", {}\n        else:\n            return "B", {}',
      ),
    },
    {
      title: 'a path that only raises',
      source: returning(`if not self.lever:\n            raise ValueError("no lever")\n        ${RETURN}`),
    },
    {
      title: 'text that was tested',
      source: returning(
        'text = None\n        if self.lever:\n            text = "A gate."\n        if text is None:\n            text = "?"\n        return text, {}',
      ),
    },
    {
      title: 'a method of another class',
      source: `${GAME}\n\nclass Board:\n    def reset(self):\n        return None\n`,
    },
  ],
});
