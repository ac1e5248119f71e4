"""The driver: the one program that plays environments inside the sandbox's interpreter.

`dispatch` takes one command as JSON and gives one reply as JSON (server/protocol/driver.ts has the shapes). It
runs beside hostile code, so it keeps its own references to what it uses, reads attributes without calling the
environment's own dunder methods where it can, and leaves only values: no live object ever crosses.

Exceptions of the environment become `error` replies with the lines of the source that they passed through. A
KeyboardInterrupt comes from the tick budget and a MemoryError from the memory limit: both become `breach`.
"""

import builtins
import copy
import hashlib
import inspect
import json
import random
import sys
import types

FILENAME = "environment.py"
MODULE = "environment"
BASE_NAMES = ("Env", "ToolUseBaseEnv")
TEXT_CAP = 100_000  # characters of one string; the rest is told by its length
NODE_CAP = 50_000  # values in one reply
DEPTH_CAP = 24


def _make_driver():
    # Own references: the environment may replace what lives in builtins, json or random.
    type_, isinstance_, callable_, getattr_, hasattr_, setattr_ = type, isinstance, callable, getattr, hasattr, setattr
    str_, int_, float_, bool_, list_, tuple_, dict_, set_, frozenset_ = str, int, float, bool, list, tuple, dict, set, frozenset
    len_, range_, sorted_, repr_, vars_, id_, enumerate_, next_, hash_ = len, range, sorted, repr, vars, id, enumerate, next, hash
    object_, BaseException_, Exception_, TypeError_ = object, BaseException, Exception, TypeError
    KeyboardInterrupt_, MemoryError_, SyntaxError_, KeyError_ = KeyboardInterrupt, MemoryError, SyntaxError, KeyError
    dumps, deepcopy, signature = json.dumps, copy.deepcopy, inspect.signature
    blake2b, getframe = hashlib.blake2b, sys._getframe
    staticmethod_ = staticmethod
    FunctionType, MethodType, ModuleType, CodeType = types.FunctionType, types.MethodType, types.ModuleType, types.CodeType
    Random, exec_, compile_, import_ = random.Random, exec, compile, builtins.__import__
    global_state, hash_ = random.getstate, hash
    monitoring = sys.monitoring

    class CannotCopy(Exception_):
        pass

    # -- Values -----------------------------------------------------------------------------------------------

    def type_name(value):
        return type_.__dict__["__name__"].__get__(type_(value))

    def safe_repr(value):
        """A repr without addresses, which would differ between plays that do not differ."""
        try:
            text = repr_(value)
            text = text if type_(text) is str_ else "?"
        except (KeyboardInterrupt_, MemoryError_):
            raise
        except BaseException_ as problem:
            text = "<repr raised " + type_name(problem) + ">"
        while " at 0x" in text:
            start = text.index(" at 0x")
            end = start + 6
            while end < len_(text) and text[end] in "0123456789abcdefABCDEF":
                end += 1
            text = text[:start] + text[end:]
        return text[:300]

    def encode(value, depth=0, budget=None):
        """`value` as tagged JSON (protocol/value.ts)."""
        budget = budget if budget is not None else [NODE_CAP]
        budget[0] -= 1
        kind = type_(value)
        if value is None or kind is bool_:
            return value
        if kind is str_:
            return value if len_(value) <= TEXT_CAP else {"text": value[:TEXT_CAP], "length": len_(value)}
        if kind is int_:
            if -(2**53) < value < 2**53:
                return value
            return {"int": str_(value) if value.bit_length() < 10_000 else hex(value)[:300]}
        if kind is float_:
            if value != value:
                return {"float": "nan"}
            if value in (float_("inf"), float_("-inf")):
                return {"float": "inf" if value > 0 else "-inf"}
            return {"float": value}
        if depth > DEPTH_CAP or budget[0] <= 0:
            return {"object": type_name(value), "repr": "…"}
        if kind is list_:
            return [encode(item, depth + 1, budget) for item in value]
        if kind is tuple_:
            return {"tuple": [encode(item, depth + 1, budget) for item in value]}
        if isinstance_(value, dict_):
            return {"dict": [[encode(k, depth + 1, budget), encode(v, depth + 1, budget)] for k, v in dict_.items(value)]}
        if kind is set_ or kind is frozenset_:
            items = [encode(item, depth + 1, budget) for item in value]
            return {"set": sorted_(items, key=lambda item: dumps(item, sort_keys=True))}
        return {"object": type_name(value), "repr": safe_repr(value)}

    def attributes_of(value):
        """An object's own attributes by name, without asking the object."""
        try:
            own = object_.__getattribute__(value, "__dict__")
        except BaseException_:
            own = None
        found = dict_(own) if type_(own) is dict_ else {}
        for base in type_(value).__mro__:
            slots = base.__dict__.get("__slots__", ())
            for slot in (slots,) if type_(slots) is str_ else tuple_(slots):
                try:
                    found[slot] = object_.__getattribute__(value, slot)
                except BaseException_:
                    pass
        return found

    def canonical(value, seen, depth=0):
        """A text that is equal for states that are equal by value; cycles and shared parts by position."""
        kind = type_(value)
        if value is None or kind in (bool_, int_, float_, str_, bytes):
            return repr_(value)
        if depth > 60:
            return "…"
        if id_(value) in seen:
            return "^%d" % seen[id_(value)]
        seen[id_(value)] = len_(seen)
        below = lambda item: canonical(item, seen, depth + 1)
        if kind is list_ or kind is tuple_:
            return kind.__name__ + "[" + ",".join([below(item) for item in value]) + "]"
        if isinstance_(value, dict_):
            return kind.__name__ + "{" + ",".join([below(k) + ":" + below(v) for k, v in dict_.items(value)]) + "}"
        if kind is set_ or kind is frozenset_:
            return "set{" + ",".join(sorted_([below(item) for item in value])) + "}"
        if isinstance_(value, Random):
            version, words, gauss = Random.getstate(value)
            return "Random:%x:%x:%x:%s" % (hash_(words), words[0], words[-1], gauss)
        if kind is FunctionType:
            return "function " + value.__qualname__
        if kind is MethodType:
            return "method " + value.__func__.__qualname__
        if isinstance_(value, type_) or kind is ModuleType:
            return "named " + value.__name__
        if isinstance_(value, list_):
            return type_name(value) + "[" + ",".join([below(item) for item in list_.__iter__(value)]) + "]"
        own = attributes_of(value)
        if own:
            return type_name(value) + "(" + ",".join([name + "=" + below(own[name]) for name in sorted_(own)]) + ")"
        return type_name(value) + ":" + safe_repr(value)

    def digest(text):
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()

    # -- Faults -----------------------------------------------------------------------------------------------

    def frames_of(problem):
        """The frames of the traceback that lie in the environment's source, innermost last."""
        frames, trace = [], problem.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == FILENAME:
                frames.append({"line": trace.tb_lineno or 0, "function": trace.tb_frame.f_code.co_qualname})
            trace = trace.tb_next
        return frames[:10] + frames[-10:] if len_(frames) > 20 else frames

    def fault(problem):
        frames = frames_of(problem)
        if isinstance_(problem, SyntaxError_) and problem.filename == FILENAME:
            frames.append({"line": problem.lineno or 1, "function": "<module>"})
            message = str_(problem.msg)
        else:
            try:
                message = str_(problem)
            except (KeyboardInterrupt_, MemoryError_):
                raise
            except BaseException_:
                message = "<its message could not be read>"
        return {"type": type_name(problem), "message": str_(message)[:2000], "frames": frames}

    def breach(limit, problem=None):
        frames = frames_of(problem) if problem is not None else []
        last = frames[-1] if frames else {"line": None, "function": None}
        return {"breach": {"limit": limit, "line": last["line"], "function": last["function"], "step": position[0]}}

    # -- What the code asks of the host -----------------------------------------------------------------------

    asked = {}
    WATCHED = frozenset_(
        "open exec compile os.system subprocess.Popen os.exec os.fork os.forkpty os.posix_spawn os.kill os.putenv os.unsetenv "
        "os.listdir os.scandir os.mkdir os.remove os.rename os.chmod os.chdir socket.__new__ socket.connect socket.bind "
        "socket.getaddrinfo socket.gethostbyname urllib.Request http.client.connect _thread.start_new_thread time.sleep "
        "builtins.input ctypes.dlopen sys._getframe sys._current_frames sys.settrace sys.setprofile gc.get_objects "
        "gc.get_referrers gc.get_referents object.__getattr__ signal.pthread_kill code.__new__ marshal.loads pickle.find_class "
        "import shutil.copyfile tempfile.mkstemp glob.glob".split()
    )

    def caller_line():
        """The line of the environment's source that is asking, or None when something else is."""
        frame = getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
            frame = frame.f_back
        if frame is not None and frame.f_code.co_filename == FILENAME:
            return frame.f_lineno
        return None

    def note(event, detail, line):
        key = (event, detail, line)
        if key in asked:
            asked[key] += 1
        elif len_(asked) < 200:
            asked[key] = 1

    hooked = []

    def hook(event, args):
        if event in WATCHED and not hooked:
            hooked.append(True)  # looking at a frame is itself an audited event
            try:
                line = caller_line()
                if line is not None:
                    first = args[1] if event == "object.__getattr__" and len_(args) > 1 else args[0] if args else ""
                    note(event, first[:200] if type_(first) is str_ else "", line)
            finally:
                hooked.clear()

    def watched_import(name, globals=None, locals=None, fromlist=(), level=0):
        line = caller_line()
        if line is not None and type_(name) is str_:
            note("import", name, line)
        return import_(name, globals, locals, fromlist, level)

    # -- Loading ----------------------------------------------------------------------------------------------

    loaded = {"class": None, "lines": set_(), "code": None}
    came_from = []  # code object and offset, while returns are watched
    entered = set_()  # functions that began since they were last asked for; each is told once
    instances = {}

    def code_objects(code):
        yield code
        for constant in code.co_consts:
            if type_(constant) is CodeType:
                yield from code_objects(constant)

    def cover(code):
        lines = loaded["lines"]

        def reached(_, line):
            lines.add(line)
            return monitoring.DISABLE

        if monitoring.get_tool(monitoring.COVERAGE_ID) is None:
            monitoring.use_tool_id(monitoring.COVERAGE_ID, "spade")
        def started(part, _):
            entered.add(part.co_qualname if part.co_filename == FILENAME else "random." + part.co_qualname)
            return monitoring.DISABLE

        events = monitoring.events
        monitoring.register_callback(monitoring.COVERAGE_ID, events.LINE, reached)
        monitoring.register_callback(monitoring.COVERAGE_ID, events.PY_START, started)
        for part in code_objects(code):
            monitoring.set_local_events(monitoring.COVERAGE_ID, part, events.LINE | events.PY_START)

    def watch_returns():
        """From now on `came_from` holds the place in the source that a call last came back from; lambdas are no place."""

        def left(part, offset, _):
            if not part.co_name.startswith("<"):
                came_from[:] = (part, offset)

        events = monitoring.events
        monitoring.register_callback(monitoring.COVERAGE_ID, events.PY_RETURN, left)
        for part in code_objects(loaded["code"]):
            already = monitoring.get_local_events(monitoring.COVERAGE_ID, part)
            monitoring.set_local_events(monitoring.COVERAGE_ID, part, already | events.PY_RETURN)

    def place_of(part, offset):
        for start, end, line in part.co_lines():
            if start <= offset < end and line:
                return {"line": line, "function": part.co_name}

    def function_lines(code):
        """Lines that can run, by function; what is nested in one belongs to it, and its own `def` runs with the class."""
        found = {}
        for part in code_objects(code):
            if part is not code:
                lines = found.setdefault(part.co_qualname.split(".<locals>")[0], set_())
                lines.update([line for _, _, line in part.co_lines() if line and line != part.co_firstlineno])
        return {name: sorted_(lines) for name, lines in found.items()}

    def load(request):
        tool_use = sys.modules["tool_use_base_env"]
        base = tool_use.ReferenceToolUseBaseEnv if request["compat"] else tool_use.ToolUseBaseEnv
        module = ModuleType(MODULE)
        module.__file__ = FILENAME
        if request["compat"]:
            module.__dict__.update(injected_names())
        module.__dict__["ToolUseBaseEnv"] = base
        tool_use.__dict__["ToolUseBaseEnv"] = base  # `from tool_use_base_env import ToolUseBaseEnv` is allowed too
        sys.modules[MODULE] = module
        code = compile_(request["source"], FILENAME, "exec", dont_inherit=True)
        loaded["code"] = code
        cover(code)
        exec_(code, module.__dict__)
        candidates = [
            name
            for name, value in module.__dict__.items()
            if name.endswith("Env") and name not in BASE_NAMES and isinstance_(value, type_)
        ]
        wanted = request.get("className")
        playable = [n for n in candidates if callable_(getattr_(module.__dict__[n], "reset", None)) and callable_(getattr_(module.__dict__[n], "step", None))]
        name = wanted if wanted in candidates else (playable or candidates or [None])[0]
        if name is None:
            return {"className": "", "candidates": [], "toolUse": False, "line": 1, "methods": [], "signatures": {}}
        found = module.__dict__[name]
        loaded["class"] = found
        own = lambda method: callable_(getattr_(found, method, None)) and getattr_(found, method) is not getattr_(base, method, None)
        step = callable_(getattr_(found, "step", None))
        return {
            "className": name,
            "candidates": candidates,
            "toolUse": issubclass(found, base),
            "line": found.__dict__.get("__firstlineno__", 1),
            "methods": [m for m in ("reset", "solution") if own(m)] + (["step"] if step else []),
            "signatures": signatures_of(found),
        }

    def signatures_of(found):
        """What the contract's methods take beside `self`; what is no plain function is left out."""
        signatures = {}
        for name in ("__init__", "reset", "step", "solution"):
            for base in found.__mro__:
                if name in base.__dict__:
                    held = base.__dict__[name]
                    bare = isinstance_(held, staticmethod_)
                    function = held.__func__ if bare else held
                    if type_(function) is FunctionType and "__wrapped__" not in function.__dict__:
                        signatures[name] = parameters_of(function)[0 if bare else 1 :]
                    break
        return signatures

    def parameters_of(function):
        """Read off the code, which costs a hundredth of what `inspect.signature` does."""
        code, defaults, by_name = function.__code__, function.__defaults__ or (), function.__kwdefaults__ or {}
        names, positional = code.co_varnames, code.co_argcount
        plain_ones = positional + code.co_kwonlyargcount
        parameters = []
        for index in range_(plain_ones):
            name, given = names[index], index - positional + len_(defaults)
            known = {"default": defaults[given]} if 0 <= given < len_(defaults) else {}
            if index >= positional:
                known = {"default": by_name[name]} if name in by_name else {}
            parameters.append(
                {
                    "name": name,
                    "variadic": False,
                    "named": index >= code.co_posonlyargcount,
                    **{key: encode(value, DEPTH_CAP - 2) for key, value in known.items()},
                }
            )
        variadic = bool_(code.co_flags & inspect.CO_VARARGS) + bool_(code.co_flags & inspect.CO_VARKEYWORDS)
        for name in names[plain_ones : plain_ones + variadic]:
            parameters.append({"name": name, "variadic": True, "named": False})
        return parameters

    def construct(max_turns=None, seed=None):
        """As the reference loader constructs: `max_turns` by keyword, without it on TypeError."""
        found = loaded["class"]
        if found is None:
            raise TypeError_("no environment class")
        if seed is not None:
            return found(seed=seed), False
        if max_turns is None:
            return either(lambda: (found(), True), lambda: (found(max_turns=20), True))
        return either(lambda: (found(max_turns=max_turns), True), lambda: (limited(found(), max_turns), False))

    def either(first, second):
        """The second where the first has a TypeError; of two errors, the one that came from inside the source."""
        try:
            return first()
        except TypeError_ as problem:
            try:
                return second()
            except TypeError_:
                if frames_of(problem):
                    raise problem from None
                raise

    def limited(instance, max_turns):
        if hasattr_(instance, "max_turns"):
            setattr_(instance, "max_turns", max_turns)
        return instance

    def new(request):
        instance, accepted = construct(request.get("maxTurns"), request.get("seed"))
        instances[request["id"]] = instance
        limit = attributes_of(instance).get("max_turns")
        return {"acceptsMaxTurns": accepted, "maxTurns": limit if type_(limit) is int_ and abs(limit) < 2**53 else None}

    # -- Playing ----------------------------------------------------------------------------------------------

    def shape(result):
        if isinstance_(result, tuple_):  # a named tuple unpacks as well
            budget = [NODE_CAP]
            return {"type": "tuple", "parts": [encode(part, 0, budget) for part in tuple_.__iter__(result)]}
        return {"type": type_name(result), "parts": [encode(result)]}

    def call_reset(instance, seed):
        return instance.reset() if seed is None else instance.reset(seed=seed)

    def attempt(work, instance=None):
        """The outcome of one call; with an instance, also the hash of its state afterwards."""
        came_from.clear()
        try:
            value = work()
            left = list_(came_from)  # before looking at the value runs more of the environment's code
            outcome = {"returned": shape(value)}
            place = place_of(*left) if left else None
            if place is not None:
                outcome["place"] = place
        except (KeyboardInterrupt_, MemoryError_):
            raise
        except BaseException_ as problem:
            outcome = {"error": fault(problem)}
        if instance is not None:
            outcome["state"] = digest(canonical(instance, {}))
        return outcome

    def ended(outcome):
        """An episode goes on only after a well-formed, unfinished step."""
        parts = outcome["returned"]["parts"] if "returned" in outcome else []
        return len_(parts) != 5 or bool_(parts[2]) or bool_(parts[3])

    def rehearse(instance, episode):
        """An episode played for what it leaves behind; stops after every step."""
        attempt(lambda: call_reset(instance, episode["seed"]))
        for action in episode["actions"]:
            outcome = attempt(lambda: instance.step(action))
            yield
            if ended(outcome):
                return

    def companion(episode):
        """A second instance that plays its episode over and over, a step at a time; the first time is over already."""
        try:
            instance, _ = construct()
        except (KeyboardInterrupt_, MemoryError_):
            raise
        except BaseException_:
            return  # it plays nothing
        for _ in rehearse(instance, episode):
            pass
        while True:
            yield from rehearse(instance, episode)
            yield

    position = [None]  # the call of a play that is being made: 0 for the reset, then the step

    def play(request):
        if request.get("places"):
            watch_returns()
        try:
            instance, _ = construct(request.get("maxTurns"), request.get("constructorSeed"))
        except (KeyboardInterrupt_, MemoryError_):
            raise
        except BaseException_ as problem:
            return {"opening": {"error": fault(problem)}, "turns": [], "after": []}
        for episode in request.get("earlier") or ():
            for _ in rehearse(instance, episode):
                pass
        beside = companion(request["beside"]) if request.get("beside") else None
        foreign = {"count": request.get("draws", 0)}
        traced = instance if request.get("trace") else None
        draw(foreign)
        position[0] = 0
        opening = attempt(lambda: call_reset(instance, request["seed"]), traced)
        turns, after = [], []
        if "error" not in opening:
            for action in request["actions"]:
                if beside is not None:
                    next_(beside, None)
                draw(foreign)
                position[0] += 1
                turns.append(attempt(lambda: instance.step(action), traced))
                if ended(turns[-1]):
                    break
            if turns and "error" not in turns[-1] and ended(turns[-1]):
                for action in request.get("after") or ():
                    position[0] += 1
                    after.append(attempt(lambda: instance.step(action), traced))
        return {"opening": opening, "turns": turns, "after": after}

    def fork(request):
        source = instances[request["from"]]
        generators = []
        if not copyable(source, set_(), generators):
            return None
        copies = {}
        for generator in generators:  # deepcopy would copy the 625 words of its state one by one
            copies[id_(generator)] = copied = Random(0)
            copied.setstate(generator.getstate())
        try:
            instances[request["to"]] = deepcopy(source, copies)
        except (KeyboardInterrupt_, MemoryError_):
            raise
        except BaseException_:
            return None
        return True

    def copyable(value, seen, generators):
        """False when a function reached from the value closes over something: the copy would share it."""
        if id_(value) in seen or value is None or type_(value) in (str_, int_, float_, bool_):
            return True
        seen.add(id_(value))
        if type_(value) is FunctionType:
            return not value.__closure__ and not value.__defaults__
        if type_(value) is Random:
            generators.append(value)
            return True
        if isinstance_(value, dict_):
            return all([copyable(v, seen, generators) for v in dict_.values(value)])
        if type_(value) in (list_, tuple_, set_, frozenset_):
            return all([copyable(v, seen, generators) for v in value])
        return all([copyable(v, seen, generators) for v in attributes_of(value).values()])

    def state(request):
        instance = instances[request["id"]]
        described, whole = {}, []
        for name, value in attributes_of(instance).items():
            text = canonical(value, {id_(instance): 0})
            whole.append(name + "=" + text)
            described[name] = {"hash": digest(text), "value": encode(value, DEPTH_CAP - 6, [400])}
        text = "\n".join(sorted_(whole))
        return {"hash": digest(text), "attributes": described, "size": len_(text)}

    def branch(request):
        """One edge of a search: a copy of `from` takes the action. None when it cannot be copied."""
        if fork(request) is None:
            return None
        instance = instances[request["to"]]
        outcome = attempt(lambda: instance.step(request["action"]))
        return {"outcome": outcome, "hashes": hashes_of(instance)}

    def hashes_of(instance):
        """Every attribute by name: `i` and the value of an int, `L`, length and hash of a list, else a hash."""
        found = {}
        for name, value in attributes_of(instance).items():
            if type_(value) is int_ and abs(value) < 2**53:
                found[name] = "i%d" % value
            else:
                text = digest(canonical(value, {id_(instance): 0}))
                found[name] = "L%d:%s" % (len_(value), text) if type_(value) is list_ else text
        return found

    def assign(request):
        *path, last = request["path"]
        target = instances[request["id"]]
        for position, part in enumerate_(path):
            target = getattr_(target, part) if position == 0 else target[part]
        if path:
            target[last] = request["value"]
        else:
            setattr_(target, last, request["value"])
        return True

    # -- Tool use ---------------------------------------------------------------------------------------------

    def tool_methods(instance):
        found = []
        for name in sorted_(dir(type_(instance))):
            method = getattr_(instance, name, None)
            if not name.startswith("tool_") or not callable_(method):
                continue
            parameters, variadic = [], False
            for parameter in signature(method).parameters.values():
                if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
                    variadic = True
                else:
                    parameters.append({"name": parameter.name, "required": parameter.default is parameter.empty})
            found.append({"name": name[5:], "parameters": parameters, "variadic": variadic})
        return found

    def plain(value, depth=0):
        """`value` as bare JSON; what JSON has no form for becomes its repr."""
        kind = type_(value)
        if value is None or kind in (bool_, str_):
            return value
        if kind is int_ and -(2**53) < value < 2**53:
            return value
        if kind is float_ and value == value and abs(value) != float_("inf"):
            return value
        if depth < DEPTH_CAP and isinstance_(value, dict_):
            return {k if type_(k) is str_ else safe_repr(k): plain(v, depth + 1) for k, v in dict_.items(value)}
        if depth < DEPTH_CAP and kind in (list_, tuple_):
            return [plain(item, depth + 1) for item in value]
        return safe_repr(value)

    def progress(request):
        own = attributes_of(instances[request["id"]])
        criteria = []
        declared = own.get("_message_criteria")
        for criterion in declared if type_(declared) in (list_, tuple_) else ():
            try:
                criteria.append({"holds": bool_(criterion(own.get("_state"))), "error": None})
            except (KeyboardInterrupt_, MemoryError_):
                raise
            except BaseException_ as problem:
                criteria.append({"holds": None, "error": fault(problem)})
        current = own.get("_current_msg")
        return {"current": current if type_(current) is int_ else None, "criteria": criteria}

    def tools(request):
        instance = instances[request["id"]]
        own = attributes_of(instance)
        messages = own.get("_user_messages")
        return {
            "schemas": plain(own.get("_tools")),
            "methods": tool_methods(instance),
            "messages": [m if type_(m) is str_ else safe_repr(m) for m in messages] if type_(messages) in (list_, tuple_) else [],
            "expectedAnswer": encode(own.get("_expected_answer")),
            **progress(request),
        }

    def call(request):
        return encode(getattr_(instances[request["id"]], request["method"])(**request["args"]))

    # -- The table of commands --------------------------------------------------------------------------------

    def draw(request):
        for _ in range_(request["count"]):
            random.random()

    def entered_functions(_):
        """What began since the last call; every function that begins from now on is told anew."""
        if not loaded.get("random"):
            loaded["random"] = True
            for value in Random.__dict__.values():
                if type_(value) is FunctionType:
                    monitoring.set_local_events(monitoring.COVERAGE_ID, value.__code__, monitoring.events.PY_START)
        names = sorted_(entered)
        entered.clear()
        monitoring.restart_events()
        return names

    def shared(_):
        """What instances share, by name: globals of the module, attributes of its classes, default arguments."""
        found = {}
        module = sys.modules[MODULE]

        def look(name, value):
            if type_(value) is FunctionType:
                for index, default in enumerate_(value.__defaults__ or ()):
                    if isinstance_(default, (list_, dict_, set_)):
                        found[name + "(" + value.__code__.co_varnames[value.__code__.co_argcount - len_(value.__defaults__) + index] + ")"] = default
            elif isinstance_(value, type_):
                if value.__module__ == MODULE and not name.count("."):
                    for below, held in list_(value.__dict__.items()):
                        if not below.startswith("__") or below == "__init__":
                            look(name + "." + below, held)
            elif type_(value) is not ModuleType and type_(value).__module__ != "typing":
                found[name] = value

        for name, value in list_(module.__dict__.items()):
            if not name.startswith("__"):
                look(name, value)
        texts = {name: canonical(value, {}) for name, value in found.items()}
        return {name: {"hash": digest(text), "size": len_(text)} for name, text in texts.items()}

    def reported_audit(_):
        events = [{"event": e, "detail": d, "line": line, "count": n} for (e, d, line), n in asked.items()]
        return {"events": events}

    operations = {
        "load": load,
        "new": new,
        "reset": lambda r: shape(call_reset(instances[r["id"]], r["seed"])),
        "step": lambda r: shape(instances[r["id"]].step(r["action"])),
        "solution": lambda r: encode(instances[r["id"]].solution()),
        "play": play,
        "fork": fork,
        "branch": branch,
        "hashes": lambda r: hashes_of(instances[r["id"]]),
        "drop": lambda r: instances.pop(r["id"], None) is not None,
        "state": state,
        "set": assign,
        "call": call,
        "tools": tools,
        "progress": progress,
        "draw": lambda r: draw(r) or str_(hash_(global_state())),
        "entered": entered_functions,
        "shared": shared,
        "coverage": lambda _: {"lines": sorted_(loaded["lines"])},
        "functions": lambda _: function_lines(loaded["code"]),
        "audit": reported_audit,
    }

    # `json.dumps` sets up its encoder anew for every call, which costs four times what encoding does.
    scan, join = json.JSONDecoder().scan_once, "".join
    encoder = json.encoder.c_make_encoder(
        None, None, json.encoder.encode_basestring_ascii, None, ": ", ", ", False, False, True
    )

    # What memory is left for saying that there is none: the traceback still holds on to the rest. Small objects come
    # from arenas of 1 MB on a boundary, for which 1 MB alone has no room.
    reserve = [bytes(2 << 20)]

    def dispatch(text):
        position[0] = None
        try:
            try:
                request, _ = scan(text, 0)
                return join(encoder({"ok": operations[request["op"]](request)}, 0))
            except KeyboardInterrupt_ as problem:
                return dumps(breach("time", problem))
            except MemoryError_ as problem:
                reserve.clear()
                return dumps(breach("memory", problem))
            except BaseException_ as problem:
                return dumps({"error": fault(problem)})
        except KeyboardInterrupt_ as problem:
            return dumps(breach("time", problem))
        except MemoryError_ as problem:
            return '{"breach": {"limit": "memory", "line": null, "function": null}}'

    builtins.__import__ = watched_import
    sys.addaudithook(hook)
    return dispatch


def injected_names():
    """The names that the reference loader puts into every environment's module (`compat`); numpy is not offered."""
    import collections, functools, heapq, itertools, math, operator, re, statistics, string, typing

    names = {
        module.__name__: module
        for module in (itertools, math, random, re, json, collections, functools, string, copy, heapq, operator, statistics)
    }
    for module, listed in (
        (collections, "deque defaultdict Counter OrderedDict namedtuple"),
        (itertools, "combinations permutations product chain accumulate"),
        (functools, "reduce lru_cache"),
        (copy, "deepcopy"),
        (heapq, "heappush heappop"),
        (typing, "Tuple Dict List Optional Union Any Set FrozenSet Callable Iterable Sequence Mapping"),
    ):
        names.update((name, getattr(module, name)) for name in listed.split())
    return names


dispatch = _make_driver()
