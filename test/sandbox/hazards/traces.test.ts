import { describe, expect, it } from 'vitest';
import { useHazards } from './support.ts';

// Each test's point is the check after it: the next environment must be exactly as ever.
const hazards = useHazards();

const TAMPERING: Record<string, string> = {
  random: 'import random\nrandom.random = lambda: 0.5\nrandom.seed(99)\nrandom.Random.seed = None',
  builtins:
    'import builtins\nbuiltins.len = lambda x: 3\nbuiltins.LEAK = 1\nbuiltins.isinstance = lambda *_: False',
  json: 'import json\njson.loads = json.dumps = None\njson.JSONEncoder.default = lambda *_: 1\njson._default_encoder = None',
  're and its cache': 'import re\nre.purge()\nre._cache["x"] = 1\nre.sub = None',
  'sys.modules':
    'import sys, types\nsys.modules["evil"] = types.ModuleType("evil")\nfor name in list(sys.modules): del sys.modules[name]',
  'the import system':
    'import sys\nsys.path.insert(0, "/evil")\nsys.meta_path.clear()\nsys.path_hooks.clear()\nsys.path_importer_cache.clear()',
  'the environment': 'import os\nos.environ["LEAK"] = "1"\nos.environ.clear()\nos.putenv("LEAK", "2")',
  'decimal and recursion':
    'import decimal, sys\ndecimal.getcontext().prec = 3\nsys.setrecursionlimit(60)\nsys.set_int_max_str_digits(0)',
  'the collector': 'import gc\ngc.disable()\ngc.set_threshold(1)\ngc.unfreeze()\ngc.callbacks.append(print)',
  'open files': 'held = [open("/lib/python314.zip", "rb") for _ in range(300)]\nimport sys\nsys.held = held',
  'standard streams':
    'import sys\nsys.stdout.close()\nsys.stderr = None\nimport os\nos.close(1)\nos.close(2)',
  'signal handlers':
    'import signal\nsignal.signal(signal.SIGINT, lambda *_: None)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)',
  'exit handlers': 'import atexit\ndef f():\n    while True: pass\natexit.register(f)',
  'tracing and hooks':
    'import sys, threading\nsys.settrace(lambda *_: None)\nsys.setprofile(lambda *_: None)\nsys.excepthook = None\nsys.unraisablehook = None\nsys.displayhook = None',
  'audit hooks': 'import sys\nsys.addaudithook(lambda *_: None)',
  monitoring:
    'import sys\nsys.monitoring.use_tool_id(2, "x")\nsys.monitoring.set_events(2, sys.monitoring.events.CALL)',
  'interned strings and types':
    'import sys\n[sys.intern(f"leak{i}") for i in range(5_000)]\nclass Base: pass\nBase.kids = [type(f"K{i}", (Base,), {}) for i in range(500)]',
  'a class of ours':
    'import enum, dataclasses, typing\ntyping.Any = None\nenum.Enum.__str__ = lambda s: "evil"\ndataclasses.field = None',
  'the clock': 'import time\nfor _ in range(10_000): time.time()\ntime.sleep(10 ** 6)\ntime.time = lambda: 0',
  entropy:
    'import os, uuid, secrets\nos.urandom(10 ** 6)\n[uuid.uuid4() for _ in range(100)]\nsecrets.token_hex()',
  'warnings and locale':
    'import warnings, locale\nwarnings.simplefilter("error")\nwarnings.warn = None\nlocale.setlocale(locale.LC_ALL, "C")',
  'loaded modules': 'import asyncio, email, logging, unittest.mock, xml.dom.minidom, http.client',
  'the driver':
    'import sys\nframe = sys._getframe()\nwhile frame:\n    for name in list(frame.f_locals): frame.f_locals[name] = None\n    frame.f_globals.clear()\n    frame = frame.f_back',
  'C structures, through bytecode':
    'def f(): return 1\nf.__code__ = f.__code__.replace(co_consts=(), co_code=bytes([__import__("dis").opmap["LOAD_CONST"], 200, __import__("dis").opmap["STORE_FAST"], 250] * 40))\nf()',
};

describe('the next environment does not see what one did to', () => {
  it.each(Object.entries(TAMPERING))('%s', async (_name, body) => {
    expect(await hazards.step(body, { ticks: 200_000, milliseconds: 3_000 })).toBeDefined();
  });
});

describe('objects that misbehave', () => {
  const returning = (cls: string, parts: string) => `${cls}\nreturn ${parts}`;

  it('an exception whose __str__ loops', async () => {
    const body = 'class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E()';
    expect(await hazards.step(body, { ticks: 20_000 })).toMatchObject({
      breach: { limit: 'time', line: 12 },
    });
  });

  it('an exception whose __str__ raises', async () => {
    const body = 'class E(Exception):\n    def __str__(self): raise E()\nraise E()';
    expect(await hazards.step(body)).toMatchObject({ error: { type: 'E', frames: [{ line: 12 }] } });
  });

  it('an exception that says it is another', async () => {
    const body =
      'class KeyboardInterrupt(Exception): pass\nclass E(Exception):\n    __class__ = MemoryError\n    __name__ = "x"\nraise E("mine")';
    expect(await hazards.step(body)).toMatchObject({ error: { type: 'E', message: 'mine' } });
  });

  it.each([
    [
      '__repr__ that loops',
      'class A:\n    def __repr__(self):\n        while True: pass',
      'A(), 0.0, False, False, {}',
    ],
    [
      '__eq__ that loops',
      'class A:\n    def __eq__(self, o):\n        while True: pass\n    def __hash__(self): return 1',
      '"", 0.0, False, False, {A(): 1, A(): 2}',
    ],
    [
      '__hash__ that loops',
      'class A:\n    def __hash__(self):\n        while True: pass',
      '"", 0.0, False, False, {A(): 1}',
    ],
    [
      '__bool__ that loops',
      'class A:\n    def __bool__(self):\n        while True: pass',
      '"", 0.0, not A(), False, {}',
    ],
  ])('%s is a breach', async (_name, cls, parts) => {
    expect(await hazards.step(returning(cls, parts), { ticks: 20_000 })).toMatchObject({
      breach: { limit: 'time' },
    });
  });

  it('__del__ that loops when its instance is dropped', async () => {
    const source =
      'class DelEnv:\n    def reset(self, seed=None): return "", {}\n    def step(self, a): return "", 0.0, False, False, {}\n    def solution(self): return ""\n    def __del__(self):\n        while True: pass';
    const result = await hazards.run(
      [
        { op: 'load', source, compat: false },
        { op: 'new', id: 'e' },
        { op: 'drop', id: 'e' },
      ],
      { ticks: 20_000 },
    );
    expect(result).toMatchObject({
      kind: 'limit',
      at: 2,
      breach: { limit: 'time', line: 6, function: 'DelEnv.__del__' },
    });
  });

  it('attributes that answer differently each time, or not at all', async () => {
    const body = `
class A:
    def __getattribute__(self, name): raise RuntimeError(name)
    def __iter__(self): raise SystemExit
    def __len__(self): return -1
self.a = A()
return A(), 0.0, False, False, {"a": A()}`;
    const reply = await hazards.step(body);
    expect('ok' in reply || 'error' in reply).toBe(true);
  });

  it('a str, an int and a dict that are not quite', async () => {
    const body = `
class S(str):
    def __str__(self): return "other"
    def __len__(self): return 10 ** 9
class D(dict):
    def items(self): raise RuntimeError
    def __iter__(self): raise RuntimeError
return S("mine"), 0.0, False, False, D(a=1)`;
    expect(await hazards.step(body)).toMatchObject({ ok: { type: 'tuple' } });
  });
});
