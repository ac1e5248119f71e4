/** One episode, alone or beside another play of the same environment. */
import { rolloutPlay } from '../../server/contract/rollout-play.ts';
import { count } from '../../server/contract/visible.ts';
import type { Replayed } from '../../server/protocol/daemon-queries.ts';
import type { EnvironmentDetail, EpisodeHeader, RunDetail } from '../../server/protocol/run-records.ts';
import { button, choice, tag } from '../shared/controls.ts';
import { type Child, element } from '../shared/dom.ts';
import type { PageHost } from '../shared/run-source.ts';
import { pieces } from '../shared/text.ts';
import { differencesOf, differenceText } from './compare.ts';
import { lineOfFault } from './environment-view.ts';
import { returnText } from './episode-list.ts';
import { commandOf, type EpisodeDetail, evidenceText, jsonLine, markdown, rewardText } from './exports.ts';
import { transcriptList } from './transcript.ts';

export interface EpisodeParts {
  readonly run: RunDetail;
  readonly episode: EpisodeDetail;
  readonly environment: EnvironmentDetail | undefined;
  /** All plays of the environment in the step, this one too. */
  readonly group: readonly EpisodeHeader[];
  readonly beside: EpisodeDetail | undefined;
  /** The turn where a text was found. */
  readonly marked: number | undefined;
  /** Plays as they were played again, by their ids, where that was asked for. */
  readonly replayed: ReadonlyMap<number, Replayed>;
}

export interface EpisodeEvents {
  readonly openEnvironment: (line: number | undefined) => void;
  readonly onlyThis: (hash: string) => void;
  readonly compare: (id: number | undefined) => void;
  readonly open: (id: number) => void;
  /** Plays what is shown again, to see what was hidden. */
  readonly replay: () => void;
}

export function episodeView(parts: EpisodeParts, host: PageHost, events: EpisodeEvents): HTMLElement {
  const { episode, beside, environment, marked, replayed } = parts;
  const tableOf = ({ id }: EpisodeHeader) => {
    const one = replayed.get(id);
    return one?.kind === 'played' ? one.table : undefined;
  };
  const failed = [...replayed.values()].find((one) => one.kind === 'not-played');
  const differs = beside
    ? new Set(differencesOf(episode.transcript, beside.transcript).map(({ turn }) => turn))
    : undefined;
  const look = { ...(differs ? { differs } : {}), reveal: events.openEnvironment };
  const columns = element(
    'div',
    { class: beside ? 'columns two' : 'columns' },
    element(
      'div',
      {},
      beside ? playHead(episode) : undefined,
      transcriptList(episode.transcript, { ...look, marked, replayed: tableOf(episode) }),
    ),
    beside
      ? element(
          'div',
          {},
          playHead(beside),
          transcriptList(beside.transcript, { ...look, replayed: tableOf(beside) }),
        )
      : undefined,
  );
  const first = differs ? Math.min(...differs) : undefined;
  const goToDifference = () => {
    for (const list of columns.querySelectorAll('.transcript')) {
      const found = list.querySelector(`[data-turn="${first}"]`);
      if (found instanceof HTMLElement) {
        found.scrollIntoView({ block: 'center' });
        found.focus({ preventScroll: true });
      }
    }
  };
  return element(
    'article',
    { class: 'episode', attributes: { 'aria-label': 'Episode' } },
    heading(parts),
    element('p', { class: 'reward-text' }, ...pieces(rewardText(episode))),
    groupPart(parts, events),
    tools(parts, host, events),
    beside
      ? element(
          'p',
          { class: 'difference', attributes: { role: 'status' } },
          differenceText(episode.transcript, beside.transcript),
          ' ',
          differs && differs.size > 0
            ? button('Go there', goToDifference, { title: 'Go to the first difference' }).element
            : undefined,
        )
      : undefined,
    environment?.hint && (episode.hinted || beside?.hinted)
      ? element('p', { class: 'hint' }, element('strong', {}, 'The hint: '), ...pieces(environment.hint))
      : undefined,
    failed
      ? element('p', { class: 'note', attributes: { role: 'status' } }, ...pieces(failed.message))
      : undefined,
    columns,
  );
}

function heading({ episode, environment }: EpisodeParts): HTMLElement {
  const { id, step, seed, skill, transcript } = episode;
  return element(
    'header',
    { class: 'detail-head' },
    element('h2', {}, `Episode ${id}`),
    ...tags(episode),
    element('span', {}, ...pieces(`${environment?.className ?? episode.environment.slice(0, 12)}, ${skill}`)),
    element('span', { class: 'soft' }, `step ${step}, seed ${seed}`),
    element(
      'span',
      {
        title:
          'The return, less the mean of its group, over the group’s standard deviation. Every token of the play is weighed by it.',
      },
      transcript.advantage === undefined
        ? 'no advantage: not learnt from'
        : `advantage ${transcript.advantage.toFixed(3)}`,
    ),
  );
}

const tags = ({ outcome, hinted, ...episode }: EpisodeHeader): HTMLElement[] => [
  element('span', { class: `outcome ${outcome}` }, outcome),
  element('strong', {}, `return ${returnText(episode.return)}`),
  tag(hinted ? 'with hint' : 'without hint'),
];

const playHead = (episode: EpisodeHeader): HTMLElement =>
  element('div', { class: 'play-head' }, element('h3', {}, `Episode ${episode.id}`), ...tags(episode));

/** How the other plays of the environment went, and one to lay beside. */
function groupPart({ group, episode, beside }: EpisodeParts, events: EpisodeEvents): HTMLElement | undefined {
  if (group.length < 2) return undefined;
  const told = [false, true].flatMap((hinted) => {
    const some = group.filter((one) => one.hinted === hinted && one.outcome !== 'fault');
    const won = some.filter(({ outcome }) => outcome === 'won').length;
    return some.length === 0 ? [] : [`${won} of ${some.length} won ${hinted ? 'with' : 'without'} the hint`];
  });
  const others = group.filter(({ id }) => id !== episode.id);
  const field = choice(
    [
      { value: '', label: 'nothing' },
      ...others.map((one) => ({
        value: String(one.id),
        label: `${one.id}: ${one.outcome}, ${one.hinted ? 'with hint' : 'without'}, return ${returnText(one.return)}, ${count(one.turns, 'turn')}`,
      })),
    ],
    {
      label: 'Beside it',
      value: beside ? String(beside.id) : '',
      changed: (value) => events.compare(value === '' ? undefined : Number(value)),
    },
  );
  return element(
    'div',
    { class: 'group' },
    element('span', {}, `In this step ${told.join(', ')}.`),
    field.element,
  );
}

/** The play that tells most beside another: with the hint where that is without, and ending otherwise. */
export function counterpartOf(
  episode: EpisodeHeader,
  group: readonly EpisodeHeader[],
): EpisodeHeader | undefined {
  const worth = (one: EpisodeHeader) =>
    Number(one.hinted !== episode.hinted) * 2 + Number(one.outcome !== episode.outcome);
  return group.filter(({ id }) => id !== episode.id).sort((a, b) => worth(b) - worth(a))[0];
}

function tools(parts: EpisodeParts, host: PageHost, events: EpisodeEvents): HTMLElement {
  const { run, episode, environment, group, beside, replayed } = parts;
  const name = `episode-${episode.id}`;
  const save = (suffix: string, content: string, type: string) =>
    host.save({ name: `${name}.${suffix}`, content, type });
  const counterpart = counterpartOf(episode, group);
  const fault = lineOfFault(episode.transcript.fault);
  const all: Child[] = [
    beside
      ? button('Close the other', () => events.compare(undefined)).element
      : counterpart
        ? button('Side by side', () => events.compare(counterpart.id), {
            title: `Lay episode ${counterpart.id} beside it: ${counterpart.hinted ? 'with' : 'without'} the hint, ${counterpart.outcome}`,
          }).element
        : undefined,
    environment
      ? button(fault === undefined ? 'Environment' : `Environment, line ${fault}`, () =>
          events.openEnvironment(fault),
        ).element
      : undefined,
    button('All its plays', () => events.onlyThis(episode.environment)).element,
    replayed.size === 0
      ? button('Hidden state', () => events.replay(), {
          title:
            'Play it again in the sandbox, and show what the environment hid and what each action changed of it',
        }).element
      : undefined,
    environment && host.can.has('play')
      ? button('Play it here', () =>
          host.perform({
            action: 'play',
            run: run.id,
            environment: environment.id,
            play: rolloutPlay(episode, run.config.play),
          }),
        ).element
      : undefined,
    button('JSON lines', () => save('jsonl', jsonLine(episode), 'application/jsonl'), {
      title: 'Save the episode as JSON lines',
    }).element,
    button(
      'Markdown',
      () => save('md', markdown(run.id, episode, environment?.className ?? null), 'text/markdown'),
      {
        title: 'Save the episode as Markdown',
      },
    ).element,
    button(
      'Evidence',
      () => save('evidence.json', evidenceText(run, episode, environment), 'application/json'),
      {
        title: 'Save the play as evidence, with the command that replays it',
      },
    ).element,
    button('Copy the command', () => host.copy(commandOf(episode, run.config), 'the command'), {
      title: 'Copy the command that plays it again',
    }).element,
  ];
  return element('div', { class: 'row' }, ...all);
}
