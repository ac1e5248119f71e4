import random
import re

SUBJECTS = ["botany", "optics", "harbours", "grammar", "volcanoes", "weaving"]
AUTHORS = ["Ines Faro", "Karl Lind", "Mei Tan", "Noor Haddad", "Pavel Orlov", "Ruth Adeyemi"]
NOUNS = ["Notes", "Essays", "Atlas", "Handbook", "Letters", "Primer"]


class LibraryCatalogEnv(ToolUseBaseEnv):
    """Answer a reader's questions from a card catalogue and write what was found onto a slip."""

    def reset(self, seed=None):
        rng = random.Random(seed)
        self.turn_count = 0
        self._call_history = []
        self._current_msg = 0
        self._expected_answer = "done"
        cards = {}
        names = rng.sample(AUTHORS, 3)
        for i, number in enumerate(rng.sample(range(1000, 9999), 9)):
            cards[f"K{number}"] = {
                "title": f"{rng.choice(NOUNS)} on {rng.choice(SUBJECTS)}",
                "author": names[i % 3],
                "year": rng.randint(1880, 1999),
                "pages": rng.randint(90, 700),
            }
        by_author = {}
        for shelfmark, card in cards.items():
            by_author.setdefault(card["author"], []).append(shelfmark)
        author = rng.choice(names)
        books = by_author[author]
        oldest = min(books, key=lambda k: (cards[k]["year"], k))
        pages = sum(cards[k]["pages"] for k in books)
        reader = f"reader-{rng.randint(100, 999)}"
        self._plan = {"author": author, "oldest": oldest, "pages": pages, "reader": reader, "books": books}
        self._state = {"cards": cards, "drawer": None, "slip": {}, "stamped": None}
        self._user_messages = [
            f"Good morning, I am {reader}. Please pull the drawer of {author} for me.",
            "Which of these books is the oldest? Write its shelfmark into the field 'shelfmark' of the slip.",
            "Add up the pages of all books in that drawer and write the sum into the field 'pages'.",
            "Thank you. Now stamp the slip for me.",
        ]
        self._message_criteria = self._build_criteria()
        self._tools = {
            "list_authors": {
                "description": "Names on the drawers.",
                "parameters": {"type": "object", "properties": {}, "required": []},
            },
            "pull_drawer": {
                "description": "Pull the drawer of an author; shows the shelfmarks in it. A slip in work is cleared.",
                "parameters": {
                    "type": "object",
                    "properties": {"author": {"type": "string", "description": "Full name"}},
                    "required": ["author"],
                },
            },
            "read_card": {
                "description": "Read one card of the pulled drawer.",
                "parameters": {
                    "type": "object",
                    "properties": {"shelfmark": {"type": "string"}},
                    "required": ["shelfmark"],
                },
            },
            "write_slip": {
                "description": "Write a value into a field of the slip; the page count needs a shelfmark above it.",
                "parameters": {
                    "type": "object",
                    "properties": {
                        "field": {"type": "string", "enum": ["shelfmark", "pages"]},
                        "value": {"type": "string"},
                    },
                    "required": ["field", "value"],
                },
            },
            "stamp_slip": {
                "description": "Stamp a slip with both fields filled for a reader.",
                "parameters": {"type": "object", "properties": {"reader": {"type": "string"}}, "required": ["reader"]},
            },
        }
        opening = self._user_messages[0] + (
            "\n\nWork with <tool_call>{\"name\": ..., \"arguments\": {...}}</tool_call>. "
            "When everything is done, reply <answer>done</answer>."
        )
        return opening, {}

    def _build_criteria(self):
        plan = self._plan

        def field_is(name, value):
            return lambda state: state["slip"].get(name) == value

        return [
            lambda state: state["drawer"] == plan["author"],
            field_is("shelfmark", plan["oldest"]),
            field_is("pages", str(plan["pages"])),
            lambda state: state["stamped"] == plan["reader"],
        ]

    def _advance_if_done(self):
        done = self._current_msg
        if done < len(self._message_criteria) and self._message_criteria[done](self._state):
            done += 1
            self._current_msg = done
            if done < len(self._user_messages):
                return f"\n\n[STEP {done} COMPLETE — NEW INSTRUCTION] " + self._user_messages[done]
            return "\n\n[ALL STEPS COMPLETE] Submit <answer>done</answer>."
        return ""

    def _check_answer(self, answer):
        return answer.strip().lower() == "done" and self._current_msg >= len(self._user_messages)

    def tool_list_authors(self):
        names = sorted({c["author"] for c in self._state["cards"].values()})
        return "; ".join(names) + self._advance_if_done()

    def tool_pull_drawer(self, author):
        marks = [k for k, c in self._state["cards"].items() if c["author"] == author]
        if not marks:
            return "Error: there is no drawer of that name."
        self._state["drawer"] = author
        self._state["slip"] = {}
        self._state["stamped"] = None
        lines = [f"{k}: {self._state['cards'][k]['title']}" for k in marks]
        return "\n".join(lines) + self._advance_if_done()

    def tool_read_card(self, shelfmark):
        if self._state["drawer"] is None:
            return "Error: no drawer has been pulled."
        card = self._state["cards"].get(shelfmark) if isinstance(shelfmark, str) else None
        if card is None or card["author"] != self._state["drawer"]:
            return "Error: that card is not in the drawer."
        return f"{card['title']}, {card['author']}, {card['year']}, {card['pages']} pages" + self._advance_if_done()

    def tool_write_slip(self, field, value):
        if field not in ("shelfmark", "pages"):
            return "Error: the slip has the fields 'shelfmark' and 'pages'."
        pattern = r"K[0-9]{4}" if field == "shelfmark" else r"[0-9]{1,6}"
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            return f"Error: that does not fit into the field '{field}'."
        if self._state["drawer"] is None:
            return "Error: pull a drawer before you fill in a slip."
        if field == "pages" and (self._current_msg < 2 or "shelfmark" not in self._state["slip"]):
            return "Error: the shelfmark comes first."
        self._state["slip"][field] = value
        self._state["stamped"] = None
        if field == "shelfmark":
            self._state["slip"].pop("pages", None)
        return f"The slip now reads: {self._state['slip']}" + self._advance_if_done()

    def tool_stamp_slip(self, reader):
        if not isinstance(reader, str) or not re.fullmatch(r"reader-[0-9]{3}", reader):
            return "Error: readers are written as reader-123."
        if len(self._state["slip"]) < 2:
            return "Error: the slip is not complete."
        self._state["stamped"] = reader
        return f"Stamped for {reader}." + self._advance_if_done()

    def solution(self):
        plan = self._plan
        calls = [f"pull_drawer(author='{plan['author']}')"]
        calls += [f"read_card(shelfmark='{k}')" for k in plan["books"]]
        calls.append(f"write_slip(field='shelfmark', value='{plan['oldest']}')")
        calls.append(f"write_slip(field='pages', value='{plan['pages']}')")
        calls.append(f"stamp_slip(reader='{plan['reader']}')")
        return "\n".join(calls + ["<answer>done</answer>"])
