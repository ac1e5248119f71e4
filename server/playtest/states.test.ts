import { describe, expect, it } from 'vitest';
import { Merger } from './states.ts';

const root = { turn: 'i0', place: 'i3', log: 'L0:aa', order: 'xyz' };
const then = (place: number, log = 'L1:bb') => ({ turn: 'i1', place: `i${place}`, log, order: 'xyz' });

describe('Merger', () => {
  it('merges states that differ in a turn counter only', () => {
    const merger = new Merger(root, [then(2), then(4)], '');
    expect(merger.key({ ...root, turn: 'i7' })).toBe(merger.key(root));
    expect(merger.key({ ...root, place: 'i4' })).not.toBe(merger.key(root));
  });
  it('keeps apart what every action moves but is no count of turns', () => {
    const merger = new Merger({ question: 'i0' }, [{ question: 'i1' }, { question: 'i1' }], '');
    expect(merger.key({ question: 'i1' })).not.toBe(merger.key({ question: 'i0' }));
  });
  it('knows a counter by its test against the limit', () => {
    const source = 'if self.n >= self.max_turns:';
    const merger = new Merger({ n: 'i0' }, [{ n: 'i1' }, { n: 'i1' }], source);
    expect(merger.key({ n: 'i5' })).toBe(merger.key({ n: 'i0' }));
  });
  it('says so when it left a history out', () => {
    expect(new Merger(root, [then(2), then(4)], '').guesses).toBe(true);
    expect(new Merger(root, [then(2), then(4, 'L0:aa')], '').guesses).toBe(false);
  });
  it('notices a counter that moves otherwise', () => {
    const merger = new Merger(root, [then(2), then(4)], '');
    expect(merger.keepsCounting({ turn: 'i4' }, { turn: 'i5' })).toBe(true);
    expect(merger.keepsCounting({ turn: 'i4' }, { turn: 'i4' })).toBe(false);
  });
  it('takes nothing for a counter after a single action', () => {
    const merger = new Merger({ turn: 'i0' }, [{ turn: 'i1' }], '');
    expect(merger.key({ turn: 'i1' })).not.toBe(merger.key({ turn: 'i0' }));
  });
});
