/** The curriculum's charts, from its data. */
import { LEARNABLE } from '../../server/contract/insights/tally.ts';
import type { Series } from '../../server/protocol/run-insights.ts';
import type { ChartSpec, Line } from '../shared/charts/spec.ts';
import { measureOf } from '../shared/measures.ts';
import { columnOf, type Data, skillsOf } from './model.ts';
import { aligned, smoothed } from './trend.ts';

export interface Look {
  /** Steps of the running mean; 1: none. */
  readonly smoothing: number;
}

type Make = (data: Data, look: Look) => ChartSpec;

/** A measure of each skill, or of all skills when it has none of its own. */
const perSkill =
  (name: string, title: string, says: string, more: Partial<ChartSpec> = {}): Make =>
  (data, look) =>
    lines(
      data,
      look,
      title,
      says,
      skillsOf(data).map((skill, colour) => ({ name, skill, label: skill, colour })),
      more,
    );

const overall =
  (names: readonly string[], title: string, says: string, more: Partial<ChartSpec> = {}): Make =>
  (data, look) =>
    lines(
      data,
      look,
      title,
      says,
      names.map((name, colour) => ({ name, skill: null, label: measureOf(name).label, colour })),
      more,
    );

interface Wanted {
  readonly name: string;
  readonly skill: string | null;
  readonly label: string;
  readonly colour: number;
}

function lines(
  { series, against }: Data,
  { smoothing }: Look,
  title: string,
  says: string,
  wanted: readonly Wanted[],
  more: Partial<ChartSpec>,
): ChartSpec {
  const both = against && aligned(series?.steps ?? [], against.series.steps);
  const of = (from: Series | undefined, second: boolean): Line[] =>
    wanted.flatMap(({ name, skill, label, colour }) => {
      const values = columnOf(from, name, skill);
      if (!values?.some((value) => value !== null)) return [];
      const smooth = smoothed(values, smoothing);
      const along = both ? (second ? both.ofOther(smooth) : both.ofOne(smooth)) : smooth;
      return [{ name: second ? `${label} (${against?.name})` : label, colour, values: along, second }];
    });
  return {
    title,
    says,
    x: both?.x ?? series?.steps ?? [],
    xName: 'Step',
    kind: 'lines',
    lines: [...of(series, false), ...(against ? of(against.series, true) : [])],
    ...more,
  };
}

const [LOW, HIGH] = LEARNABLE;
const REGION = { from: LOW, to: HIGH, name: 'learnable' };

const BAND_NAMES = {
  never: 'Never won',
  hard: 'Won in less than 20 %',
  learnable: 'Learnable: 20 to 80 %',
  easy: 'Won in more than 80 %',
  always: 'Always won',
};
/** From the easy end to the hard one, as they lie on each other. */
const BAND_ORDER = ['always', 'easy', 'learnable', 'hard', 'never'] as const;
const BAND_COLOURS = { always: 3, easy: 2, learnable: 0, hard: 1, never: 5 };

const difficulty: Make = ({ difficulty: found }) => ({
  title: 'Difficulty of the environments',
  says: 'Environments of a step by how often they were won without the hint.',
  x: found?.steps ?? [],
  xName: 'Step',
  kind: 'stacked',
  lines: BAND_ORDER.map((band) => ({
    name: BAND_NAMES[band],
    colour: BAND_COLOURS[band],
    values: found?.bands.find((one) => one.band === band)?.environments ?? [],
  })),
});

const TOP_RULES = 6;

const rejected: Make = ({ rejections }) => ({
  title: 'Rejections by rule over time',
  says: 'Tries of each step that broke a rule; the most frequent rules.',
  x: rejections?.steps ?? [],
  xName: 'Step',
  kind: 'lines',
  lines: (rejections?.rules ?? []).slice(0, TOP_RULES).map(({ code, tries }, colour) => ({
    name: code ?? 'no rule',
    colour,
    // Sets are designed every few steps; the others have no tries to reject.
    values: tries.map((value, at) => ((rejections?.tries[at] ?? 0) > 0 ? value : null)),
  })),
});

export const CHARTS: readonly { readonly section: string; readonly charts: readonly Make[] }[] = [
  {
    section: 'How it goes, by skill',
    charts: [
      perSkill('win-rate', 'Win rate by skill', 'Where it is shaded there is something to learn.', {
        range: [0, 1],
        region: REGION,
      }),
      perSkill('regret', 'Regret by skill', 'How much the hint helps: what there still is to learn.'),
    ],
  },
  {
    section: 'What was never trained on',
    charts: [
      perSkill(
        'held-out-win-rate',
        'Win rate on held-out environments',
        'They stay the same for the whole run.',
        {
          range: [0, 1],
        },
      ),
      overall(
        ['held-out-return', 'return'],
        'Return on held-out environments',
        'Beside the return on those of the set.',
      ),
      overall(
        ['evaluated-win-rate', 'question-average', 'question-pass'],
        'Evaluated afterwards',
        'What spade eval --run has measured of the run’s checkpoints.',
        { range: [0, 1] },
      ),
    ],
  },
  {
    section: 'How hard the environments are',
    charts: [
      difficulty,
      overall(
        ['learnable-share', 'fault-share'],
        'Learnable share',
        'Of the environments; and the share of plays in which one failed.',
        {
          range: [0, 1],
        },
      ),
    ],
  },
  {
    section: 'What the roles are paid',
    charts: [
      overall(
        ['return', 'hinted-return'],
        'The agent’s return',
        'Mean return of plays, with the hint and without.',
      ),
      perSkill('designer-reward', 'The designer’s reward by skill', 'For sets whose window is over.'),
    ],
  },
  {
    section: 'How different the programs are',
    charts: [
      overall(['vendi'], 'Diversity of a set', 'How many different programs a set amounts to (Vendi score).'),
      overall(
        ['accepted-share', 'sound-at-first', 'vendi-share'],
        'Accepted designs',
        'Share of tries that checks called sound; and diversity as a share of the set.',
        { range: [0, 1] },
      ),
    ],
  },
  {
    section: 'How the update goes',
    charts: [
      overall(
        ['divergence', 'clipped-share'],
        'Divergence and clipping',
        'How far an update moves the policy.',
      ),
      overall(['loss', 'gradient-norm'], 'Loss and gradient', 'Of the update, means over its steps.'),
    ],
  },
];

export const rejectionChart = rejected;
