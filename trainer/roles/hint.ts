/** The hint: what helps whoever plays, written by the designer in a call of its own that sees the source. */
import type { Profile } from '../../server/contract/profile.ts';
import type { Message } from './message.ts';
import { taggedText } from './tagged.ts';

const GAME = `Write a hint for somebody who is about to play the environment below and cannot see its source. In two to five
sentences, say what the key to it is: how to find out what is hidden, what follows from what, which order of work saves
turns, and in what form an answer is given. A good hint makes the difference between guessing and knowing how.`;

const TOOLS = `Write a hint for somebody who is about to work with the tools of the environment below and cannot see its source.
Give a plan in short steps: which tool answers which question, what has to be looked up before something is changed, which
tools only look useful, and what to check before finishing.`;

const RULE = `Never state the answer, a value that is drawn at reset, or anything that holds for one seed only: the hint is used for
every seed. Put the hint between <hint> and </hint> and write nothing else.`;

/** What the designer is asked. */
export function hintMessages(profile: Profile, source: string): Message[] {
  return [
    { role: 'system', content: `${profile === 'games' ? GAME : TOOLS}\n\n${RULE}` },
    { role: 'user', content: `\`\`\`python\n${source}\n\`\`\`` },
  ];
}

/** The hint of an answer; `undefined` when there is none. */
export const readHint = (answer: string): string | undefined => taggedText(answer, 'hint');
