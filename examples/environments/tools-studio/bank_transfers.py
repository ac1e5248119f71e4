import json
import random
from typing import Any, Dict

ACCOUNT_KINDS = ["checking", "savings", "deposit"]
SCHEDULES = ["once", "weekly", "monthly"]


class BankTransfersEnv(ToolUseBaseEnv):
    """Move money between accounts, then set up a standing order and a limit."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        self._from = f"CH{rng.randint(1000, 9999)}"
        self._to = f"SV{rng.randint(1000, 9999)}"
        self._amount = rng.randint(25, 400)
        self._schedule = rng.choice(SCHEDULES)
        self._limit = rng.randint(5, 20) * 100
        self._state: Dict[str, Any] = {
            "accounts": {self._from: rng.randint(900, 2000), self._to: rng.randint(0, 500)},
            "attempts": [],
            "transfers": [],
            "standing": None,
            "limit": None,
        }
        amount, schedule, limit, target = self._amount, self._schedule, self._limit, self._to
        self._user_messages = [
            f"Transfer {amount} from {self._from} to {self._to}.",
            f"Make that a standing order: {schedule}.",
            f"Lastly set my daily limit to {limit}.",
        ]
        self._message_criteria = [
            lambda s: any(a["amount"] == amount and a["to"] == target for a in s["attempts"]),
            lambda s: s["standing"] is not None and s["standing"]["schedule"] == schedule,
            lambda s: s["limit"] == limit,
        ]
        self._tools = self._describe_tools()
        return self._user_messages[0] + (
            "\n\nTools are called as <tool_call>{\"name\": ..., \"arguments\": {...}}</tool_call>. "
            "Reply <answer>done</answer> after the last instruction."
        ), {}

    def _describe_tools(self):
        def spec(description, **properties):
            return {
                "description": description,
                "parameters": {"type": "object", "properties": properties, "required": list(properties)},
            }

        return {
            "get_balance": spec("Balance of an account.", account={"type": "string"}),
            "transfer": spec(
                "Transfer an amount between two accounts.",
                source={"type": "string"}, target={"type": "string"}, amount={"type": "integer"},
            ),
            "standing_order": spec(
                "Turn the last transfer into a standing order.",
                schedule={"type": "string", "enum": SCHEDULES},
            ),
            "set_limit": spec("Daily limit of the customer.", limit={"type": "integer", "minimum": 100}),
            "account_kinds": spec("Explain a kind of account.", kind={"type": "string", "enum": ACCOUNT_KINDS}),
        }

    def _advance_if_done(self):
        if self._current_msg < len(self._user_messages):
            if self._message_criteria[self._current_msg](self._state):
                self._current_msg += 1
                if self._current_msg < len(self._user_messages):
                    return (
                        f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] "
                        + self._user_messages[self._current_msg]
                    )
                return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def _reply(self, text):
        """Every reply ends with the next instruction if there is one."""
        return text + self._advance_if_done()

    def tool_get_balance(self, account):
        balance = self._state["accounts"].get(account) if isinstance(account, str) else None
        if balance is None:
            return self._reply("Error: unknown account.")
        return self._reply(f"{account}: {balance}")

    def tool_transfer(self, source, target, amount):
        # Keep an audit trail of everything that was asked for.
        if len(self._state["attempts"]) < 50:
            self._state["attempts"].append({"from": source, "to": target, "amount": amount})
        accounts = self._state["accounts"]
        if not isinstance(source, str) or not isinstance(target, str) or source not in accounts or target not in accounts:
            return self._reply("Error: unknown account.")
        if not isinstance(amount, int) or isinstance(amount, bool) or amount <= 0:
            return self._reply("Error: the amount must be a positive whole number.")
        if accounts[source] < amount:
            return self._reply("Error: insufficient funds.")
        accounts[source] -= amount
        accounts[target] += amount
        self._state["transfers"] = [{"from": source, "to": target, "amount": amount}]
        return self._reply(f"Transferred {amount}. New balances: {json.dumps(accounts)}")

    def tool_standing_order(self, schedule):
        if not self._state["transfers"]:
            return self._reply("Error: there is no transfer to repeat.")
        self._state["standing"] = {"schedule": schedule, **self._state["transfers"][-1]}
        return self._reply(f"Standing order set up: {schedule}.")

    def tool_set_limit(self, limit):
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 100:
            return self._reply("Error: the limit is at least 100.")
        self._state["limit"] = limit
        return self._reply(f"Daily limit: {limit}.")

    def tool_account_kinds(self, kind):
        if kind not in ACCOUNT_KINDS:
            return self._reply(f"Error: kinds are {', '.join(ACCOUNT_KINDS)}.")
        return self._reply(f"A {kind} account is kept without charge.")

    def solution(self):
        return "\n".join([
            f"transfer(source='{self._from}', target='{self._to}', amount={self._amount})",
            f"standing_order(schedule='{self._schedule}')",
            f"set_limit(limit={self._limit})",
            "<answer>done</answer>",
        ])
