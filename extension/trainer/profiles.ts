/** The profiles that the person has made, and their tokens in the editor's secret storage. */
import * as vscode from 'vscode';
import { z } from 'zod';
import { LOCAL, newId, type Profile, profile } from './profile.ts';

const KEY = 'spade.trainers';
const secret = (id: string) => `spade.trainer.${id}`;

type Made = Profile extends infer One ? (One extends Profile ? Omit<One, 'id'> : never) : never;

export class Profiles implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;
  readonly #changes = new vscode.EventEmitter<void>();

  readonly onChange = this.#changes.event;

  constructor({ globalState, secrets }: vscode.ExtensionContext) {
    this.#memory = globalState;
    this.#secrets = secrets;
  }

  /** This machine first. What cannot be read any more is left out. */
  get all(): readonly Profile[] {
    const read = z.array(z.unknown()).safeParse(this.#memory.get(KEY));
    const kept = (read.data ?? []).flatMap((one) => profile.safeParse(one).data ?? []);
    return [LOCAL, ...kept];
  }

  async add(made: Made, token: string): Promise<Profile> {
    const others = this.all;
    const whole = profile.parse({
      ...made,
      id: newId(
        made.label,
        others.map(({ id }) => id),
      ),
    });
    await this.#secrets.store(secret(whole.id), token.trim());
    await this.#keep([...others, whole]);
    return whole;
  }

  async remove(id: string): Promise<void> {
    await this.#keep(this.all.filter((one) => one.id !== id));
    await this.#secrets.delete(secret(id));
  }

  /** @throws when there is none. */
  async token(id: string): Promise<string> {
    const token = await this.#secrets.get(secret(id));
    if (token === undefined)
      throw new Error('The token of this trainer is no longer in the editor’s secrets. Enter it again.');
    return token;
  }

  async renewToken(id: string, token: string): Promise<void> {
    await this.#secrets.store(secret(id), token.trim());
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #keep(all: readonly Profile[]): Promise<void> {
    await this.#memory.update(
      KEY,
      all.filter(({ kind }) => kind !== 'local'),
    );
    this.#changes.fire();
  }
}
