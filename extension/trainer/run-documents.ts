/**
 * Environments of runs as read-only documents: the source as it was designed, what its check found inline, and above
 * it what can be done with it. Checked again here, the findings are this machine's.
 */
import * as vscode from 'vscode';
import { inline } from '../../server/contract/visible.ts';
import type { Finding } from '../../server/protocol/finding.ts';
import type { EnvironmentDetail, RunSummary } from '../../server/protocol/run-records.ts';
import { COMMANDS, RULE_SCHEME, RUN_SCHEME } from '../contributions.ts';
import type { Language } from '../language/client.ts';
import { describe, editorRange } from '../language/finding.ts';
import { configurationOf, configurationPath, type Place, pathOf, placeOf } from './run-place.ts';
import type { Trainers } from './trainers.ts';

const SOURCE = 'spade run';
/** Details that are kept: a document that is shown again needs no question. */
const KEPT = 200;

const SEVERITIES: Readonly<Record<Finding['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

export class RunDocuments implements vscode.Disposable {
  readonly #trainers: Trainers;
  readonly #details = new Map<string, Promise<EnvironmentDetail>>();
  /** Documents whose findings are those of this machine. */
  readonly #checkedHere = new Set<string>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('spade-run');
  readonly #lenses = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(trainers: Trainers, language: Language) {
    this.#trainers = trainers;
    language.hides = ({ scheme, path, authority }) =>
      scheme === RUN_SCHEME && !this.#checkedHere.has(`${authority}${path}`);
    this.#subscriptions = [
      this.#diagnostics,
      this.#lenses,
      vscode.workspace.registerTextDocumentContentProvider(RUN_SCHEME, {
        provideTextDocumentContent: async (uri) =>
          (await this.#configuration(uri)) ?? (await this.detail(uri)).source,
      }),
      vscode.languages.registerCodeLensProvider(
        { scheme: RUN_SCHEME, language: 'python' },
        {
          onDidChangeCodeLenses: this.#lenses.event,
          provideCodeLenses: async ({ uri }) => this.#lensesOf(uri, await this.detail(uri)),
        },
      ),
      vscode.workspace.onDidOpenTextDocument((document) => void this.#mark(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === RUN_SCHEME) this.#diagnostics.delete(uri);
      }),
    ];
  }

  /** Shows the source. @param line from 1; left out: the first finding's. */
  async open(place: Place, line?: number): Promise<vscode.TextEditor> {
    const uri = await this.uriOf(place);
    const { findings } = await this.detail(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await this.#mark(document);
    const at = line ?? firstLine(findings);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.One,
      selection: new vscode.Range(at - 1, 0, at - 1, 0),
    });
    // What can be done stands at the top: it is shown as well, where there is room.
    if (line === undefined) editor.revealRange(new vscode.Range(0, 0, at - 1, 0));
    return editor;
  }

  async uriOf(place: Place): Promise<vscode.Uri> {
    const { className } = await this.#ask(place);
    return vscode.Uri.from({
      scheme: RUN_SCHEME,
      authority: place.trainer,
      path: pathOf(place, className),
    });
  }

  /** Shows how the configurations of two runs differ. */
  async compare(trainer: string, left: RunSummary, right: RunSummary): Promise<void> {
    const [a, b] = [left, right].map(({ id }) =>
      vscode.Uri.from({ scheme: RUN_SCHEME, authority: trainer, path: configurationPath(id) }),
    );
    const title = `Configurations: ${left.name} and ${right.name}`;
    await vscode.commands.executeCommand('vscode.diff', a, b, title, {
      viewColumn: vscode.ViewColumn.Beside,
    });
  }

  /** @throws when it is no environment of a run, or its trainer cannot be asked. */
  async detail(uri: vscode.Uri): Promise<EnvironmentDetail> {
    return this.#ask(this.place(uri));
  }

  place({ scheme, authority, path }: vscode.Uri): Place {
    const place = scheme === RUN_SCHEME ? placeOf(authority, path) : undefined;
    if (!place) throw new Error('This is no environment of a run. Open one from a run first.');
    return place;
  }

  /** Has the environment read and played on this machine; its findings take the run's place. */
  async checkHere(uri: vscode.Uri): Promise<void> {
    this.place(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    this.#checkedHere.add(`${uri.authority}${uri.path}`);
    this.#diagnostics.delete(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand(COMMANDS.check, uri.toString());
    this.#lenses.fire();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #configuration({ authority, path }: vscode.Uri): Promise<string | undefined> {
    const run = configurationOf(path);
    if (run === undefined) return undefined;
    const { config } = await this.#trainers.find(authority).link.ask('run/show', { run });
    return JSON.stringify(config, null, 2);
  }

  async #ask({ trainer, run, environment }: Place): Promise<EnvironmentDetail> {
    const key = `${trainer}/${run}/${environment}`;
    const known = this.#details.get(key);
    if (known) return known;
    const of = this.#trainers.find(trainer);
    // What was designed never changes, so that one answer serves for good.
    const asked = of
      .connect({ start: false })
      .then(() => of.link.ask('run/environment', { run, id: environment }));
    this.#details.set(key, asked);
    asked.catch(() => this.#details.delete(key));
    const [oldest] = this.#details.keys();
    if (this.#details.size > KEPT && oldest !== undefined) this.#details.delete(oldest);
    return asked;
  }

  async #mark({ uri, lineCount }: vscode.TextDocument): Promise<void> {
    if (
      !placeOf(uri.authority, uri.path) ||
      uri.scheme !== RUN_SCHEME ||
      this.#checkedHere.has(`${uri.authority}${uri.path}`)
    )
      return;
    const detail = await this.detail(uri).catch(() => undefined);
    if (!detail) return;
    const findings = detail.findings.map((finding) => diagnosticOf(finding, lineCount));
    const { rejection } = detail;
    const told = rejection !== null && findings.length === 0;
    this.#diagnostics.set(uri, told ? [rejectedOf(rejection)] : findings);
  }

  #lensesOf(uri: vscode.Uri, detail: EnvironmentDetail): vscode.CodeLens[] {
    const place = this.place(uri);
    const top = new vscode.Range(0, 0, 0, 0);
    const here = this.#checkedHere.has(`${uri.authority}${uri.path}`);
    const lens = (title: string, command: string, ...given: unknown[]) =>
      new vscode.CodeLens(top, { title, command, arguments: given });
    return [
      lens(summaryOf(detail, here), COMMANDS.openRun, { trainer: place.trainer, run: place.run }),
      lens('$(beaker) Check again here', COMMANDS.checkHere, uri),
      lens('$(game) Play', COMMANDS.play, uri),
      lens('$(desktop-download) Copy into the workspace', COMMANDS.copyToWorkspace, uri),
      lens('$(add) Send to a pool', COMMANDS.addToPool, uri),
      ...(here ? [] : detail.findings.map(findingLens)),
    ];
  }
}

/** `Rejected at step 3, try 2 · Optimization`: why stands at the lines, and there must be room for what can be done. */
function summaryOf(detail: EnvironmentDetail, here: boolean): string {
  const { accepted, step, attempt, verdict, skill } = detail;
  const state = accepted ? `Accepted, ${verdict}` : 'Rejected';
  const of = here ? 'Checked here. The run said: ' : '';
  const text = inline(`${of}${state} at step ${step}, try ${attempt} · ${skill}`);
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}

const firstLine = (findings: readonly Finding[]): number =>
  (findings.find(({ severity }) => severity === 'error') ?? findings[0])?.range.start.line ?? 1;

function diagnosticOf(finding: Finding, lines: number): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    editorRange(finding.range),
    inlineLines(describe(finding)),
    SEVERITIES[finding.severity],
  );
  diagnostic.source = SOURCE;
  diagnostic.code = {
    value: finding.code,
    target: vscode.Uri.from({ scheme: RULE_SCHEME, path: `/${finding.code}.md` }),
  };
  // A range beyond the source would not be shown at all.
  if (diagnostic.range.start.line >= lines) diagnostic.range = new vscode.Range(0, 0, 0, 1);
  return diagnostic;
}

/** The finding in words above its line; it leads to the rule. */
function findingLens({ code, severity, message, range }: Finding): vscode.CodeLens {
  const at = range.start.line - 1;
  const text = inline(message);
  const icon = { error: 'error', warning: 'warning', information: 'info' }[severity];
  return new vscode.CodeLens(new vscode.Range(at, 0, at, 0), {
    title: `$(${icon}) ${code} ${text.length > 140 ? `${text.slice(0, 139)}…` : text}`,
    command: COMMANDS.showRule,
    arguments: [code],
  });
}

function rejectedOf(rejection: string): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(0, 0, 0, Number.MAX_SAFE_INTEGER),
    `Rejected: ${inlineLines(rejection)}`,
    vscode.DiagnosticSeverity.Error,
  );
  diagnostic.source = SOURCE;
  return diagnostic;
}

const inlineLines = (text: string): string => text.split('\n').map(inline).join('\n');
