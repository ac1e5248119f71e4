/** The play panel's page: what is on it, and what happens when a person does something. */
import type { Play } from '../../server/protocol/finding.ts';
import type { FromPlayPanel, ToPlayPanel } from '../../server/protocol/play-panel.ts';
import type { PlayedTable } from '../../server/protocol/play-table.ts';
import { type Bridge, KEPT_LENGTH } from '../shared/bridge.ts';
import { ActionForm } from './action-form.ts';
import { Asker } from './asker.ts';
import { differences } from './compare.ts';
import { ConditionsForm } from './conditions-form.ts';
import { evidenceText } from './evidence.ts';
import { Layout } from './layout.ts';
import {
  acted,
  type Beside,
  begin,
  hasBroken,
  hasEnded,
  type Kept,
  type Line,
  lengthOf,
  lineOf,
  playOf,
  small,
  upTo,
  withConditions,
  withLine,
  withNewLine,
  withPlay,
} from './state.ts';
import { endingText, stepName } from './transcript.ts';
import { resultText } from './turn.ts';

export class Page {
  readonly #bridge: Bridge<FromPlayPanel, Kept>;
  readonly #asker: Asker;
  readonly #conditions: ConditionsForm;
  readonly #actions: ActionForm;
  readonly #layout: Layout;
  #state: Kept;
  /** Of the source that the answers are about; unknown to a page that has just been restored. */
  #revision: number | undefined;

  constructor(bridge: Bridge<FromPlayPanel, Kept>) {
    this.#bridge = bridge;
    this.#asker = new Asker((message) => bridge.send(message));
    this.#conditions = new ConditionsForm((conditions) => {
      this.#change(withConditions(this.#state, conditions));
      this.#play('Started over');
    });
    this.#actions = new ActionForm(
      (action) => this.#act(action),
      (draft) => {
        this.#state = { ...this.#state, draft };
        this.#keep();
      },
    );
    this.#layout = new Layout(this.#conditions.element, this.#actions.element, {
      reveal: (line) => bridge.send({ type: 'reveal', line }),
      backTo: (step) => this.#backTo(step),
      branchAt: (step) => {
        this.#change(withNewLine(this.#state, upTo(lineOf(this.#state), step)));
        this.#play(`Opened a new line from ${stepName(step)}`);
      },
      turnTo: (line) => this.#turnTo({ ...this.#state, current: line }, `Turned to line ${line + 1}`),
      undo: () => this.#undo(),
      copy: () => this.#copy(),
      check: () => bridge.send({ type: 'check' }),
      compare: () => this.#compare(),
      closeBeside: () => {
        const { beside: _, ...rest } = this.#state;
        this.#change(rest);
      },
      adoptBeside: ({ play }) => {
        const { actions, after = [] } = play;
        this.#turnTo(withNewLine(this.#state, { actions, after }), 'Opened as a line of its own');
      },
    });
    const state = bridge.load();
    this.#state = state ?? begin('', '');
    this.#conditions.show(this.#state.conditions);
    this.#render();
    document.addEventListener('keydown', (event) => this.#key(event));
    bridge.send({ type: 'ready' });
  }

  hear(message: ToPlayPanel): void {
    switch (message.type) {
      case 'environment':
        this.#meet(message);
        break;
      case 'open':
        this.#open(message);
        break;
      default:
        this.#asker.take(message);
    }
  }

  #meet({ uri, name, revision }: Extract<ToPlayPanel, { type: 'environment' }>): void {
    const known = this.#state.uri === uri;
    if (!known) this.#state = begin(uri, name);
    const same = known && this.#revision === revision;
    const restored = known && this.#revision === undefined;
    this.#revision = revision;
    if (same) return;
    this.#conditions.show(this.#state.conditions);
    this.#change(this.#state);
    this.#play(restored || !known ? '' : 'The source has changed; played again');
  }

  #open({ play, against, step, finding }: Extract<ToPlayPanel, { type: 'open' }>): void {
    this.#state = {
      ...withPlay(this.#state, play),
      ...(finding ? { finding } : {}),
      ...(step === undefined ? {} : { step }),
      ...(against ? { against } : {}),
    };
    this.#conditions.show(this.#state.conditions);
    this.#play(finding ? `Replayed ${finding.code}` : 'Replayed', () => {
      if (against) this.#against(against);
      if (step !== undefined) this.#layout.goTo(step);
    });
  }

  #act(action: string): void {
    const { table } = this.#state;
    if (hasBroken(table)) return;
    this.#change(withLine(this.#state, acted(lineOf(this.#state), action, hasEnded(table))));
    this.#play('', () => {
      this.#layout.showLast();
      this.#actions.focus();
    });
  }

  #undo(): void {
    const steps = lengthOf(lineOf(this.#state));
    if (steps === 0) this.#layout.announce('There is nothing to take back.');
    else this.#backTo(steps - 1);
  }

  #backTo(step: number): void {
    this.#change(withLine(this.#state, upTo(lineOf(this.#state), step)));
    this.#play(`Back at ${stepName(step)}`, () => this.#actions.focus());
  }

  #turnTo(state: Kept, text: string): void {
    this.#change(state);
    this.#play(text);
  }

  #compare(): void {
    this.#layout.busy('Asking solution()…');
    this.#asker.ask('solve', playOf(this.#state), (answer) => {
      if (answer.type !== 'solved') return this.#failed(answer);
      const { said, table } = answer;
      this.#besides({ title: 'solution()', said, table });
      const how = table ? endingText(table) : 'What it says cannot be played.';
      this.#layout.done(`solution() is shown. ${how}`);
      this.#layout.goToBeside();
    });
  }

  #against(play: Play): void {
    this.#asker.ask('play', play, (answer) => {
      if (answer.type !== 'played') return this.#failed(answer);
      this.#besides({ title: 'The other play of the finding', table: answer.table });
      this.#layout.done('The two plays of the finding are shown side by side.');
    });
  }

  #besides(beside: Beside): void {
    this.#change({ ...this.#state, beside });
  }

  /** Plays the present line. */
  #play(text: string, then: () => void = () => undefined): void {
    this.#layout.busy('Playing…');
    this.#asker.ask('play', playOf(this.#state), (answer) => {
      if (answer.type !== 'played') return this.#failed(answer);
      const { table } = answer;
      this.#change({ ...withLine(this.#state, played(table, lineOf(this.#state))), table });
      this.#layout.done([text, summary(table)].filter((part) => part !== '').join('. '));
      then();
    });
  }

  #failed(answer: { readonly type: string; readonly message?: string }): void {
    this.#layout.failed(answer.message ?? 'The editor gave no answer. Try again.');
  }

  #copy(): void {
    const { table, finding, name } = this.#state;
    if (!table) return;
    this.#bridge.send({
      type: 'copy',
      text: evidenceText(name, table, finding),
      what: 'the play as evidence',
    });
    this.#layout.announce('Copied the play as evidence.');
  }

  #change(state: Kept): void {
    this.#state = state;
    this.#keep();
    this.#render();
  }

  #keep(): void {
    if (this.#state.uri !== '') this.#bridge.keep(small(this.#state, KEPT_LENGTH));
  }

  #render(): void {
    const { table, beside, draft } = this.#state;
    const differs = table && beside?.table ? differences(table, beside.table) : undefined;
    this.#layout.show(this.#state, differs);
    this.#actions.show(table, draft, table !== undefined && !hasBroken(table));
  }

  #key(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey && !ctrlKey && !metaKey && key === 'Backspace') {
      event.preventDefault();
      this.#undo();
    }
    if (altKey && !ctrlKey && !metaKey && key.toLowerCase() === 'a') {
      event.preventDefault();
      this.#actions.focus();
    }
  }
}

/** The line as the episode's end has divided it. */
function played(table: PlayedTable, before: Line): Line {
  const { actions, after = [] } = table.play;
  return actions.length + after.length === lengthOf(before) ? { actions, after } : before;
}

/** For screen readers: what the last turn brought. */
function summary(table: PlayedTable): string {
  const last = table.after.at(-1) ?? table.turns.at(-1);
  const ending = endingText(table);
  return last ? `${stepName(last.step)}: ${resultText(last)}. ${ending}` : ending;
}
