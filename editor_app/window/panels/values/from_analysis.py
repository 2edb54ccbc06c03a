"""The form's rows, from what is known of a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from editor_app.analysis import Analysis
from editor_app.library import Kind
from editor_app.template import Template
from editor_app.variables import Cause, Snapshot, entry_for
from editor_app.window.panels.values.rows import FieldRow

_SHORT: Final = {
    Cause.NOT_GIVEN: "not in this context",
    Cause.NO_SUCH_FILE: "no such file",
    Cause.NOT_A_FILE: "not a file",
    Cause.NOT_TEXT: "not text",
    Cause.TOO_LARGE: "too large",
    Cause.UNREADABLE: "cannot be read",
    Cause.NEEDS_GRANT: "needs your permission",
    Cause.NOT_TRUSTED: "folder not trusted",
    Cause.GIT_FAILED: "git has no answer",
    Cause.TIMED_OUT: "took too long",
    Cause.UNKNOWN_TYPE: "unknown type",
    Cause.UNKNOWN_NAME: "unknown name",
}


def field_rows(
    analysis: Analysis, values: Mapping[str, str | None], snapshot: Snapshot | None = None
) -> tuple[FieldRow, ...]:
    """Return a row for each variable: the declared ones of a prompt, else those the text names.

    `values` are the given ones; for templates they lie over `snapshot`.
    """
    template = analysis.template
    if template is None:
        return ()
    if analysis.kind is Kind.TEMPLATE:
        return tuple(_resolved(name, analysis, values, snapshot) for name in template.names)
    opens_section = _names_of_sections(template)
    return tuple(
        FieldRow(
            variable.name,
            values.get(variable.name),
            required=variable.required,
            description=variable.description,
            default=variable.default,
            without="its section is left out" if variable.name in opens_section else "",
        )
        for variable in analysis.variables
    )


def _resolved(
    name: str, analysis: Analysis, values: Mapping[str, str | None], snapshot: Snapshot | None
) -> FieldRow:
    entry = entry_for(name, analysis.catalog)
    note = snapshot.notes.get(name) if snapshot is not None else None
    parts = [entry.description if entry is not None else "", note.sentence if note is not None else ""]
    without = "not resolved yet"
    if note is not None:
        without = _SHORT.get(note.cause, "does not exist")
        if note.cause is Cause.NO_SUCH_FILE and snapshot is not None and snapshot.context.cwd is not None:
            without += f" in {snapshot.context.cwd.name}"
    return FieldRow(
        name,
        values.get(name),
        label=name.removeprefix("file:"),
        description="\n".join(part for part in parts if part),
        resolved=snapshot.values.get(name) if snapshot is not None else None,
        without=without,
    )


def _names_of_sections(template: Template) -> frozenset[str]:
    return frozenset(condition.name for condition in template.conditions if not condition.negated)
