"""What keeps a text from being read as JSON, for the person who wrote it, and how to repair it."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from editor_app.structured.budget import TooMuch
from editor_app.structured.json_reader import Stop, read_values
from editor_app.structured.spelling import quoted_twice
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Severity, Span, apply_edits

_MOST_REPAIRED = 65_536  # characters; each repair is tried out by reading the whole text again
_MOST_REMOVED = 80
_blank = re.compile(r"[ \t\n\r]*+").match
_remark = re.compile(r"//[^\n]*+|\#[^\n]*+|/\*(?s:.*?)\*/").match
_word = re.compile(r"[^\s,:\[\]{}\"'/#]++").match
_single = re.compile(r"'((?:[^'\\\n]++|\\.)*+)'").match
_closed_on_line = re.compile(r'"(?:[^"\\\n]++|\\.)*+"').match
_good_escape = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})').match
_number = re.compile(r"([+-]?+)0*+([0-9]*+)(?>(\.[0-9]*+)?)(?>([eE][+-]?+[0-9]++)?)\Z").match
_WORDS = {"none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"}
_WORDS |= {word: word for word in ("true", "false", "null")}


class _Problem(NamedTuple):
    span: Span
    message: str
    repairs: tuple[tuple[str, Edit], ...] = ()


def json_problem(source: str, span: Span, stop: Stop) -> Diagnostic:
    """Return the one problem at which reading stopped, with the repairs that get beyond it."""
    source = source[: span.end]
    blank = _blank(source, stop.at, span.end)
    at = stop.at if blank is None else blank.end()
    diagnostic = _find(source, span, stop, at)
    place = Span(min(diagnostic.span.start, span.end), min(diagnostic.span.end, span.end))
    fixes: list[Fix] = []
    for title, edit in diagnostic.repairs if span.length <= _MOST_REPAIRED else ():
        text = apply_edits(source, [edit])
        next_problem = _first_problem(text, Span(span.start, len(text)))
        if next_problem is None or next_problem > max(place.start, place.end + edit.growth - 1):
            fixes.append(Fix(title, (edit,)))  # with it, reading gets beyond the problem
    return Diagnostic("json-syntax", Severity.ERROR, place, diagnostic.message, {}, tuple(fixes[:2]))


def _find(source: str, span: Span, stop: Stop, at: int) -> _Problem:
    if stop.expected == "escape":
        return _bad_escape(source, stop.at)
    if at >= span.end:
        return _unfinished(source, span, stop)
    if (remark := _remark(source, at, span.end)) is not None:
        message = Sentence("structured.json-comment")
        return _Problem(
            Span(*remark.span()), message, ((Sentence("structured.remove-comment"), _without(remark)),)
        )
    if stop.expected == "end":
        message = Sentence("structured.after-end")
        rest = Edit(Span(stop.last_end, span.end - source[: span.end].endswith("\n")), "")
        repairs = ((Sentence("text.remove-it"), rest),) if rest.span.length <= _MOST_REMOVED else ()
        return _Problem(Span(at, _line_end(source, at, span.end)), message, repairs)
    if stop.expected == "mark":
        return _no_mark(source, span, stop, at)
    if source[at] == '"':
        return _bad_text(source, span, stop, at)
    if source[at] in "]},":
        return _nothing_there(source, stop, at)
    if source[at] == "'":
        return _single_quotes(source, span, at)
    if "key" in stop.expected:
        return _bad_key(source, at)
    return _bad_value(source, at)


def _unfinished(source: str, span: Span, stop: Stop) -> _Problem:
    if stop.opened is None:
        return _Problem(Span(max(span.end - 1, span.start), span.end), Sentence("structured.no-value-here"))
    closing = "}" if source[stop.opened] == "{" else "]"
    message = Sentence("structured.bracket-never-closed", bracket=source[stop.opened])
    end = span.start + len(span.of(source).rstrip())
    repair = (Sentence("structured.close-bracket-at-end"), Edit(Span(end, end), closing))
    if source[end - 1] == ",":
        repair = (Sentence("structured.close-bracket-for-comma"), Edit(Span(end - 1, end), closing))
    return _Problem(Span(stop.opened, stop.opened + 1), message, (repair,))


def _no_mark(source: str, span: Span, stop: Stop, at: int) -> _Problem:
    """Explain what follows a value that neither a comma nor the right bracket follows."""
    assert stop.opened is not None
    opening = source[stop.opened]
    closing = "}" if opening == "{" else "]"
    if source[at] in "]}":
        message = Sentence("structured.wrong-bracket", opening=opening, closing=closing, bracket=source[at])
        return _Problem(
            Span(at, at + 1),
            message,
            ((Sentence("text.write", text=closing), Edit(Span(at, at + 1), closing)),),
        )
    if source[at] == ":":
        message = Sentence("structured.colon-without-key")
        return _Problem(Span(at, at + 1), message)
    message = Sentence("structured.no-comma")
    end = _line_end(source, at, span.end)
    comma = Edit(Span(stop.last_end, stop.last_end), ",")
    return _Problem(Span(at, end), message, ((Sentence("structured.add-comma"), comma),))


def _nothing_there(source: str, stop: Stop, at: int) -> _Problem:
    comma = source.rfind(",", stop.opened or 0, at)
    if source[at] != "," and comma >= 0 and not source[comma + 1 : at].strip():
        message = Sentence("structured.comma-at-end")
        edit = Edit(Span(comma, comma + 1), "")
        return _Problem(Span(comma, comma + 1), message, ((Sentence("structured.remove-comma"), edit),))
    if source[at] == ",":
        noun = "key" if "key" in stop.expected else "value"
        edit = Edit(Span(at, at + 1), "")
        return _Problem(
            Span(at, at + 1),
            Sentence("structured.no-key-before-comma", noun=noun),
            ((Sentence("structured.remove-comma"), edit),),
        )
    if stop.expected in {"first value", "first key"}:
        return _no_mark(source, Span(at, at + 1), stop, at)
    return _Problem(Span(at, at + 1), Sentence("structured.closes-nothing", bracket=source[at]))


def _bad_text(source: str, span: Span, stop: Stop, at: int) -> _Problem:
    """Explain why what begins with a double quote is no text, or no key."""
    closed = _closed_on_line(source, at, span.end)
    if closed is None:
        return _open_quote(source, span, at)
    odd = next((place for place in range(at, closed.end()) if source[place] < " "), None)
    if odd is not None:
        written = quoted_twice(source[odd])[1:-1]
        message = Sentence("structured.character-in-quotes", written=written)
        edit = Edit(Span(odd, odd + 1), written)
        return _Problem(Span(odd, odd + 1), message, ((Sentence("text.write", text=written), edit),))
    end = closed.end()
    if "key" not in stop.expected:
        return _Problem(Span(at, end), Sentence("structured.not-a-value"))
    behind = _blank(source, end, span.end)
    following = end if behind is None else behind.end()
    if source[following : following + 1] == ":":
        return _bad_value_behind(source, span, following + 1)
    message = Sentence("structured.key-without-colon")
    repairs = [(Sentence("structured.add-colon"), Edit(Span(end, end), ":"))]
    if source[following : following + 1] == "=":
        repairs = [(Sentence("structured.write-colon"), Edit(Span(following, following + 1), ":"))]
    elif source[following : following + 1] in {"}", ","}:
        repairs = [(Sentence("structured.add-empty-value"), Edit(Span(end, end), ": null"))]
    return _Problem(Span(at, end), message, tuple(repairs))


def _bad_value_behind(source: str, span: Span, colon_end: int) -> _Problem:
    """Explain what stands behind a key's colon."""
    blank = _blank(source, colon_end, span.end)
    at = colon_end if blank is None else blank.end()
    if at >= span.end or source[at] in ",}]":
        edit = Edit(Span(colon_end, colon_end), " null")
        message = Sentence("structured.no-value-after-colon")
        return _Problem(Span(colon_end - 1, colon_end), message, ((Sentence("structured.write-null"), edit),))
    return _find(source, span, Stop(at, "value", None, at), at)


def _open_quote(source: str, span: Span, at: int) -> _Problem:
    line_end = _line_end(source, at, span.end)
    message = Sentence("structured.quote-open")
    text_end = at + len(source[at:line_end].rstrip())
    repairs = []
    if source[text_end - 1] == "," and text_end - 1 > at:
        repairs.append(
            (Sentence("structured.close-quote-before-comma"), Edit(Span(text_end - 1, text_end - 1), '"'))
        )
    repairs.append((Sentence("structured.close-quote-at-line-end"), Edit(Span(text_end, text_end), '"')))
    close = source.find('"', at + 1, span.end)
    if close > 0 and "\\" not in source[at:close]:
        written = Edit(Span(at, close + 1), quoted_twice(source[at + 1 : close]))
        repairs.insert(0, (Sentence("structured.write-line-breaks"), written))
    return _Problem(Span(at, max(text_end, at + 1)), message, tuple(repairs))


def _bad_escape(source: str, start: int) -> _Problem:
    """Explain the first escape in the text from `start` on that JSON does not know."""
    at = source.find("\\", start)
    while _good_escape(source, at) is not None:
        at = source.find("\\", at + 2)
    shown = source[at : at + 2]
    message = Sentence("structured.json-escape", shown=shown)
    return _Problem(
        Span(at, at + 2), message, ((Sentence("structured.double-backslash"), Edit(Span(at, at), "\\")),)
    )


def _single_quotes(source: str, span: Span, at: int) -> _Problem:
    quoted = _single(source, at, span.end)
    message = Sentence("structured.single-quotes")
    if quoted is None:
        return _Problem(Span(at, at + 1), message)
    inner = re.sub(r"\\'", "'", quoted[1])
    inner = re.sub(r'(\\.)|"', lambda match: match[1] or '\\"', inner)
    try:
        json.loads(f'"{inner}"')
    except ValueError:
        inner = quoted_twice(quoted[1])[1:-1]
    edit = Edit(Span(*quoted.span()), f'"{inner}"')
    return _Problem(Span(*quoted.span()), message, ((Sentence("structured.use-double-quotes"), edit),))


def _bad_key(source: str, at: int) -> _Problem:
    word = _word(source, at)
    if word is None:
        return _Problem(Span(at, at + 1), Sentence("structured.key-belongs-here"))
    edit = Edit(Span(*word.span()), quoted_twice(word[0]))
    return _Problem(
        Span(*word.span()),
        Sentence("structured.key-needs-quotes"),
        ((Sentence("structured.put-in-double-quotes"), edit),),
    )


def _bad_value(source: str, at: int) -> _Problem:
    word = _word(source, at)
    if word is None:
        sentence = (
            Sentence("structured.no-value-before")
            if source[at] == ":"
            else Sentence("structured.cannot-begin-value")
        )
        return _Problem(Span(at, at + 1), sentence)
    span = Span(*word.span())
    known = _WORDS.get(word[0].lower())
    if known is not None:
        return _Problem(
            span,
            Sentence("structured.json-word", word=known),
            ((Sentence("text.write", text=known), Edit(span, known)),),
        )
    number = _number(word[0])
    if number is not None and (number[2] or number[3] not in {None, "."} or word[0].strip("+-") == "0"):
        sign, digits, fraction, power = number.groups(default="")
        fraction = "" if fraction == "." else fraction
        written = f"{'-' if sign == '-' else ''}{digits or '0'}{fraction}{power}"
        message = Sentence("structured.json-number", written=written)
        return _Problem(
            span,
            message,
            ((Sentence("text.write", text=written), Edit(span, written)), _in_quotes(span, word[0])),
        )
    rest = source[at : _line_end(source, at, len(source))].rstrip().rstrip(",]}").rstrip()
    whole = Span(at, at + len(rest))
    fixes = [_in_quotes(span, word[0])]
    if whole.length > span.length and '"' not in rest:
        fixes = [_in_quotes(whole, rest), (Sentence("structured.first-word-in-quotes"), fixes[0][1])]
    return _Problem(span, Sentence("structured.text-needs-quotes"), tuple(fixes))


def _in_quotes(span: Span, text: str) -> tuple[str, Edit]:
    return Sentence("structured.put-in-double-quotes"), Edit(span, quoted_twice(text))


def _without(remark: re.Match[str]) -> Edit:
    """Remove a comment and the blanks before it, or its line if that has nothing else."""
    source, (start, end) = remark.string, remark.span()
    line_start, line_end = source.rfind("\n", 0, start) + 1, source.find("\n", end)
    if line_end >= 0 and not source[line_start:start].strip() and not source[end:line_end].strip():
        return Edit(Span(line_start, line_end + 1), "")
    while start > line_start and source[start - 1] in " \t":
        start -= 1
    return Edit(Span(start, end), "")


def _first_problem(source: str, span: Span) -> int | None:
    try:
        read_values(source, span, [])
    except Stop as stop:
        blank = _blank(source, stop.at, span.end)
        at = stop.at if blank is None else blank.end()
        return _find(source, span, stop, at).span.start
    except TooMuch as refused:
        return refused.diagnostic.span.start
    return None


def _line_end(source: str, at: int, end: int) -> int:
    newline = source.find("\n", at, end)
    return end if newline < 0 else newline
