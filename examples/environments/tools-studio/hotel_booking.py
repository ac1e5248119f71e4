import json
import random

ROOM_TYPES = ["single", "double", "suite"]
BOARD = ["none", "breakfast", "half"]
HOTELS = ["Alder House", "Bay View", "Cliff Inn", "Dune Lodge", "Elm Court"]


class HotelBookingEnv(ToolUseBaseEnv):
    """Search, quote and book a hotel room through a reservation API."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        hotels = {}
        for name in rng.sample(HOTELS, 4):
            hotels[name] = {kind: rng.randint(60, 240) for kind in ROOM_TYPES}
        self._room = rng.choice(ROOM_TYPES)
        self._hotel = min(hotels, key=lambda h: hotels[h][self._room])
        self._nights = rng.randint(2, 9)
        self._board = rng.choice(BOARD)
        self._guest = rng.choice(["Anna Berg", "Tomas Ruiz", "Wen Li", "Zoe Marsh"]) + f" {rng.randint(10, 99)}"
        self._state = {
            "hotels": hotels,
            "currency": "EUR",
            "quote": None,
            "booking": None,
            "board": "breakfast",
        }
        hotel, room, nights, board, guest = self._hotel, self._room, self._nights, self._board, self._guest
        self._user_messages = [
            f"Request {rng.randint(1000, 9999)}: I pay in EUR, so set the currency to EUR before anything else.",
            f"Get me a quote for the cheapest {room} room, for {nights} nights.",
            f"Book it for {guest} with '{board}' as board.",
        ]
        self._message_criteria = [
            lambda s: s["currency"] == "EUR",
            lambda s: s["quote"] is not None and s["quote"]["hotel"] == hotel and s["quote"]["nights"] == nights,
            lambda s: s["booking"] is not None and s["booking"]["guest"] == guest and s["booking"]["board"] == board,
            lambda s: s["booking"] is not None and s["booking"]["confirmed"],
        ]
        self._tools = {
            "set_currency": {
                "description": "Currency of all prices.",
                "parameters": {
                    "type": "object",
                    "properties": {"currency": {"type": "string", "enum": ["EUR", "USD", "JPY"]}},
                    "required": ["currency"],
                },
            },
            "list_hotels": {
                "description": "Hotels with their prices a night for one room type.",
                "parameters": {
                    "type": "object",
                    "properties": {"room_type": {"type": "string", "enum": ROOM_TYPES}},
                    "required": ["room_type"],
                },
            },
            "get_quote": {
                "description": "Quote a stay. Replaces an earlier quote and its booking.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "hotel": {"type": "string"},
                        "room_type": {"type": "string", "enum": ROOM_TYPES},
                        "nights": {"type": "integer"},
                    },
                    "required": ["hotel", "room_type", "nights"],
                },
            },
            "book_quote": {
                "description": "Book the present quote.",
                "parameters": {
                    "type": "object",
                    "properties": {"guest": {"type": "string"}, "board": {"type": "string", "enum": BOARD}},
                    "required": ["guest", "board"],
                },
            },
        }
        return self._user_messages[0] + (
            '\n\nCall tools with <tool_call>{"name": ..., "arguments": {...}}</tool_call>; end with <answer>done</answer>.'
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

    def tool_set_currency(self, currency):
        if currency not in ("EUR", "USD", "JPY"):
            return "Error: unknown currency."
        self._state["currency"] = currency
        return f"Prices are in {currency}." + self._advance_if_done()

    def tool_list_hotels(self, room_type):
        if room_type not in ROOM_TYPES:
            return "Error: unknown room type."
        prices = {h: p[room_type] for h, p in self._state["hotels"].items()}
        return json.dumps(prices) + self._advance_if_done()

    def tool_get_quote(self, hotel, room_type, nights):
        if not isinstance(hotel, str) or hotel not in self._state["hotels"] or room_type not in ROOM_TYPES:
            return "Error: unknown hotel or room type."
        if not isinstance(nights, int) or isinstance(nights, bool) or not 1 <= nights <= 30:
            return "Error: nights is a whole number from 1 to 30."
        price = self._state["hotels"][hotel][room_type] * nights
        self._state["quote"] = {"hotel": hotel, "room_type": room_type, "nights": nights, "price": price}
        self._state["booking"] = None
        return f"{hotel}, {room_type}, {nights} nights: {price} {self._state['currency']}." + self._advance_if_done()

    def tool_book_quote(self, guest, board):
        if self._state["quote"] is None:
            return "Error: there is no quote."
        if not isinstance(guest, str) or not 3 <= len(guest) <= 60 or board not in BOARD:
            return "Error: a guest's name and a valid board are needed."
        self._state["booking"] = {"guest": guest, "board": board, "confirmed": False}
        return f"Booked for {guest}." + self._advance_if_done()

    def solution(self):
        return "\n".join([
            "set_currency(currency='EUR')",
            f"list_hotels(room_type='{self._room}')",
            f"get_quote(hotel='{self._hotel}', room_type='{self._room}', nights={self._nights})",
            f"book_quote(guest='{self._guest}', board='{self._board}')",
            "<answer>done</answer>",
        ])
