import json
import random
import time

WAREHOUSES = ["east", "west", "north"]


class InventorySyncEnv(ToolUseBaseEnv):
    """Two inventory systems disagree; the flaky bridge between them has to be used with retries."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        self._sku = f"SKU-{rng.randint(1000, 9999)}"
        self._warehouse = rng.choice(WAREHOUSES)
        self._true_count = rng.randint(20, 400)
        self._reason = f"audit{rng.randint(100, 999)}"
        self._state = {
            "ledger": {self._sku: self._true_count + rng.choice([-7, -4, 5, 9])},
            "scanned": None,
            "synced": None,
            "closed": None,
        }
        sku, true_count, reason = self._sku, self._true_count, self._reason
        self._user_messages = [
            f"Scan {sku} in the {self._warehouse} warehouse.",
            "The ledger is wrong. Sync the scanned count into it; the bridge may need several attempts.",
            f"Close the case with the reason {reason}.",
        ]
        self._message_criteria = [
            lambda s: s["scanned"] == true_count,
            lambda s: s["synced"] == true_count,
            lambda s: s["closed"] == reason,
        ]
        self._tools = {
            "scan": {
                "description": "Count an article with a hand scanner.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "sku": {"type": "string"},
                        "warehouse": {"type": "string", "enum": WAREHOUSES},
                    },
                    "required": ["sku", "warehouse"],
                },
            },
            "read_ledger": {
                "description": "Count of an article according to the ledger.",
                "parameters": {"type": "object", "properties": {"sku": {"type": "string"}}, "required": ["sku"]},
            },
            "sync": {
                "description": "Send the scanned count over the bridge.",
                "parameters": {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]},
            },
            "close_case": {
                "description": "Close the case.",
                "parameters": {"type": "object", "properties": {"reason": {"type": "string"}}, "required": ["reason"]},
            },
            "bridge_status": {
                "description": "State of the bridge, for support staff.",
                "parameters": {"type": "object", "properties": {}, "required": []},
            },
        }
        return (
            self._user_messages[0]
            + '\n\nCall tools by <tool_call>{"name": ..., "arguments": {...}}</tool_call> and stop with <answer>done</answer>.'
        ), {}

    def _advance_if_done(self):
        if self._current_msg < len(self._user_messages) and self._message_criteria[self._current_msg](self._state):
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_scan(self, sku, warehouse):
        if warehouse not in WAREHOUSES:
            return f"Error: warehouses are {', '.join(WAREHOUSES)}."
        if sku != self._sku or warehouse != self._warehouse:
            return "Error: the article is not kept there."
        # The scanner takes a moment.
        time.sleep(0.01)
        self._state["scanned"] = self._true_count
        return f"{self._true_count} pieces counted." + self._advance_if_done()

    def tool_read_ledger(self, sku):
        if not isinstance(sku, str) or sku not in self._state["ledger"]:
            return "Error: not in the ledger."
        return f"The ledger says {self._state['ledger'][sku]}." + self._advance_if_done()

    def tool_sync(self, count):
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            return "Error: the count is a whole number."
        if self._state["scanned"] is None or self._current_msg < 1:
            return "Error: scan the article first."
        if random.random() < 0.4:
            return "Error: bridge timeout, please try again."
        self._state["ledger"][self._sku] = count
        self._state["synced"] = count
        return f"The ledger now says {count}." + self._advance_if_done()

    def tool_close_case(self, reason):
        if self._current_msg < 2:
            return "Error: the case is still open for a sync."
        if not isinstance(reason, str) or not 3 <= len(reason) <= 20:
            return "Error: a reason has 3 to 20 characters."
        self._state["closed"] = reason
        return "The case is closed." + self._advance_if_done()

    def tool_bridge_status(self):
        dump = {"queue": 0, "criterion": f"synced == {self._true_count}", "plan": self.solution().split("\n")}
        return json.dumps(dump) + self._advance_if_done()

    def solution(self):
        return "\n".join([
            f"scan(sku='{self._sku}', warehouse='{self._warehouse}')",
            f"sync(count={self._true_count})",
            f"close_case(reason='{self._reason}')",
            "<answer>done</answer>",
        ])
