import { describe, expect, it } from 'vitest';
import { GAME_SKILLS } from '../../../../server/protocol/run-config.ts';
import { POCKET } from '../config.ts';
import { designPrompt } from '../prompts.ts';
import { encodeParts } from '../tokens.ts';
import { FAMILIES } from './families/index.ts';
import { program } from './programs.ts';

const programs = Array.from({ length: 20 * FAMILIES.length }, (_, seed) => program(seed));

describe('programs', () => {
  it('are of at least eight families, over all skills of games and two of tool use', () => {
    expect(FAMILIES.length).toBeGreaterThanOrEqual(8);
    const skills = new Set<string>(FAMILIES.map(({ skill }) => skill));
    for (const skill of GAME_SKILLS) expect(skills).toContain(skill);
    expect(skills.size).toBe(GAME_SKILLS.length + 2);
  });

  it('are the same for the same seed, and differ between seeds', () => {
    expect(program(17)).toEqual(program(17));
    expect(new Set(programs.map(({ source }) => source)).size).toBe(programs.length);
  });

  it('take their names and words from the document', () => {
    for (const { source, document } of programs) {
      const [, name = '-'] = /class (\w+)Env/.exec(source) ?? [];
      expect(document).toContain(name.toLowerCase());
      expect(source).toContain(` ${name.toLowerCase()}`);
    }
  });

  it('fit the context with their prompts, and with room for an example', () => {
    for (const { source, family, difficulty, document } of programs) {
      expect(source).toMatch(/^[\x20-\x7e\n]+$/);
      const prompt = designPrompt({ skill: family.skill, difficulty, document });
      const { length } = encodeParts([...prompt, { marker: 'reply', text: source }]);
      expect(length).toBeLessThan(POCKET.context - 200);
    }
  });
});
