"""Brings the interpreter to the state that every environment starts from. The image is a snapshot taken after it.

`CODES` is given: marshalled pairs of a module's name and its code, in base64. The last is the driver, which stays
callable by its `dispatch` alone. Leaves `dispatch` and `seed` in `__main__`, for the engine to take.
"""

# What environments often import, and what costs next to nothing: importing it is then a look-up. What is large and
# rare (logging, argparse) is left out, because every page of memory is looked at in every restore.
import abc, array, ast, base64, bisect, cmath, collections.abc, contextlib, copy, dataclasses, datetime, decimal, enum
import fractions, functools, gc, hashlib, heapq, html, inspect, io, itertools, json, keyword, linecache, marshal, math
import numbers, operator, os, pprint, random, re, secrets, statistics, string, struct, sys, textwrap, time, types
import typing, unicodedata, uuid, warnings, weakref, zlib

for name, code in marshal.loads(base64.b64decode(CODES)):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(code, module.__dict__)

del sys.modules[name]
dispatch, seed, collector = module.dispatch, random.seed, gc
for name in [name for name in globals() if not name.startswith("__") and name not in ("dispatch", "seed", "collector")]:
    del globals()[name]
del globals()["name"]

# What lives now is kept for ever, so the collector need not look at it again.
collector.collect()
collector.freeze()
del collector
