import type { Returned } from '../../../protocol/driver.ts';
import { type PyValue, show, typeName } from '../../../protocol/value.ts';
import type { Check } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { methodLine } from '../../place.ts';
import { allTurns, playUntil } from './report.ts';

/** Bytes of one `info` as JSON. */
const LARGEST = 65_536;

/** `info` holds strings, objects, or too much. */
export const infoNotPlain: Check = {
  code: 'SP411',
  async run(lab: Lab) {
    const infos = (await everyEpisode(lab)).flatMap((episode) => [
      { episode, step: 0, info: infoOf(episode.opening.returned, 2) },
      ...allTurns(episode).map(({ returned, step }) => ({ episode, step, info: infoOf(returned, 5) })),
    ]);
    const bad = infos.flatMap(({ episode, step, info }) => {
      const problem = info === undefined ? undefined : problemOf(info);
      return problem ? [{ episode, step, ...problem }] : [];
    });
    const [first] = bad;
    if (!first) return [];
    return [
      {
        message: `info ${first.says} after ${first.step === 0 ? 'reset' : `step ${first.step}`} (${bad.length} of ${infos.length} infos that were looked at). Trainers log it, send it between processes and may show it to the agent, so texts leak and objects cannot be sent; keep numbers, truth values and None, in lists and dicts.`,
        line: methodLine(lab, first.step === 0 ? 'reset' : 'step'),
        evidence: {
          play: playUntil(first.episode, first.step),
          step: first.step,
          observed: first.value,
          sample: { shown: bad.length, of: infos.length },
        },
      },
    ];
  },
};

const infoOf = (returned: Returned | undefined, parts: number): PyValue | undefined =>
  returned?.parts.length === parts ? returned.parts.at(-1) : undefined;

function problemOf(info: PyValue): { readonly says: string; readonly value: PyValue } | undefined {
  const size = JSON.stringify(info).length;
  if (size > LARGEST)
    return { says: `is ${Math.round(size / 1_024)} kB large`, value: show(info).slice(0, 200) };
  const found = notPlain(info, 'info');
  if (!found) return undefined;
  const text = show(found.value);
  return {
    says: `holds ${article(typeName(found.value))} in ${found.path}: ${text.length > 60 ? `${text.slice(0, 57)}…` : text}`,
    value: text.slice(0, 200),
  };
}

const article = (type: string): string => (/^[aeiou]/i.test(type) ? `an ${type}` : `a ${type}`);

/** The first part that is neither a number, a truth value nor None, and the way to it. */
function notPlain(
  value: PyValue,
  path: string,
): { readonly path: string; readonly value: PyValue } | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return undefined;
  if (typeof value === 'string') return { path, value };
  if (Array.isArray(value)) return firstOf(value.map((item, index) => [item, `${path}[${index}]`]));
  if ('int' in value || 'float' in value) return undefined;
  if ('tuple' in value) return firstOf(value.tuple.map((item, index) => [item, `${path}[${index}]`]));
  if ('dict' in value) return firstOf(value.dict.map(([key, item]) => [item, `${path}[${show(key)}]`]));
  return { path, value };
}

const firstOf = (parts: readonly (readonly [PyValue, string])[]) =>
  parts.map(([item, path]) => notPlain(item, path)).find(Boolean);
