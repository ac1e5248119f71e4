import json
import random
from typing import Any, Dict, Tuple

REASONS = ["damaged", "wrong_item", "late", "changed_mind"]
METHODS = ["original_payment", "store_credit"]
PRODUCTS = ["kettle", "desk lamp", "rain jacket", "headphones", "bread knife", "wall clock"]
PEOPLE = ["Amara Obi", "Bela Kun", "Carla Reyes", "Dinh Vo", "Elsa Holm", "Faruk Aydin"]


def schema(properties: Dict[str, Any]) -> Dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


TEXT = {"type": "string"}


class RetailReturnsEnv(ToolUseBaseEnv):
    """A customer returns an item: find the order, open the return, settle it, print the label."""

    def reset(self, seed=None) -> Tuple[str, Dict[str, Any]]:
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"

        people = rng.sample(PEOPLE, 3)
        numbers = rng.sample(range(1000, 9999), 6)
        orders = {}
        for i, number in enumerate(numbers):
            orders[f"R-{number}"] = {
                "customer": people[i % 3],
                "item": rng.choice(PRODUCTS),
                "day": 3 + 4 * i + rng.randint(0, 3),
                "price": rng.randint(12, 140),
            }
        self._customer = people[0]
        # The customer's latest order is the one to be returned.
        self._order = max((o for o in orders if orders[o]["customer"] == self._customer), key=lambda o: orders[o]["day"])
        self._reason = rng.choice(REASONS)
        self._method = rng.choice(METHODS)
        ticket = rng.randint(10000, 99999)
        self._depot = f"D{rng.randint(100, 999)}"
        self._state = {"orders": orders, "opened": None, "return": None}

        order, reason, method, depot = self._order, self._reason, self._method, self._depot
        self._user_messages = [
            f"Ticket {ticket}. I am {self._customer}. Please open my most recent order so that we can look at it.",
            f"I want to return it. The reason is '{reason}'.",
            f"Settle the return by '{method}', please.",
            f"Now print the parcel label to depot {depot}.",
        ]
        self._message_criteria = [
            lambda s: s["opened"] == order,
            lambda s: s["return"] is not None and s["return"]["order"] == order and s["return"]["reason"] == reason,
            lambda s: s["return"] is not None and s["return"]["method"] == method,
            lambda s: s["return"] is not None and s["return"]["depot"] == depot,
        ]
        self._tools = {
            "list_orders": {"description": "All orders of a customer, by full name.", "parameters": schema({"customer": TEXT})},
            "open_order": {"description": "Open an order at the counter.", "parameters": schema({"order_id": TEXT})},
            "start_return": {
                "description": "Start the return of the open order; an earlier return of it is replaced.",
                "parameters": schema({"reason": {"type": "string", "enum": REASONS}}),
            },
            "settle_return": {
                "description": "Choose how a started return is paid back. A printed label becomes void.",
                "parameters": schema({"method": {"type": "string", "enum": METHODS}}),
            },
            "print_label": {"description": "Print the label of a settled return.", "parameters": schema({"depot": TEXT})},
            "check_stock": {"description": "How many pieces of a product are in stock.", "parameters": schema({"product": TEXT})},
        }
        reminder = '\n\nCall one tool per turn: <tool_call>{"name": ..., "arguments": {...}}</tool_call>. When all is done: <answer>done</answer>.'
        return self._user_messages[0] + reminder, {}

    def _advance_if_done(self) -> str:
        if self._current_msg >= len(self._user_messages):
            return ""
        if not self._message_criteria[self._current_msg](self._state):
            return ""
        self._current_msg += 1
        if self._current_msg == len(self._user_messages):
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"

    def _check_answer(self, answer) -> bool:
        return str(answer).strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    # ------------------------------------------------------------------ tools
    def tool_list_orders(self, customer):
        found = {k: {"item": o["item"], "day": o["day"]} for k, o in self._state["orders"].items() if o["customer"] == customer}
        if not found:
            return "Error: no customer of that name."
        return json.dumps(found) + self._advance_if_done()

    def tool_open_order(self, order_id):
        if not isinstance(order_id, str) or order_id not in self._state["orders"]:
            return "Error: there is no such order."
        self._state["opened"] = order_id
        self._state["return"] = None
        return f"Order {order_id} is open: {json.dumps(self._state['orders'][order_id])}" + self._advance_if_done()

    def tool_start_return(self, reason):
        if reason not in REASONS:
            return f"Error: reason must be one of {', '.join(REASONS)}."
        if self._state["opened"] is None:
            return "Error: open an order first."
        self._state["return"] = {"order": self._state["opened"], "reason": reason, "method": None, "depot": None}
        return f"Return started ({reason})." + self._advance_if_done()

    def tool_settle_return(self, method):
        if method not in METHODS:
            return f"Error: method must be one of {', '.join(METHODS)}."
        # The counter settles a return only once its instruction has been taken.
        if self._state["return"] is None or self._current_msg < 2:
            return "Error: there is no return that could be settled."
        self._state["return"].update(method=method, depot=None)
        return f"The return is settled by {method}." + self._advance_if_done()

    def tool_print_label(self, depot):
        if self._state["return"] is None or self._state["return"]["method"] is None:
            return "Error: the return has not been settled."
        if not isinstance(depot, str) or len(depot) != 4 or depot[0] != "D" or not depot[1:].isdecimal():
            return "Error: a depot is written as D and three digits."
        self._state["return"]["depot"] = depot
        return f"Label to {depot} printed." + self._advance_if_done()

    def tool_check_stock(self, product):
        if product not in PRODUCTS:
            return "Error: unknown product."
        return f"{len(product) * 3} pieces of {product}." + self._advance_if_done()

    def solution(self):
        return "\n".join([
            f"list_orders(customer='{self._customer}')",
            f"open_order(order_id='{self._order}')",
            f"start_return(reason='{self._reason}')",
            f"settle_return(method='{self._method}')",
            f"print_label(depot='{self._depot}')",
            "<answer>done</answer>",
        ])
