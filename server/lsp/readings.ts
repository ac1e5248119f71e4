/** Diagnostics of documents, each kept until something that it rests on changes. */
import type { Diagnostic } from 'vscode-languageserver';
import type { Checks } from './checks.ts';
import { diagnosticsOf } from './diagnosis.ts';
import type { Projects } from './projects.ts';
import type { Session } from './session.ts';
import type { Snapshot } from './snapshot.ts';

export interface Reading {
  /** Equal for equal diagnostics of the same document. */
  readonly id: string;
  readonly items: readonly Diagnostic[];
}

const NOTHING: Reading = { id: 'none', items: [] };

export class Readings {
  readonly #session: Session;
  readonly #projects: Projects;
  readonly #checks: Checks;
  readonly #kept = new WeakMap<Snapshot, Reading>();

  constructor(session: Session, projects: Projects, checks: Checks) {
    this.#session = session;
    this.#projects = projects;
    this.#checks = checks;
  }

  of(snapshot: Snapshot): Reading {
    if (!snapshot.isEnvironment) return NOTHING;
    const id = this.idOf(snapshot);
    const known = this.#kept.get(snapshot);
    if (known?.id === id) return known;
    const settings = this.#projects.lenient(snapshot.uri);
    const checked = this.#checks.of(snapshot.uri);
    const reads = this.#session.settings.lint.enabled;
    const reading = { id, items: diagnosticsOf(snapshot, settings, checked, reads) };
    this.#kept.set(snapshot, reading);
    return reading;
  }

  /** What `of` would give as `id`, at no cost. */
  idOf(snapshot: Snapshot): string {
    if (!snapshot.isEnvironment) return NOTHING.id;
    const version = snapshot.version ?? hash(snapshot.text);
    return [version, this.#projects.revision, this.#checks.of(snapshot.uri)?.revision ?? 0].join('.');
  }
}

/** FNV-1a: tells versions of one file apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return `f${(value >>> 0).toString(36)}`;
}
