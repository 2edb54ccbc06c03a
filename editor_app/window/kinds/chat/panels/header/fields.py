"""The header of a message as values, and its metadata in a line."""

from __future__ import annotations

from typing import Final, NamedTuple

from editor_app.chats.checks import ROLES, is_time
from editor_app.text import Severity
from editor_app.window.kit.words.plain_text import one_line

_IN_LINE: Final = ("authors", "version", "created-at", "language", "description")
_NOT_IN_LINE: Final = frozenset({"block-uuid", "component"})
_MOST_IN_LINE: Final = 12


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
            return "no role"
        return "" if self.role in ROLES else f"‘{one_line(self.role)}’ is no role"

    def missing_in_words(self) -> tuple[str, ...]:
        """Return how many fields are missing, in shorter and shorter words.

        () for none, and for a header that has only a role: that is a usual one.
        """
        number = len(self.missing)
        if not number or not self.fields:
            return ()
        return f"{number} field{'' if number == 1 else 's'} missing", f"{number} missing", str(number)

    def in_line(self) -> tuple[str, ...]:
        """Return the values of the metadata line: author, version and time first, no ids."""
        given = {field.key.lower(): field for field in self.fields if field.value}
        first = [given[key] for key in _IN_LINE if key in given]
        others = [field for key, field in given.items() if key not in _IN_LINE and key not in _NOT_IN_LINE]
        return tuple(_in_line(field) for field in (*first, *others)[:_MOST_IN_LINE])

    def in_words(self) -> str:
        """Return all fields, one in a line."""
        return "\n".join(f"{one_line(field.key)}: {one_line(field.value)}" for field in self.fields)


def listed(names: tuple[str, ...]) -> str:
    """Return "Description and Language"."""
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else "".join(names)


def _in_line(field: HeaderField) -> str:
    value, key = one_line(field.value), field.key.lower()
    if key == "version":
        return f"version {value}"
    if key == "created-at" and is_time(value):
        return f"{value[:10]} {value[11:16]}"
    return value if key in _IN_LINE else f"{one_line(field.key)}: {value}"
