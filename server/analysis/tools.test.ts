import { describe, expect, it } from 'vitest';
import { factsOf } from './testing/facts-of.ts';

const shop = (reset: string, more = '', head = ''): string =>
  `import random\n${head}\nclass ShopEnv(ToolUseBaseEnv):\n    def reset(self, seed=None):\n${reset.replace(/^(?=.)/gm, '        ')}\n        return "x", {}\n${more.replace(/^(?=.)/gm, '    ')}\n`;

const FIND =
  '{"description": "Find.", "parameters": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}';

const tools = (reset: string, more = '', head = '') => factsOf(shop(reset, more, head)).tools;
const shown = (reset: string, more = '', head = ''): string[] =>
  (tools(reset, more, head)?.listed ?? []).map(
    (t) =>
      `${t.name}(${t.parameters.map((p) => `${p.name}${p.required ? '' : '?'}:${p.type}${p.enum ? JSON.stringify(p.enum) : ''}`).join(', ')})`,
  );

describe('tool schemas', () => {
  it('as one dict', () => {
    expect(shown(`self._tools = {"find": ${FIND}}`)).toEqual(['find(id:string)']);
    expect(tools(`self._tools = {"find": ${FIND}}`)?.listed[0]?.schema).toMatchObject({
      description: 'Find.',
      parameters: { required: ['id'] },
    });
  });

  it('through constants, helpers, comprehensions, loops and later entries', () => {
    const expected = ['find(id:string, size?:string["S","M"])'];
    const properties = '{"id": TEXT, "size": {"type": "string", "enum": list(SIZES)}}';
    const head = `TEXT = {"type": "string"}\nSIZES = ("S", "M")\ndef schema(properties, *required, **extra):\n    """Schema."""\n    return {"type": "object", "properties": properties, "required": list(required)}\n`;
    expect(
      shown(
        `self._tools = {"find": {"description": "x", "parameters": schema(${properties}, "id")}}`,
        '',
        head,
      ),
    ).toEqual(expected);
    expect(
      shown(
        `tools = {}\ntools["find"] = {"parameters": schema(${properties}, "id")}\nself._tools = tools`,
        '',
        head,
      ),
    ).toEqual(expected);
    expect(
      shown(
        `self._tools = {}\nself._add("find", ["id"], ${properties})`,
        'def _add(self, name, required, properties):\n    self._tools[name] = {"parameters": {"properties": properties, "required": required}}',
        head,
      ),
    ).toEqual(expected);
    expect(
      shown(
        `self._tools = {n: {"parameters": schema(p, *r)} for n, p, r in [("find", ${properties}, ["id"])]}`,
        '',
        head,
      )[0],
    ).toContain('find');
    expect(
      shown(
        'self._tools = self._schemas()',
        `def _schemas(self):\n    out = {}\n    for name, (p, r) in {"find": (${properties}, ["id"])}.items():\n        out[name] = {"parameters": {"properties": p, "required": r}}\n    return out`,
        head,
      ),
    ).toEqual(expected);
    expect(
      shown(
        `self._tools = {"find": {"parameters": schema({"id": TEXT, "size": {"type": "string"}}, "id")}}\nself._tools["find"]["parameters"]["properties"]["size"]["enum"] = ["S", "M"]`,
        '',
        head,
      ),
    ).toEqual(expected);
  });

  it('as lists, plain or wrapped', () => {
    expect(tools('self._tools = [{"name": "find", "parameters": {}}]')).toMatchObject({
      shape: 'list',
      complete: true,
      listed: [{ name: 'find' }],
    });
    expect(
      shown('self._tools = [{"type": "function", "function": {"name": "find", "parameters": {}}}]'),
    ).toEqual(['find()']);
  });

  it('joined with their methods', () => {
    const found = tools(
      `self._tools = {"find": ${FIND}, "lost": ${FIND}}`,
      'def tool_find(self, id): ...\ndef tool_extra(self): ...',
    );
    expect(found?.listed.map((t) => t.method?.name)).toEqual(['tool_find', undefined]);
    expect([...(found?.methods.keys() ?? [])]).toEqual(['find', 'extra']);
  });

  it('are incomplete where something else may be added', () => {
    expect(tools(`self._tools = {"find": ${FIND}}\nif seed:\n    self._tools["more"] = {}`)?.complete).toBe(
      false,
    );
    expect(tools(`self._tools = {"find": ${FIND}, **self._others()}`)?.complete).toBe(false);
    expect(tools('self._tools = make_tools()')).toMatchObject({ complete: false, listed: [] });
    expect(tools('self._tools = {"find": {"parameters": {"properties": props()}}}')?.listed[0]).toMatchObject(
      { complete: false, schema: undefined },
    );
  });
});

describe('criteria', () => {
  const criteria = (reset: string, more = '') => factsOf(shop(reset, more)).criteria;

  it('with the paths they read and what they compare', () => {
    const found = criteria(
      'oid = "a"\nself._state = {"orders": {}}\nself._user_messages = ["one", "two"]\nself._message_criteria = [\n    lambda s: s["orders"][oid]["status"] == "sent",\n    lambda s: any(e["tool"] == "find" for e in s.get("log", [])),\n]',
    );
    expect(found).toMatchObject({ attribute: '_message_criteria', count: 2, messages: 2 });
    expect(found?.criteria.map((c) => c.reads.map((r) => r.path.join('/')))).toEqual([
      ['orders/a/status'],
      ['log/*/tool', 'log'],
    ]);
    expect(found?.criteria[0]?.comparisons[0]).toMatchObject({
      op: '==',
      value: { kind: 'str', value: 'sent' },
    });
  });

  it('as nested functions, methods, and from a helper', () => {
    const more =
      'def _criteria(self):\n    def first(state):\n        card = state["cards"].get("x", {})\n        return card.get("done")\n    return [first, self._second]\ndef _second(self, state):\n    return state["n"] > 3';
    expect(
      criteria('self._message_criteria = self._criteria()', more)?.criteria.map((c) =>
        c.reads.map((r) => r.path.join('/')),
      ),
    ).toEqual([['cards/x', 'cards/x/done'], ['n']]);
  });

  it('that are impure, late bound or read the history only', () => {
    const found = criteria(
      'self._criteria = [\n    lambda s: random.random() < 0.5,\n    lambda s: s["seen"].append(1) or True,\n    lambda s: any(c["name"] == "find" for c in self._call_history),\n] + [lambda s: s["n"] == i for i in range(2)]',
    );
    expect(
      found?.criteria.map((c) => [
        c.entropy.length > 0,
        c.mutations.length > 0,
        c.historyOnly,
        c.lateBound.length > 0,
      ]),
    ).toEqual([
      [true, false, false, false],
      [false, true, false, false],
      [false, false, true, false],
      [false, false, false, true],
      [false, false, false, true],
    ]);
    const bound = criteria('self._criteria = [lambda s, i=i: s["n"] == i for i in range(2)]');
    expect(bound?.criteria.map((c) => c.lateBound.length)).toEqual([0, 0]);
  });

  it('counts that are not known stay unknown', () => {
    expect(
      criteria(
        'self._user_messages = ["a"]\nfor x in self.things:\n    self._user_messages.append(x)\nself._criteria = list(map(make, self.things))',
      ),
    ).toMatchObject({ count: undefined, messages: undefined });
  });
});

describe('state', () => {
  const writes = (reset: string, more: string): string[] =>
    (factsOf(shop(reset, more)).state?.writes ?? []).map(
      (w) => `${w.method.name} ${w.how} ${w.path.join('/')} ${w.type.names.join('|') || '?'}`,
    );

  it('is followed through locals, loops and updates', () => {
    const more =
      'def tool_set(self, id, status: str):\n    order = self._state["orders"][id]\n    order["status"] = status\n    order.setdefault("log", []).append({"by": "x"})\n    for item in order["items"]:\n        item["done"] = True\n    self._state["orders"][id].update(paid=1, note=None)\n    del self._state["open"]';
    expect(writes('self._state = {"orders": {"a": {"status": "new"}}, "open": 1}', more)).toEqual([
      'reset set  dict',
      'reset set orders dict',
      'reset set orders/a dict',
      'reset set orders/a/status str',
      'reset set open int',
      'tool_set set orders/*/status str',
      'tool_set add orders/*/log/* dict',
      'tool_set set orders/*/log/*/by str',
      'tool_set set orders/*/log list',
      'tool_set set orders/*/items/*/done bool',
      'tool_set set orders/*/paid int',
      'tool_set set orders/*/note none',
      'tool_set remove open ?',
    ]);
  });

  it("takes the types of a tool's parameters from its schema", () => {
    expect(
      writes(
        `self._state = {"n": 0}\nself._tools = {"put": {"parameters": {"properties": {"n": {"type": "integer"}}}}}`,
        'def tool_put(self, n):\n    self._state["n"] = n',
      ),
    ).toContain('tool_put set n int');
  });
});
