import { describe, expect, it } from 'vitest';
import { inStep, play, raised, useHazards } from './support.ts';

const hazards = useHazards();

describe('modules that lead out', () => {
  it.each([
    'js',
    'pyodide',
    '_pyodide',
    'pyodide_js',
    '_pyodide_core',
    'pyodide.ffi',
    'ctypes',
    '_ctypes',
    'mmap',
    'fcntl',
    'termios',
    '_posixsubprocess',
    '_testcapi',
    'faulthandler',
    '_remote_debugging',
  ])('import %s', async (name) => {
    expect(await hazards.step(`import ${name}`)).toEqual(raised('ModuleNotFoundError'));
    expect(await hazards.step(`import importlib\nimportlib.import_module("${name}")`)).toEqual(
      raised('ModuleNotFoundError'),
    );
  });

  it('has no built-in module beyond those', async () => {
    const body =
      'import sys\nanswer = [n for n in sys.builtin_module_names if "test" in n or "pyodide" in n or n in ("js", "_ctypes")]';
    expect(await hazards.answer(body)).toBe('[]');
  });

  it('loads no library', async () => {
    const body =
      'import importlib.machinery as m, importlib.util as u\ns = u.spec_from_file_location("x", "/lib/x.so", loader=m.ExtensionFileLoader("x", "/lib/x.so"))\nu.module_from_spec(s)';
    expect(await hazards.step(body)).toEqual(raised('ImportError'));
  });
});

describe('processes', () => {
  it.each([
    ['fork', 'import os\nos.fork()', 'AttributeError|OSError'],
    ['exec', 'import os\nos.execv("/bin/sh", ["sh"])', 'AttributeError|OSError'],
    ['spawn', 'import os\nos.posix_spawn("/bin/sh", ["sh"], {})', 'AttributeError|OSError'],
    ['subprocess', 'import subprocess\nsubprocess.run(["id"])', 'OSError|ModuleNotFoundError|AttributeError'],
    ['popen', 'import os\nos.popen("id").read()', 'OSError|ModuleNotFoundError|AttributeError'],
    ['a thread', 'import threading\nthreading.Thread(target=print).start()', 'RuntimeError'],
    ['a raw thread', 'import _thread\n_thread.start_new_thread(print, ())', 'RuntimeError'],
    [
      'multiprocessing',
      'import multiprocessing\nmultiprocessing.Process(target=print).start()',
      'ImportError|ModuleNotFoundError|AttributeError|OSError',
    ],
    [
      'a pool of threads',
      'import concurrent.futures as c\nc.ThreadPoolExecutor().submit(print)',
      'RuntimeError',
    ],
  ])('%s', async (_name, body, types) => {
    const reply = await hazards.step(body);
    expect('error' in reply && reply.error.type).toMatch(new RegExp(types));
  });

  it('system() runs nothing', async () => {
    expect(await hazards.answer('import os\nanswer = os.system("touch /tmp/escaped") != 0')).toBe('True');
  });
});

describe('the network', () => {
  it.each([
    ['a socket', 'import socket\nsocket.socket()'],
    ['a connection', 'import socket\nsocket.create_connection(("127.0.0.1", 80), 1)'],
    ['a name', 'import socket\nsocket.getaddrinfo("example.com", 80)'],
    ['HTTP', 'import urllib.request\nurllib.request.urlopen("http://127.0.0.1/")'],
    ['a socket pair', 'import socket\nsocket.socketpair()'],
  ])('%s', async (_name, body) => {
    const reply = await hazards.step(body);
    expect('error' in reply && reply.error.type).toMatch(
      /OSError|gaierror|URLError|AttributeError|ModuleNotFoundError|ConnectionRefusedError/,
    );
  });
});

describe('files and the host', () => {
  it.each([
    '/etc/passwd',
    '/proc/self/environ',
    '/proc/self/maps',
    '/dev/random',
    '/dev/tty',
    '/sys/kernel',
    '../../etc/passwd',
  ])('open(%s)', async (path) => {
    expect(await hazards.step(`open(${JSON.stringify(path)})`)).toEqual(raised('FileNotFoundError'));
  });

  it.each([
    ['writing a file', 'open("/tmp/x", "w")'],
    ['appending to the library', 'open("/lib/python314.zip", "ab")'],
    ['making a folder', 'import os\nos.mkdir("/tmp/x")'],
    ['removing the library', 'import os\nos.remove("/lib/python314.zip")'],
    ['renaming the library', 'import os\nos.rename("/lib/python314.zip", "/lib/x")'],
    ['a link', 'import os\nos.symlink("/lib", "/tmp/x")'],
    ['another folder', 'import os\nos.chdir("/tmp")'],
    ['a temporary file', 'import tempfile\ntempfile.TemporaryFile()'],
    ['truncating', 'import os\nos.truncate("/lib/python314.zip", 0)'],
    ['times', 'import os\nos.utime("/lib/python314.zip", (1, 1))'],
    ['permissions', 'import os\nos.chmod("/lib/python314.zip", 0)'],
  ])('%s', async (_name, body) => {
    const reply = await hazards.step(body);
    expect('error' in reply && reply.error.type).toMatch(
      /OSError|PermissionError|FileNotFoundError|AttributeError/,
    );
  });

  it('has only its own variables, user and folder', async () => {
    expect(await hazards.answer('import os\nanswer = sorted(os.environ)')).toBe(
      "['HOME', 'LANG', 'LOGNAME', 'PATH', 'PWD', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'PYTHONHOME', 'PYTHONUNBUFFERED', 'PYTHON_COLORS', 'USER', '_']",
    );
    expect(
      await hazards.answer(
        'import os\nanswer = os.environ["USER"], os.environ["PATH"], os.getcwd(), os.getuid()',
      ),
    ).toBe("('web_user', '/', '/home/env', 0)");
  });

  it('does not fill the isolate with paths', async () => {
    const body =
      'import os\nfor i in range(2_000):\n    try: os.stat("/" + "x" * 100_000 + str(i))\n    except OSError as e: answer = type(e).__name__, e.errno';
    expect(await hazards.answer(body)).toContain('OSError');
  });
});

describe('introspection', () => {
  it('finds no way out among all classes, frames and objects', async () => {
    const body = `
import gc, sys
names = set()
for c in object.__subclasses__():
    names.add(c.__module__.split(".")[0])
for o in gc.get_objects():
    names.add(type(o).__module__.split(".")[0])
answer = sorted(n for n in names if n in ("js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "pyodide_js"))`;
    expect(await hazards.answer(body)).toBe('[]');
  });

  it('can reach no driver through sys.modules, frames or tracebacks that changes the next environment', async () => {
    const body = `
import sys
frame = sys._getframe()
seen = []
while frame:
    seen.append(frame.f_code.co_filename)
    frame.f_globals["dispatch"] = None
    frame = frame.f_back
answer = sorted(set(seen))`;
    expect(await hazards.answer(body)).toBe("['driver.py', 'environment.py']");
  });

  const inDriver = (statement: string) => `
import sys
frame = sys._getframe()
while frame.f_code.co_name != "dispatch": frame = frame.f_back
${statement}`;

  it.each([
    ['no JSON', "'no JSON'"],
    ['two lines', `'{"ok": 1}\\n{"ok": 2}'`],
    ['another shape', `'{"verdict": "sound"}'`],
    ['letters beyond ASCII', `'{"ok": "\u00e9"}'`],
    ['nothing', "''"],
    ['no text', '7'],
    ['an exception', '1 / 0'],
  ])('a driver made to answer with %s is our error, never a verdict', async (_name, value) => {
    const body = inDriver(`frame.f_locals["join"] = frame.f_locals["dumps"] = lambda *_: ${value}`);
    const result = await hazards.run(play(inStep(body), 'once', 'more'));
    expect(result).toEqual({ kind: 'internalError', message: expect.any(String) });
  });
});

describe('ending the interpreter', () => {
  it.each([
    'sys.exit(3)',
    'raise SystemExit',
    'quit()',
    'os._exit(3)',
    'os.abort()',
    'os.kill(os.getpid(), 9)',
  ])('%s', async (call) => {
    const reply = await hazards.step(`import os, sys\n${call}`);
    expect('error' in reply && reply.error.type).toMatch(/SystemExit|NameError|OSError|PermissionError/);
  });

  it('fails every later call of the batch as well', async () => {
    const source =
      'class ExitEnv:\n    def reset(self, seed=None): return "", {}\n    def step(self, a):\n        import os\n        os._exit(1)\n    def solution(self): return ""';
    const step = { op: 'step', id: 'e', action: '' } as const;
    const result = await hazards.run([
      { op: 'load', source, compat: false },
      { op: 'new', id: 'e' },
      step,
      step,
      { op: 'solution', id: 'e' },
    ]);
    const ended = { error: { type: 'SystemExit', frames: [{ line: 5, function: 'ExitEnv.step' }] } };
    expect(result).toMatchObject({ kind: 'ok', replies: [{}, {}, ended, ended, ended] });
  });
});

describe('broken code', () => {
  it.each([
    [
      'crafted bytecode',
      'def f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes([255, 255] * 8))\nf()',
    ],
    [
      'bytecode that pops nothing',
      'import dis\ndef f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes([dis.opmap["POP_TOP"], 0] * 4000))\nf()',
    ],
    [
      'constants that are not there',
      'def f(): return 1\nf.__code__ = f.__code__.replace(co_consts=(), co_code=bytes([__import__("dis").opmap["LOAD_CONST"], 255] * 40))\nf()',
    ],
    ['an unmarshalled lie', 'import marshal\nexec(marshal.loads(b"\\xe3" + b"\\xff" * 64))'],
  ])('%s ends in an error or a breach', async (_name, body) => {
    const reply = await hazards.step(body, { ticks: 50_000, milliseconds: 2_000 });
    expect('breach' in reply || 'error' in reply).toBe(true);
  });
});
