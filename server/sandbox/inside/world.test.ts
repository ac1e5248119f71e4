import { describe, expect, it } from 'vitest';
import { OutputLimit, World } from './world.ts';

const fresh = (entropy = 1, clock = 1_000) => {
  const world = new World();
  world.restart(entropy, clock);
  return world;
};
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the clock', () => {
  it('goes on by a microsecond a look, and not by itself', () => {
    const world = fresh(1, 1_000.5);
    expect(world.realTime()).toBe(1_000_500_001_000n);
    expect(world.monotonicTime()).toBe(2_000n);
    expect(world.realTime()).toBe(1_000_500_003_000n);
  });

  it('ends any wait within few looks', () => {
    const world = fresh();
    let looks = 0;
    while (world.sleepTime() < 10n ** 18n) looks += 1;
    expect(looks).toBeLessThan(64);
  });
});

describe('entropy', () => {
  const draw = (entropy: number) => {
    const drawn = new Uint8Array(10_000);
    fresh(entropy).fillRandom(drawn);
    return drawn;
  };

  it('is a function of its seed', () => {
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
  });

  it('uses all bytes evenly', () => {
    const counts = new Uint32Array(256);
    for (const byte of draw(5)) counts[byte] = (counts[byte] ?? 0) + 1;
    const expected = 10_000 / 256;
    const chiSquared = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    expect(chiSquared).toBeLessThan(340); // 0.1 ‰ of fair generators are above
  });
});

describe('interrupts', () => {
  it('come at the tick asked for, and again for who swallowed the first', () => {
    const world = fresh();
    world.beginCommand(3);
    expect([1, 2, 3, 4].map(() => world.pollSignals())).toEqual([0, 0, 2, 0]);
    const later = Array.from({ length: 2_000 }, () => world.pollSignals());
    expect(later.filter((signal) => signal === 2).length).toBe(1 + 1);
    expect(world.interrupted).toBe('time');
  });

  it('tell once where they struck', () => {
    const world = fresh();
    let told = 0;
    world.onInterrupt = () => {
      told += 1;
    };
    world.beginCommand(1);
    for (let i = 0; i < 5_000; i += 1) world.pollSignals();
    expect(told).toBe(1);
  });
});

describe('printing', () => {
  it('keeps the first 64 kB of a batch and counts every byte of a command', () => {
    const world = fresh();
    for (let i = 0; i < 3; i += 1) world.print(bytes('x'.repeat(30_000)));
    expect(world.printed).toBe(90_000);
    expect(world.takePrinted().length).toBe(65_536);
    world.print(bytes('next'));
    expect(world.takePrinted()).toBe('next');
  });

  it('interrupts who prints too much, and ends who goes on', () => {
    const world = fresh();
    const megabyte = new Uint8Array(1024 * 1024);
    for (let i = 0; i < 17; i += 1) world.print(megabyte);
    expect(world.pollSignals()).toBe(2);
    expect(world.interrupted).toBe('output');
    expect(() => {
      for (let i = 0; i < 112; i += 1) world.print(megabyte);
    }).toThrow(OutputLimit);
  });
});
