/** The 41 names that the reference loader puts into every environment's module, so that a missing import goes unseen. */

/** Each name with the import that gives it. */
export const INJECTED: ReadonlyMap<string, string> = new Map([
  ...'itertools math random re json collections functools string copy heapq operator statistics numpy'
    .split(' ')
    .map((name) => [name, `import ${name}`] as const),
  ['np', 'import numpy as np'],
  ...from('collections', 'deque defaultdict Counter OrderedDict namedtuple'),
  ...from('itertools', 'combinations permutations product chain accumulate'),
  ...from('functools', 'reduce lru_cache'),
  ...from('copy', 'deepcopy'),
  ...from('heapq', 'heappush heappop'),
  ...from('typing', 'Tuple Dict List Optional Union Any Set FrozenSet Callable Iterable Sequence Mapping'),
]);

function from(module: string, names: string): [name: string, statement: string][] {
  return names.split(' ').map((name) => [name, `from ${module} import ${name}`]);
}
