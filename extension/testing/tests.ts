/**
 * The Test Explorer: an environment is a test, and the rules that were found or left open in it are its cases. A case
 * stays when its fault is mended, and passes.
 */
import * as vscode from 'vscode';
import { visible } from '../../server/contract/visible.ts';
import type { Finding, Undecided } from '../../server/protocol/finding.ts';
import type { LastCheck, WorkspaceEnvironment } from '../../server/protocol/language.ts';
import { show } from '../../server/protocol/value.ts';
import { CONTEXTS } from '../contributions.ts';
import { checkWithProgress, tellFailures } from '../language/checking.ts';
import type { Language } from '../language/client.ts';
import { type Environments, isOfWorkspace } from '../language/environments.ts';
import { describe, editorRange, isPlayable } from '../language/finding.ts';
import { countsOf, measuresOf, stateOf, TITLES } from '../language/state.ts';
import { coverageOf, linesOf } from './coverage.ts';

export class Tests implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #language: Language;
  readonly #environments: Environments;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscriptions: vscode.Disposable[];
  /** Runs that go on, each with the tests that it watches; `undefined`: all. */
  readonly #watching = new Map<vscode.TestRunRequest, ReadonlySet<string> | undefined>();

  constructor(language: Language, environments: Environments, log: vscode.LogOutputChannel) {
    this.#language = language;
    this.#environments = environments;
    this.#log = log;
    this.#controller = vscode.tests.createTestController('spade', 'Environments');
    this.#controller.resolveHandler = async (item) => {
      if (!item) this.#show(await environments.all(), []);
    };
    this.#controller.refreshHandler = () => environments.refresh();
    const run = vscode.TestRunProfileKind.Run;
    this.#controller.createRunProfile('Check', run, (...given) => this.#run(...given), true, undefined, true);
    const coverage = this.#controller.createRunProfile(
      'Check with coverage',
      vscode.TestRunProfileKind.Coverage,
      (...given) => this.#run(...given),
      true,
    );
    coverage.loadDetailedCoverage = async (_run, file) => linesOf(file);
    this.#subscriptions = [
      this.#controller,
      environments.onChange(({ changed, removed }) => {
        this.#show(changed, removed);
        this.#tellWatching(changed);
      }),
    ];
  }

  /** The finding that a case stands for. */
  findingOf(item: vscode.TestItem): { uri: vscode.Uri; finding: Finding } | undefined {
    const environment = item.uri && this.#environments.at(item.uri);
    const finding = environment?.check?.findings.find(
      ({ code }) => item.id === caseId(environment.uri, code),
    );
    return item.uri && finding && { uri: item.uri, finding };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(changed: readonly WorkspaceEnvironment[], removed: readonly string[]): void {
    for (const uri of removed) this.#controller.items.delete(uri);
    for (const environment of changed.filter(isOfWorkspace)) this.#item(environment);
  }

  /** The environment's test, made or brought up to date. */
  #item(environment: WorkspaceEnvironment): vscode.TestItem {
    const uri = vscode.Uri.parse(environment.uri);
    const known = this.#controller.items.get(environment.uri);
    const item = known ?? this.#controller.createTestItem(environment.uri, environment.className, uri);
    item.label = environment.className;
    item.description = environment.folder;
    item.range = new vscode.Range(environment.line - 1, 0, environment.line - 1, 0);
    const { findings = [], undecided = [] } = environment.check ?? {};
    for (const { code, name } of [...findings, ...undecided]) {
      const id = caseId(environment.uri, code);
      const finding = findings.find((one) => one.code === code);
      const child = item.children.get(id) ?? this.#controller.createTestItem(id, `${code} ${name}`, uri);
      child.range = finding ? editorRange(finding.range) : item.range;
      child.sortText = code;
      item.children.add(child);
    }
    if (!known) this.#controller.items.add(item);
    return item;
  }

  async #run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    if (request.continuous) {
      const chosen = request.include?.map((item) => environmentOf(item).id);
      this.#watching.set(request, chosen && new Set(chosen));
      token.onCancellationRequested(() => this.#watching.delete(request));
      return;
    }
    const excluded = new Set(request.exclude?.map((item) => item.id));
    const all = await this.#environments.all();
    const included = request.include?.map((item) => environmentOf(item).id) ?? all.map(({ uri }) => uri);
    const uris = [...new Set(included)].filter((uri) => !excluded.has(uri));
    const run = this.#controller.createTestRun(request);
    const covers = request.profile?.kind === vscode.TestRunProfileKind.Coverage;
    const waiting = new Set(uris);
    for (const uri of uris) {
      const item = this.#controller.items.get(uri);
      if (item) run.enqueued(item);
    }
    const listening = this.#environments.onChange(({ changed }) => {
      for (const environment of changed)
        if (environment.check && !environment.check.stale && waiting.delete(environment.uri))
          this.#tell(run, environment, covers);
    });
    try {
      const result = await checkWithProgress(this.#language, 'Checking environments', uris, {
        fresh: true,
        token,
      });
      for (const environment of result?.checked ?? []) {
        const uri = vscode.Uri.parse(environment.uri).toString();
        if (waiting.delete(uri)) this.#tell(run, { ...environment, uri }, covers);
      }
      for (const { uri, reason } of result?.failed ?? []) {
        const item = this.#controller.items.get(vscode.Uri.parse(uri).toString());
        if (item) run.errored(item, new vscode.TestMessage(reason));
      }
      if (result) await tellFailures(result, this.#log);
    } finally {
      listening.dispose();
      run.end();
    }
  }

  #tellWatching(changed: readonly WorkspaceEnvironment[]): void {
    for (const [request, chosen] of this.#watching) {
      const fresh = changed.filter(({ uri, check }) => check && !check.stale && (!chosen || chosen.has(uri)));
      if (fresh.length === 0) continue;
      const run = this.#controller.createTestRun(request);
      for (const environment of fresh) this.#tell(run, environment);
      run.end();
    }
  }

  #tell(run: vscode.TestRun, environment: WorkspaceEnvironment, covers = false): void {
    const { check } = environment;
    if (!check) return;
    const item = this.#item(environment);
    run.started(item);
    for (const [, child] of item.children) this.#tellCase(run, environment, child, check);
    // What is wrong is told by its cases; told here as well it would stand twice in the editor.
    if (check.verdict === 'sound') run.passed(item);
    else if (check.verdict === 'undecided') run.errored(item, []);
    else run.failed(item, []);
    run.appendOutput(outputOf(environment), undefined, item);
    // In a plain run the editor would open its view of coverage unasked.
    const coverage = covers ? coverageOf(environment) : undefined;
    if (coverage) run.addCoverage(coverage);
  }

  #tellCase(
    run: vscode.TestRun,
    environment: WorkspaceEnvironment,
    child: vscode.TestItem,
    check: LastCheck,
  ): void {
    const isOwn = ({ code }: { readonly code: string }) => child.id === caseId(environment.uri, code);
    const messages = messagesOf(environment, isOwn);
    const open = check.undecided.filter(isOwn);
    if (messages.length > 0) run.failed(child, messages);
    else if (open.length > 0) run.errored(child, open.map(openMessage));
    else run.passed(child);
  }
}

/** The verdict, the numbers and every finding; terminals want a return before each line feed. */
function outputOf(environment: WorkspaceEnvironment): string {
  const { className, check } = environment;
  const lines = [
    `${className}: ${TITLES[stateOf(environment)].toLowerCase()}, ${countsOf(check)}`,
    ...measuresOf(check).map((line) => `  ${line}`),
    ...(check?.findings ?? []).flatMap((finding) =>
      `${finding.severity} ${finding.code} ${describe(finding)}`.split('\n').map((line) => `  ${line}`),
    ),
    ...(check?.undecided ?? []).map((open) => `  ${openText(open)}`),
  ];
  return lines.map((line) => `${visible(line)}\r\n`).join('');
}

const caseId = (uri: string, code: string): string => `${uri}#${code}`;

const environmentOf = (item: vscode.TestItem): vscode.TestItem => item.parent ?? item;

const openText = ({ code, name, reason }: Undecided): string =>
  `${code} ${name} could not be decided: ${reason}`;

const openMessage = (open: Undecided): vscode.TestMessage => new vscode.TestMessage(openText(open));

function messagesOf(
  { uri, check }: WorkspaceEnvironment,
  isWanted: (finding: Finding) => boolean,
): vscode.TestMessage[] {
  return (check?.findings ?? []).filter(isWanted).map((finding) => {
    const message = new vscode.TestMessage(`${finding.code} ${describe(finding)}`);
    message.location = new vscode.Location(vscode.Uri.parse(uri), editorRange(finding.range));
    const { expected, observed } = finding.evidence ?? {};
    if (expected !== undefined && observed !== undefined) {
      message.expectedOutput = show(expected);
      message.actualOutput = show(observed);
    }
    if (isPlayable(finding)) message.contextValue = CONTEXTS.replayable;
    return message;
  });
}
