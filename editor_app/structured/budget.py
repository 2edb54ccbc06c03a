"""What a YAML text may cost before it is refused."""

from __future__ import annotations

import re
from enum import Enum, auto

from editor_app.text import Diagnostic, Sentence, Severity, Span

MOST_CHARACTERS = 1_000_000
MOST_CHARACTERS_IN_PYTHON = 100_000
MOST_DEPTH = 64
MOST_ALIASES = 64
MOST_REPEATED_NODES = 20_000

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BYTE_ORDER_MARK = re.compile("\ufeff")


class Limit(Enum):
    """What is too much, where an edit would bring it about."""

    DEPTH = auto()
    ALIASES = auto()
    DOCUMENTS = auto()


class TooMuch(Exception):  # noqa: N818  it says what is wrong; only the reader of this room sees it
    """The text goes beyond its budget, or does what no data file needs."""

    def __init__(self, diagnostic: Diagnostic, limit: Limit | None = None) -> None:
        """Keep the problem that says what is too much."""
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.limit = limit


def refuse(code: str, span: Span, message: str, limit: Limit | None = None, **args: str) -> TooMuch:
    """Return the exception that ends reading with one problem."""
    return TooMuch(Diagnostic(code, Severity.ERROR, span, message, args), limit)


def check_length(text: str, offset: int, most: int) -> None:
    """Refuse a text that is too long or holds characters YAML has no place for."""
    if len(text) > most:
        span = Span(offset, offset + len(text.partition("\n")[0]))
        raise refuse("yaml-limit", span, Sentence("structured.yaml-too-long", most=most))
    # searched for apart, as looking for either takes four times as long
    bad = _BYTE_ORDER_MARK.match(text) or _UNPRINTABLE.search(text)
    if bad is not None:
        at = offset + bad.start()
        message = Sentence("structured.yaml-character", code=f"{ord(bad.group()):04X}")
        raise refuse("yaml-syntax", Span(at, at + 1), message, character=f"U+{ord(bad.group()):04X}")
