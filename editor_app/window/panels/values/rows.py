"""The rows of the values form as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from editor_app.window.kit.words.plain_text import number_in_words


class FieldState(StrEnum):
    """The state of a field; an empty value that is given differs from none given."""

    NOT_GIVEN = "not given"
    EMPTY = "empty"
    GIVEN = "given"


def state_of(value: str | None) -> FieldState:
    """Return the state of a value."""
    if value is None:
        return FieldState.NOT_GIVEN
    return FieldState.GIVEN if value else FieldState.EMPTY


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A variable of the form.

    `name` is the key ("url", "git:branch"), `label` what is shown for it. `value` is the given value: None
    for none, "" for an empty one. If none is given, `default` applies, or in templates `resolved`; or else
    `without` says what happens ("its section is left out", "there is no such file"), or `hint` all of it.
    `sample` is a value that is offered to try the text with.
    """

    name: str
    value: str | None = None
    label: str = ""
    required: bool = False
    description: str = ""
    default: str | None = None
    resolved: str | None = None
    without: str = ""
    hint: str = ""
    sample: str | None = None

    @property
    def shown_name(self) -> str:
        """The variable's name as the form shows it."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class FieldRows:
    """The variables of a form in order, with their values; rows are made on demand.

    A text may have very many variables. `values` has the given values, `row_of` makes the row of a name.
    """

    names: Sequence[str]
    values: Mapping[str, str | None]
    row_of: Callable[[str], FieldRow]

    @classmethod
    def of(cls, rows: Iterable[FieldRow]) -> FieldRows:
        """Return the rows as `FieldRows`."""
        made = {row.name: row for row in rows}
        return cls(tuple(made), {name: row.value for name, row in made.items()}, made.__getitem__)

    def matching(self, part: str) -> list[str]:
        """Return the names that contain `part`, ignoring case; the name equal to `part` comes first."""
        wanted = part.strip().casefold()
        if not wanted:
            return list(self.names)
        found = [name for name in self.names if wanted in name.casefold()]
        return sorted(found, key=lambda name: name.casefold() != wanted)


def placeholder(row: FieldRow, *, resolves: bool) -> str:
    """Return the words in a field without a value; with `resolves` values not given are resolved."""
    if row.resolved is not None:
        return summary(row.resolved)
    if row.default is not None:
        return f"default: {summary(row.default)}"
    if row.hint:
        return row.hint
    if resolves:
        return f"{row.without or 'no value'}; override…"
    if row.required:
        return "required"
    return f"no value – {row.without}" if row.without else "no value"


def summary(value: str) -> str:
    """Return a value as one line: itself, or its length."""
    if not value:
        return "empty"
    stripped = value.rstrip("\n")
    if "\n" not in stripped and len(stripped) <= 200:
        return stripped
    size = len(value.encode("utf-8", "surrogatepass"))
    lines = stripped.count("\n") + 1
    return f"{_count(size, 'byte')}, {_count(lines, 'line')}"


def _count(number: int, word: str) -> str:
    shown = number_in_words(number)
    return f"{shown} {word}" if number == 1 else f"{shown} {word}s"
