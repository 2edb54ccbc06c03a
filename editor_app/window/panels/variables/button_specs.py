"""The variable buttons, made from the analysis of an open file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.analysis import Analysis
from editor_app.template.dialect import Dialect
from editor_app.variables.resolver import Snapshot
from editor_app.window.documents.trust.fixes import names_refused, state_words
from editor_app.window.documents.value_facts import file_label

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


class ButtonKind(StrEnum):
    """What a click on a button does."""

    INSERT = "insert"
    CONDITION = "condition"
    NEGATED = "negated condition"
    FILE = "file"
    DECLARE = "declare"
    LITERAL = "literal"
    OTHER = "other"


CONDITIONS: Final = frozenset({ButtonKind.CONDITION, ButtonKind.NEGATED})


class ReservedRoom(NamedTuple):
    """The words that a button has room for in place of its value; one that `is_all` is not shown itself.

    So the bar keeps its height when something is trusted or allowed.
    """

    words: str = ""
    is_all: bool = False


NO_ROOM: Final = ReservedRoom()


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """One button.

    `key` is what is inserted ("url", "git:branch"), `text` the words on the button. `value` is the current
    value, shortened ("main", "71 bytes"), or why none `exists` ("not trusted"), `tooltip` the whole value or
    why there is none.
    """

    group: str
    key: str
    text: str
    kind: ButtonKind = ButtonKind.INSERT
    value: str = ""
    exists: bool = True
    tooltip: str = ""
    room: ReservedRoom = NO_ROOM


def button_specs(
    analysis: Analysis, values: dict[str, str | None], snapshot: Snapshot | None
) -> list[ButtonSpec]:
    """Return the buttons above the editor: a template's catalog, or a prompt's declared variables.

    Those of a block are one group, the most needed first: those at the end may not fit.
    """
    if analysis.row.sending.blocks is not None:
        first = {name: place for place, name in enumerate(_FIRST)}
        buttons = _catalog_buttons(analysis, values, snapshot)
        buttons.sort(key=lambda spec: first.get(spec.key or spec.text, len(first)))
        shown = (spec for spec in buttons if not spec.room.is_all)  # in one row there is no height to keep
        return [replace(spec, group="Insert", value="", room=NO_ROOM) for spec in shown]
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
    if analysis.row.form.declares_variables:
        buttons.append(ButtonSpec("Variables", "", "Declare variable…", ButtonKind.DECLARE))
    buttons.append(ButtonSpec("Insert", "", "if…", ButtonKind.CONDITION))
    buttons.append(ButtonSpec("Insert", "", "unless…", ButtonKind.NEGATED))
    return buttons


def _catalog_buttons(
    analysis: Analysis, values: dict[str, str | None], snapshot: Snapshot | None
) -> list[ButtonSpec]:
    buttons: list[ButtonSpec] = []
    literal = ButtonSpec("file", "", "Literal", ButtonKind.LITERAL, tooltip=_ABOUT_LITERAL)
    refused = names_refused(snapshot, values)  # they are among the problems, and have no value to show
    files = [name for name in analysis.names if name.startswith("file:")]
    shown = [name for name in files if name not in refused][:_MOST_FILES]
    files = [name for number, name in enumerate(files) if name in shown or number < _MOST_FILES]
    for entry in analysis.catalog[:_MOST_BUTTONS]:
        if entry.dynamic:
            live = [_live_button(entry.type, name, values, snapshot) for name in files]
            buttons += [replace(spec, room=spec.room._replace(is_all=spec.key in refused)) for spec in live]
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
    buttons.append(ButtonSpec("Condition", "", "if not…", ButtonKind.NEGATED))
    return buttons


def _other_button(group: str, count: int) -> ButtonSpec:
    tooltip = f"{count:,} more variables have no button: choose one by its name."
    return ButtonSpec(group, "", "Other variable…", ButtonKind.OTHER, tooltip=tooltip)


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
        file_label(key) if key.startswith("file:") else key.partition(":")[2],
        value=_short(key, value) if value is not None else ("" if exists else state_words(note) or "none"),
        exists=exists,
        room=ReservedRoom(_ROOM_FOR.get(group, "")),
        tooltip=_tooltip(value, description) if value is not None else f"{description} {why}".strip(),
    )


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
