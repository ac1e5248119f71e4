import random
import re

EXTENSIONS = ("csv", "log", "txt", "md")
WORDS = ("alpha", "bravo", "cedar", "delta", "ember", "fjord", "grove", "heron")


class FileArchiveEnv(ToolUseBaseEnv):
    """A small file tree is tidied up with shell-like tools: walk, make, move, seal."""

    def __init__(self, max_turns=15, **kwargs):
        self._target = ""
        self._folder = ""
        self._moved = ""
        self._tag = ""
        self._home = ""
        super().__init__(max_turns=max_turns, **kwargs)

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"

        names = rng.sample(WORDS, 5)
        self._home = f"/srv/{names[0]}{rng.randint(10, 99)}"
        other = f"/srv/{names[1]}"
        extension = rng.choice(EXTENSIONS)
        sizes = rng.sample(range(10, 900), 5)
        files = {}
        for i, size in enumerate(sizes):
            base = self._home if i < 4 else other
            suffix = extension if i < 3 else rng.choice(EXTENSIONS)
            files[f"{base}/{rng.choice(WORDS)}{i}.{suffix}"] = size
        wanted = [f for f in files if f.startswith(self._home + "/") and f.endswith("." + extension)]
        self._moved = max(wanted, key=lambda f: files[f])
        self._folder = f"{self._home}/{names[2]}_{rng.randint(2001, 2025)}"
        self._tag = f"{names[3]}-{rng.randint(10, 99)}"
        self._target = f"{self._folder}/{self._moved.rsplit('/', 1)[1]}"
        self._state = {"cwd": "/srv", "folders": ["/srv", self._home, other], "files": files, "seals": {}}

        home, folder, target, tag = self._home, self._folder, self._target, self._tag
        self._user_messages = [
            f"Go to the directory {home}.",
            f"Make a new directory there and call it {folder.rsplit('/', 1)[1]}.",
            f"Move the largest .{extension} file of {home} into the new directory, keeping its name.",
            f"Seal the moved file with the tag {tag}.",
        ]
        self._message_criteria = [
            lambda s: s["cwd"] == home,
            lambda s: folder in s["folders"],
            lambda s: target in s["files"],
            lambda s: s["seals"].get(target) == tag,
        ]
        self._tools = {}
        self._register("cd", "Change the working directory to an absolute path.", path="string")
        self._register("ls", "List the working directory.", order="string")
        self._register("mkdir", "Make a directory inside the working directory.", name="string")
        self._register("mv", "Move a file into a directory; both are absolute paths.", file="string", directory="string")
        self._register("seal", "Seal a file of an archive directory with a tag.", file="string", tag="string")
        self._register("disk_usage", "Sum of all file sizes.")
        self._tools["ls"]["parameters"]["properties"]["order"]["enum"] = ["name", "size"]
        return (
            self._user_messages[0] + "\n\nUse one tool per turn, for instance "
            '<tool_call>{"name": "ls", "arguments": {"order": "size"}}</tool_call>. '
            "After the last instruction: <answer>done</answer>"
        ), {}

    def _register(self, tool, description, /, **parameters):
        properties = {key: {"type": kind} for key, kind in parameters.items()}
        self._tools[tool] = {
            "description": description,
            "parameters": {"type": "object", "properties": properties, "required": list(properties)},
        }

    def _advance_if_done(self):
        k = self._current_msg
        if k >= len(self._message_criteria):
            return ""
        if self._message_criteria[k](self._state):
            self._current_msg = k + 1
            if k + 1 < len(self._user_messages):
                return f"\n\n[STEP {k + 1} COMPLETE — NEW INSTRUCTION] {self._user_messages[k + 1]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_cd(self, path):
        if not isinstance(path, str):
            return "Error: a path is text."
        path = path.rstrip("/") or "/"
        if path not in self._state["folders"]:
            return "Error: no such directory."
        self._state["cwd"] = path
        return f"Now in {path}." + self._advance_if_done()

    def tool_ls(self, order):
        if order not in ("name", "size"):
            return "Error: order is 'name' or 'size'."
        here = self._state["cwd"]
        files = [f for f in self._state["files"] if f.rsplit("/", 1)[0] == here]
        files.sort(key=(lambda f: f) if order == "name" else (lambda f: -self._state["files"][f]))
        lines = [f"{f.rsplit('/', 1)[1]}  {self._state['files'][f]} kB" for f in files]
        lines += [d.rsplit("/", 1)[1] + "/" for d in self._state["folders"] if d.rsplit("/", 1)[0] == here]
        return ("\n".join(lines) or "(empty)") + self._advance_if_done()

    def tool_mkdir(self, name):
        if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9_]{1,24}", name):
            return "Error: names are lower-case letters, digits and underscores, 24 at most."
        if self._current_msg < 1 or self._state["cwd"] != self._home:
            return "Error: permission denied in this directory."
        path = f"{self._state['cwd']}/{name}"
        if path in self._state["folders"]:
            return "Error: it exists already."
        self._state["folders"].append(path)
        return f"Made {path}." + self._advance_if_done()

    def tool_mv(self, file, directory):
        if not isinstance(file, str) or file not in self._state["files"]:
            return "Error: no such file."
        if not isinstance(directory, str) or directory not in self._state["folders"]:
            return "Error: no such directory."
        if self._current_msg < 2:
            return "Error: the tree is read-only until the new directory exists."
        name = file.rsplit("/", 1)[1]
        target = f"{directory}/{name}"
        if target in self._state["files"]:
            return "Error: the file is there already."
        self._state["files"][target] = self._state["files"].pop(file)
        self._state["seals"].pop(file, None)
        return f"Moved to {target}." + self._advance_if_done()

    def tool_seal(self, file, tag):
        if not isinstance(file, str) or file not in self._state["files"]:
            return "Error: no such file."
        if not isinstance(tag, str) or not re.fullmatch(r"[a-z]+-[0-9]{2}", tag):
            return "Error: a tag is a word, a dash and two digits."
        if self._current_msg < 3:
            return "Error: the seal press is locked."
        self._state["seals"][file] = tag
        return f"Sealed {file} with {tag}." + self._advance_if_done()

    def tool_disk_usage(self):
        return f"{sum(self._state['files'].values())} kB" + self._advance_if_done()

    def solution(self):
        calls = [
            f"cd(path='{self._home}')",
            "ls(order='size')",
            f"mkdir(name='{self._folder.rsplit('/', 1)[1]}')",
            f"mv(file='{self._moved}', directory='{self._folder}')",
            f"seal(file='{self._target}', tag='{self._tag}')",
        ]
        return "\n".join(f"{i}. {c}" for i, c in enumerate(calls, 1)) + "\n<answer>done</answer>"
