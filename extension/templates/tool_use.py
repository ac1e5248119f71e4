import json
import random

GUESTS = ["Ada", "Bo", "Cleo", "Dev", "Esi", "Finn"]
ROOMS = ["blue room", "corner room", "garden room", "tower room"]


# ToolUseBaseEnv is there when the environment is loaded; it is not imported.
class TemplateEnv(ToolUseBaseEnv):
    """A guest house: find a guest's booking, move it to another room, then confirm it."""

    def reset(self, seed=None):
        # All chance comes from the seed, so that an episode can be played again.
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        guests = rng.sample(GUESTS, 4)
        bookings = {
            f"B-{rng.randint(100, 999)}{number}": {"guest": guest, "room": rng.choice(ROOMS), "confirmed": False}
            for number, guest in enumerate(guests)
        }
        booking_id = rng.choice(sorted(bookings))
        guest = bookings[booking_id]["guest"]
        room = rng.choice([room for room in ROOMS if room != bookings[booking_id]["room"]])
        self._booking_id = booking_id
        self._guest = guest
        self._room = room
        self._state = {"bookings": bookings, "viewed": None}
        self._tools = {
            "find_booking": {
                "description": "Find the booking of a guest.",
                "parameters": {"type": "object", "properties": {"guest": {"type": "string"}}, "required": ["guest"]},
            },
            "move_booking": {
                "description": "Give a booking another room.",
                "parameters": {
                    "type": "object",
                    "properties": {"booking_id": {"type": "string"}, "room": {"type": "string", "enum": ROOMS}},
                    "required": ["booking_id", "room"],
                },
            },
            "confirm_booking": {
                "description": "Confirm a booking to its guest.",
                "parameters": {"type": "object", "properties": {"booking_id": {"type": "string"}}, "required": ["booking_id"]},
            },
        }
        # What the user says, one message after another, and when each is dealt with.
        self._user_messages = [
            f"Please look up the booking of {guest}.",
            f"Move it to the {room}.",
            "Thank you. Now confirm it.",
        ]
        self._message_criteria = [
            lambda state: state["viewed"] == booking_id,
            lambda state: state["bookings"][booking_id]["room"] == room,
            lambda state: state["bookings"][booking_id]["confirmed"],
        ]
        self._current_msg = 0
        self._expected_answer = "done"
        return f"{self._user_messages[0]} Use the tools; when everything is done, reply <answer>done</answer>.", {}

    def tool_find_booking(self, guest):
        for booking_id, booking in self._state["bookings"].items():
            if booking["guest"] == guest:
                self._state["viewed"] = booking_id
                return json.dumps({"booking_id": booking_id, "room": booking["room"]}) + self._next_message()
        return f"Error: there is no booking of '{guest}'"

    def tool_move_booking(self, booking_id, room):
        if booking_id not in self._state["bookings"]:
            return f"Error: there is no booking '{booking_id}'"
        if room not in ROOMS:
            return f"Error: there is no room '{room}'"
        self._state["bookings"][booking_id]["room"] = room
        return f"{booking_id} is now in the {room}." + self._next_message()

    def tool_confirm_booking(self, booking_id):
        if booking_id not in self._state["bookings"]:
            return f"Error: there is no booking '{booking_id}'"
        # Confirmed only once all before it was dealt with.
        if self._current_msg < 2:
            return "Error: the guest has not asked for that yet"
        self._state["bookings"][booking_id]["confirmed"] = True
        return f"{booking_id} is confirmed." + self._next_message()

    def _next_message(self):
        if self._current_msg >= len(self._user_messages):
            return ""
        if not self._message_criteria[self._current_msg](self._state):
            return ""
        self._current_msg += 1
        if self._current_msg == len(self._user_messages):
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return f"\n\n[STEP {self._current_msg} COMPLETE] Next: {self._user_messages[self._current_msg]}"

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def solution(self):
        return (
            f"find_booking(guest='{self._guest}')\n"
            f"move_booking(booking_id='{self._booking_id}', room='{self._room}')\n"
            f"confirm_booking(booking_id='{self._booking_id}')\n"
            "<answer>done</answer>"
        )
