"""Brings the interpreter to the state that every environment starts from. The image is a snapshot taken after it.

`SOURCES` is given: a list of (module name, file name, source). The last is the driver, which stays callable by its
`dispatch` alone. Leaves `dispatch` and `seed` in `__main__`, for the engine to take.
"""

# Imported here, so that an environment's import of them is a look-up.
import abc, argparse, array, ast, base64, bisect, calendar, cmath, collections.abc, contextlib, copy, dataclasses
import datetime, decimal, difflib, enum, fractions, functools, gc, hashlib, heapq, html, inspect, io, itertools, json
import keyword, linecache, logging, math, numbers, operator, os, pprint, random, re, secrets, statistics, string
import struct, sys, textwrap, threading, time, traceback, types, typing, unicodedata, uuid, warnings, weakref, zlib

for name, file, source in SOURCES:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)

del sys.modules[name]
dispatch, seed, collector = module.dispatch, random.seed, gc
for name in [name for name in globals() if not name.startswith("__") and name not in ("dispatch", "seed", "collector")]:
    del globals()[name]
del globals()["name"]

# What lives now is kept for ever, so the collector need not look at it again.
collector.collect()
collector.freeze()
del collector
