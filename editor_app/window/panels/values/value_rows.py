"""The rows of the values form, made from the analysis of an open file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence
from editor_app.variables.catalog import Cause, entry_for
from editor_app.window.documents.trust.fixes import state_words
from editor_app.window.documents.value_facts import file_label
from editor_app.window.kit.words.plain_text import one_line

NOT_SET: Final = Sentence("window-values.not-set")


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A variable of the form.

    `name` is the key ("url", "git:branch"), `label` what is shown for it. `value` is the given value: None
    for none, "" for an empty one. Where none is given, the field shows `without` ("not set"), and a variable
    of a template may be `resolved`. `sample` is a value that is offered to try the text with.
    """

    name: str
    value: str | None = None
    label: str = ""
    required: bool = False
    description: str = ""
    without: str = NOT_SET
    resolved: str | None = None
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


def summary(value: str) -> str:
    """Return a value as one line: itself, or its length."""
    if not value:
        return Sentence("window-values.empty")
    stripped = value.rstrip("\n")
    if "\n" not in stripped and len(stripped) <= 200:
        return stripped
    size = len(value.encode("utf-8", "surrogatepass"))
    lines = stripped.count("\n") + 1
    return Sentence("window-values.size", bytes=size, lines=lines)


def field_rows(analysis: Analysis, result: ModelText | None, values: dict[str, str | None]) -> FieldRows:
    """Return the rows of the values form: declared variables, or the names that a template uses."""
    if analysis.dialect is Dialect.BRACKETS:
        return FieldRows(
            analysis.names, values, lambda name: _template_row(name, values.get(name), result, analysis)
        )
    variables = analysis.variable_names

    def row_of(name: str) -> FieldRow:
        variable = variables[name]
        return FieldRow(
            name,
            values.get(name),
            required=variable.required,
            description=variable.description,
            without=NOT_SET
            if variable.default is None
            else Sentence("window-values.default-is", value=summary(variable.default)),
        )

    return FieldRows(tuple(variables), values, row_of)


def _template_row(name: str, value: str | None, result: ModelText | None, analysis: Analysis) -> FieldRow:
    entry = entry_for(name, analysis.catalog)
    snapshot = result.snapshot if result is not None else None
    resolved = result.values.get(name) if result is not None and value is None else None
    note = snapshot.notes.get(name) if snapshot is not None else None
    is_not_given = note is not None and note.cause is Cause.NOT_GIVEN
    sample = entry.sample if entry is not None and is_not_given else None
    if resolved is not None:
        without = summary(resolved)
    elif note is None:
        without = Sentence("window-values.to-override", state=NOT_SET)
    elif is_not_given:
        without = Sentence("window-values.given-by-program")
        if sample:
            without = Sentence("window-values.given-by-program-such-as", sample=one_line(sample))
    elif untried := state_words(note):
        without = Sentence("window-values.type-to-try", state=untried)
    else:
        without = Sentence("window-values.to-override", state=note.sentence.rstrip(".") or NOT_SET)
    return FieldRow(
        name,
        value,
        label=file_label(name) or name,
        description=entry.description if entry is not None else "",
        without=without,
        resolved=resolved,
        sample=sample,
    )
