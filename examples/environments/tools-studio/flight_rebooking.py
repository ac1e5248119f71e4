import random
import json


class FlightRebookingEnv(ToolUseBaseEnv):
    """Several airline services have to be called in the right order to move a passenger to another flight."""

    CABINS = ["economy", "premium", "business"]
    AIRPORTS = ["OSL", "LIS", "VIE", "DUB", "ATH", "HEL"]

    def __init__(self, max_turns=12, **kwargs):
        self.record = ""
        self.pick = ""
        self.cabin = ""
        self.seat = ""
        self.email = ""
        super().__init__(max_turns=max_turns, **kwargs)

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._expected_answer = "done"
        self._current_msg = 0

        origin, target = rng.sample(self.AIRPORTS, 2)
        self.record = "".join(rng.choice("BCDFGHJKLMNPQRSTVWXZ") for _ in range(5)) + str(rng.randint(2, 9))
        departures = rng.sample(range(6, 22), 4)
        flights = {}
        for hour in departures:
            code = f"SK{rng.randint(200, 899)}"
            while code in flights:
                code = f"SK{int(code[2:]) % 899 + 1}"
            flights[code] = {"from": origin, "to": target, "departs": hour, "seats_free": rng.randint(1, 9)}
        self.pick = min(flights, key=lambda c: flights[c]["departs"])
        self.cabin = rng.choice(self.CABINS)
        self.seat = f"{rng.randint(5, 29)}{rng.choice('ACDF')}"
        self.email = f"{rng.choice(['lina', 'omar', 'tess', 'yuki'])}{rng.randint(10, 99)}@post.example"

        self._state = {
            "flights": flights,
            "records": {self.record: {"flight": None, "route": [origin, target]}},
            "loaded": None,
            "held": None,
            "ticket": None,
            "sent_to": None,
        }
        record, pick, cabin, seat, email = self.record, self.pick, self.cabin, self.seat, self.email
        self._user_messages = [
            f"My flight was cancelled. Please load my booking {record}.",
            "Hold a seat on the earliest flight of my route.",
            f"Issue the new ticket in {cabin}, seat {seat}.",
            f"Send the ticket to {email}.",
        ]

        def loaded(state):
            return state["loaded"] == record

        def held(state):
            return state["held"] == pick

        def issued(state):
            return state["ticket"] == {"flight": pick, "cabin": cabin, "seat": seat}

        def sent(state):
            return state["sent_to"] == email

        self._message_criteria = [loaded, held, issued, sent]
        word = {"type": "string"}
        self._tools = {
            "load_booking": self._tool("Load a booking by its record code.", record_code=word),
            "search_flights": self._tool("Flights of the loaded booking's route.", sort={"type": "string", "enum": ["code", "departs"]}),
            "hold_flight": self._tool("Hold a seat on a flight for the loaded booking.", flight=word),
            "issue_ticket": self._tool("Issue a ticket for the held flight.", cabin={"type": "string", "enum": self.CABINS}, seat=word),
            "send_ticket": self._tool("Send the issued ticket by mail.", email=word),
            "lounge_access": self._tool("Whether a cabin includes the lounge.", cabin={"type": "string", "enum": self.CABINS}),
        }
        how = 'Use <tool_call>{"name": "...", "arguments": {...}}</tool_call>, and <answer>done</answer> at the very end.'
        return f"{self._user_messages[0]}\n\n{how}", {}

    @staticmethod
    def _tool(description, **properties):
        return {
            "description": description,
            "parameters": {"type": "object", "properties": properties, "required": sorted(properties)},
        }

    def _advance_if_done(self):
        step = self._current_msg
        if step < len(self._message_criteria) and self._message_criteria[step](self._state):
            self._current_msg = step + 1
            if self._current_msg < len(self._user_messages):
                return f"\n\n[STEP {step + 1} COMPLETE — NEW INSTRUCTION] {self._user_messages[step + 1]}"
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def _clear(self, *later):
        """An earlier service makes the results of later ones void."""
        for key in later:
            self._state[key] = None

    def tool_load_booking(self, record_code):
        if not isinstance(record_code, str) or record_code.upper() not in self._state["records"]:
            return "Error 404: no booking under that code."
        self._state["loaded"] = record_code.upper()
        self._clear("held", "ticket", "sent_to")
        route = self._state["records"][record_code.upper()]["route"]
        return f"Booking {record_code.upper()}: {route[0]} to {route[1]}, flight cancelled." + self._advance_if_done()

    def tool_search_flights(self, sort):
        if sort not in ("code", "departs"):
            return "Error 400: sort is 'code' or 'departs'."
        if self._state["loaded"] is None:
            return "Error 409: load a booking first."
        rows = [{"flight": c, **f} for c, f in self._state["flights"].items()]
        rows.sort(key=lambda r: r["flight"] if sort == "code" else r["departs"])
        return json.dumps(rows) + self._advance_if_done()

    def tool_hold_flight(self, flight):
        if self._state["loaded"] is None:
            return "Error 409: load a booking first."
        if not isinstance(flight, str) or flight not in self._state["flights"]:
            return "Error 404: no such flight."
        self._state["held"] = flight
        self._clear("ticket", "sent_to")
        return f"One seat on {flight} is held." + self._advance_if_done()

    def tool_issue_ticket(self, cabin, seat):
        if cabin not in self.CABINS:
            return f"Error 400: cabin is one of {', '.join(self.CABINS)}."
        if not isinstance(seat, str) or len(seat) < 2 or not seat[:-1].isdecimal() or seat[-1] not in "ACDF":
            return "Error 400: a seat is a row and one of the letters A, C, D, F."
        if self._state["held"] is None:
            return "Error 409: no flight is held."
        self._state["ticket"] = {"flight": self._state["held"], "cabin": cabin, "seat": seat}
        self._clear("sent_to")
        return f"Ticket issued: {self._state['held']}, {cabin}, seat {seat}." + self._advance_if_done()

    def tool_send_ticket(self, email):
        if self._state["ticket"] is None:
            return "Error 409: no ticket has been issued."
        if not isinstance(email, str) or email.count("@") != 1 or len(email) > 80:
            return "Error 400: that is no mail address."
        self._state["sent_to"] = email
        return f"Sent to {email}." + self._advance_if_done()

    def tool_lounge_access(self, cabin):
        if cabin not in self.CABINS:
            return f"Error 400: cabin is one of {', '.join(self.CABINS)}."
        return ("Yes." if cabin == "business" else "No.") + self._advance_if_done()

    def solution(self):
        steps = [
            f"load_booking(record_code='{self.record}')",
            "search_flights(sort='departs')",
            f"hold_flight(flight='{self.pick}')",
            f"issue_ticket(cabin='{self.cabin}', seat='{self.seat}')",
            f"send_ticket(email='{self.email}')",
        ]
        return " ".join(f"{i}. {s}" for i, s in enumerate(steps, 1)) + " <answer>done</answer>"
