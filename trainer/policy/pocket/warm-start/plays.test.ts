import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type SandboxPool } from '../../../../server/sandbox/pool.ts';
import { decodeReply, END, encodeParts, marker } from '../tokens.ts';
import { FAMILIES } from './families/index.ts';
import { scriptedPlay } from './plays.ts';
import { program } from './programs.ts';

let pool: SandboxPool;
beforeAll(async () => {
  pool = await createPool({ children: 1 });
});
afterAll(() => pool.close());

const play = (seed: number, episode: number) =>
  pool.use((interpreter) => scriptedPlay(interpreter, program(seed), episode));

describe('scripted plays', () => {
  it.each(FAMILIES.map(({ name }, index) => [name, index] as const))(
    'of %s win, and lose',
    async (_, index) => {
      const rewards = new Set<number>();
      for (let episode = 0; episode < 40 && rewards.size < 2; episode++)
        rewards.add((await play(index + FAMILIES.length * (episode % 5), episode)).reward);
      expect([...rewards].sort()).toEqual([0, 1]);
    },
  );

  it('are the same for the same seeds', async () => {
    expect(await play(1, 7)).toEqual(await play(1, 7));
  });

  it('become one sequence, in which every action ends where sampling stops', async () => {
    const { actions, observations, parts } = await play(1, 3);
    const tokens = [...encodeParts(parts)];
    expect(observations.length).toBe(actions.length);
    const replies = tokens.flatMap((token, start) =>
      token === marker('reply') ? [decodeReply(tokens.slice(start + 1, tokens.indexOf(END, start) + 1))] : [],
    );
    expect(replies).toEqual(actions);
  });
});
