/** What a page shows while no run has been chosen: all there are. */
import { count } from '../../server/contract/visible.ts';
import type { RunSummary } from '../../server/protocol/run-records.ts';
import { button, tag } from './controls.ts';
import { element } from './dom.ts';
import { RunHead } from './run-head.ts';
import type { Context } from './start.ts';
import { pieces } from './text.ts';

/** @returns what ends it. */
export function chooseRun({ source, host }: Context, page: 'curriculum' | 'rollouts'): () => void {
  const head = new RunHead('Runs', { choose: () => {}, other: undefined });
  const list = element('ul', { class: 'runs' });
  const open = (run: string, which = page) => host.perform({ action: 'open-page', page: which, run });
  document.body.replaceChildren(
    head.element,
    element('main', {}, list, source.kind === 'socket' ? savedLink() : undefined),
  );
  const show = async () => {
    try {
      const { runs, unreadable } = await source.ask('run/list', {});
      list.replaceChildren(...runs.map((run) => item(run, open)));
      if (runs.length === 0)
        list.replaceChildren(
          element('li', { class: 'empty' }, 'There is no run yet. `spade run start pocket` begins one.'),
        );
      for (const { folder, message } of unreadable)
        list.append(element('li', { class: 'problem' }, ...pieces(`${folder}: ${message}`)));
      head.showFailure(undefined);
    } catch (error) {
      head.showFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const subscription = source.subscribe(null, undefined, {
    events: () => void show(),
    dropped: () => void show(),
    link: (link) => {
      head.showLink(link);
      if (link.state === 'live' || link.state === 'saved') void show();
    },
  });
  return () => subscription.dispose();
}

function item(
  { id, name, state, steps, of, created, profile, engine }: RunSummary,
  open: (run: string, page?: 'curriculum' | 'rollouts') => void,
): HTMLElement {
  return element(
    'li',
    {},
    element('strong', {}, ...pieces(name)),
    tag(state),
    element('span', {}, `${steps.toLocaleString('en')} of ${count(of, 'step')}`),
    element(
      'span',
      { class: 'soft' },
      `${profile}, ${engine}, begun ${new Date(created).toLocaleString('en-GB')}`,
    ),
    button('Curriculum', () => open(id, 'curriculum'), { title: `Curriculum of ${name}` }).element,
    button('Rollouts', () => open(id, 'rollouts'), { title: `Rollouts of ${name}` }).element,
  );
}

function savedLink(): HTMLElement {
  const link = element('a', {}, 'Look at a run that was exported');
  link.href = 'saved';
  return element('p', { class: 'saved-link' }, link, ', from files on this machine.');
}
