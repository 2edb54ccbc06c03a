"""What the panels of a chat show, made of its messages: rows of the list, and the header of one message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.chats.chat import Message
from editor_app.chats.checks import FIELDS
from editor_app.chats.reading import MessageText
from editor_app.text import Diagnostic, Severity, Span
from editor_app.text.message_parts import HeaderLine, message_number
from editor_app.text.tokens import TokenCount, count_tokens, estimated_tokens
from editor_app.window.kinds.chat.panels.header.fields import HeaderField, HeaderView
from editor_app.window.kinds.chat.panels.messages.rows import MessageRow
from editor_app.window.kit.rows.row_style import Counts
from editor_app.window.kit.words.plain_text import tokens_in_words

MOST_WORDS: Final = 200
"""So many characters of a message's text are its first words."""

_MOST_PROBLEMS: Final = 5
_MOST_COUNTED: Final = 200_000  # characters; counting the tokens of more takes too long for a window
_OF_WHOLE_HEADER: Final = frozenset({"missing-metadata", "html-header"})
_PLACES: Final = {name.lower(): place for place, name in enumerate(FIELDS)}


class MessageFacts(NamedTuple):
    """What is known of a message: what its file says, its problems, and the number of its tokens as shown."""

    path: Path
    message: Message | MessageText
    diagnostics: Sequence[Diagnostic] = ()
    is_unsaved: bool = False
    tokens: str = ""
    is_sent: bool = True


def rows_of(messages: Iterable[MessageFacts]) -> tuple[MessageRow, ...]:
    """Return the rows of a chat's messages, in their order."""
    return tuple(_row_of(*facts) for facts in messages)


def tokens_of(message: Message | MessageText, model: str | None = None) -> str:
    """Return how many tokens a message's text is for a model, as its row shows it: "≈ 268"."""
    text = message.content.strip("\n")
    is_long = len(text) > _MOST_COUNTED
    found = TokenCount(estimated_tokens(text), is_estimate=True) if is_long else count_tokens(text, model)
    return tokens_in_words(found.count, is_estimate=found.is_estimate)


def first_words(content: str) -> str:
    """Return the first line of a text that is not blank, shortened."""
    start = content.lstrip()[: MOST_WORDS + 1].partition("\n")[0].rstrip()
    return start if len(start) <= MOST_WORDS else f"{start[: MOST_WORDS - 1].rstrip()}…"


def header_view(text: MessageText, diagnostics: Sequence[Diagnostic], is_writable: bool) -> HeaderView:
    """Return the header of a message as its bar shows it: known fields in their usual order, then others."""
    lines: dict[str, HeaderLine] = {}
    for line in text.parts.lines:
        if line.key and not line.is_role:
            lines.setdefault(line.key.lower(), line)
    keys = sorted(lines, key=lambda key: _PLACES.get(key, len(_PLACES)))
    missing = tuple(name for name in FIELDS if name.lower() not in lines) if text.parts.lines else ()
    fields = tuple(_field_of(text, lines[key], diagnostics) for key in keys)
    return HeaderView(text.role, fields, missing, is_writable)


def _row_of(
    path: Path,
    message: Message | MessageText,
    diagnostics: Sequence[Diagnostic],
    is_unsaved: bool,
    tokens: str,
    is_sent: bool,
) -> MessageRow:
    number = message_number(path.name)
    worst_first = sorted(diagnostics, key=lambda problem: problem.severity.rank)
    return MessageRow(
        path,
        path.stem if number is None else str(number),
        message.role,
        first_words(message.content),
        tokens,
        _counts_of(diagnostics),
        is_unsaved,
        is_sent,
        message.content,
        tuple(problem.message for problem in worst_first[:_MOST_PROBLEMS]),
    )


def _counts_of(diagnostics: Sequence[Diagnostic]) -> Counts:
    numbers = dict.fromkeys(Severity, 0)
    for problem in diagnostics:
        numbers[problem.severity] += 1
    return Counts(*numbers.values())


def _field_of(text: MessageText, line: HeaderLine, diagnostics: Sequence[Diagnostic]) -> HeaderField:
    """Return a field of the header, with the first problem of any line that has its key."""
    spans = [one.span for one in text.parts.lines if one.key.lower() == line.key.lower()]
    own = (one for one in diagnostics if one.code not in _OF_WHOLE_HEADER)
    problem = next((one for one in own if any(_is_within(one.span, span) for span in spans)), None)
    value = text.metadata.get(line.key, text.value_of(line).strip(" \t"))
    if problem is None:
        return HeaderField(line.key, value)
    return HeaderField(line.key, value, problem.message, problem.severity)


def _is_within(span: Span, line: Span) -> bool:
    return line.start <= span.start and span.end <= line.end
