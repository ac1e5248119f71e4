/** The head of a page: which run, how it is, whether what is shown is fresh. */
import { count } from '../../server/contract/visible.ts';
import type { Link } from '../../server/protocol/run-page.ts';
import type { RunDetail, RunSummary } from '../../server/protocol/run-records.ts';
import { button, choice, tag } from './controls.ts';
import { element } from './dom.ts';
import { pieces } from './text.ts';

export interface HeadEvents {
  readonly choose: (run: string) => void;
  /** The other page on the same run. */
  readonly other: { readonly label: string; readonly go: () => void } | undefined;
}

export class RunHead {
  readonly element: HTMLElement;
  readonly #events: HeadEvents;
  readonly #name = element('h1', {});
  readonly #facts = element('div', { class: 'facts' });
  readonly #picker = element('div', { class: 'picker' });
  readonly #link = element('p', { class: 'link', attributes: { role: 'status' } });
  readonly #failure = element('p', { class: 'failure', attributes: { role: 'alert' } });

  constructor(title: string, events: HeadEvents) {
    this.#events = events;
    this.#name.textContent = title;
    this.#failure.hidden = true;
    this.element = element(
      'header',
      { class: 'run-head' },
      element(
        'div',
        { class: 'heading' },
        this.#name,
        this.#facts,
        element(
          'div',
          { class: 'head-tools' },
          events.other ? button(events.other.label, events.other.go).element : undefined,
          this.#picker,
        ),
      ),
      this.#link,
      this.#failure,
    );
  }

  showRuns(runs: readonly RunSummary[], current: string | null): void {
    if (runs.length < 2 && current !== null) return;
    const options = runs.map(({ id, name, state, steps }) => ({
      value: id,
      label: `${name} · ${state} · ${steps} steps`,
    }));
    const field = choice([...(current === null ? [{ value: '', label: 'Choose a run' }] : []), ...options], {
      label: 'Run',
      value: current ?? '',
      changed: (run) => run !== '' && run !== current && this.#events.choose(run),
    });
    this.#picker.replaceChildren(field.element);
  }

  showRun({ name, state, steps, of, reason, counts, profile, engine }: RunDetail): void {
    this.#name.replaceChildren(...pieces(name));
    const why =
      reason && state !== 'finished'
        ? element('span', { class: 'why' }, ...pieces(reason.message))
        : undefined;
    const facts = [
      tag(state),
      element('span', {}, `${steps.toLocaleString('en')} of ${count(of, 'step')}`),
      element('span', {}, `${count(counts.episodes, 'episode')}`),
      element(
        'span',
        {},
        `${counts.accepted.toLocaleString('en')} of ${count(counts.environments, 'design')} accepted`,
      ),
      element('span', { class: 'soft' }, `${profile}, ${engine}`),
      why,
    ];
    this.#facts.replaceChildren(...facts.filter((fact) => fact !== undefined));
  }

  showLink(link: Link): void {
    const { state } = link;
    this.#link.className = `link ${state}`;
    this.#link.textContent = linkText(link);
    document.body.classList.toggle('stale', state === 'stale' || state === 'ended');
  }

  /** `undefined`: all is well again. */
  showFailure(message: string | undefined): void {
    this.#failure.hidden = message === undefined;
    this.#failure.replaceChildren(...(message === undefined ? [] : pieces(message)));
  }
}

export function linkText(link: Link): string {
  switch (link.state) {
    case 'connecting':
      return 'Connecting…';
    case 'live':
      return 'Live';
    case 'stale':
      return `Stale since ${new Date(link.since).toLocaleTimeString('en-GB')}: what is shown may be old. ${link.why}`;
    case 'ended':
      return `Not connected. ${link.why}`;
    case 'saved':
      return 'A saved run: nothing here moves.';
  }
}
