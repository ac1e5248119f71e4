/** "Roll Out With…": a policy plays an environment in a process of its own, and its plays open as those of a run do. */
import { spawn } from 'node:child_process';
import * as vscode from 'vscode';
import { z } from 'zod';
import { connectWithProgress } from './control.ts';
import {
  type Endpoint,
  endpoint,
  endpointProblem,
  KEY_VARIABLE,
  keyProblem,
  progressIn,
  type RolledOut,
  type RollOutRequest,
  refusedUnsound,
  rolledOut,
  rolledOutText,
  rollOutWords,
  secretOf,
} from './endpoint.ts';
import { jsonOf } from './json.ts';
import { LOCAL } from './profile.ts';
import type { RunPanels } from './run-panels.ts';
import type { Trainers } from './trainers.ts';

const KNOWN = 'spade.endpoints';
const REMEMBERED = 10;
const PLAYS = 16;
const ANYWAY = 'Roll Out All the Same';

export interface RollingOutParts {
  readonly context: vscode.ExtensionContext;
  readonly trainers: Trainers;
  readonly pages: RunPanels;
  readonly log: vscode.LogOutputChannel;
}

/** @param given the document of a lens or a menu, else the active editor's. */
export async function rollOut(parts: RollingOutParts, given: unknown): Promise<void> {
  const uri = uriOf(given);
  if (!vscode.workspace.isTrusted)
    throw new Error('In a workspace that is not trusted no environment is played. Trust it first.');
  if (uri?.scheme !== 'file') throw new Error('Open an environment’s file first.');
  await vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())?.save();
  const policy = await askPolicy(parts);
  if (!policy) return;
  const how = await askHow();
  if (!how) return;
  const key = policy === 'pocket' ? undefined : await parts.context.secrets.get(secretOf(policy));
  const { trainers } = parts;
  const request = { file: uri.fsPath, policy, ...how, unsound: false, home: trainers.localHome.folder };
  const asked = await inProcess(parts, request, key);
  const told = asked === 'unsound' ? await allTheSame(parts, request, key) : asked;
  if (!told || told === 'unsound') return;
  const trainer = trainers.find(LOCAL.id);
  await connectWithProgress(trainer, true);
  // It was made beside the daemon, which looks when it is asked for its runs.
  await trainer.refresh();
  parts.pages.show(trainer, 'rollouts', { run: told.run });
  void vscode.window.showInformationMessage(rolledOutText(told));
}

function uriOf(given: unknown): vscode.Uri | undefined {
  if (given instanceof vscode.Uri) return given;
  if (typeof given === 'string') return vscode.Uri.parse(given, true);
  return vscode.window.activeTextEditor?.document.uri;
}

async function askPolicy(parts: RollingOutParts): Promise<'pocket' | Endpoint | undefined> {
  const known = knownEndpoints(parts);
  const items = [
    { label: 'Pocket policy', description: 'on this machine', policy: 'pocket' as const },
    ...known.map((policy) => ({ label: policy.model, description: policy.url, policy })),
    {
      label: 'Another chat endpoint…',
      description: 'vLLM, SGLang, llama.cpp, Ollama, hosted',
      policy: 'new' as const,
    },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Roll out with',
    placeHolder: 'Who plays?',
    ignoreFocusOut: true,
  });
  return chosen?.policy === 'new' ? askEndpoint(parts) : chosen?.policy;
}

const knownEndpoints = ({ context }: RollingOutParts): Endpoint[] =>
  z.array(endpoint).safeParse(context.globalState.get(KNOWN)).data ?? [];

async function askEndpoint(parts: RollingOutParts): Promise<Endpoint | undefined> {
  const title = 'Roll out with a chat endpoint';
  const url = await vscode.window.showInputBox({
    title,
    prompt: 'Its address',
    value: 'http://localhost:8000/v1',
    ignoreFocusOut: true,
    validateInput: endpointProblem,
  });
  if (!url) return undefined;
  const model = await vscode.window.showInputBox({
    title,
    prompt: 'The model, by the name it is served under',
    ignoreFocusOut: true,
  });
  if (!model) return undefined;
  const key = await vscode.window.showInputBox({
    title,
    prompt: 'Its key, kept in the editor’s secrets; empty where it needs none',
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => keyProblem(text, url),
  });
  if (key === undefined) return undefined;
  const made = endpoint.parse({ url, model });
  const { secrets, globalState } = parts.context;
  if (key.trim() === '') await secrets.delete(secretOf(made));
  else await secrets.store(secretOf(made), key.trim());
  const others = knownEndpoints(parts).filter((one) => one.url !== url || one.model !== model);
  await globalState.update(KNOWN, [made, ...others].slice(0, REMEMBERED));
  return made;
}

async function askHow(): Promise<{ readonly plays: number; readonly hint: boolean } | undefined> {
  const plays = await vscode.window.showInputBox({
    title: 'Roll out',
    prompt: 'How many plays?',
    value: String(PLAYS),
    // The list before this one gives the focus back late, which would close it.
    ignoreFocusOut: true,
    validateInput: (text) => (/^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : 'A number from 1 to 9999.'),
  });
  if (plays === undefined) return undefined;
  const chosen = await vscode.window.showQuickPick(
    [
      { label: 'Without a hint', hint: false },
      {
        label: 'Without and with a hint',
        description: 'the policy writes it from the source; tells regret',
        hint: true,
      },
    ],
    { title: 'Roll out', placeHolder: 'With what?', ignoreFocusOut: true },
  );
  return chosen && { plays: Number(plays), hint: chosen.hint };
}

/** Checks speak against the environment: the person decides. */
async function allTheSame(
  parts: RollingOutParts,
  request: RollOutRequest,
  key: string | undefined,
): Promise<RolledOut | 'unsound' | undefined> {
  const choice = await vscode.window.showWarningMessage(
    'The environment is not sound. Played all the same, its faults are measured with the policy.',
    { modal: true, detail: 'The Problems view says what is wrong with it.' },
    ANYWAY,
  );
  return choice === ANYWAY ? inProcess(parts, { ...request, unsound: true }, key) : undefined;
}

/**
 * Runs the command; `undefined` when the person has cancelled it, `unsound` when nothing was sound.
 * @throws with what it said when it failed.
 */
async function inProcess(
  { trainers, log }: RollingOutParts,
  request: RollOutRequest,
  key: string | undefined,
): Promise<RolledOut | 'unsound' | undefined> {
  const { program, words, env } = trainers.commandLine();
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Rolling out', cancellable: true },
    (progress, cancelled) =>
      new Promise<RolledOut | 'unsound' | undefined>((resolve, reject) => {
        const child = spawn(program, [...words, ...rollOutWords(request, key !== undefined)], {
          env: { ...env, ...(key === undefined ? {} : { [KEY_VARIABLE]: key }) },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let [said, told, share] = ['', '', 0];
        cancelled.onCancellationRequested(() => child.kill('SIGINT'));
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          told += text;
        });
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          const now = progressIn(text, share);
          progress.report({ increment: now.share - share, message: now.message });
          share = now.share;
        });
        child.on('error', (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
        child.on('close', () => {
          const answer = jsonOf(told);
          const read = rolledOut.safeParse(answer);
          if (read.success) resolve(read.data);
          else if (refusedUnsound.safeParse(answer).success) resolve('unsound');
          else if (cancelled.isCancellationRequested) resolve(undefined);
          else {
            log.error(`A rollout failed. ${said}`);
            reject(new Error(said.trim().split('\n').at(-1) ?? 'The rollout failed.'));
          }
        });
      }),
  );
}
