r"""`math_verify`, small: `parse` finds the answer in a text, `verify` says whether two answers are equal.

It covers what environments use it for: numbers, fractions, percentages, simple LaTeX, sets, tuples and plain text.
Differences from the package of that name, on purpose: no symbolic algebra (`x+1` equals `1+x` only as text), no
units, no matrices; extraction settings are accepted and ignored; a percentage is its fraction (`50\%` is 1/2).
Every answer is read in bounded time, so a hostile one cannot hang a step.
"""

import math
import re
from fractions import Fraction

_MAX_TEXT = 50_000  # characters that are searched for an answer: the last ones
_MAX_LENGTH = 2_000  # characters of an expression; longer ones are compared as text
_MAX_EXPONENT = 512
_MAX_BITS = 20_000  # of a number while calculating
_MAX_DEPTH = 40

_NUMBER = re.compile(r"\d+(?:\.\d*)?(?:e[-+]?\d{1,3})?|\.\d+(?:e[-+]?\d{1,3})?", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<![\d.])(\d{1,3})((?:,\d{3})+)(?![\d])")
_SAID = re.compile(r"(?:answer|result)\s*(?:is|:|=)\s*:?\s*([^\n]+?)\s*(?:\.\s*)?$", re.IGNORECASE | re.MULTILINE)
_LAST_NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:\s*/\s*\d+)?\s*%?")


class LatexExtractionConfig:
    """Accepted for compatibility; `parse` always looks for LaTeX."""

    def __init__(self, *args, **kwargs):
        pass


class ExprExtractionConfig(LatexExtractionConfig):
    """Accepted for compatibility; `parse` always looks for plain expressions."""


class StringExtractionConfig(LatexExtractionConfig):
    """Accepted for compatibility; `parse` always looks for plain text."""


def parse(pred, extraction_config=None, fallback_mode="first_match", extraction_mode="any_match", **kwargs):
    """The answers found in `pred`, likeliest first: a value, then the text it was read from. Empty when none.

    A value is a Fraction or float, a tuple, a frozenset or, where it is no mathematics, a folded text.
    """
    text = _answer_text(str(pred)[-_MAX_TEXT:])
    if not text:
        return []
    value = _value(text)
    return [value, text] if not isinstance(value, str) else [text]


def verify(gold, target, float_rounding=6, numeric_precision=15, strict=True, **kwargs):
    """True when some answer of `target` equals some answer of `gold`. Takes what `parse` gave, or bare values."""
    golds, targets = _values(gold), _values(target)
    return any(_equal(g, t, float_rounding) for g in golds for t in targets)


# -- Finding the answer ------------------------------------------------------------------------------------------


def _answer_text(text):
    boxed = _last_boxed(text)
    if boxed is not None:
        return boxed.strip()
    formulas = re.findall(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", text, re.DOTALL)
    if formulas:
        return next(part for part in formulas[-1] if part).strip()
    said = _SAID.findall(text)
    if said:
        return said[-1].strip()
    stripped = text.strip()
    if len(stripped) <= 60 and "\n" not in stripped:
        return stripped
    numbers = _LAST_NUMBER.findall(text)
    return numbers[-1].strip() if numbers else stripped


def _last_boxed(text):
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth, at = 1, start + 7
    while at < len(text):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start + 7 : at]
        at += 1
    return None


# -- Values ------------------------------------------------------------------------------------------------------


def _values(answer):
    if isinstance(answer, list):
        return [v for part in answer for v in _values(part)]
    if isinstance(answer, str):
        return [_value(answer)]
    if isinstance(answer, bool):
        return [str(answer).lower()]
    if isinstance(answer, int):
        return [Fraction(answer)]
    if isinstance(answer, (tuple, frozenset, set)):
        kind = tuple if isinstance(answer, tuple) else frozenset
        return [kind(v for part in answer for v in _values(part)[:1])]
    return [answer]


def _value(text):
    """`text` as a number, tuple or set, else folded."""
    plain = _plain(text)
    if len(plain) > _MAX_LENGTH:
        return plain
    for opening, closing, kind in (("(", ")", tuple), ("[", "]", tuple), ("{", "}", frozenset)):
        if plain.startswith(opening) and plain.endswith(closing):
            parts = _split(plain[1:-1])
            if kind is frozenset or len(parts) > 1:
                return kind(_value(part) for part in parts if part.strip())
    parts = _split(plain)
    if len(parts) > 1:
        return frozenset(_value(part) for part in parts)
    side = plain.split("=")
    if len(side) == 2 and re.fullmatch(r"\s*[a-zA-Z]\w{0,12}\s*", side[0]):
        plain = side[1]
    try:
        return _Expression(plain).value()
    except (ValueError, ZeroDivisionError, OverflowError):
        return " ".join(plain.casefold().split())


def _plain(text):
    """LaTeX that only decorates is dropped; fractions and roots become calls."""
    text = text.strip().strip("$").rstrip(".").strip()
    text = re.sub(r"\\(?:left|right|big|Big|displaystyle|,|;|!|:|\s)", "", text)
    text = re.sub(r"\\(?:text|mathrm|mathbf|textbf|operatorname)\s*\{([^{}]*)\}", r"\1", text)
    text = text.replace("\\{", "{").replace("\\}", "}").replace("\\%", "%").replace("\\$", "").replace("^\\circ", "").replace("°", "")
    text = text.replace("−", "-").replace("×", "*").replace("·", "*").replace("÷", "/").replace("√", "\\sqrt")
    text = re.sub(r"\\(?:times|cdot)\b", "*", text)
    text = re.sub(r"\\div\b", "/", text)
    text = re.sub(r"\\pi\b|π", " pi ", text)
    text = re.sub(r"\\[dt]?frac\s*(\d)\s*(\d)(?!\d)", r"(\1)/(\2)", text)
    for _ in range(12):
        shorter = re.sub(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"((\1)/(\2))", text)
        shorter = re.sub(r"\\sqrt\s*\{([^{}]*)\}", r"sqrt(\1)", shorter)
        shorter = re.sub(r"\^\s*\{([^{}]*)\}", r"^(\1)", shorter)
        if shorter == text:
            break
        text = shorter
    text = re.sub(r"\\sqrt\s*(\d+)", r"sqrt(\1)", text)
    return _THOUSANDS.sub(lambda m: m.group(1) + m.group(2).replace(",", ""), text).strip()


def _split(text):
    """Parts between commas that no bracket encloses."""
    parts, depth, start = [], 0, 0
    for at, character in enumerate(text):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character in ",;" and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


class _Expression:
    """Arithmetic over exact fractions; roots and pi make it a float. Raises ValueError on anything else."""

    def __init__(self, text):
        self.text = text.replace("**", "^")
        self.at = 0
        self.depth = 0

    def value(self):
        result = self._sum()
        if self._peek():
            raise ValueError("not arithmetic")
        return result

    def _peek(self):
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at] if self.at < len(self.text) else ""

    def _eat(self, token):
        if not self._peek() or not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        return True

    def _sum(self):
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ValueError("too deep")
        total = self._product()
        while self._peek() in ("+", "-") and self._peek():
            total = total + self._product() if self._eat("+") else self._minus(total)
        self.depth -= 1
        return _bounded(total)

    def _minus(self, total):
        self._eat("-")
        return total - self._product()

    def _product(self):
        total = self._power()
        while True:
            if self._eat("*"):
                total = total * self._power()
            elif self._eat("/"):
                total = total / self._power()
            elif self._peek() and (self._peek() == "(" or self.text.startswith(("sqrt", "pi"), self.at)):
                total = total * self._power()
            else:
                return _bounded(total)

    def _power(self):
        if self._eat("-"):
            return -self._power()
        if self._eat("+"):
            return self._power()
        base = self._atom()
        if self._eat("^"):
            exponent = self._power()
            if abs(exponent) > _MAX_EXPONENT:
                raise ValueError("the exponent is too large")
            whole = isinstance(exponent, Fraction) and exponent.denominator == 1
            base = base ** (exponent.numerator if whole else float(exponent))
        if self._eat("%"):
            base = base / 100
        if isinstance(base, complex):
            raise ValueError("not a real number")
        return _bounded(base)

    def _atom(self):
        if self._eat("sqrt"):
            return math.sqrt(self._atom())
        if self._eat("pi"):
            return math.pi
        if self._eat("("):
            inner = self._sum()
            if not self._eat(")"):
                raise ValueError("a parenthesis is open")
            return inner
        self._peek()
        number = _NUMBER.match(self.text, self.at)
        if not number:
            raise ValueError("not arithmetic")
        self.at = number.end()
        return Fraction(number.group())


def _bounded(number):
    if isinstance(number, Fraction) and number.numerator.bit_length() + number.denominator.bit_length() > _MAX_BITS:
        raise ValueError("the number is too large")
    return number


# -- Equality ----------------------------------------------------------------------------------------------------


def _equal(a, b, digits):
    if isinstance(a, (int, float, Fraction)) and isinstance(b, (int, float, Fraction)):
        if isinstance(a, Fraction) and isinstance(b, Fraction) and a == b:
            return True
        return math.isclose(float(a), float(b), rel_tol=0.5 * 10**-digits, abs_tol=0.5 * 10**-digits)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_equal(x, y, digits) for x, y in zip(a, b))
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return _matches(list(a), list(b), digits) and _matches(list(b), list(a), digits)
    return isinstance(a, str) and isinstance(b, str) and a == b


def _matches(these, those, digits):
    return all(any(_equal(x, y, digits) for y in those) for x in these)
