import { describe, expect, it } from 'vitest';
import { Checkpoint } from './checkpoint.ts';
import { PAGE_SIZE, type WebAssemblyMemory } from './emscripten.ts';
import { World } from './world.ts';

declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => WebAssemblyMemory;
};

const OUTCOME = { replies: ['{"ok":1}'], usage: [3, 0], printed: 'hello' };

function setUp() {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 8 });
  const world = new World();
  world.restart(1, 0);
  const bytes = () => new Uint8Array(memory.buffer);
  const checkpoint = new Checkpoint(memory, world);
  const offer = (commands: string, conditions = '', used = 4 * PAGE_SIZE) =>
    checkpoint.offer(commands, conditions, bytes(), used, OUTCOME);
  return { memory, world, bytes, checkpoint, offer };
}

describe('a checkpoint', () => {
  it('makes memory and the world what they were after the batch', () => {
    const { memory, world, bytes, checkpoint, offer } = setUp();
    bytes().fill(7, 100, 90_000);
    world.monotonicTime();
    world.fillRandom(new Uint8Array(8));
    const mark = world.mark();
    offer('a');
    const wanted = bytes().slice();
    bytes().fill(9);
    memory.grow(1);
    bytes().fill(9);
    world.restart(1, 0);
    expect(checkpoint.recall('a', '')).toEqual(OUTCOME);
    expect(bytes().slice(0, wanted.length)).toEqual(wanted);
    expect(
      bytes()
        .slice(wanted.length)
        .every((byte) => byte === 0),
    ).toBe(true);
    expect(world.mark()).toEqual(mark);
  });

  it('gives way to another batch, and stays for the same one under other conditions', () => {
    const { bytes, checkpoint, offer } = setUp();
    offer('a', 'usual');
    offer('a', 'late');
    expect(checkpoint.recall('a', 'late')).toBeUndefined();
    expect(checkpoint.recall('a', 'usual')).toEqual(OUTCOME);
    bytes().fill(5, 0, PAGE_SIZE);
    offer('b', 'usual');
    expect(checkpoint.recall('a', 'usual')).toBeUndefined();
    bytes().fill(0);
    expect(checkpoint.recall('b', 'usual')).toEqual(OUTCOME);
    expect(bytes()[0]).toBe(5);
  });

  it('is not kept of a memory that is dear to copy', () => {
    const { checkpoint, offer } = setUp();
    offer('a', '', 64 * 1024 * 1024);
    expect(checkpoint.recall('a', '')).toBeUndefined();
  });
});
