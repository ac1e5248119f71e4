/** All trainers that there are profiles for. Nothing is connected before somebody asks. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import type { Home } from '../../trainer/client/home.ts';
import { clock, type Reached } from '../../trainer/client/link.ts';
import { SETTINGS } from '../contributions.ts';
import {
  type Bundled,
  cleanOf,
  commandOf,
  homeOf,
  type LocalSettings,
  reachLocal,
  startLocal,
} from './local-daemon.ts';
import type { AddressProfile, Profile } from './profile.ts';
import { Profiles } from './profiles.ts';
import { type TrainerSettings, trainerSettings } from './settings.ts';
import { reachOverSsh, startOverSsh } from './ssh.ts';
import { Trainer } from './trainer.ts';

export interface RunChange {
  readonly trainer: Trainer;
  readonly run: RunSummary;
  readonly before: RunSummary | undefined;
}

export class Trainers implements vscode.Disposable {
  readonly profiles: Profiles;
  readonly #log: vscode.LogOutputChannel;
  readonly #bundled: Bundled;
  readonly #byId = new Map<string, Trainer>();
  readonly #changes = new vscode.EventEmitter<Trainer | undefined>();
  readonly #runs = new vscode.EventEmitter<RunChange>();

  /** `undefined`: there are others than before. */
  readonly onChange = this.#changes.event;
  readonly onRun = this.#runs.event;

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.profiles = new Profiles(context);
    this.#log = log;
    this.#bundled = {
      script: context.asAbsolutePath(join('dist', 'spade.mjs')),
      node: context.asAbsolutePath(join('dist', 'node', process.platform === 'win32' ? 'node.exe' : 'node')),
    };
    this.profiles.onChange(() => {
      const present = new Set(this.profiles.all.map(({ id }) => id));
      for (const [id, trainer] of this.#byId) {
        if (present.has(id)) continue;
        this.#byId.delete(id);
        void trainer.disconnect();
      }
      this.#changes.fire(undefined);
    });
  }

  get settings(): TrainerSettings {
    const read = trainerSettings.safeParse(vscode.workspace.getConfiguration(SETTINGS).get('trainer'));
    return read.data ?? trainerSettings.parse({});
  }

  get all(): readonly Trainer[] {
    return this.profiles.all.map((profile) => this.#of(profile));
  }

  /** @throws when there is no such profile any more. */
  find(id: string): Trainer {
    const profile = this.profiles.all.find((one) => one.id === id);
    if (!profile) throw new Error('The trainer is no longer in the list of trainers.');
    return this.#of(profile);
  }

  dispose(): void {
    for (const trainer of this.#byId.values()) void trainer.link.disconnect();
    for (const one of [this.#changes, this.#runs, this.profiles]) one.dispose();
  }

  #of(profile: Profile): Trainer {
    const known = this.#byId.get(profile.id);
    if (known) return known;
    const start = this.#starter(profile);
    const trainer = new Trainer({
      profile,
      name: `${vscode.env.appName} on ${hostname()}`.slice(0, 80),
      reach: () => this.#reach(profile),
      ...(start ? { start } : {}),
      onChange: (changed) => this.#changes.fire(changed),
      onRun: (of, run, before) => this.#runs.fire({ trainer: of, run, before }),
    });
    trainer.link.onState((state) => {
      const name = `Trainer ${profile.label}`;
      if (state.kind === 'open') this.#log.info(`${name}: connected.`);
      else if (state.kind === 'stale')
        this.#log.warn(`${name}: stale since ${clock(state.since)}. ${state.why}`);
      else if (state.kind === 'closed' && state.why) this.#log.error(`${name}: ${state.why}`);
    });
    this.#byId.set(profile.id, trainer);
    return trainer;
  }

  async #reach(profile: Profile): Promise<Reached> {
    switch (profile.kind) {
      case 'local':
        return reachLocal(this.#local(), process.env);
      case 'address':
        return { url: profile.url, token: await this.profiles.token(profile.id), ...trustOf(profile) };
      case 'ssh':
        return reachOverSsh(this.settings.ssh, profile, await this.profiles.token(profile.id));
    }
  }

  #starter(profile: Profile): (() => Promise<void>) | undefined {
    if (profile.kind === 'local') return () => startLocal(this.#local(), this.#bundled, process.env);
    if (profile.kind === 'ssh') return () => startOverSsh(this.settings.ssh, profile);
    return undefined;
  }

  /** The folder of this machine's daemon. */
  get localHome(): Home {
    return homeOf(this.#local(), process.env);
  }

  /** How the command line `spade` is called on this machine. @throws when there is none. */
  commandLine(): {
    readonly program: string;
    readonly words: readonly string[];
    readonly env: NodeJS.ProcessEnv;
  } {
    const [program, ...words] = commandOf(this.#local(), this.#bundled, process.env);
    return { program, words, env: cleanOf(process.env) };
  }

  #local(): LocalSettings {
    const { home, command } = this.settings;
    const node = vscode.workspace.getConfiguration(SETTINGS).get<string>('node.path', '');
    return { home, command, node };
  }
}

function trustOf({ ca }: AddressProfile): { ca?: string } {
  if (ca === null) return {};
  try {
    return { ca: readFileSync(ca, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The certificate that this trainer is trusted by cannot be read: ${reason}`);
  }
}
