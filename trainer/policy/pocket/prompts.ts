/** What the pocket policy is asked, role by role: few bytes, since each is a token. */
import type { Difficulty } from '../../curriculum/difficulty.ts';
import type { Part } from './tokens.ts';

export interface DesignTask {
  readonly skill: string;
  readonly difficulty: Difficulty;
  /** What the environment is grounded in; none where the curriculum has no corpus. */
  readonly document?: string | undefined;
  /** Sources of earlier environments worth building upon. */
  readonly memory?: readonly string[] | undefined;
}

/** Asks for the Python source of an environment. */
export function designPrompt({ skill, difficulty, document, memory = [] }: DesignTask): Part[] {
  return [
    { marker: 'designer', text: `${skill}, ${difficulty}` },
    ...memory.map((text): Part => ({ marker: 'memory', text })),
    ...(document === undefined ? [] : [{ marker: 'document', text: document } as const]),
  ];
}

/** Asks for a few words that help a player of that environment without telling the answer. */
export function hintPrompt(source: string): Part[] {
  return [{ marker: 'hinter', text: source }];
}

/**
 * Asks for the next action.
 * @param observations all so far, the first one first.
 * @param actions all so far, one fewer.
 */
export function actionPrompt(
  observations: readonly string[],
  actions: readonly string[],
  hint?: string,
): Part[] {
  return [
    { marker: 'agent', text: '' },
    ...(hint === undefined ? [] : [{ marker: 'hint', text: hint } as const]),
    ...observations.flatMap((text, i): Part[] => {
      const action = actions[i];
      const seen: Part = { marker: 'observation', text };
      return action === undefined ? [seen] : [seen, { marker: 'reply', text: action }];
    }),
  ];
}
