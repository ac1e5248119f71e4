/** Asks where a further trainer is, and remembers it. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commandProblem, hostProblem, type Profile, tokenProblem, urlProblem } from './profile.ts';
import { readSshToken } from './ssh.ts';
import type { Trainers } from './trainers.ts';

/** @returns the new profile; `undefined`: the person has thought better of it. */
export async function addTrainer(trainers: Trainers): Promise<Profile | undefined> {
  const ways = [
    {
      label: '$(terminal) Behind an SSH host',
      detail: 'Your own ssh reads the token there and makes the tunnel',
      ask: byHost,
    },
    {
      label: '$(globe) At an address',
      detail: 'wss://…, with its token and, where it signed its own, its certificate',
      ask: byAddress,
    },
  ];
  const way = await vscode.window.showQuickPick(ways, {
    title: 'Add a trainer',
    placeHolder: 'Where is it?',
    matchOnDetail: true,
  });
  return way?.ask(trainers);
}

async function byHost(trainers: Trainers): Promise<Profile | undefined> {
  const host = await hostOf();
  if (host === undefined) return undefined;
  const command = await ask('The command line there', {
    prompt: 'How `spade` is called on that machine: a name or a path.',
    value: 'spade',
    problem: commandProblem,
  });
  if (command === undefined) return undefined;
  const token = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Asking ${host} for its token` },
    () => readSshToken(trainers.settings.ssh, { host, command }),
  );
  return trainers.profiles.add({ kind: 'ssh', label: host, host, command }, token);
}

/** An alias of the person's ssh configuration, or what they type. */
async function hostOf(): Promise<string | undefined> {
  const other = { label: '$(edit) Another host…', host: undefined };
  const known = sshHosts().map((host) => ({ label: host, host }));
  if (known.length > 0) {
    const options = { title: 'Add a trainer', placeHolder: 'Which host?', ignoreFocusOut: true };
    const picked = await vscode.window.showQuickPick([...known, other], options);
    if (!picked || picked.host !== undefined) return picked?.host;
  }
  return ask('SSH host', {
    prompt: 'As for ssh: gpu.example.org, ada@gpu.example.org, or an alias.',
    problem: hostProblem,
  });
}

/** Aliases without wildcards, in the order of the file. */
function sshHosts(): string[] {
  try {
    const text = readFileSync(join(homedir(), '.ssh', 'config'), 'utf8');
    const names = [...text.matchAll(/^[ \t]*host[ \t]+(.+)$/gim)].flatMap(([, some = '']) =>
      some.trim().split(/\s+/),
    );
    return [...new Set(names)].filter((name) => hostProblem(name) === undefined);
  } catch {
    return [];
  }
}

async function byAddress(trainers: Trainers): Promise<Profile | undefined> {
  const url = await ask('Address', {
    prompt: 'Such as wss://gpu.example.org:7777, or ws://localhost:7777 for a tunnel of your own.',
    problem: urlProblem,
  });
  if (url === undefined) return undefined;
  const token = await ask('Token', {
    prompt: '`spade daemon token` shows it on the trainer’s machine. It is kept in the editor’s secrets.',
    problem: tokenProblem,
    password: true,
  });
  if (token === undefined) return undefined;
  const ca = url.startsWith('wss:') ? await trust() : null;
  if (ca === undefined) return undefined;
  const label = await ask('Name', {
    prompt: 'What you call this trainer.',
    value: new URL(url).hostname,
    problem: (text) =>
      text.trim() === '' || text.length > 60 ? 'A name has 1 to 60 characters.' : undefined,
  });
  if (label === undefined) return undefined;
  return trainers.profiles.add({ kind: 'address', label, url, ca }, token);
}

/** @returns the certificate's file; `null`: the machine's own list is enough. */
async function trust(): Promise<string | null | undefined> {
  const own = { label: '$(shield) This machine’s list of authorities', file: false };
  const file = { label: '$(file) A certificate in PEM…', file: true };
  const options = {
    title: 'Add a trainer',
    placeHolder: 'Who vouches for its certificate?',
    ignoreFocusOut: true,
  };
  const picked = await vscode.window.showQuickPick([own, file], options);
  if (!picked) return undefined;
  if (!picked.file) return null;
  const [chosen] = (await vscode.window.showOpenDialog({ title: 'Certificate in PEM' })) ?? [];
  return chosen?.fsPath;
}

interface Asking {
  readonly prompt: string;
  readonly value?: string;
  readonly password?: boolean;
  readonly problem: (text: string) => string | undefined;
}

async function ask(title: string, { prompt, problem, value = '', password = false }: Asking) {
  const given = await vscode.window.showInputBox({
    title: `Add a trainer: ${title}`,
    prompt,
    value,
    password,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : problem(text.trim())),
  });
  const text = given?.trim();
  // Enter on an empty field gives it up.
  return text === undefined || text === '' ? undefined : text;
}
