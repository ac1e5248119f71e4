import { describe, expect, it } from 'vitest';
import { factsOf, game } from './testing/facts-of.ts';

/** `text how position` of every harvested action of a `step` body. */
const harvest = (step: string, more = '', head = ''): string[] =>
  factsOf(game({ step, more, head })).actions.map((a) => `${a.text} | ${a.how} | ${a.position}`);

const first = (step: string, more = '', head = '') => factsOf(game({ step, more, head })).actions[0];

describe('commands', () => {
  it('finds whole commands through an unwrapping pattern and normalisation', () => {
    const action = first(
      'm = re.search(r"\\\\boxed\\{(.+?)\\}", action)\nif not m:\n    return 1\ncmd = m.group(1).strip().lower()\nif cmd == "look":\n    pass',
    );
    expect(action).toMatchObject({ text: 'look', how: 'equals', position: 'whole', method: 'step' });
    expect([...(action?.normalised ?? [])].sort()).toEqual(['lower', 'strip']);
  });

  it('finds members of lists, sets, class constants and module constants', () => {
    expect(
      harvest('a = action.strip()\nif a in ("hit", "stand"):\n    pass\nelif a in {"double"}:\n    pass'),
    ).toEqual(['hit | member | whole', 'stand | member | whole', 'double | member | whole']);
    expect(harvest('if action not in self.MOVES:\n    return 1', 'MOVES = ["up", "down"]')).toEqual([
      'up | member | whole',
      'down | member | whole',
    ]);
    expect(
      harvest('if action in MOVES:\n    return 1', '', 'MOVES = frozenset("left right".split())\n'),
    ).toEqual(['left | member | whole', 'right | member | whole']);
  });

  it('finds dictionary keys, by membership, index and get', () => {
    const table = 'STEPS = {"north": (0, 1), "south": (0, -1)}';
    for (const use of [
      'if action in self.STEPS:\n    pass',
      'dx, dy = self.STEPS[action]',
      'delta = self.STEPS.get(action.lower())',
    ]) {
      expect(harvest(use, table)).toEqual(['north | key | whole', 'south | key | whole']);
    }
  });

  it('finds the methods that a name is put together for', () => {
    const more =
      'def do_open(self, rest):\n    return self.things[rest]\ndef do_wait(self, rest):\n    return 1';
    expect(
      harvest(
        'verb, _, rest = action.partition(" ")\nhandler = getattr(self, f"do_{verb}", None)\nif handler:\n    handler(rest)',
        more,
      ),
    ).toEqual(['open {} | key | first', 'wait | key | first']);
  });

  it('finds handlers in a table, with an argument only for those that use it', () => {
    const step =
      'words = action.split()\nhandlers = {"take": self._take, "quit": self._quit}\nhandler = handlers.get(words[0])\nif handler:\n    return handler(words[1:])';
    const more =
      'def _take(self, rest):\n    if rest[0] in ("lamp", "rope"):\n        pass\ndef _quit(self, rest):\n    return 1';
    const actions = factsOf(game({ step, more })).actions.filter((a) => a.position === 'first');
    expect(actions.map((a) => a.text)).toEqual(['take {}', 'quit']);
    expect(actions[0]?.arguments).toEqual([{ kind: 'choice', values: ['lamp', 'rope'] }]);
  });

  it('finds prefixes with what follows', () => {
    const action = first(
      'a = action.lower()\nif a.startswith("guess "):\n    n = int(a[6:])\n    if n < 1 or n > 9:\n        return 1',
    );
    expect(action).toMatchObject({
      text: 'guess {}',
      how: 'prefix',
      arguments: [{ kind: 'int', low: 1, high: 9 }],
    });
    expect(harvest('if action.startswith(("open ", "close ")):\n    pass')).toEqual([
      'open {} | prefix | whole',
      'close {} | prefix | whole',
    ]);
  });

  it('finds substrings', () => {
    expect(harvest('if "north" in action.lower():\n    pass')).toEqual(['north | contains | whole']);
  });

  it('finds lists of words', () => {
    expect(
      harvest(
        'words = action.split()\nif words == ["read", "gauge"]:\n    pass\nif words[:2] == ["pick", "up"]:\n    pass',
      ),
    ).toEqual(['read gauge | equals | whole', 'pick up | equals | whole']);
  });

  it('reads match statements', () => {
    const step =
      'match action.lower().split():\n    case ["go", ("north" | "south") as d]:\n        pass\n    case ["take", thing] if thing in self.things:\n        pass\n    case ["look"] | ["l"]:\n        pass\n    case _:\n        pass';
    const actions = factsOf(game({ step })).actions;
    expect(actions.filter((a) => a.how === 'match').map((a) => a.text)).toEqual([
      'go north',
      'go south',
      'take {}',
      'look',
      'l',
    ]);
    expect(actions.find((a) => a.text === 'take {}')?.arguments).toEqual([
      { kind: 'text', attribute: 'things' },
    ]);
  });

  it('reads regular expressions', () => {
    expect(harvest('m = re.fullmatch(r"(?:go|move)\\s+(east|west)", action)')).toEqual([
      'go east | regex | whole',
      'go west | regex | whole',
      'move east | regex | whole',
      'move west | regex | whole',
    ]);
    const action = first(
      'm = PATTERN.match(action)\nif m:\n    row, col = int(m.group(1)), int(m.group(2))\n    if not (0 <= row < 3):\n        return 1',
      '',
      'PATTERN = re.compile(r"^place (\\d+)\\s*,\\s*(\\d+)$")\n',
    );
    expect(action).toMatchObject({ text: 'place {},{}', how: 'regex' });
    expect(action?.arguments.map((a) => a.kind)).toEqual(['int', 'int']);
  });

  it('tells an action that is a number, with its range', () => {
    const action = first(
      'try:\n    n = int(action.strip())\nexcept ValueError:\n    return 1\nif not 1 <= n <= 7:\n    return 2',
    );
    expect(action).toMatchObject({
      text: '{}',
      how: 'number',
      arguments: [{ kind: 'int', low: 1, high: 7 }],
    });
  });
});

describe('arguments', () => {
  it('counts the words that the guarded branch uses', () => {
    const step =
      'words = action.split()\nif len(words) == 3 and words[0] == "dig" and words[1] in self.order and words[2] in self.order:\n    pass\nelif words[0] == "rest":\n    pass';
    const actions = factsOf(game({ step })).actions;
    expect(actions.map((a) => a.text)).toEqual(['dig {} {}', 'rest']);
    expect(actions[0]?.arguments).toEqual([
      { kind: 'text', attribute: 'order' },
      { kind: 'text', attribute: 'order' },
    ]);
  });

  it('follows them into helpers', () => {
    const step =
      'parts = self._parse(action)\nverb, rest = parts[0], parts[1:]\nif verb == "go":\n    return self._go(rest[0])\nreturn 1';
    const more =
      'def _parse(self, text):\n    found = re.findall(r"\\\\boxed\\{([^}]*)\\}", text)\n    return found[-1].lower().split() if found else []\ndef _go(self, where):\n    if where not in ("n", "s"):\n        return 1';
    expect(factsOf(game({ step, more })).actions[0]).toMatchObject({
      text: 'go {}',
      arguments: [{ kind: 'choice', values: ['n', 's'] }],
      normalised: ['lower', 'strip'],
    });
  });

  it('uses the rest of the block after a refusal', () => {
    const step =
      'words = action.split()\nif words[0] != "guess":\n    return 1\nif words[1] not in ("red", "blue"):\n    return 2\nreturn 3';
    expect(first(step)).toMatchObject({
      text: 'guess {}',
      arguments: [{ kind: 'choice', values: ['red', 'blue'] }],
    });
  });
});

describe('says nothing', () => {
  it('of comparisons that have nothing to do with the action', () => {
    expect(
      harvest(
        'if self.phase == "night":\n    pass\nif self.turns in (1, 2):\n    pass\nfor w in ["a"]:\n    if w == "a":\n        pass',
      ),
    ).toEqual([]);
  });

  it('of long texts and of formats that wrap the action', () => {
    expect(harvest(`if action == "${'word '.repeat(20)}":\n    pass`)).toEqual([]);
    expect(harvest('m = re.search(r"<answer>(.*?)</answer>", action)')).toEqual([]);
  });

  it('of a container that may hold anything', () => {
    expect(harvest('if action in self.words:\n    pass').filter((a) => !a.startsWith('{}'))).toEqual([]);
  });
});
