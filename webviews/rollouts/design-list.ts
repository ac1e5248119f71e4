/** The list of designs, accepted and rejected, by skill and rule. */
import { RULES } from '../../server/contract/rules.ts';
import { count, shorten } from '../../server/contract/visible.ts';
import type { EnvironmentFilter } from '../../server/protocol/run-insights.ts';
import type { EnvironmentHeader } from '../../server/protocol/run-records.ts';
import { choice } from '../shared/controls.ts';
import { element } from '../shared/dom.ts';
import type { RunSource } from '../shared/run-source.ts';
import { VirtualList } from '../shared/virtual-list.ts';

export interface DesignListEvents {
  chosen(design: EnvironmentHeader): void;
  failed(error: unknown): void;
}

export class DesignList {
  readonly list: VirtualList<EnvironmentHeader>;
  readonly element = element('div', { class: 'list' });
  readonly #source: RunSource;
  readonly #run: string;
  readonly #events: DesignListEvents;
  readonly #counts = element('p', { class: 'counts', attributes: { role: 'status' } });
  #filter: EnvironmentFilter = { accepted: false };
  #asked = 0;

  constructor(source: RunSource, run: string, skills: readonly string[], events: DesignListEvents) {
    this.#source = source;
    this.#run = run;
    this.#events = events;
    this.list = new VirtualList<EnvironmentHeader>({
      label: 'Designs',
      row: cells,
      spoken,
      key: ({ id }) => id,
      chosen: (design) => events.chosen(design),
      failed: (error) => events.failed(error),
    });
    void this.#draw(skills);
  }

  async #draw(skills: readonly string[]): Promise<void> {
    const any = { value: '', label: 'any' };
    const verdicts = choice(
      [any, { value: 'true', label: 'accepted' }, { value: 'false', label: 'rejected' }],
      {
        label: 'Verdict',
        value: 'false',
        changed: (value) => this.#change({ accepted: value === '' ? undefined : value === 'true' }),
      },
    );
    const ofSkill = choice([any, ...skills.map((skill) => ({ value: skill, label: skill }))], {
      label: 'Skill',
      changed: (value) => this.#change({ skill: value === '' ? undefined : value }),
    });
    const rules = element('div', {});
    this.element.replaceChildren(
      element('form', { class: 'filters' }, verdicts.element, ofSkill.element, rules),
      this.#counts,
      HEAD(),
      this.list.element,
    );
    void this.refresh();
    try {
      const told = await this.#source.ask('run/rejections', { run: this.#run });
      const options = told.rules.map(({ code, total }) => ({
        value: code ?? 'none',
        label: `${code ?? 'no rule'} ${RULES.find((rule) => rule.code === code)?.name ?? ''} (${total})`,
      }));
      rules.replaceChildren(
        choice([any, ...options], {
          label: 'Rule',
          changed: (value) => this.#change({ rule: value === '' ? undefined : value }),
        }).element,
      );
    } catch (error) {
      this.#events.failed(error);
    }
  }

  #change(part: { [K in keyof EnvironmentFilter]?: EnvironmentFilter[K] | undefined }): void {
    const all = { ...this.#filter, ...part };
    this.#filter = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    void this.refresh();
  }

  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const question = { run: this.#run, ...this.#filter };
    try {
      const { total, accepted } = await this.#source.ask('run/environment-counts', question);
      if (asked !== this.#asked) return;
      this.#counts.textContent =
        total === 0
          ? 'No design fits.'
          : `${count(total, 'design')}, ${accepted.toLocaleString('en')} accepted; the newest first.`;
      this.list.show({
        total,
        page: async (offset, limit) =>
          (await this.#source.ask('run/environments', { ...question, descending: true, offset, limit }))
            .items,
      });
    } catch (error) {
      if (asked === this.#asked) this.#events.failed(error);
    }
  }
}

const HEAD = (): HTMLElement =>
  element(
    'div',
    { class: 'row-head designs', attributes: { 'aria-hidden': 'true' } },
    ...['Design', 'Step', 'Class', 'Try', 'Verdict', 'Rules'].map((name) => element('span', {}, name)),
  );

const cells = ({
  id,
  step,
  className,
  attempt,
  accepted,
  verdict,
  rules,
}: EnvironmentHeader): HTMLElement[] => [
  element('span', { class: 'number' }, String(id)),
  element('span', { class: 'number' }, String(step)),
  element('span', { class: 'name' }, shorten(className ?? 'no class', 60)),
  element('span', { class: 'number' }, String(attempt)),
  element('span', { class: `outcome ${accepted ? 'won' : 'lost'}` }, accepted ? 'accepted' : verdict),
  element('span', { class: 'name' }, shorten(rules.join(' '), 60)),
];

const spoken = ({ id, step, className, attempt, accepted, verdict, rules }: EnvironmentHeader): string =>
  `Design ${id}, step ${step}, ${shorten(className ?? 'no class', 60)}, try ${attempt}, ${accepted ? 'accepted' : `rejected, ${verdict}`}${rules.length > 0 ? `, ${shorten(rules.join(', '), 60)}` : ''}`;
