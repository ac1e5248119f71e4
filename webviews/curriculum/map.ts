/** The map of environments: how hard each is, and how much its hint helps. */
import { LEARNABLE } from '../../server/contract/insights/tally.ts';
import type { Place } from '../../server/protocol/run-insights.ts';
import type { ChartSpec } from '../shared/charts/spec.ts';
import { type Data, skillsOf } from './model.ts';

/** Plays are few, so that many environments would lie on one spot; this pulls them apart without moving them far. */
const SPREAD = 0.012;

export function mapOf(data: Data, open: (place: Place) => void): ChartSpec {
  const skills = skillsOf(data);
  const known = (data.landscape?.items ?? []).flatMap((place) =>
    place.winRate === null || place.regret === null ? [] : [{ place, x: place.winRate, y: place.regret }],
  );
  const points = known
    .map(({ place, x, y }) => ({ place, x: x + spread(place.id), y: y + spread(place.id * 31 + 7) }))
    .sort((a, b) => a.x - b.x);
  const total = data.landscape?.total ?? 0;
  return {
    title: 'Map of environments',
    says: `Each point is one of ${points.length === total ? '' : `${points.length} of `}${total} environments: right means easier, up means that the hint helps more. Enter or a click opens it.`,
    x: points.map(({ x }) => x),
    xName: 'Win rate',
    yName: 'Regret',
    kind: 'points',
    digits: 2,
    regionX: { from: LEARNABLE[0], to: LEARNABLE[1] },
    labels: points.map(({ place }) => `${place.className ?? 'no class'}, step ${place.step}, ${place.skill}`),
    lines: skills.map((skill, colour) => ({
      name: skill,
      colour,
      values: points.map(({ place, y }) => (place.skill === skill ? y : null)),
    })),
    pick: (index) => {
      const point = points[index];
      if (point) open(point.place);
    },
  };
}

/** The same for the same environment. */
function spread(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 3), 0x9e37_79b1) >>> 0;
  return (mixed / 0xffff_ffff - 0.5) * 2 * SPREAD;
}
