import json
import random

ARTICLES = ["bolts", "brackets", "hinges", "hooks", "screws", "washers"]
SHIPPING = ["standard", "express", "pickup"]


class CartCheckoutEnv(ToolUseBaseEnv):
    """Fill a shopping cart line by line and check it out."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        articles = rng.sample(ARTICLES, 3)
        self._wanted = [(a, rng.randint(2, 40)) for a in articles]
        self._shipping = rng.choice(SHIPPING)
        self._state = {"cart": {}, "shipping": None, "paid": False, "stock": {a: 50 for a in ARTICLES}}

        self._user_messages = [f"Put {n} {a} into the cart." for a, n in self._wanted]
        self._user_messages.append(f"Check out with {self._shipping} shipping.")
        self._message_criteria = []
        for article, count in self._wanted:
            self._message_criteria.append(lambda s: s["cart"].get(article) == count)
        shipping = self._shipping
        self._message_criteria.append(lambda s: s["paid"] and s["shipping"] == shipping)

        self._tools = {
            "add_to_cart": {
                "description": "Set the number of pieces of an article in the cart.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "article": {"type": "string", "enum": ARTICLES},
                        "count": {"type": "integer", "minimum": 1, "maximum": 50},
                    },
                    "required": ["article", "count"],
                },
            },
            "show_cart": {
                "description": "Contents of the cart.",
                "parameters": {"type": "object", "properties": {}, "required": []},
            },
            "checkout": {
                "description": "Pay and ship the cart.",
                "parameters": {
                    "type": "object",
                    "properties": {"shipping": {"type": "string", "enum": SHIPPING}},
                    "required": ["shipping"],
                },
            },
            "stock_level": {
                "description": "Pieces of an article in stock.",
                "parameters": {
                    "type": "object",
                    "properties": {"article": {"type": "string", "enum": ARTICLES}},
                    "required": ["article"],
                },
            },
        }
        return self._user_messages[0] + self._reminder(), {}

    def _reminder(self):
        return (
            "\n\nFormat of a call: <tool_call>{\"name\": \"add_to_cart\", \"arguments\": {...}}</tool_call>. "
            "After the checkout: <answer>done</answer>."
        )

    def _advance_if_done(self):
        position = self._current_msg
        if position >= len(self._user_messages):
            return ""
        if self._message_criteria[position](self._state):
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {self._current_msg} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        # The agent says when it has finished.
        return answer.strip().lower() == self._expected_answer

    def tool_add_to_cart(self, article, count):
        if article not in ARTICLES:
            return f"Error: articles are {', '.join(ARTICLES)}."
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= self._state["stock"][article]:
            return "Error: the count is a whole number from 1 to 50."
        if self._state["paid"]:
            return "Error: the cart has been checked out."
        self._state["cart"][article] = count
        return f"In the cart: {count} {article}." + self._advance_if_done()

    def tool_show_cart(self):
        return json.dumps(self._state["cart"]) + self._advance_if_done()

    def tool_checkout(self, shipping):
        if shipping not in SHIPPING:
            return f"Error: shipping is one of {', '.join(SHIPPING)}."
        if not self._state["cart"]:
            return "Error: the cart is empty."
        self._state["shipping"] = shipping
        self._state["paid"] = True
        return f"Paid; {shipping} shipping." + self._advance_if_done()

    def tool_stock_level(self, article):
        if article not in ARTICLES:
            return f"Error: articles are {', '.join(ARTICLES)}."
        return f"{self._state['stock'][article]} pieces." + self._advance_if_done()

    def solution(self):
        lines = [f"add_to_cart(article='{a}', count={n})" for a, n in self._wanted]
        lines.append("show_cart()")
        lines.append("show_cart()")
        lines.append(f"checkout(shipping='{self._shipping}')")
        return "\n".join(lines + ["<answer>done</answer>"])
