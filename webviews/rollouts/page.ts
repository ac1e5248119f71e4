/** The rollouts page: lists on one side, what was chosen on the other. */
import { z } from 'zod';
import type { Event } from '../../server/protocol/run-events.ts';
import type { EnvironmentDetail, EpisodeHeader, RunDetail } from '../../server/protocol/run-records.ts';
import { button } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import { Feed } from '../shared/feed.ts';
import { RunHead } from '../shared/run-head.ts';
import type { Context } from '../shared/start.ts';
import { DesignList } from './design-list.ts';
import { environmentView } from './environment-view.ts';
import { EpisodeList } from './episode-list.ts';
import { type EpisodeParts, episodeView } from './episode-view.ts';
import { Filters, NOTHING, wanted } from './filters.ts';
import { Names } from './names.ts';

const kept = z.object({ set: wanted, designs: z.boolean() });

/** Plays of one environment in one step that can be laid beside each other. */
const GROUP = 200;

export class RolloutsPage {
  readonly #context: Context;
  readonly #run: string;
  readonly #head: RunHead;
  readonly #names = new Names();
  readonly #filters: Filters;
  readonly #episodes: EpisodeList;
  readonly #episodesPart: HTMLElement;
  readonly #detail = element('section', {
    class: 'detail',
    attributes: { 'aria-label': 'What was chosen', tabindex: '-1' },
  });
  readonly #lists = element('div', { class: 'lists' });
  readonly #feed: Feed;
  #designs: DesignList | undefined;
  #showsDesigns = false;
  #detailOf: RunDetail | undefined;
  #shown: EpisodeParts | undefined;
  /** Counts what was asked for in the detail: an answer to an old question is dropped. */
  #asked = 0;
  #ended = false;
  #begun = false;

  constructor(context: Context, run: string) {
    this.#context = context;
    this.#run = run;
    const { host, source } = context;
    this.#head = new RunHead('Rollouts', {
      choose: (other) => host.perform({ action: 'open-page', page: 'rollouts', run: other }),
      other: {
        label: 'Curriculum',
        go: () => host.perform({ action: 'open-page', page: 'curriculum', run }),
      },
    });
    const before = kept.safeParse(context.kept);
    this.#filters = new Filters(before.success ? before.data.set : NOTHING, [], this.#names, () =>
      this.#filter(),
    );
    this.#episodes = new EpisodeList(source, run, this.#names, {
      chosen: (episode, hit) => void this.#open(episode.id, undefined, hit?.turn),
      failed: (error) => this.#failed(error),
    });
    this.#episodesPart = element('div', { class: 'part' }, this.#filters.element, this.#episodes.element);
    this.#detail.append(element('p', { class: 'empty' }, 'Choose an episode to see what the agent did.'));
    document.body.classList.add('rollouts-page');
    document.body.replaceChildren(
      this.#head.element,
      element('main', { class: 'rollouts' }, this.#lists, this.#detail),
    );
    this.#switch(before.success && before.data.designs);
    document.addEventListener('keydown', this.#key);
    this.#feed = new Feed(source, run, undefined, {
      events: (events) => this.#hear(events),
      link: (link) => {
        this.#head.showLink(link);
        if (link.state === 'live' || link.state === 'saved') void this.#load();
      },
    });
  }

  dispose(): void {
    this.#ended = true;
    document.body.classList.remove('rollouts-page');
    this.#episodes.dispose();
    this.#feed.dispose();
    document.removeEventListener('keydown', this.#key);
  }

  /** First of all, and again after a lost connection. The list does not wait for names, which come in later. */
  async #load(): Promise<void> {
    const { source, target } = this.#context;
    try {
      const list = this.#episodes.show(this.#filters.set, this.#begun);
      if (!this.#begun) {
        this.#begun = true;
        if (target.episode !== undefined) void this.#open(target.episode);
        else if (target.environment !== undefined) void this.#openEnvironment({ id: target.environment });
      }
      void source.ask('run/list', {}).then(
        ({ runs }) => this.#head.showRuns(runs, this.#run),
        () => {},
      );
      this.#detailOf = await source.ask('run/show', { run: this.#run });
      if (this.#ended) return;
      this.#head.showRun(this.#detailOf);
      this.#filters.draw(this.#detailOf.config.design.skills);
      await this.#names.load(source, this.#run);
      await list;
      this.#episodes.list.mark(this.#shown?.episode.id);
      this.#head.showFailure(undefined);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!this.#ended) this.#head.showFailure(error instanceof Error ? error.message : String(error));
  }

  #filter(): void {
    this.#head.showFailure(undefined);
    this.#keep();
    void this.#episodes.show(this.#filters.set);
  }

  #keep(): void {
    const { target } = this.#context;
    const episode = this.#shown?.episode.id;
    this.#context.keep(
      { set: this.#filters.set, designs: this.#showsDesigns },
      { run: target.run, ...(episode === undefined ? {} : { episode }) },
    );
  }

  /** Between episodes and designs. */
  #switch(designs: boolean): void {
    this.#showsDesigns = designs;
    const press = (label: string, on: boolean, to: boolean) => {
      const made = button(label, () => this.#switch(to), { kind: on ? 'primary' : 'secondary' });
      made.element.setAttribute('aria-pressed', String(on));
      return made.element;
    };
    if (designs)
      this.#designs ??= new DesignList(
        this.#context.source,
        this.#run,
        this.#detailOf?.config.design.skills ?? [],
        {
          chosen: ({ id }) => void this.#openEnvironment({ id }),
          failed: (error) => this.#failed(error),
        },
      );
    this.#lists.replaceChildren(
      element(
        'div',
        { class: 'row switch' },
        press('Episodes', !designs, false),
        press('Designs', designs, true),
      ),
      designs && this.#designs ? this.#designs.element : this.#episodesPart,
    );
    if (this.#begun) this.#keep();
  }

  #hear(events: readonly Event[]): void {
    const episodes: EpisodeHeader[] = [];
    let steps = false;
    for (const { event } of events) {
      if (event.kind === 'episode') episodes.push(event.episode);
      else if (event.kind === 'environment')
        this.#names.add(event.environment.hash, event.environment.className);
      else if (event.kind === 'step' || event.kind === 'state' || event.kind === 'resumed') steps = true;
    }
    if (episodes.length > 0) this.#episodes.came(episodes);
    if (steps) void this.#refreshHead();
  }

  async #refreshHead(): Promise<void> {
    try {
      const detail = await this.#context.source.ask('run/show', { run: this.#run });
      this.#detailOf = detail;
      if (!this.#ended) this.#head.showRun(detail);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @param other the play beside it. */
  async #open(id: number, other?: number, marked?: number): Promise<void> {
    const asked = ++this.#asked;
    const { source } = this.#context;
    const run = this.#run;
    this.#detail.setAttribute('aria-busy', 'true');
    try {
      const [detail, episode, beside] = await Promise.all([
        this.#detailOf ?? source.ask('run/show', { run }),
        this.#shown?.episode.id === id ? this.#shown.episode : source.ask('run/episode', { run, id }),
        other === undefined ? undefined : source.ask('run/episode', { run, id: other }),
      ]);
      const { environment: hash, step } = episode;
      const [environment, group] = await Promise.all([
        this.#environmentOf(hash),
        source.ask('run/episodes', { run, environment: hash, step, limit: GROUP }),
      ]);
      if (asked !== this.#asked || this.#ended) return;
      this.#shown = {
        run: detail,
        episode,
        environment,
        group: group.items,
        beside,
        marked,
        replayed: new Map(),
      };
      this.#show(this.#shown);
      this.#head.showFailure(undefined);
      this.#keep();
    } catch (error) {
      if (asked === this.#asked) this.#detailFailed(error);
    }
  }

  #show(parts: EpisodeParts): void {
    const { episode } = parts;
    this.#detail.removeAttribute('aria-busy');
    this.#detail.replaceChildren(
      episodeView(parts, this.#context.host, {
        openEnvironment: (line) => void this.#openEnvironment({ hash: episode.environment }, line),
        onlyThis: (hash) => this.#only(hash),
        compare: (id) => void this.#open(episode.id, id),
        open: (id) => void this.#open(id),
        replay: () => void this.#replay(parts),
      }),
    );
    const marked = this.#detail.querySelector('.turn.marked');
    if (marked && parts.marked !== undefined) marked.scrollIntoView({ block: 'center' });
    else this.#detail.scrollTop = 0;
    this.#episodes.list.mark(episode.id);
  }

  async #replay(parts: EpisodeParts): Promise<void> {
    const asked = ++this.#asked;
    this.#detail.setAttribute('aria-busy', 'true');
    const { episode, beside } = parts;
    try {
      const ids = [episode.id, ...(beside ? [beside.id] : [])];
      const found = await Promise.all(
        ids.map((id) => this.#context.source.ask('run/replay', { run: this.#run, id })),
      );
      if (asked !== this.#asked || this.#ended) return;
      const replayed = new Map(ids.flatMap((id, at) => (found[at] ? [[id, found[at]] as const] : [])));
      this.#shown = { ...parts, replayed };
      this.#show(this.#shown);
    } catch (error) {
      if (asked === this.#asked) this.#detailFailed(error);
    }
  }

  #only(hash: string): void {
    this.#switch(false);
    this.#filters.change({ ...NOTHING, environment: hash }, this.#detailOf?.config.design.skills ?? []);
  }

  #lastEnvironment: EnvironmentDetail | undefined;

  async #environmentOf(hash: string): Promise<EnvironmentDetail | undefined> {
    if (this.#lastEnvironment?.hash === hash) return this.#lastEnvironment;
    const { source } = this.#context;
    const run = this.#run;
    const { items } = await source.ask('run/environments', { run, hash, limit: 1 });
    const [found] = items;
    if (!found) return undefined;
    this.#lastEnvironment = await source.ask('run/environment', { run, id: found.id });
    return this.#lastEnvironment;
  }

  async #openEnvironment(
    which: { readonly id: number } | { readonly hash: string },
    line?: number,
  ): Promise<void> {
    const asked = ++this.#asked;
    this.#detail.setAttribute('aria-busy', 'true');
    try {
      const run = this.#run;
      const found =
        'id' in which
          ? await this.#context.source.ask('run/environment', { run, id: which.id })
          : await this.#environmentOf(which.hash);
      if (asked !== this.#asked || this.#ended) return;
      this.#detail.removeAttribute('aria-busy');
      if (!found) {
        this.#detail.replaceChildren(
          element('p', { class: 'empty' }, 'The environment is not in this run: it was played from a pool.'),
        );
        return;
      }
      const shown = this.#shown;
      const back = shown
        ? element('p', {}, button(`Back to episode ${shown.episode.id}`, () => this.#show(shown)).element)
        : undefined;
      const view = environmentView(
        run,
        found,
        this.#context.host,
        { plays: (hash) => this.#only(hash) },
        line,
      );
      this.#detail.replaceChildren(...(back ? [back] : []), view);
      if (line === undefined) this.#detail.scrollTop = 0;
      this.#designs?.list.mark(found.id);
      this.#head.showFailure(undefined);
    } catch (error) {
      if (asked === this.#asked) this.#detailFailed(error);
    }
  }

  #detailFailed(error: unknown): void {
    this.#detail.removeAttribute('aria-busy');
    const message = error instanceof Error ? error.message : String(error);
    this.#detail.replaceChildren(element('p', { class: 'failure', attributes: { role: 'alert' } }, message));
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.toLowerCase() === 'f') {
      event.preventDefault();
      this.#filters.focusText();
    }
    if (event.key.toLowerCase() === 'd') {
      event.preventDefault();
      this.#detail.focus();
    }
  };
}
