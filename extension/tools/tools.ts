/** Tools for coding agents: check an environment, play it. They see what a person sees, in text. */
import * as vscode from 'vscode';
import { z } from 'zod';
import { TOOLS } from '../contributions.ts';
import type { Language } from '../language/client.ts';
import { reportText, tableText } from './text.ts';

const checkInput = z.object({ path: z.string() });
const playInput = z.object({
  path: z.string(),
  seed: z.number().int().nullable().default(0),
  actions: z.array(z.string()).default([]),
});

export function registerTools(language: Language): vscode.Disposable[] {
  return [
    vscode.lm.registerTool(TOOLS.check, {
      prepareInvocation: ({ input }) => ({ invocationMessage: `Checking ${nameOf(input)}` }),
      invoke: async ({ input }, token) => {
        const { path } = parsed(checkInput, input);
        const uri = uriOf(path).toString();
        const { checked, failed } = await language.check({ uris: [uri], fresh: true }, token);
        const [environment] = checked;
        if (environment) return text(reportText(environment));
        const [failure] = failed;
        return text(failure ? `It could not be checked: ${failure.reason}` : `${path} holds no environment.`);
      },
    }),
    vscode.lm.registerTool(TOOLS.play, {
      prepareInvocation: ({ input }) => ({ invocationMessage: `Playing ${nameOf(input)}` }),
      invoke: async ({ input }, token) => {
        const { path, seed, actions } = parsed(playInput, input);
        const result = await language.play({ uri: uriOf(path).toString(), play: { seed, actions } }, token);
        return text('table' in result ? tableText(result.table) : result.message);
      },
    }),
  ];
}

/** @throws with words that the agent can act on. */
function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw new Error(`The input does not fit: ${z.prettifyError(read.error)}`);
}

function uriOf(path: string): vscode.Uri {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path) && !/^[a-z]:[\\/]/i.test(path)) return vscode.Uri.parse(path);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (/^([\\/]|[a-z]:)/i.test(path) || !folder) return vscode.Uri.file(path);
  return vscode.Uri.joinPath(folder, path);
}

const nameOf = (input: unknown): string => {
  const read = checkInput.safeParse(input);
  return read.success ? (read.data.path.split(/[\\/]/).at(-1) ?? '') : 'an environment';
};

const text = (value: string): vscode.LanguageModelToolResult =>
  new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(value)]);
