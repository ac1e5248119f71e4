/** A conversation with a policy, before it is tokens. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}
