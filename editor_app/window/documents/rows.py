"""The rows of the panels, made from the analysis of an open file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path, PurePath

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.model_text import ModelText
from editor_app.template import Dialect
from editor_app.text import Diagnostic, LineIndex, Severity, Span
from editor_app.variables import Cause, Snapshot, entry_for
from editor_app.window.documents.trust.fixes import names_refused, state_words
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.outline import OutlineRow
from editor_app.window.panels.problems import ProblemRow
from editor_app.window.panels.values import FieldRow, FieldRows
from editor_app.window.panels.variables import ButtonKind, ButtonSpec

_FIRST = (
    "system:time",
    "system:date",
    "prompt:cwd",
    "prompt:model",
    "git:branch",
    "git:status",
    "Choose…",
    "if…",
)
_ABOUT_LITERAL = (
    "Makes the selection literal text, or inserts [literal:] with the caret inside. "
    "An empty literal gives nothing."
)
_ROOM_FOR = {"git": "not trusted", "file": "not allowed"}
_MOST_FILES = 3
_MOST_BUTTONS = 60  # three rows of a wide window hold fewer
_MOST_ROWS = 5_000  # nobody reads more problems of one file, and making rows takes time


def problem_rows(
    diagnostics: Iterable[Diagnostic], lines: LineIndex, path: Path | None = None, file: str = ""
) -> tuple[ProblemRow, ...]:
    """Return the rows of a file's first problems; `subject` of each is its diagnostic.

    `file` is the name of the file, for lists of several files.
    """
    return tuple(
        ProblemRow(
            diagnostic.severity,
            diagnostic.message,
            diagnostic.code,
            *lines.position(diagnostic.span.start),
            diagnostic.fixes[0].title if diagnostic.fixes else "",
            path,
            diagnostic,
            file,
        )
        for diagnostic in islice(diagnostics, _MOST_ROWS)
    )


def outline_rows(analysis: Analysis, result: ModelText | None) -> tuple[OutlineRow, ...]:
    """Return the rows of the outline, with what conditions leave out now and the worst problem of each."""
    worst = _worst_by_start(analysis.diagnostics)
    parts = result.left_out if result is not None else ()
    left_out, sides = _Spans(part.source for part in parts), {part.tag for part in parts}
    lines = analysis.lines
    return tuple(
        OutlineRow(
            item.kind,
            item.label,
            item.span,
            item.depth,
            lines.position(item.span.start).line,
            _severity_in(worst, item.span) if item.kind != "frontmatter" else None,
            item.span in sides or left_out.cover(item.span.start),
        )
        for item in analysis.outline
    )


class _Spans:
    """Sorted spans, searched for one that covers an offset."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]

    def cover(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and self._spans[at].contains(offset)


def _worst_by_start(diagnostics: Iterable[Diagnostic]) -> dict[int, Severity]:
    worst: dict[int, Severity] = {}
    for diagnostic in diagnostics:
        start = diagnostic.span.start
        if start not in worst or diagnostic.severity.rank < worst[start].rank:
            worst[start] = diagnostic.severity
    return worst


def _severity_in(worst: dict[int, Severity], span: Span) -> Severity | None:
    found = [worst[offset] for offset in range(span.start, span.end) if offset in worst] if worst else []
    return min(found, key=lambda severity: severity.rank, default=None)


def field_rows(analysis: Analysis, result: ModelText | None, values: dict[str, str | None]) -> FieldRows:
    """Return the rows of the values form: declared variables, or the names that a template uses."""
    if analysis.dialect is Dialect.BRACKETS:
        return FieldRows(
            analysis.names, values, lambda name: _template_row(name, values.get(name), result, analysis)
        )
    tested = _tested_names(analysis)
    variables = analysis.variable_names

    def row_of(name: str) -> FieldRow:
        variable = variables[name]
        return FieldRow(
            name,
            values.get(name),
            required=variable.required,
            description=variable.description,
            default=variable.default,
            without="its section is left out" if name in tested else "",
        )

    return FieldRows(tuple(variables), values, row_of)


def _tested_names(analysis: Analysis) -> frozenset[str]:
    if analysis.template is None:
        return frozenset()
    return analysis.template.tested_names


def _template_row(name: str, value: str | None, result: ModelText | None, analysis: Analysis) -> FieldRow:
    entry = entry_for(name, analysis.catalog)
    snapshot = result.snapshot if result is not None else None
    resolved = result.values.get(name) if result is not None and value is None else None
    without, hint, sample = "", "", None
    if snapshot is not None and name in snapshot.notes:
        note = snapshot.notes[name]
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
        label=_file_label(name) or name,
        description=entry.description if entry is not None else "",
        resolved=resolved,
        without=without,
        hint=hint,
        sample=sample,
    )


def button_specs(
    analysis: Analysis, values: dict[str, str | None], snapshot: Snapshot | None
) -> list[ButtonSpec]:
    """Return the buttons above the editor: a template's catalog, or a prompt's declared variables."""
    if analysis.row.blocks is not None:
        return _one_row(_catalog_buttons(analysis, values, snapshot))
    if analysis.dialect is Dialect.BRACKETS:
        return _catalog_buttons(analysis, values, snapshot)
    if analysis.template is None:
        return []
    variables = analysis.variables
    buttons = [
        ButtonSpec(
            "Variables",
            variable.name,
            variable.name,
            tooltip=_tooltip(values.get(variable.name), variable.description),
        )
        for variable in variables[:_MOST_BUTTONS]
    ]
    if len(variables) > _MOST_BUTTONS:
        buttons.append(_other_button("Variables", len(variables) - _MOST_BUTTONS))
    if analysis.row.declares_variables:
        buttons.append(ButtonSpec("Variables", "", "Declare variable…", ButtonKind.DECLARE))
    buttons.append(ButtonSpec("Insert", "", "if…", ButtonKind.CONDITION))
    buttons.append(ButtonSpec("Insert", "", "unless…", ButtonKind.CONDITION, negated=True))
    return buttons


def _catalog_buttons(
    analysis: Analysis, values: dict[str, str | None], snapshot: Snapshot | None
) -> list[ButtonSpec]:
    buttons: list[ButtonSpec] = []
    literal = ButtonSpec("file", "", "Literal", ButtonKind.LITERAL, tooltip=_ABOUT_LITERAL)
    refused = names_refused(snapshot, values)  # they are among the problems, and have no value to show
    files = [name for name in analysis.names if name.startswith("file:")]
    shown = [name for name in files if name not in refused][:_MOST_FILES]
    files = [name for at, name in enumerate(files) if name in shown or at < _MOST_FILES]
    for entry in analysis.catalog[:_MOST_BUTTONS]:
        if entry.dynamic:
            live = [_live_button(entry.type, name, values, snapshot) for name in files]
            buttons += [replace(spec, is_room_only=spec.key in refused) for spec in live]
            if entry.type == "file":
                buttons.append(ButtonSpec("file", "", "Choose…", ButtonKind.FILE))
                buttons.append(literal)
        else:
            buttons.append(_live_button(entry.type, entry.key, values, snapshot, entry.description))
    if len(analysis.catalog) > _MOST_BUTTONS:
        buttons.append(
            _other_button(analysis.catalog[_MOST_BUTTONS].type, len(analysis.catalog) - _MOST_BUTTONS)
        )
    if literal not in buttons:
        buttons.append(literal)
    buttons.append(ButtonSpec("Condition", "", "if…", ButtonKind.CONDITION))
    buttons.append(ButtonSpec("Condition", "", "if not…", ButtonKind.CONDITION, negated=True))
    return buttons


def _other_button(group: str, count: int) -> ButtonSpec:
    said = f"{count:,} more variables have no button: choose one by its name."
    return ButtonSpec(group, "", "Other variable…", ButtonKind.OTHER, tooltip=said)


def _one_row(buttons: list[ButtonSpec]) -> list[ButtonSpec]:
    """Return the buttons as one group, the most needed first: those at the end may not fit."""
    first = {place: name for name, place in enumerate(_FIRST)}
    ordered = sorted(buttons, key=lambda spec: first.get(spec.key or spec.text, len(first)))
    shown = (spec for spec in ordered if not spec.is_room_only)  # in one row there is no height to keep
    return [replace(spec, group="Insert", value="", room_for="") for spec in shown]


def _live_button(
    group: str, key: str, values: dict[str, str | None], snapshot: Snapshot | None, description: str = ""
) -> ButtonSpec:
    value = values.get(key)
    if value is None and snapshot is not None:
        value = snapshot.values.get(key)
    exists = value is not None or snapshot is None
    note = snapshot.notes.get(key) if snapshot is not None else None
    why = note.sentence if note is not None else ""
    return ButtonSpec(
        group,
        key,
        _file_label(key) if key.startswith("file:") else key.partition(":")[2],
        value=_short(key, value) if value is not None else ("" if exists else state_words(note) or "none"),
        exists=exists,
        room_for=_ROOM_FOR.get(group, ""),
        tooltip=_tooltip(value, description) if value is not None else f"{description} {why}".strip(),
    )


def _file_label(name: str) -> str:
    """Return a file's path, and only the file's name where the path leads out of the folder."""
    path = PurePath(shown := name.removeprefix("file:"))
    return path.name if shown != name and (path.anchor or ".." in path.parts) else shown


def _short(key: str, value: str) -> str:
    """Return a value shortened to the few characters that fit on a button."""
    if key == "git:status":
        changed = len(value.splitlines())
        return f"{changed} changed" if changed else "clean"
    if key.startswith("file:"):
        size = len(value.encode("utf-8", "surrogatepass"))
        return f"{size} byte{'s' if size != 1 else ''}"
    if key == "prompt:cwd":
        return Path(value).name or value
    if key == "system:time":
        return value.partition("T")[2].partition(".")[0] + "Z"
    return value.split("\n", 1)[0]


def _tooltip(value: str | None, description: str) -> str:
    if value is None:
        return description
    return f"{description}\n{value}" if description else value
