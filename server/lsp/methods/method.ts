/** A method of the language server: what it can, and how it is wired. */
import type { ServerCapabilities } from 'vscode-languageserver';
import type { Server } from '../server.ts';

export interface Method {
  /** What is told of it at the start; may look at the editor's features. */
  capabilities?(server: Server): ServerCapabilities;
  /** Sets its handlers. The editor has not introduced itself yet. */
  register(server: Server): void;
}
