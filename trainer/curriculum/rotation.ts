/** Which skills are at work: a few of all at a time, in turn, so that each comes equally often (SPADE, C.2). */

/**
 * @param set how many sets of environments were designed before this one.
 * @param active skills in one set, at most as many as there are.
 */
export function activeSkills(skills: readonly string[], active: number, set: number): string[] {
  return Array.from({ length: Math.min(active, skills.length) }, (_, i) => {
    const skill = skills[(set * active + i) % skills.length];
    if (skill === undefined) throw new RangeError('There are no skills.');
    return skill;
  });
}

/** Whether a set of environments is designed at this rollout, the first being 0; else the last one is played again. */
export const isRegeneration = (rollout: number, every: number): boolean => rollout % every === 0;
