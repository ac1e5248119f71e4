/** From what a person types or fills in to the text that an agent would send. */
import { type Profile, wrapAction } from '../../server/contract/profile.ts';

/** Bare text for a game is put into `\boxed{…}`; what is an action already is sent as it is. */
export function asAction(profile: Profile, text: string): string {
  const ready = profile !== 'games' || text.startsWith('\\') || text.includes('\\boxed{');
  return ready ? text : wrapAction(profile, text);
}

export function asToolCall(name: string, args: unknown): string {
  return `<tool_call>${JSON.stringify({ name, arguments: args })}</tool_call>`;
}

export const asAnswer = (text: string): string => `<answer>${text}</answer>`;
