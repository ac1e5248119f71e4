/** A form for one tool call, made of the tool's schema, and a field for the answer. */

import { inline, shorten } from '../../server/contract/visible.ts';
import type { OfferedTool } from '../../server/protocol/play-table.ts';
import { button, checkbox, choice, type Field, textArea, textField } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { said } from '../shared/text.ts';
import { asAnswer, asToolCall } from './action.ts';
import { type Parameter, parametersOf, readValue } from './schema.ts';

/** Characters of a tool's or parameter's name. */
const NAME = 60;

/** Nothing is chosen yet. */
const NONE = '';

export class ToolForm {
  readonly element = element('section', { class: 'tools', attributes: { 'aria-label': 'Tool calls' } });
  readonly #send: (action: string) => void;
  #tools: readonly OfferedTool[] = [];
  #shown = '';
  #name = '';
  readonly #body = element('div', { class: 'tool' });
  readonly #problem = element('p', { class: 'problem', attributes: { role: 'alert' } });

  constructor(send: (action: string) => void) {
    this.#send = send;
  }

  /** What is filled in stays as long as the tools are the same. */
  show(tools: readonly OfferedTool[], withAnswer: boolean): void {
    const described = JSON.stringify([tools, withAnswer]);
    if (described === this.#shown) return;
    this.#shown = described;
    this.#tools = tools;
    if (!tools.some(({ name }) => name === this.#name)) this.#name = tools[0]?.name ?? '';
    const options = tools.map(({ name }) => ({ value: name, label: shorten(name, NAME) }));
    const selector = choice(options, {
      label: 'Tool',
      value: this.#name,
      changed: (name) => {
        this.#name = name;
        this.#fill();
      },
    });
    this.element.replaceChildren(
      ...(tools.length > 0 ? [selector.element, this.#body] : []),
      ...(withAnswer ? [this.#answer()] : []),
    );
    this.element.hidden = tools.length === 0 && !withAnswer;
    this.#fill();
  }

  #fill(): void {
    const tool = this.#tools.find(({ name }) => name === this.#name);
    if (!tool) return;
    const parameters = parametersOf(tool.parameters);
    const fields = (parameters ?? []).map((parameter) => ({ parameter, field: fieldFor(parameter) }));
    const whole = textArea({ label: 'Arguments as JSON', value: '{}' });
    const call = () => {
      const made = parameters
        ? argumentsOf(fields)
        : readValue(
            { name: 'Arguments', kind: 'json', required: true, description: '', choices: [] },
            whole.value,
          );
      this.#problem.textContent = 'problem' in made ? made.problem : '';
      if ('value' in made) this.#send(asToolCall(tool.name, made.value));
    };
    const form = element(
      'form',
      {},
      tool.description === '' ? undefined : said(tool.description),
      ...(parameters ? fields.map(({ field }) => field.element) : [whole.element]),
      this.#problem,
      button(`Call ${shorten(tool.name, NAME)}`, call, { kind: 'primary' }).element,
    );
    this.#problem.textContent = '';
    onEnter(form, call);
    this.#body.replaceChildren(form);
  }

  #answer(): HTMLElement {
    const field = textField({ label: 'Answer', placeholder: 'what the agent answers at the end' });
    const send = () => {
      this.#send(asAnswer(field.value));
      field.value = '';
    };
    const form = element('form', { class: 'answer' }, field.element, button('Send answer', send).element);
    onEnter(form, send);
    return form;
  }
}

function fieldFor(parameter: Parameter): Field {
  const { kind, required, choices } = parameter;
  const label = `${shorten(parameter.name, NAME)}${required ? '' : ' (optional)'}`;
  const hint = inline(parameter.description);
  const options = hint === '' ? { label } : { label, hint };
  if (kind === 'choice' || (kind === 'flag' && !required)) {
    const values =
      kind === 'choice'
        ? choices.map((value, index) => ({ value: String(index), label: shorten(textOf(value), NAME) }))
        : ['true', 'false'].map((value) => ({ value, label: value }));
    return choice(required ? values : [{ value: NONE, label: '(left out)' }, ...values], options);
  }
  if (kind === 'flag') return checkbox(options);
  if (kind === 'json') return textArea({ ...options, placeholder: 'JSON' });
  const placeholder =
    kind === 'text' ? hint.slice(0, NAME) : kind === 'integer' ? 'a whole number' : 'a number';
  return textField({ ...options, placeholder });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Optional ones that are empty are left out. */
function argumentsOf(
  fields: readonly { parameter: Parameter; field: Field }[],
): { readonly value: unknown } | { readonly problem: string } {
  const entries: [string, unknown][] = [];
  for (const { parameter, field } of fields) {
    if (!parameter.required && field.value === NONE) continue;
    const read = readValue(parameter, field.value);
    if ('problem' in read) return read;
    entries.push([parameter.name, read.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** Enter sends; within a text of several lines it does so with Ctrl. */
export function onEnter(form: HTMLElement, send: () => void): void {
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.key !== 'Enter' || !(target instanceof HTMLElement)) return;
    const several = target.localName === 'vscode-text-area';
    if (target.localName !== 'vscode-text-field' && !several) return;
    if (several && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  });
}
