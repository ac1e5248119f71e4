/** For tests: an editor of a few lines at the other end of a pair of streams. */
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  createConnection,
  createMessageConnection,
  type Diagnostic,
  type MessageConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { folderWith } from '../workspace/testing.ts';
import { type Server, serve } from './server.ts';
import { uriOf } from './uri.ts';

export interface EditorOptions {
  /** Files of the workspace's folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  /** `initializationOptions`. */
  readonly start?: unknown;
  /** The section `spade`. */
  readonly settings?: unknown;
  /** Where results are kept; by default a folder of its own. */
  readonly cache?: string;
}

export class Editor {
  readonly folder: string;
  readonly server: Server;
  readonly connection: MessageConnection;
  /** Notifications by method, in order. */
  readonly told: { readonly method: string; readonly params: unknown }[] = [];
  readonly #diagnostics = new Map<string, Diagnostic[]>();
  readonly #versions = new Map<string, number>();
  readonly #wake = new Set<() => void>();
  settings: unknown;

  private constructor(folder: string, server: Server, connection: MessageConnection, settings: unknown) {
    this.folder = folder;
    this.server = server;
    this.connection = connection;
    this.settings = settings;
  }

  /** Starts a server that is closed after the test. */
  static async start({
    files,
    capabilities = {},
    start,
    settings = {},
    cache,
  }: EditorOptions = {}): Promise<Editor> {
    const folder = folderWith(files);
    process.env.SPADE_CACHE_DIR = cache ?? join(folder, '.cache');
    const [up, down] = [new PassThrough(), new PassThrough()];
    const remote = createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(up),
      new StreamMessageWriter(down),
    );
    const server = serve(remote);
    remote.listen();
    const connection = createMessageConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    const editor = new Editor(folder, server, connection, settings);
    editor.#listen();
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      workspaceFolders: [{ uri: uriOf(folder), name: 'test' }],
      capabilities: { ...capabilities, workspace: { configuration: true, ...capabilities.workspace } },
      initializationOptions: start,
    });
    await connection.sendNotification('initialized', {});
    onTestFinished(async () => {
      await connection.sendRequest('shutdown').catch(() => undefined);
      connection.dispose();
      remote.dispose();
    });
    return editor;
  }

  uri(name: string): string {
    return uriOf(join(this.folder, name));
  }

  async open(name: string, text: string): Promise<void> {
    const uri = this.uri(name);
    this.#versions.set(uri, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'python', version: 1, text },
    });
  }

  /** Replaces the whole text. */
  async type(name: string, text: string): Promise<void> {
    const uri = this.uri(name);
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  async save(name: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didSave', { textDocument: { uri: this.uri(name) } });
  }

  /** A request about a document; `at` is a text in it, and the position is behind that text's first character. */
  ask<T>(method: string, name: string, more: object = {}): Promise<T> {
    return this.connection.sendRequest<T>(method, { textDocument: { uri: this.uri(name) }, ...more });
  }

  request<T>(method: string, params: object = {}): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  /** The diagnostics that were sent, as soon as they pass. */
  async diagnostics(
    name: string,
    pass: (items: readonly Diagnostic[]) => boolean = () => true,
  ): Promise<Diagnostic[]> {
    const uri = this.uri(name);
    await this.until(() => {
      const items = this.#diagnostics.get(uri);
      return items !== undefined && pass(items);
    });
    return this.#diagnostics.get(uri) ?? [];
  }

  /** Waits until something has been told; a test's own time limit ends what never comes. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds())
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#wake.delete(wake);
          resolve();
        };
        this.#wake.add(wake);
      });
  }

  toldOf<T>(method: string): T[] {
    return this.told.filter((one) => one.method === method).map(({ params }) => params as T);
  }

  #listen(): void {
    this.connection.onNotification((method, params) => {
      this.told.push({ method, params });
      if (method === 'textDocument/publishDiagnostics') {
        const { uri, diagnostics } = params as unknown as { uri: string; diagnostics: Diagnostic[] };
        this.#diagnostics.set(uri, diagnostics);
      }
      for (const wake of [...this.#wake]) wake();
    });
    this.connection.onRequest((method) => {
      this.told.push({ method, params: undefined });
      for (const wake of [...this.#wake]) wake();
      return method === 'workspace/configuration' ? [this.settings] : null;
    });
  }
}

/** Where `text` stands first in a source, as a position of the protocol, `into` characters further. */
export function positionOf(source: string, text: string, into = 0): { line: number; character: number } {
  const at = source.indexOf(text);
  if (at < 0) throw new Error(`there is no ${JSON.stringify(text)} in the source`);
  const before = source.slice(0, at + into).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** The source with a set of edits of the protocol applied. */
export function edited(
  source: string,
  edits: readonly { range: { start: LspPosition; end: LspPosition }; newText: string }[],
): string {
  const lines = source.split('\n');
  const offset = ({ line, character }: LspPosition): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (text, { range, newText }) =>
        text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end)),
      source,
    );
}

interface LspPosition {
  readonly line: number;
  readonly character: number;
}

/** A game that is sound, short and quickly checked. */
export const SOUND = `import random
import re


class LampPostEnv:
    """Three lamps must be lit in a hidden order; a wrong one puts all out."""

    def __init__(self, max_turns=20):
        self.max_turns = max_turns
        self.turn = 0
        self.order = []
        self.lit = 0
        self.over = False
        self.late = False
        self.reset()

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn = 0
        self.order = rng.sample(["amber", "blue", "green", "red"], 4)
        self.lit = 0
        self.over = False
        self.late = False
        return "Light the lamps amber, blue, green and red in the hidden order: \\\\boxed{amber}. A wrong lamp puts all out.", {}

    def step(self, action):
        if self.over or self.late:
            return "It is over.", 0.0, self.over, self.late, {}
        self.turn += 1
        found = re.search(r"\\\\boxed\\{\\s*(\\w+)\\s*\\}", action)
        lamp = found.group(1).lower() if found else ""
        if lamp not in ("amber", "blue", "green", "red"):
            text = "There is no such lamp."
        elif lamp == self.order[self.lit]:
            self.lit += 1
            text = f"{self.lit} of 4 lamps are lit."
        else:
            self.lit = 0
            text = "All lamps go out."
        if self.lit == 4:
            self.over = True
            return "All lamps are lit.", 1.0, True, False, {}
        if self.turn >= self.max_turns:
            self.late = True
            return text + " Dawn comes.", 0.0, False, True, {}
        return text, 0.0, False, False, {}

    def solution(self):
        return [f"\\\\boxed{{{lamp}}}" for lamp in self.order]
`;

/** A tool-use environment with two tools. */
export const TOOL_USE = `import random


class ParcelEnv(ToolUseBaseEnv):
    """Find the parcel's weight."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._state = {"weights": {"P1": rng.randint(2, 90), "P2": rng.randint(2, 90)}}
        self._expected_answer = self._state["weights"]["P1"]
        self._tools = {
            "weigh": {
                "description": "The weight of a parcel.",
                "parameters": {
                    "type": "object",
                    "properties": {"parcel": {"type": "string"}},
                    "required": ["parcel"],
                },
            },
            "list_parcels": {"description": "All parcels.", "parameters": {"type": "object", "properties": {}}},
        }
        return 'How heavy is P1? Call <tool_call>{"name": "weigh", "arguments": {"parcel": "P1"}}</tool_call>.', {}

    def tool_weigh(self, parcel):
        return str(self._state["weights"].get(parcel, "There is no such parcel."))

    def tool_list_parcels(self):
        return ", ".join(self._state["weights"])

    def solution(self):
        return f"weigh(parcel='P1')\\n<answer>{self._expected_answer}</answer>"
`;
