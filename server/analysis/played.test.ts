import { expect, it } from 'vitest';
import { analyse } from './facts.ts';
import { parse } from './parse.ts';

const SOURCE = `import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    checked()

loaded()


class Board:
    def __str__(self):
        return printed()

    def move(self):
        moved()

    def show(self):
        unseen()


class LeverEnv:
    board = Board()

    def reset(self, seed=None):
        self._start(self.board)
        return "", {}

    def _start(self, board):
        board.move()
        act = lambda: deep()
        return sorted([], key=self._rank)

    def _rank(self, one):
        ranked()

    def step(self, action):
        getattr(self, "do_" + "push")()
        return "", 0.0, True, False, {}

    def render(self):
        drawn()


def main():
    by_hand()


if __name__ == "__main__":
    main()
    typed()
`;

/** The functions without a definition that a play may call. */
function played(source: string): string[] {
  const facts = analyse(parse(source));
  return facts
    .nodes('Call')
    .flatMap((call) => (call.func.kind === 'Name' && facts.freeNames.has(call.func.id) ? [call] : []))
    .filter((call) => facts.isPlayed(call))
    .map(({ func }) => (func.kind === 'Name' ? func.id : ''));
}

it('takes what a loader and an agent run, and leaves out scripts and type checks', () => {
  const fixed = SOURCE.replace('getattr(self, "do_" + "push")()', 'self.board.move()');
  expect(played(fixed)).toEqual(['loaded', 'printed', 'moved', 'deep', 'sorted', 'ranked']);
});

it('takes every method where one is looked up by a name made at run time', () => {
  expect(played(SOURCE)).toEqual(expect.arrayContaining(['unseen', 'drawn', 'by_hand']));
  expect(played(SOURCE)).not.toContain('typed');
});

it('takes everything where no class is an environment', () => {
  expect(played('def helper():\n    made()\n')).toEqual(['made']);
});
