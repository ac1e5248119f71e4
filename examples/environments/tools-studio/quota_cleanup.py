import json
import random

KINDS = ["cache", "backup", "draft"]
USERS = ["hana", "ivo", "jude", "kira"]


class QuotaCleanupEnv(ToolUseBaseEnv):
    """Bring a user's storage back under the quota: inspect, delete, raise the quota, archive."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        self._user = rng.choice(USERS)
        self._kind = rng.choice(KINDS)
        self._quota = rng.randint(10, 90)
        files = {}
        for i in range(6):
            files[f"{rng.choice('abcdefgh')}{i}{rng.randint(10, 99)}"] = {
                "kind": rng.choice(KINDS) if i else self._kind,
                "size": rng.randint(1, 60),
            }
        self._label = f"box{rng.randint(100, 999)}"
        self._state = {
            "user": None,
            "files": files,
            "quota": 5,
            "archive": None,
        }
        user, kind, quota, label = self._user, self._kind, self._quota, self._label
        self._user_messages = [
            f"Case {rng.randint(1000, 9999)}: open the storage of {user}.",
            f"Delete everything of the kind '{kind}'.",
            f"Raise the quota to {quota} GB.",
            f"Archive what is left as {label}.",
        ]
        self._message_criteria = [
            lambda s: s["user"] == user,
            lambda s: not any(f["kind"] == kind for f in s["files"].values()),
            lambda s: s["quota"] == str(quota),
            lambda s: s.get("archived") == label,
        ]
        self._tools = {
            "open_storage": self._spec("Open a user's storage.", user={"type": "string", "enum": USERS}),
            "list_files": self._spec("Files of the open storage."),
            "delete_kind": self._spec("Delete all files of one kind.", kind={"type": "string", "enum": KINDS}),
            "set_quota": self._spec("Set the quota in GB.", gigabytes={"type": "integer", "minimum": 1, "maximum": 100}),
            "archive": self._spec("Archive the remaining files under a label.", label={"type": "string"}),
        }
        return (
            f"{self._user_messages[0]}\n\nCalls look like "
            '<tool_call>{"name": "list_files", "arguments": {}}</tool_call>; the end is <answer>done</answer>.'
        ), {}

    def _spec(self, description, **properties):
        return {
            "description": description,
            "parameters": {"type": "object", "properties": properties, "required": list(properties)},
        }

    def _advance_if_done(self):
        k = self._current_msg
        if k < len(self._message_criteria) and self._message_criteria[k](self._state):
            self._current_msg = k + 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {k + 1} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_open_storage(self, user):
        if user not in USERS:
            return f"Error: users are {', '.join(USERS)}."
        self._state["user"] = user
        return f"The storage of {user} is open." + self._advance_if_done()

    def tool_list_files(self):
        if self._state["user"] is None:
            return "Error: no storage is open."
        return json.dumps(self._state["files"]) + self._advance_if_done()

    def tool_delete_kind(self, kind):
        if kind not in KINDS:
            return f"Error: kinds are {', '.join(KINDS)}."
        if self._current_msg < 1:
            return "Error: the right storage is not open."
        before = len(self._state["files"])
        self._state["files"] = {k: f for k, f in self._state["files"].items() if f["kind"] != kind}
        return f"{before - len(self._state['files'])} files deleted." + self._advance_if_done()

    def tool_set_quota(self, gigabytes):
        if not isinstance(gigabytes, int) or isinstance(gigabytes, bool) or not 1 <= gigabytes <= 100:
            return "Error: the quota is a whole number from 1 to 100."
        if self._current_msg < 2:
            return "Error: clean up first."
        self._state["quota"] = gigabytes
        return f"The quota is {gigabytes} GB." + self._advance_if_done()

    def tool_archive(self, label):
        if not isinstance(label, str) or not 3 <= len(label) <= 12:
            return "Error: a label has 3 to 12 characters."
        if self._current_msg < 3:
            return "Error: the quota is not settled."
        self._state["archive"] = label
        return f"Archived as {label}." + self._advance_if_done()

    def solution(self):
        return "\n".join([
            f"open_storage(user='{self._user}')",
            f"delete_kind(kind='{self._kind}')",
            f"set_quota(gigabytes={self._quota})",
            f"archive(label='{self._label}')",
            "<answer>done</answer>",
        ])
