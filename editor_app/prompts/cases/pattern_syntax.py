"""Parsing the patterns in expectations: Python's regular expressions without what needs backtracking."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, TypeAlias

from editor_app.text import Sentence

MOST_CHARACTERS = 1000
MOST_DEPTH = 40
MOST_REPEATS = 200

_SHORTHANDS: dict[str, Callable[[str], bool]] = {
    "d": str.isdecimal,
    "w": lambda character: character.isalnum() or character == "_",
    "s": str.isspace,
}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}


class BadPattern(Exception):  # noqa: N818  it says what is wrong; only `read_pattern` sees it
    """The text is not a supported pattern; the message is a sentence."""


class AnchorKind(Enum):
    """A place between two characters."""

    LINE_START = "^"
    LINE_END = "$"
    START = "A"
    END = "Z"
    WORD_EDGE = "b"
    INSIDE = "B"

    def stands_between(self, before: str, after: str) -> bool:
        """Whether this place is between two characters; "" is an end of the text."""
        match self:
            case AnchorKind.LINE_START:
                return before in {"", "\n"}
            case AnchorKind.LINE_END:
                return after in {"", "\n"}
            case AnchorKind.START:
                return not before
            case AnchorKind.END:
                return not after
            case _:
                edge = _is_word(before) != _is_word(after)
                return edge == (self is AnchorKind.WORD_EDGE)


class Characters(NamedTuple):
    """One character for which `takes` is true."""

    takes: Callable[[str], bool]


class Anchor(NamedTuple):
    """A place between characters, which takes none."""

    kind: AnchorKind


class Sequence(NamedTuple):
    """Expressions that match one after the other."""

    parts: tuple[Expression, ...]


class Alternatives(NamedTuple):
    """Expressions of which any one matches."""

    choices: tuple[Expression, ...]


class Repeat(NamedTuple):
    """An expression repeated `least` to `most` times; None is without limit."""

    inner: Expression
    least: int
    most: int | None


Expression: TypeAlias = Characters | Anchor | Sequence | Alternatives | Repeat


def parse_pattern(text: str) -> Expression:
    """Return the expression of a pattern; raises BadPattern with a sentence."""
    if len(text) > MOST_CHARACTERS:
        raise BadPattern(Sentence("prompts.pattern-too-long", most=MOST_CHARACTERS))
    parser = _Parser(text)
    expression = parser.alternatives(0)
    if parser.at < len(text):
        raise BadPattern(Sentence("prompts.pattern-closes-nothing"))
    return expression


def _is_word(character: str) -> bool:
    return bool(character) and _SHORTHANDS["w"](character)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.ignore_case = False
        self.dot_takes_newline = False
        if text.startswith("(?") and (end := text.find(")")) > 2 and set(text[2:end]) <= set("ims"):
            self.ignore_case = "i" in text[2:end]
            self.dot_takes_newline = "s" in text[2:end]
            self.at = end + 1

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        character = self.peek()
        self.at += 1
        return character

    def alternatives(self, depth: int) -> Expression:
        if depth > MOST_DEPTH:
            raise BadPattern(Sentence("prompts.pattern-too-deep", most=MOST_DEPTH))
        choices = [self.sequence(depth)]
        while self.peek() == "|":
            self.at += 1
            choices.append(self.sequence(depth))
        return choices[0] if len(choices) == 1 else Alternatives(tuple(choices))

    def sequence(self, depth: int) -> Expression:
        parts: list[Expression] = []
        while self.peek() not in {"", "|", ")"}:
            parts.append(self.repeated(self.single(depth)))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def repeated(self, inner: Expression) -> Expression:
        bounds = self.bounds()
        if bounds is None:
            return inner
        if isinstance(inner, Anchor):
            raise BadPattern(Sentence("prompts.pattern-repeats-place"))
        if self.peek() == "+":
            raise BadPattern(Sentence("prompts.pattern-possessive"))
        if self.peek() == "?":
            self.at += 1  # lazy or not, the same texts match
        if self.bounds() is not None:
            raise BadPattern(Sentence("prompts.pattern-repeats-repeat"))
        return Repeat(inner, *bounds)

    def bounds(self) -> tuple[int, int | None] | None:
        simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        if self.peek() in simple:
            return simple[self.take()]
        end = self.text.find("}", self.at)
        if self.peek() != "{" or end < 0:
            return None
        low, comma, high = self.text[self.at + 1 : end].partition(",")
        if not (low + high).isdecimal() or not (low + high).isascii() or (not comma and not low):
            return None  # braces are ordinary characters then
        least = int(low[:5]) if low else 0
        most = least if not comma else int(high[:5]) if high else None
        if max(least, most or 0) > MOST_REPEATS:
            raise BadPattern(Sentence("prompts.pattern-counts-far", most=MOST_REPEATS))
        if most is not None and most < least:
            raise BadPattern(Sentence("prompts.pattern-counts-down", least=least, most=most))
        self.at = end + 1
        return least, most

    def single(self, depth: int) -> Expression:
        character = self.take()
        match character:
            case "(":
                return self.group(depth)
            case "[":
                return Characters(self.character_class())
            case "\\":
                return self.escape()
            case "^":
                return Anchor(AnchorKind.LINE_START)
            case "$":
                return Anchor(AnchorKind.LINE_END)
            case ".":
                every = self.dot_takes_newline
                return Characters(lambda letter: every or letter != "\n")
            case "*" | "+" | "?":
                raise BadPattern(Sentence("prompts.pattern-nothing-to-repeat", character=character))
            case _:
                return Characters(self.literal(character))

    def group(self, depth: int) -> Expression:
        if self.peek() == "?":
            rest = self.text[self.at :]
            if rest.startswith("?:"):
                self.at += 2
            elif rest.startswith("?P<") and ">" in rest:
                self.at += rest.index(">") + 1
            else:
                raise BadPattern(Sentence("prompts.pattern-group"))
        inner = self.alternatives(depth + 1)
        if self.take() != ")":
            raise BadPattern(Sentence("prompts.pattern-never-closed", bracket="("))
        return inner

    def literal(self, character: str) -> Callable[[str], bool]:
        if self.ignore_case:
            cases = {character, character.lower(), character.upper()}
            return lambda letter: letter in cases
        return character.__eq__

    def escape(self) -> Expression:
        character = self.peek()
        for kind in AnchorKind:
            if character == kind.value and character.isalpha():
                self.at += 1
                return Anchor(kind)
        if character.isdecimal() and character != "0":
            raise BadPattern(Sentence("prompts.pattern-refers-back", character=character))
        escaped = self.escaped()
        return Characters(escaped if callable(escaped) else self.literal(escaped))

    def escaped(self) -> str | Callable[[str], bool]:
        """Return the character of the escape behind a backslash, or the test of a shorthand class."""
        character = self.take()
        if character.lower() in _SHORTHANDS:
            test = _SHORTHANDS[character.lower()]
            return test if character.islower() else lambda letter: not test(letter)
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character in _HEX_DIGITS:
            digits = self.text[self.at : self.at + _HEX_DIGITS[character]]
            try:
                written = chr(int(digits, 16))
            except (ValueError, OverflowError):
                raise BadPattern(
                    Sentence("prompts.pattern-names-no-character", character=character, digits=digits)
                ) from None
            self.at += len(digits)
            return written
        if not character or (character.isascii() and character.isalnum()):
            raise BadPattern(Sentence("prompts.pattern-escape", character=character))
        return character

    def character_class(self) -> Callable[[str], bool]:
        negated = self.peek() == "^"
        if negated:
            self.at += 1
        tests: list[Callable[[str], bool]] = []
        first = True
        while first or self.peek() != "]":
            first = False
            if not self.peek():
                raise BadPattern(Sentence("prompts.pattern-never-closed", bracket="["))
            tests.append(self.class_part())
        self.at += 1
        if self.ignore_case:
            return lambda letter: (
                any(test(c) for test in tests for c in {letter, letter.lower(), letter.upper()}) != negated
            )
        return lambda letter: any(test(letter) for test in tests) != negated

    def class_part(self) -> Callable[[str], bool]:
        low = self.class_character()
        if callable(low):
            return low
        if self.peek() != "-" or self.text[self.at + 1 : self.at + 2] in {"]", ""}:
            return low.__eq__
        self.at += 1
        high = self.class_character()
        if callable(high) or high < low:
            raise BadPattern(Sentence("prompts.pattern-range-open", low=low))
        end = high
        return lambda letter: low <= letter <= end

    def class_character(self) -> str | Callable[[str], bool]:
        character = self.take()
        if character != "\\":
            return character
        if self.peek() == "b":
            self.at += 1
            return "\b"
        return self.escaped()
