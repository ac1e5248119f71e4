/** The roles in the words of a chat model: prompts as messages, and replies after what was thought. */
import type { Profile } from '../../../../server/contract/profile.ts';
import { type ReadAction, readAction } from '../../../roles/action.ts';
import { openingMessages } from '../../../roles/agent.ts';
import { designMessages, readDesign, retryMessages } from '../../../roles/designer.ts';
import { hintMessages, readHint } from '../../../roles/hint.ts';
import type { Voice } from '../../../roles/voice.ts';
import type { ChatTokens } from './chat-tokens.ts';

/** Who thinks before answering. */
export interface Thinking {
  readonly design: boolean;
  readonly hint: boolean;
  readonly play: boolean;
}

const CLOSE = '</think>';

/** A reply without what was thought; empty while it was still being thought. */
export function spoken(text: string): string {
  const end = text.lastIndexOf(CLOSE);
  if (end >= 0) return text.slice(end + CLOSE.length).trimStart();
  return /^\s*<think>/.test(text) ? '' : text;
}

export function chatVoice(tokens: ChatTokens, thinks: Thinking): Voice {
  return {
    stop: tokens.stop,
    design: (request, random, rejection) => {
      const asked = designMessages(request, random);
      return tokens.prompt(rejection ? retryMessages(asked, rejection) : asked, { thinking: thinks.design });
    },
    hint: (profile: Profile, source: string) =>
      tokens.prompt(hintMessages(profile, source), { thinking: thinks.hint }),
    opening: (profile, observation, hint, tools = []) =>
      tokens.prompt(openingMessages(profile, observation, hint, tools), { thinking: thinks.play }),
    observation: (text, last) => tokens.after(text, { thinking: thinks.play }, last),
    text: (reply) => tokens.text(reply),
    textOfToken: (token) => tokens.textOfToken(token),
    readDesign: (text) => readDesign(spoken(text)).source,
    readHint: (text) => readHint(spoken(text)),
    readAction: (profile: Profile, text: string): ReadAction => {
      const said = spoken(text);
      return said === '' && text !== '' ? { action: text.trim(), found: false } : readAction(profile, said);
    },
    messages: (messages, { thinking }) => tokens.prompt(messages, { thinking }),
  };
}
