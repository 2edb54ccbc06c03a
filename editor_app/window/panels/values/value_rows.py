"""The rows of the values form, made from the analysis of an open file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.template.dialect import Dialect
from editor_app.variables.catalog import Cause, entry_for
from editor_app.window.documents.trust.fixes import state_words
from editor_app.window.documents.value_facts import file_label
from editor_app.window.kit.words.plain_text import counted, one_line


class WithoutValue(NamedTuple):
    """What applies where no value is given: a `default`, or in templates what is `resolved`.

    Else `without` says what happens ("its section is left out", "there is no such file"), or `hint` all of
    it.
    """

    default: str | None = None
    resolved: str | None = None
    without: str = ""
    hint: str = ""


_NOTHING: Final = WithoutValue()


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A variable of the form.

    `name` is the key ("url", "git:branch"), `label` what is shown for it. `value` is the given value: None
    for none, "" for an empty one. `sample` is a value that is offered to try the text with.
    """

    name: str
    value: str | None = None
    label: str = ""
    required: bool = False
    description: str = ""
    absent: WithoutValue = _NOTHING
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
        names = [name for name in self.names if wanted in name.casefold()]
        return sorted(names, key=lambda name: name.casefold() != wanted)


def placeholder(row: FieldRow, *, resolves: bool) -> str:
    """Return the words in a field without a value; with `resolves` values not given are resolved."""
    default, resolved, without, hint = row.absent
    if resolved is not None:
        return summary(resolved)
    if default is not None:
        return f"default: {summary(default)}"
    if hint:
        return hint
    if resolves:
        return f"{without or 'no value'}; override…"
    if row.required:
        return "required"
    return f"no value – {without}" if without else "no value"


def summary(value: str) -> str:
    """Return a value as one line: itself, or its length."""
    if not value:
        return "empty"
    stripped = value.rstrip("\n")
    if "\n" not in stripped and len(stripped) <= 200:
        return stripped
    size = len(value.encode("utf-8", "surrogatepass"))
    lines = stripped.count("\n") + 1
    return f"{counted(size, 'byte')}, {counted(lines, 'line')}"


def field_rows(analysis: Analysis, result: ModelText | None, values: dict[str, str | None]) -> FieldRows:
    """Return the rows of the values form: declared variables, or the names that a template uses."""
    if analysis.dialect is Dialect.BRACKETS:
        return FieldRows(
            analysis.names, values, lambda name: _template_row(name, values.get(name), result, analysis)
        )
    tested = analysis.template.tested_names if analysis.template is not None else frozenset()
    variables = analysis.variable_names

    def row_of(name: str) -> FieldRow:
        variable = variables[name]
        return FieldRow(
            name,
            values.get(name),
            required=variable.required,
            description=variable.description,
            absent=WithoutValue(
                variable.default, without="its section is left out" if name in tested else ""
            ),
        )

    return FieldRows(tuple(variables), values, row_of)


def _template_row(name: str, value: str | None, result: ModelText | None, analysis: Analysis) -> FieldRow:
    entry = entry_for(name, analysis.catalog)
    snapshot = result.snapshot if result is not None else None
    resolved = result.values.get(name) if result is not None and value is None else None
    without, hint, sample = "", "", None
    note = snapshot.notes.get(name) if snapshot is not None else None
    if note is not None:
        untried = state_words(note)
        without = note.sentence.rstrip(".")
        hint = f"{untried} – type a value to try it" if untried else ""
        if note.cause is Cause.NOT_GIVEN:
            sample = entry.sample if entry is not None else None
            example = f", such as ‘{one_line(sample)}’" if sample else ""
            hint = f"Your program gives this value; type one to try it{example}"
    return FieldRow(
        name,
        value,
        label=file_label(name) or name,
        description=entry.description if entry is not None else "",
        absent=WithoutValue(None, resolved, without, hint),
        sample=sample,
    )
