/** Environments in groups, and which of them a filter shows. */
import type { WorkspaceEnvironment } from '../../server/protocol/language.ts';
import { STATES, stateOf, TITLES } from '../language/state.ts';

export type Grouping = 'verdict' | 'skill' | 'folder';

export interface Group {
  readonly title: string;
  readonly environments: readonly WorkspaceEnvironment[];
}

/** Groups that are not empty: verdicts from the worst, skills and folders by name, what has none last. */
export function groupsOf(environments: readonly WorkspaceEnvironment[], by: Grouping): Group[] {
  if (by === 'verdict')
    return STATES.map((state) => ({
      title: TITLES[state],
      environments: environments.filter((environment) => stateOf(environment) === state),
    })).filter((group) => group.environments.length > 0);
  const without = by === 'skill' ? 'Without a skill' : 'Workspace folder';
  const groups = Map.groupBy(
    environments,
    ({ skill, folder }) => (by === 'skill' ? skill : folder) || without,
  );
  return [...groups]
    .map(([title, members]) => ({ title, environments: members }))
    .sort(
      (a, b) => Number(a.title === without) - Number(b.title === without) || (a.title < b.title ? -1 : 1),
    );
}

/** Every word of the filter is part of the class, path, skill, profile, verdict, or a rule that was found. */
export function matches(environment: WorkspaceEnvironment, filter: string): boolean {
  const { className, uri, skill = '', profile, check } = environment;
  const rules = (check?.findings ?? []).flatMap(({ code, name }) => [code, name]);
  const text = [className, decodeURIComponent(uri), skill, profile, TITLES[stateOf(environment)], ...rules]
    .join('\n')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
