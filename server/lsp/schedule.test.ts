import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Schedule } from './schedule.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  vi.setSystemTime(0);
});
afterEach(() => {
  vi.useRealTimers();
});

function looking(): { schedule: Schedule; looked: string[] } {
  const looked: string[] = [];
  const schedule = new Schedule();
  schedule.onLook((uri) => looked.push(uri));
  return { schedule, looked };
}

describe('the document that is typed in', () => {
  test('is looked at once for many keystrokes, and at once after a rest', async () => {
    const { schedule, looked } = looking();
    schedule.typed('a');
    await vi.advanceTimersByTimeAsync(1);
    expect(looked).toEqual(['a']);
    for (let key = 0; key < 5; key++) {
      schedule.typed('a');
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(looked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(40);
    expect(looked).toEqual(['a', 'a']);
  });

  test('goes before a thousand others, which wait for the hands to rest', async () => {
    const { schedule, looked } = looking();
    let others = 0;
    schedule.typed('a');
    for (let other = 0; other < 1000; other++) void schedule.turn().then(() => (others += 1));
    await vi.advanceTimersByTimeAsync(20);
    expect([looked, others]).toEqual([['a'], 0]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(others).toBe(1000);
  });

  test('is not forgotten when another is typed in', async () => {
    const { schedule, looked } = looking();
    schedule.typed('a');
    schedule.typed('b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looked).toEqual(['b', 'a']);
  });

  test('is not looked at when it was closed', async () => {
    const { schedule, looked } = looking();
    schedule.typed('a');
    schedule.forget('a');
    await vi.advanceTimersByTimeAsync(100);
    expect(looked).toEqual([]);
  });
});
