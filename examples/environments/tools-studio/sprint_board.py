import json
import random
from typing import Callable, Dict, List

COLUMNS = ("backlog", "in_progress", "review", "released")
PRIORITIES = ("low", "normal", "high")
TOPICS = ("login page", "search index", "export to CSV", "dark theme", "mail digest", "upload limit")
TEAM = ("ana", "ben", "chi", "dev", "eli", "fay")


def text(description: str = "") -> Dict[str, str]:
    return {"type": "string", "description": description}


class SprintBoardEnv(ToolUseBaseEnv):
    """A card travels over a project board: create, assign, move, estimate, release."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._expected_answer = "done"
        self._current_msg = 0

        self._topic = rng.choice(TOPICS)
        self._priority = rng.choice(PRIORITIES)
        self._assignee, self._reviewer = rng.sample(TEAM, 2)
        self._points = rng.choice([2, 3, 5, 8, 13])
        self._version = f"v{rng.randint(1, 9)}.{rng.randint(0, 30)}"
        self._first_id = rng.randint(110, 980)
        self._state = {"cards": {}}

        sprint = rng.randint(2, 99)
        self._user_messages = [
            f"Sprint {sprint} begins. Create a card '{self._topic}' with {self._priority} priority.",
            f"Assign it to {self._assignee} and give it {self._points} points.",
            f"{self._assignee} has finished: hand the card to {self._reviewer} for review.",
            f"The review is through. Release the card in {self._version}.",
        ]
        self._message_criteria = self._criteria()
        self._tools = self._schemas()
        return (
            self._user_messages[0] + "\nAnswer with tool calls, "
            '<tool_call>{"name": "create_card", "arguments": {...}}</tool_call> and so on; finish with '
            "<answer>done</answer> once every instruction has been carried out."
        ), {}

    def _criteria(self) -> List[Callable[[dict], bool]]:
        card_id = f"C-{self._first_id}"
        topic, priority, points = self._topic, self._priority, self._points
        assignee, reviewer, version = self._assignee, self._reviewer, self._version

        def created(state):
            return any(c["title"] == topic and c["priority"] == priority for c in state["cards"].values())

        def planned(state):
            card = state["cards"].get(card_id, {})
            return card.get("assignee") == assignee and card.get("points") == points

        def reviewing(state):
            card = state["cards"].get(card_id, {})
            return card.get("column") == "review" and card.get("reviewer") == reviewer

        def released(state):
            card = state["cards"].get(card_id, {})
            return card.get("column") == "released" and card.get("version") == version

        return [created, planned, reviewing, released]

    def _schemas(self):
        card = text("Card id such as C-123")
        specs = {
            "create_card": ("Create the card.", {"title": text(), "priority": {"type": "string", "enum": list(PRIORITIES)}}, 2),
            "plan_card": ("Assign a card and estimate it; it moves to in_progress.", {"card_id": card, "assignee": text(), "points": {"type": "integer"}}, 3),
            "request_review": ("Move a planned card to review.", {"card_id": card, "reviewer": text()}, 2),
            "release_card": ("Release a reviewed card.", {"card_id": card, "version": text()}, 2),
            "show_board": ("Show all cards, or those of one column.", {"column": {"type": "string", "enum": list(COLUMNS)}}, 0),
            "velocity": ("Points released by a member so far.", {"member": text()}, 1),
        }
        tools = {}
        for name, (description, properties, needed) in specs.items():
            tools[name] = {
                "description": description,
                "parameters": {"type": "object", "properties": properties, "required": list(properties)[:needed]},
            }
        return tools

    def _advance_if_done(self) -> str:
        reached = self._current_msg
        if reached >= len(self._user_messages) or not self._message_criteria[reached](self._state):
            return ""
        self._current_msg += 1
        if self._current_msg == len(self._user_messages):
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return f"\n\n[STEP {reached + 1} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def _card(self, card_id):
        return self._state["cards"].get(card_id) if isinstance(card_id, str) else None

    def tool_create_card(self, title, priority):
        if not isinstance(title, str) or not title.strip() or len(title) > 60:
            return "Error: a title has 1 to 60 characters."
        if priority not in PRIORITIES:
            return f"Error: priority is one of {', '.join(PRIORITIES)}."
        if self._current_msg > 0:
            return "Error: the sprint is planned; no further card fits in."
        # One card per sprint: creating again replaces it.
        card_id = f"C-{self._first_id}"
        self._state["cards"] = {card_id: {"title": title, "priority": priority, "column": "backlog"}}
        return f"Created {card_id} in backlog." + self._advance_if_done()

    def tool_plan_card(self, card_id, assignee, points):
        card = self._card(card_id)
        if card is None:
            return "Error: no such card."
        if assignee not in TEAM:
            return f"Error: the team is {', '.join(TEAM)}."
        if not isinstance(points, int) or isinstance(points, bool) or points not in (1, 2, 3, 5, 8, 13, 21):
            return "Error: points come from the series 1, 2, 3, 5, 8, 13, 21."
        if self._current_msg < 1:
            return "Error: the card is not what was asked for yet."
        card.update(assignee=assignee, points=points, column="in_progress")
        card.pop("reviewer", None)
        card.pop("version", None)
        return f"{card_id} is in progress with {assignee}, {points} points." + self._advance_if_done()

    def tool_request_review(self, card_id, reviewer):
        card = self._card(card_id)
        if card is None or "assignee" not in card:
            return "Error: only a planned card can be reviewed."
        if reviewer not in TEAM or reviewer == card["assignee"]:
            return "Error: the reviewer is another member of the team."
        if self._current_msg < 2:
            return "Error: the card is still in work."
        card.update(reviewer=reviewer, column="review")
        card.pop("version", None)
        return f"{card_id} waits for {reviewer}." + self._advance_if_done()

    def tool_release_card(self, card_id, version):
        card = self._card(card_id)
        if card is None or card["column"] not in ("review", "released"):
            return "Error: only a reviewed card can be released."
        if not isinstance(version, str) or not 4 <= len(version) <= 8 or version[0] != "v":
            return "Error: a version looks like v1.12."
        if self._current_msg < 3:
            return "Error: the review is not through."
        card.update(column="released", version=version)
        return f"{card_id} is released in {version}." + self._advance_if_done()

    def tool_show_board(self, column=None):
        if column is not None and column not in COLUMNS:
            return f"Error: columns are {', '.join(COLUMNS)}."
        shown = {k: c for k, c in self._state["cards"].items() if column is None or c["column"] == column}
        return json.dumps(shown) + self._advance_if_done()

    def tool_velocity(self, member):
        if member not in TEAM:
            return f"Error: the team is {', '.join(TEAM)}."
        done = [c["points"] for c in self._state["cards"].values() if c["column"] == "released" and c["assignee"] == member]
        return f"{sum(done)} points." + self._advance_if_done()

    def solution(self):
        card_id = f"C-{self._first_id}"
        calls = [
            ("create_card", {"title": self._topic, "priority": self._priority}),
            ("plan_card", {"card_id": card_id, "assignee": self._assignee, "points": self._points}),
            ("request_review", {"card_id": card_id, "reviewer": self._reviewer}),
            ("release_card", {"card_id": card_id, "version": self._version}),
        ]
        lines = [json.dumps({"name": name, "arguments": arguments}) for name, arguments in calls]
        return "\n".join(lines) + "\n<answer>done</answer>"
