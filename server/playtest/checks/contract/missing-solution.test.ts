import { describeCheck, GAME, TOOLS, variant } from '../../testing.ts';

describeCheck('SP108', {
  bad: [
    {
      title: 'no such method',
      source: variant(GAME, ['def solution(self)', 'def answer(self)']),
      says: /has no `solution\(\)`/,
      line: 8,
      without: ['SP412', 'SP501'],
    },
    {
      title: 'it needs the seed',
      source: variant(GAME, ['def solution(self)', 'def solution(self, seed)']),
      says: /requires `seed`/,
      line: 49,
      without: ['SP412'],
    },
    {
      title: 'it is declared only',
      source: variant(GAME, ['return ", ".join(self.order)', 'raise NotImplementedError']),
      says: /not written/,
      without: ['SP412'],
    },
    {
      title: 'a tool-use class that leaves it to its base',
      source: variant(TOOLS, ['def solution(self)', 'def plan(self)']),
      without: ['SP412'],
    },
  ],
  good: [
    {
      title: 'an option with a default',
      source: variant(
        GAME,
        ['def solution(self)', 'def solution(self, separator=", ")'],
        ['", ".join', 'separator.join'],
      ),
    },
    {
      title: 'inherited from a class of the source',
      source: `${variant(GAME, ['class LeverPanelEnv:', 'class Panel:'])}\n\nclass LeverPanelEnv(Panel):\n    pass\n`,
    },
  ],
});
