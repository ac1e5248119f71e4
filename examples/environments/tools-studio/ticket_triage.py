import json
import random

QUEUES = ["billing", "hardware", "network", "accounts"]
SUBJECTS = {
    "billing": ["charged twice", "invoice missing", "wrong VAT number"],
    "hardware": ["screen flickers", "battery swollen", "fan is loud"],
    "network": ["no wifi upstairs", "VPN drops", "slow downloads"],
    "accounts": ["cannot log in", "name is misspelt", "close my account"],
}


class TicketTriageEnv(ToolUseBaseEnv):
    """Route support tickets to the queue that fits and answer the urgent one."""

    def __init__(self, max_turns=12, **kwargs):
        self.templates = {"T1": "We are looking into it.", "T2": "A technician will call.", "T3": "It is settled."}
        super().__init__(max_turns=max_turns, **kwargs)

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        tickets = {}
        for number in rng.sample(range(300, 999), 4):
            queue = rng.choice(QUEUES)
            tickets[f"#{number}"] = {
                "subject": rng.choice(SUBJECTS[queue]),
                "kind": queue,
                "queue": None,
                "age": rng.randint(1, 90),
                "reply": None,
            }
        self._oldest = max(tickets, key=lambda t: (tickets[t]["age"], t))
        self._queue = tickets[self._oldest]["kind"]
        self._template = rng.choice(["T1", "T2", "T3"])
        self._agent = f"agent{rng.randint(10, 99)}"
        self._state = {"tickets": tickets, "read": None, "owner": {}}
        oldest, queue, template, agent = self._oldest, self._queue, self._template, self._agent
        self._user_messages = [
            "Read the ticket that has waited longest.",
            "Move it to the queue that fits its subject.",
            f"Answer it with template {template}.",
            f"Make {agent} its owner.",
        ]
        self._message_criteria = [
            lambda s: s["read"] == oldest,
            lambda s: s["tickets"][oldest]["queue"] == queue,
            lambda s: s["tickets"][oldest]["reply"] == template,
            lambda s: s["owner"].get(oldest) == agent,
        ]
        ticket = {"type": "string", "description": "such as #512"}
        self._tools = {
            "list_tickets": self._spec("Tickets with their age in hours.", {}),
            "read_ticket": self._spec("Read a ticket.", {"ticket": ticket}),
            "move_ticket": self._spec("Move the ticket just read.", {"queue": {"type": "string", "enum": QUEUES}}),
            "answer_ticket": self._spec("Answer the ticket just read.", {"template": {"type": "string", "enum": ["T1", "T2", "T3"]}}),
            "assign_owner": self._spec("Give the ticket just read to an agent.", {"agent": {"type": "string"}}),
            "search_tickets": self._spec("Tickets older than some hours.", {"hours": {"type": "string"}}),
            "merge_tickets": self._spec("Merge two tickets about the same matter.", {"first": ticket, "second": ticket}),
        }
        intro = "You work at a help desk with the tools listed below: " + ", ".join(self._tools) + ".\n\n"
        how = '\n\nOne <tool_call>{"name": ..., "arguments": {...}}</tool_call> per turn; <answer>done</answer> ends the shift.'
        first = sorted(tickets)[0]
        return intro + self._user_messages[0] + f" (The list begins with {first}.)" + how, {}

    @staticmethod
    def _spec(description, properties):
        return {
            "description": description,
            "parameters": {"type": "object", "properties": properties, "required": list(properties)},
        }

    def _advance_if_done(self):
        k = self._current_msg
        if k < len(self._user_messages) and self._message_criteria[k](self._state):
            self._current_msg += 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {k + 1} COMPLETE — NEW INSTRUCTION] {self._user_messages[self._current_msg]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_list_tickets(self):
        rows = {k: t["age"] for k, t in self._state["tickets"].items()}
        return json.dumps(rows) + self._advance_if_done()

    def tool_read_ticket(self, ticket):
        if not isinstance(ticket, str) or ticket not in self._state["tickets"]:
            return "Error: no such ticket."
        self._state["read"] = ticket
        return f"{ticket}: {self._state['tickets'][ticket]['subject']}" + self._advance_if_done()

    def tool_move_ticket(self, queue):
        if queue not in QUEUES:
            return f"Error: queues are {', '.join(QUEUES)}."
        if self._current_msg < 1:
            return "Error: read the ticket first."
        self._state["tickets"][self._state["read"]]["queue"] = queue
        return f"Moved to {queue}." + self._advance_if_done()

    def tool_answer_ticket(self, template):
        if template not in self.templates:
            return "Error: templates are T1, T2 and T3."
        if self._current_msg < 2:
            return "Error: a ticket is answered in its queue."
        self._state["tickets"][self._state["read"]]["reply"] = template
        return self.templates[template] + self._advance_if_done()

    def tool_assign_owner(self, agent):
        if not isinstance(agent, str) or not agent.startswith("agent") or len(agent) != 7:
            return "Error: agents are called agent10 to agent99."
        if self._current_msg < 3:
            return "Error: owners are assigned after the answer."
        self._state["owner"][self._state["read"]] = agent
        return f"{agent} owns it." + self._advance_if_done()

    def tool_search_tickets(self, hours):
        limit = int(hours)
        rows = [k for k, t in self._state["tickets"].items() if t["age"] > limit]
        return json.dumps(rows) + self._advance_if_done()

    def tool_escalate(self, ticket):
        if not isinstance(ticket, str) or ticket not in self._state["tickets"]:
            return "Error: no such ticket."
        return f"{ticket} goes to the second level." + self._advance_if_done()

    def solution(self):
        calls = [
            {"name": "list_tickets", "arguments": {}},
            {"name": "read_ticket", "arguments": {"ticket": self._oldest}},
            {"name": "move_ticket", "arguments": {"queue": self._queue}},
            {"name": "answer_ticket", "arguments": {"template": self._template}},
            {"name": "assign_owner", "arguments": {"agent": self._agent}},
        ]
        return "\n".join(f"<tool_call>{json.dumps(c)}</tool_call>" for c in calls) + "\n<answer>done</answer>"
