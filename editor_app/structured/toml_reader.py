"""TOML to plain values, within a budget; what keeps it from being read is a problem at its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from editor_app.structured.budget import MOST_CHARACTERS_IN_PYTHON, MOST_DEPTH, TooMuch, refuse
from editor_app.text import Diagnostic, LineIndex, Sentence, Severity, Span

# Strings and comments are passed over whole; an unclosed string once, up to where it must end.
_PART = re.compile(
    r'''(?P<skipped>"""(?>(?:[^"\\]|\\.|"(?!""))*)(?:"{3,5})?|\'\'\'(?>(?:[^']|'(?!''))*)(?:'{3,5})?
    |"(?>(?:[^"\\\n]|\\.)*)"?|'[^'\n]*+'?|\#[^\n]*+)
    |(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[\n=,])''',
    re.VERBOSE | re.DOTALL,
)
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)\Z")


def read_toml(
    source: str, span: Span, loads: Callable[[str], object]
) -> tuple[Mapping[str, object], tuple[Diagnostic, ...]]:
    """Read the TOML in `span` of `source` with `loads`; positions are of `source`.

    `loads` raises ValueError as `tomllib` does, which says the place in its words.
    """
    text = span.of(source)
    try:
        _check_budget(text, span.start)
        values = loads(text)
    except TooMuch as refused:
        return {}, (refused.diagnostic,)
    except ValueError as error:
        return {}, (_explain(text, error, span.start),)
    return (values, ()) if isinstance(values, Mapping) else ({}, ())


def _check_budget(text: str, offset: int) -> None:
    """Refuse what is too long, or nested so deep that its reader would run out of stack or of time."""
    if len(text) > MOST_CHARACTERS_IN_PYTHON:
        first_line = Span(offset, offset + len(text.partition("\n")[0]))
        message = Sentence("structured.toml-too-long", most=MOST_CHARACTERS_IN_PYTHON)
        raise refuse("toml-limit", first_line, message)
    depth = dots = 0
    for part in _PART.finditer(text):
        kind = part.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind == "dot":
            dots += 1
        elif kind == "end":
            dots = 0
        if depth > MOST_DEPTH or dots > MOST_DEPTH:
            at = offset + part.start()
            message = Sentence("structured.toml-too-deep", most=MOST_DEPTH)
            raise refuse("toml-limit", Span(at, at + 1), message, most=str(MOST_DEPTH))


def _explain(text: str, error: ValueError, offset: int) -> Diagnostic:
    """Return the problem in the words of the reader, at the place that these end with."""
    words = str(error)
    place = _PLACE.search(words)
    lines = LineIndex(text)
    if place is None:  # a number of too many digits: only the whole text is known
        at = 0
    elif place[1] is None:
        at = max(len(text.rstrip()) - 1, 0)
    else:
        at = lines.offset(int(place[1]), int(place[2]))
    if at >= len(text.rstrip()):
        at = max(len(text.rstrip()) - 1, 0)
    line = lines.line_span(lines.position(at).line)
    reason = words[: place.start()] if place is not None else Sentence("structured.toml-digits")
    message = Sentence("structured.toml-unreadable", reason=reason[:200])
    span = Span(at, max(line.end, min(at + 1, len(text)))).shifted(offset)
    return Diagnostic("toml-syntax", Severity.ERROR, span, message)
