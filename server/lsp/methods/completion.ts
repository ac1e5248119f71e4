/** Completion: contract members in an environment's class, tools where schemas and methods meet, whole environments. */
import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
  type Position,
  type Range,
} from 'vscode-languageserver';
import type { Method as ClassMethod } from '../../analysis/classes.ts';
import type { ToolFacts } from '../../analysis/tools.ts';
import { MEMBERS, TOOL_DEMANDS } from '../contract.ts';
import type { Server } from '../server.ts';
import type { Snapshot } from '../snapshot.ts';
import { plainOf, SNIPPETS } from '../snippets.ts';
import type { Method } from './method.ts';

export const completion: Method = {
  capabilities: () => ({ completionProvider: { triggerCharacters: ['"', "'"] } }),
  register(server) {
    server.connection.onCompletion(({ textDocument: { uri }, position }): CompletionItem[] => {
      const document = server.session.documents.get(uri);
      if (document?.languageId !== 'python') return [];
      const line = document.getText({
        start: { line: position.line, character: 0 },
        end: position,
      });
      const top = topLevel(server, line, position);
      if (top.length > 0) return top;
      const snapshot = server.session.environment(uri);
      return snapshot
        ? [
            ...memberItems(server, snapshot, line, position),
            ...schemaItems(server, snapshot, line, position),
            ...toolsItem(server, snapshot, line, position),
          ]
        : [];
    });
  },
};

interface Offer {
  readonly label: string;
  readonly filter?: string;
  readonly detail: string;
  readonly documentation?: string;
  readonly snippet: string;
  readonly kind: CompletionItemKind;
  readonly range: Range;
}

function item(
  server: Server,
  { label, filter, detail, documentation, snippet, kind, range }: Offer,
): CompletionItem {
  const rich = server.session.features.snippets;
  return {
    label,
    kind,
    detail,
    ...(filter === undefined ? {} : { filterText: filter }),
    ...(documentation === undefined
      ? {}
      : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
    insertTextFormat: rich ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.adjustIndentation,
    textEdit: { range, newText: rich ? snippet : plainOf(snippet) },
  };
}

const upTo = (position: Position, characters: number): Range => ({
  start: { line: position.line, character: position.character - characters },
  end: position,
});

/** At the beginning of a line: what begins like the snippet's name. */
function topLevel(server: Server, line: string, position: Position): CompletionItem[] {
  if (!/^s[\w-]*$/i.test(line)) return [];
  return SNIPPETS.filter(({ label }) => label.startsWith(line.toLowerCase())).map(({ label, detail, body }) =>
    item(server, {
      label,
      detail,
      snippet: body,
      kind: CompletionItemKind.Snippet,
      range: upTo(position, line.length),
    }),
  );
}

/** In the class, where a member begins: those of the contract that are missing, and methods of tools without one. */
function memberItems(server: Server, snapshot: Snapshot, line: string, position: Position): CompletionItem[] {
  const found = /^([ \t]+)((?:def[ \t]+)?\w*)$/.exec(line);
  const { environment, tools } = snapshot.facts;
  if (!found || !environment) return [];
  const [, indent = '', typed = ''] = found;
  if (classAround(snapshot.text, position.line, indent) !== environment.cls.node.name) return [];
  const { profile, cls } = environment;
  const range = upTo(position, typed.length);
  const filter = (name: string) => (typed.startsWith('def') ? `def ${name}` : name);
  const members = MEMBERS.filter(
    (one) =>
      one.snippet?.startsWith('def ') &&
      (one.profile === 'both' || one.profile === profile) &&
      !cls.own.has(one.name),
  ).map(({ name, signature, demands, snippet = '' }) =>
    item(server, {
      label: name,
      filter: filter(name),
      detail: signature,
      documentation: demands,
      snippet,
      kind: CompletionItemKind.Method,
      range,
    }),
  );
  const missing = (tools?.listed ?? []).filter(({ method }) => !method);
  return [
    ...members,
    ...missing.map((tool) =>
      item(server, {
        label: `tool_${tool.name}`,
        filter: filter(`tool_${tool.name}`),
        detail: `the method behind the tool ${tool.name}`,
        documentation: TOOL_DEMANDS,
        snippet: methodOf(tool),
        kind: CompletionItemKind.Method,
        range,
      }),
    ),
  ];
}

/** The class in whose body a line of this indentation stands, as far as a half-typed source tells. */
function classAround(text: string, line: number, indent: string): string | undefined {
  const lines = text.split('\n', line);
  for (let at = line - 1; at >= 0; at--) {
    const one = lines[at] ?? '';
    const own = /^[ \t]*/.exec(one)?.[0] ?? '';
    if (one.trim() === '' || own.length >= indent.length) continue;
    return /^[ \t]*class[ \t]+(\w+)/.exec(one)?.[1];
  }
  return undefined;
}

function methodOf({ name, parameters }: ToolFacts): string {
  const declared = [
    ...parameters.filter(({ required }) => required).map((one) => one.name),
    ...parameters.filter(({ required }) => !required).map((one) => `${one.name}=None`),
  ];
  return `def tool_${name}(${['self', ...declared].join(', ')}):\n    return $\{0:"What the agent is shown."}`;
}

/** In a method of a tool-use environment that sets no tools: the attribute with its first schema. */
function toolsItem(server: Server, { facts }: Snapshot, line: string, position: Position): CompletionItem[] {
  const typed = /^[ \t]+(self\._?\w*)$/.exec(line)?.[1];
  const { environment, tools, attributes } = facts;
  if (typed === undefined || environment?.profile !== 'tool_use' || tools?.shape !== 'unknown') return [];
  const member = MEMBERS.find(({ name }) => name === '_tools');
  if (!member?.snippet || attributes?.byName.get('_tools')?.writes.length) return [];
  return [
    item(server, {
      label: 'self._tools',
      detail: member.signature,
      documentation: member.demands,
      snippet: member.snippet,
      kind: CompletionItemKind.Property,
      range: upTo(position, typed.length),
    }),
  ];
}

/** In `_tools`: schemas of the methods that have none. */
function schemaItems(server: Server, snapshot: Snapshot, line: string, position: Position): CompletionItem[] {
  const { facts, document } = snapshot;
  const { environment, tools } = facts;
  const typed = /(?:^|[{,])\s*(["']?\w*)$/.exec(line)?.[1];
  if (typed === undefined || environment?.profile !== 'tool_use' || !tools) return [];
  const offset = (document.lineStarts[position.line] ?? 0) + position.character;
  const inside = facts
    .nodes('Assign')
    .some(
      ({ targets, value }) =>
        value.start < offset &&
        offset <= value.end &&
        targets.some((target) => target.kind === 'Attribute' && target.attr === '_tools'),
    );
  if (!inside) return [];
  const listed = new Set(tools.listed.map(({ name }) => name));
  const range = upTo(position, typed.length);
  return [...tools.methods]
    .filter(([name]) => !listed.has(name))
    .map(([name, method]) =>
      item(server, {
        label: name,
        filter: `${/^["']/.exec(typed)?.[0] ?? ''}${name}`,
        detail: `the schema of tool_${name}`,
        snippet: schemaOf(name, method),
        kind: CompletionItemKind.Property,
        range,
      }),
    );
}

function schemaOf(name: string, { parameters }: ClassMethod): string {
  const named = parameters.filter(({ flavour }) => flavour === 'normal' || flavour === 'keywordOnly');
  const properties = named.map(
    (one, index) => `            "${one.name}": {"type": "$\{${index + 2}:string}"},\n`,
  );
  const required = named.filter((one) => one.default === undefined).map((one) => `"${one.name}"`);
  const body = properties.length > 0 ? `{\n${properties.join('')}        }` : '{}';
  return [
    `"${name}": {`,
    '    "description": "${1:What it does and gives.}",',
    '    "parameters": {',
    '        "type": "object",',
    `        "properties": ${body},`,
    `        "required": [${required.join(', ')}],`,
    '    },',
    '},',
  ].join('\n');
}
