/** The form from which a run is launched: everything is checked, and its cost told, before anything begins. */
import { count } from '../../server/contract/visible.ts';
import type { FromLaunchForm, ToLaunchForm } from '../../server/protocol/launch-form.ts';
import { presetName } from '../../server/protocol/run-config.ts';
import { estimate, estimateText } from '../../server/protocol/run-estimate.ts';
import type { Bridge } from '../shared/bridge.ts';
import { button, checkbox, choice, type Field, textArea, textField } from '../shared/controls.ts';
import { element, foldable } from '../shared/dom.ts';
import { EngineQuestion } from './engine-question.ts';
import { ENGINES, type FieldSpec, SECTIONS, type SectionSpec } from './fields.ts';
import { FormState, type Kept, type Problem, problemOf, textFrom, valueFrom } from './state.ts';

const ALWAYS = ['rollouts', 'seed'];

/** The kind of engine that differs from server to server. */
const ASKED = 'tinker';

export class Page {
  readonly #bridge: Bridge<FromLaunchForm, Kept>;
  readonly #heading = element('h1', {});
  readonly #top = element('div', { class: 'grid' });
  readonly #sections = element('div', { class: 'sections' });
  readonly #changes = element('p', { class: 'soft' });
  readonly #cost = element('ul', { class: 'cost' });
  readonly #problems = element('ul', { class: 'problems', attributes: { role: 'alert' } });
  readonly #absence = element('p', { class: 'absence', attributes: { role: 'status' } });
  readonly #question = new EngineQuestion(() => this.#askEngine());
  readonly #start = button('Start the run', () => this.#submit(), { kind: 'primary' });
  readonly #back = button('Back to the preset', () => this.#reset());
  readonly #marks = new Map<string, HTMLElement>();
  #state: FormState | undefined;
  #engines: readonly string[] = [];
  #refused: readonly Problem[] = [];
  #absent = false;
  #starting = false;

  constructor(bridge: Bridge<FromLaunchForm, Kept>) {
    this.#bridge = bridge;
    const form = element('form', { attributes: { 'aria-label': 'The run' } }, this.#top, this.#sections);
    form.addEventListener('submit', (event) => event.preventDefault());
    const cancel = button('Cancel', () => bridge.send({ type: 'cancel' }));
    const side = element(
      'aside',
      { attributes: { 'aria-label': 'What it will cost' } },
      element('h2', {}, 'Before it begins'),
      this.#cost,
      this.#problems,
      this.#absence,
      element('div', { class: 'row' }, this.#start.element, cancel.element),
      element('div', { class: 'row' }, this.#back.element),
      this.#changes,
    );
    document.body.append(
      element(
        'main',
        {},
        element('header', {}, this.#heading),
        element('div', { class: 'columns' }, form, side),
      ),
    );
    bridge.send({ type: 'ready' });
  }

  hear(message: ToLaunchForm): void {
    if (message.type === 'refused') {
      this.#starting = false;
      this.#refused = message.problems.map(problemOf);
      this.#judge();
      return;
    }
    if (message.type === 'engine') {
      this.#question.show(message.asked);
      this.#judge();
      return;
    }
    if (message.type === 'absence') {
      this.#absent = message.why !== null;
      this.#absence.textContent = message.why ?? '';
      this.#judge();
      return;
    }
    const { trainer, engines, request, cloneOf } = message;
    this.#engines = engines;
    const before = this.#bridge.load();
    this.#state = before ? new FormState(before) : FormState.of(request);
    const what = cloneOf === null ? 'Launch a run' : `Clone ${cloneOf}`;
    this.#heading.replaceChildren(what, element('span', { class: 'soft' }, ` on ${trainer}`));
    this.#draw();
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    this.#marks.clear();
    const [first, ...rest] = SECTIONS;
    const always = first?.fields.filter(({ key }) => ALWAYS.includes(key)) ?? [];
    const others = first?.fields.filter(({ key }) => !ALWAYS.includes(key)) ?? [];
    this.#top.replaceChildren(
      this.#marked('preset', this.#presetField(state)),
      this.#marked('name', this.#nameField(state)),
      ...always.map((spec) => this.#field(state, spec)),
    );
    this.#sections.replaceChildren(
      this.#engineSection(state),
      ...rest.map((section) => this.#section(state, section)),
      this.#folded(
        'Other',
        others.some(({ key }) => state.isChanged(key)),
        others,
        state,
      ),
    );
    this.#judge();
  }

  #presetField(state: FormState): Field {
    const options = presetName.options.map((value) => ({ value, label: value }));
    return choice(options, {
      label: 'Preset',
      value: state.preset,
      hint: 'The paper’s settings for a size of model, or the pocket policy’s for a laptop',
      changed: (value) => {
        const chosen = presetName.safeParse(value);
        if (!chosen.success) return;
        state.preset = chosen.data;
        this.#draw();
      },
    });
  }

  #nameField(state: FormState): Field {
    return textField({
      label: 'Name',
      value: state.name,
      placeholder: 'as the trainer calls it',
      changed: (value) => {
        state.name = value;
        this.#changed();
      },
    });
  }

  #engineSection(state: FormState): HTMLElement {
    const { engine = '' } = state;
    const options = [
      ...(engine === '' ? [{ value: '', label: 'Choose…' }] : []),
      ...[...ENGINES.keys()].map((value) => ({ value, label: value })),
    ];
    const kind = choice(options, {
      label: 'Engine',
      value: engine,
      hint: 'Where the policy lives',
      changed: (value) => {
        if (value !== '') state.engine = value;
        this.#question.forget();
        this.#draw();
      },
    });
    const fields = (ENGINES.get(engine) ?? []).map((spec) => this.#field(state, spec));
    return foldable(
      'Engine',
      true,
      {},
      element('div', { class: 'grid' }, this.#marked('engine.kind', kind), ...fields),
      ...(engine === ASKED ? [this.#question.element] : []),
    );
  }

  #section(state: FormState, { key, title, optional, fields }: SectionSpec): HTMLElement {
    if (!optional) return this.#folded(title, state.isChanged(key), fields, state);
    const there = state.has(key);
    const toggle = checkbox({
      label: title,
      value: String(there),
      changed: (value) => {
        state.setTable(key, value === 'true', fields);
        this.#draw();
      },
    });
    const body = there ? fields.map((spec) => this.#field(state, spec)) : [];
    return foldable(
      title,
      state.isChanged(key),
      {},
      toggle.element,
      element('div', { class: 'grid' }, ...body),
    );
  }

  #folded(title: string, open: boolean, fields: readonly FieldSpec[], state: FormState): HTMLElement {
    const all = this.#nested(state, fields);
    return foldable(title, open, {}, element('div', { class: 'grid' }, ...all));
  }

  /** A table within a table that may be missing is one field, until it is there. */
  #nested(state: FormState, fields: readonly FieldSpec[]): HTMLElement[] {
    const corpus = fields.filter(({ key }) => key.startsWith('curriculum.corpus.'));
    if (corpus.length === 0) return fields.map((spec) => this.#field(state, spec));
    const there = state.has('curriculum.corpus');
    const toggle = checkbox({
      label: 'Ground designs on documents',
      value: String(there),
      changed: (value) => {
        state.setTable('curriculum.corpus', value === 'true', corpus);
        this.#draw();
      },
    });
    const shown = fields.filter((spec) => there || !corpus.includes(spec));
    return [
      ...shown.map((spec) => this.#field(state, spec)),
      element('div', { class: 'entry' }, toggle.element),
    ];
  }

  #field(state: FormState, spec: FieldSpec): HTMLElement {
    const { key, label, of, optional } = spec;
    const changed = (text: string) => {
      state.set(key, valueFrom(spec, text));
      if (/^engine\.|temperature$/.test(key)) this.#question.forget();
      this.#changed();
    };
    const value = textFrom(spec, state.value(key));
    const placeholder = optional ? 'none' : '';
    const limits =
      of.kind === 'number' ? `${of.whole ? 'A whole number' : 'A number'} ${of.limits}`.trim() : key;
    const options = { label, value, placeholder, hint: `${key}: ${limits}`, changed };
    if (of.kind === 'choice')
      return this.#marked(
        key,
        choice(
          of.options.map((one) => ({ value: one, label: one })),
          options,
        ),
      );
    if (of.kind === 'truth') return this.#marked(key, checkbox(options));
    if (of.kind === 'list') return this.#marked(key, textArea({ ...options, hint: `${key}: one a line` }));
    return this.#marked(key, textField(options));
  }

  /** With room for what is wrong with it, and a mark where it differs from the preset. */
  #marked(key: string, { element: control }: Field): HTMLElement {
    const said = element('p', { class: 'problem' });
    const whole = element('div', { class: 'entry' }, control, said);
    this.#marks.set(key, whole);
    return whole;
  }

  #changed(): void {
    this.#refused = [];
    this.#judge();
  }

  #judge(): void {
    const state = this.#state;
    if (!state) return;
    this.#bridge.keep(state.kept);
    const { config, problems } = state.check(this.#engines);
    const all = [...problems, ...this.#refused];
    this.#cost.replaceChildren(
      ...(config ? estimateText(estimate(config)) : []).map((text) => element('li', {}, text)),
    );
    for (const [key, whole] of this.#marks) {
      const mine = all.find((problem) => problem.key === key);
      whole.classList.toggle('wrong', mine !== undefined);
      whole.classList.toggle('changed', key !== 'preset' && key !== 'name' && state.isChanged(key));
      const said = whole.querySelector('.problem');
      if (said) said.textContent = mine?.message ?? '';
    }
    this.#problems.replaceChildren(
      ...all.map(({ key, message }) => element('li', {}, key === undefined ? message : `${key}: ${message}`)),
    );
    this.#question.allow(problems.length === 0 && !this.#absent);
    this.#start.disabled = all.length > 0 || this.#absent || this.#starting;
    const { changes } = state;
    this.#back.disabled = changes === 0;
    this.#changes.textContent =
      changes === 0
        ? 'As the preset says.'
        : `${count(changes, 'setting')} unlike the preset, marked at the side.`;
  }

  #submit(): void {
    const state = this.#state;
    if (!state || state.check(this.#engines).problems.length > 0) return;
    this.#starting = true;
    this.#refused = [];
    this.#judge();
    this.#bridge.send({ type: 'start', request: state.request });
  }

  #askEngine(): void {
    const { request } = this.#state ?? {};
    if (request) this.#bridge.send({ type: 'ask-engine', request });
    this.#judge();
  }

  #reset(): void {
    this.#state?.reset();
    this.#refused = [];
    this.#draw();
  }
}
