import { describe, expect, it } from 'vitest';
import { candidates, guessed, type Hints, offered } from './harvest.ts';

const NONE: Hints = { commands: [], samples: [], words: [] };
const verb = (text: string) => ({ text: `${text} {}`, holes: [] });

describe('candidates', () => {
  it('puts what the environment offers first, then commands, then filled samples, then values', () => {
    const hints = { commands: ['jump'], samples: [verb('go')], words: ['mill'] };
    const found = candidates(hints, 'Actions: \\boxed{wait}, \\boxed{take <item>}. Here lies a "rope".', 20);
    expect(found[0]).toBe('wait');
    expect(found.indexOf('jump')).toBeLessThan(found.indexOf('take rope'));
    expect(found).toEqual(expect.arrayContaining(['take rope', 'go mill', 'rope', 'mill']));
  });
  it('keeps some of every sample under a cap', () => {
    const hints = {
      commands: [],
      samples: ['open', 'close', 'paint', 'move'].map(verb),
      words: Array.from({ length: 24 }, (_, at) => `door${at}`),
    };
    const found = candidates(hints, '', 20);
    for (const known of ['open', 'close', 'paint', 'move'])
      expect(found.some((action) => action.startsWith(known))).toBe(true);
  });
  it('uses a verb of the source as the sample shows it', () => {
    const hints = { ...NONE, samples: [verb('sail')], words: ['Brae', 'Holt'] };
    expect(candidates(hints, 'Actions: \\boxed{sail Brae}, \\boxed{back}', 40)).toContain('sail Holt');
  });
  it('fills two holes with pairs', () => {
    expect(candidates(NONE, 'Answer with \\boxed{row,col}; rows and columns from 1 to 3.', 60)).toContain(
      '2,3',
    );
  });
  it('puts into the holes of the source only what it accepts there', () => {
    const samples = [{ text: 'tilt {} {}', holes: [['left', 'right'], 'number'] as const }];
    const found = candidates({ ...NONE, samples }, 'Angles of "45" or 90 degrees; the "lamp" is out.', 80);
    expect(found).toEqual(expect.arrayContaining(['tilt left 45', 'tilt right 90']));
    expect(found.some((action) => /tilt (?:lamp|45|.* lamp)/.test(action))).toBe(false);
  });
  it('puts words before numbers where the source looks a text up', () => {
    const samples = [{ text: 'dig {}', holes: ['word'] as const }];
    const found = candidates({ ...NONE, samples }, 'At 12 o\'clock Anna stands at the "mill".', 20);
    expect(found.indexOf('dig mill')).toBeLessThan(found.indexOf('dig 12'));
  });
  it('follows the spelling that the environment shows', () => {
    const samples = [{ text: 'TAKE {}', holes: ['word'] as const }];
    const found = candidates({ ...NONE, samples }, 'Try \\boxed{take <item>}; a "rope" is here.', 20);
    expect(found).toContain('take rope');
    expect(found).not.toContain('TAKE rope');
  });
  it('tries digits where a number is wanted and none is in sight', () => {
    const samples = [{ text: 'wait {}', holes: ['number'] as const }];
    expect(candidates({ ...NONE, samples }, 'It is dark.', 20)).toEqual(
      expect.arrayContaining(['wait 0', 'wait 3', 'wait 9']),
    );
  });
  it('has no repeats and respects the limit', () => {
    const found = candidates({ ...NONE, commands: ['wait', 'wait'] }, 'Options: wait, go, stay', 2);
    expect(found).toEqual(['wait', 'go']);
  });
});

it('tells what is offered from what is guessed', () => {
  expect(offered('Options: yes, no')).toEqual(['yes', 'no']);
  expect(guessed({ ...NONE, commands: ['secret'] }, 'Options: yes, no')).toContain('secret');
});
