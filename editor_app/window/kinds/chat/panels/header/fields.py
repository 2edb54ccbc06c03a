"""The header of a message as values, and its metadata in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from editor_app.chats.header_table import FIELDS, ROLES, is_time
from editor_app.chats.reading import MessageText
from editor_app.text import Diagnostic, Sentence, Severity
from editor_app.text.message_parts import HeaderLine
from editor_app.window.kit.words.plain_text import one_line

_IN_LINE: Final = ("authors", "version", "created-at", "language", "description")
_NOT_IN_LINE: Final = frozenset({"block-uuid", "component"})
_MOST_IN_LINE: Final = 12
_OF_WHOLE_HEADER: Final = frozenset({"missing-metadata", "html-header"})
_PLACES: Final = {name.lower(): place for place, name in enumerate(FIELDS)}


class HeaderField(NamedTuple):
    """A field of the header, with the sentence of its problem and how bad that is."""

    key: str
    value: str
    problem: str = ""
    severity: Severity | None = None


class HeaderView(NamedTuple):
    """The header of a message.

    `role` is as it is written, None where there is none. `missing` are the usual fields that are not there.
    """

    role: str | None
    fields: tuple[HeaderField, ...]
    missing: tuple[str, ...]
    is_writable: bool

    @property
    def role_problem(self) -> str:
        """What is wrong with the role, "" if nothing is."""
        if self.role is None:
            return Sentence("window-chat.no-role")
        return "" if self.role in ROLES else Sentence("window-chat.unknown-role", role=one_line(self.role))

    def missing_in_words(self) -> tuple[str, ...]:
        """Return how many fields are missing, in shorter and shorter words.

        () for none, and for a header that has only a role: that is a usual one.
        """
        number = len(self.missing)
        if not number or not self.fields:
            return ()
        fields = Sentence("window-chat.fields-missing", count=number)
        return fields, Sentence("window-chat.missing", count=number), str(number)

    def in_line(self) -> tuple[str, ...]:
        """Return the values of the metadata line: author, version and time first, no ids."""
        fields = {field.key.lower(): field for field in self.fields if field.value}
        first = [fields[key] for key in _IN_LINE if key in fields]
        others = [field for key, field in fields.items() if key not in _IN_LINE and key not in _NOT_IN_LINE]
        return tuple(_in_line(field) for field in (*first, *others)[:_MOST_IN_LINE])

    def in_words(self) -> str:
        """Return all fields, one in a line."""
        return "\n".join(f"{one_line(field.key)}: {one_line(field.value)}" for field in self.fields)


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


def _in_line(field: HeaderField) -> str:
    value, key = one_line(field.value), field.key.lower()
    if key == "version":
        return Sentence("window-chat.version", version=value)
    if key == "created-at" and is_time(value):
        return f"{value[:10]} {value[11:16]}"
    return value if key in _IN_LINE else f"{one_line(field.key)}: {value}"


def _field_of(text: MessageText, line: HeaderLine, diagnostics: Sequence[Diagnostic]) -> HeaderField:
    """Return a field of the header, with the first problem of any line that has its key."""
    spans = [other.span for other in text.parts.lines if other.key.lower() == line.key.lower()]
    own = (
        problem
        for problem in diagnostics
        if problem.code not in _OF_WHOLE_HEADER
        and any(span.start <= problem.span.start and problem.span.end <= span.end for span in spans)
    )
    problem = next(own, None)
    value = text.metadata.get(line.key, text.value_of(line).strip(" \t"))
    if problem is None:
        return HeaderField(line.key, value)
    return HeaderField(line.key, value, problem.message, problem.severity)
