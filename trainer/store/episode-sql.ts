/** Filters of episodes as conditions of SQL. */
import type { EpisodeFilter, EpisodeSort } from '../../server/protocol/run-insights.ts';

type Value = string | number;

export interface Conditions {
  readonly text: string;
  readonly values: readonly Value[];
}

const EQUAL = ['step', 'environment', 'skill', 'seed', 'outcome', 'hinted'] as const;

/** @param more further conditions, in the words of SQL with their values. */
export function conditionsOf(
  filter: EpisodeFilter,
  ...more: readonly (readonly [text: string, value: Value])[]
): Conditions {
  const all: (readonly [text: string, ...values: Value[]])[] = [...more];
  for (const name of EQUAL) {
    const value = filter[name];
    if (value !== undefined) all.push([`${name} = ?`, typeof value === 'boolean' ? Number(value) : value]);
  }
  const { steps, through } = filter;
  if (steps) all.push(['step BETWEEN ? AND ?', steps.from, steps.to]);
  if (filter.return) all.push(['return BETWEEN ? AND ?', filter.return.from, filter.return.to]);
  if (through !== undefined) all.push(['id <= ?', through]);
  return {
    text: all.length === 0 ? 'TRUE' : all.map(([text]) => text).join(' AND '),
    values: all.flatMap(([, ...values]) => values),
  };
}

/** Ties go by id, in the same direction. */
export function orderOf(sort: EpisodeSort, descending: boolean): string {
  const direction = descending ? 'DESC' : 'ASC';
  return sort === 'played' ? `id ${direction}` : `${sort} ${direction}, id ${direction}`;
}
