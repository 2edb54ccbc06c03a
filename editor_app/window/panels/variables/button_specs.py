"""The variable buttons, made from the analysis of an open file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from editor_app.analysis.analysis import Analysis
from editor_app.template.dialect import Dialect
from editor_app.text import Sentence, together
from editor_app.variables.resolver import Snapshot
from editor_app.window.documents.trust.fixes import names_refused, state_words
from editor_app.window.documents.value_facts import file_label
from editor_app.window.kit.words.plain_text import one_line

_ABOUT_LITERAL = Sentence("window-variables.about-literal")
_MOST_FILES = 3
_MOST_VALUE = 40
_MOST_BUTTONS = 60  # a row of a wide window holds fewer


class ButtonKind(StrEnum):
    """What a click on a button does."""

    INSERT = "insert"
    CONDITION = "condition"
    NEGATED = "negated condition"
    FILE = "file"
    DECLARE = "declare"
    LITERAL = "literal"
    OTHER = "other"


_FIRST = (
    "system:time",
    "system:date",
    "prompt:cwd",
    "prompt:model",
    "git:branch",
    "git:status",
    ButtonKind.FILE,
    ButtonKind.CONDITION,
)
CONDITIONS: Final = frozenset({ButtonKind.CONDITION, ButtonKind.NEGATED})


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """One button.

    `key` is what is inserted ("url", "git:branch"), `text` the words on the button. `value` is the current
    value, shortened, or why none `exists` ("restricted"), `tooltip` the whole value or
    why there is none.
    """

    group: str
    key: str
    text: str
    kind: ButtonKind = ButtonKind.INSERT
    value: str = ""
    exists: bool = True
    tooltip: str = ""


def button_specs(
    analysis: Analysis, values: dict[str, str | None], snapshot: Snapshot | None
) -> list[ButtonSpec]:
    """Return the buttons above the editor: a template's catalog, or a prompt's declared variables.

    Those that the file uses come first, then those that most files use; those at the end may not fit.
    """
    if analysis.dialect is Dialect.BRACKETS:
        places = {name: place for place, name in enumerate(dict.fromkeys((*analysis.names, *_FIRST)))}
        buttons = _catalog_buttons(analysis, values, snapshot)
        return sorted(buttons, key=lambda spec: places.get(spec.key or spec.kind, len(places)))
    if analysis.template is None:
        return []
    variables = analysis.variables
    buttons = [
        ButtonSpec(
            Sentence("window-variables.variables"),
            variable.name,
            variable.name,
            tooltip=_tooltip(values.get(variable.name), variable.description),
        )
        for variable in variables[:_MOST_BUTTONS]
    ]
    if len(variables) > _MOST_BUTTONS:
        buttons.append(_other_button(Sentence("window-variables.variables"), len(variables) - _MOST_BUTTONS))
    if analysis.row.form.declares_variables:
        buttons.append(
            ButtonSpec(
                Sentence("window-variables.variables"),
                "",
                Sentence("window-variables.declare"),
                ButtonKind.DECLARE,
            )
        )
    buttons.append(
        ButtonSpec(
            Sentence("window-variables.insert"), "", Sentence("window-variables.if"), ButtonKind.CONDITION
        )
    )
    buttons.append(
        ButtonSpec(
            Sentence("window-variables.insert"), "", Sentence("window-variables.unless"), ButtonKind.NEGATED
        )
    )
    return buttons


def _catalog_buttons(
    analysis: Analysis, values: dict[str, str | None], snapshot: Snapshot | None
) -> list[ButtonSpec]:
    buttons: list[ButtonSpec] = []
    literal = ButtonSpec(
        Sentence("window-variables.insert"),
        "",
        Sentence("window-variables.literal"),
        ButtonKind.LITERAL,
        tooltip=_ABOUT_LITERAL,
    )
    refused = names_refused(snapshot, values)  # they are among the problems, and have no value to show
    files = [name for name in analysis.names if name.startswith("file:") and name not in refused]
    for entry in analysis.catalog[:_MOST_BUTTONS]:
        if entry.dynamic:
            buttons += [_live_button(name, values, snapshot) for name in files[:_MOST_FILES]]
            if entry.type == "file":
                buttons.append(
                    ButtonSpec(
                        Sentence("window-variables.insert"),
                        "",
                        Sentence("window-variables.choose"),
                        ButtonKind.FILE,
                    )
                )
        else:
            buttons.append(_live_button(entry.key, values, snapshot, entry.description))
    if len(analysis.catalog) > _MOST_BUTTONS:
        buttons.append(
            _other_button(Sentence("window-variables.insert"), len(analysis.catalog) - _MOST_BUTTONS)
        )
    buttons.append(literal)
    buttons.append(
        ButtonSpec(
            Sentence("window-variables.insert"), "", Sentence("window-variables.if"), ButtonKind.CONDITION
        )
    )
    buttons.append(
        ButtonSpec(
            Sentence("window-variables.insert"), "", Sentence("window-variables.if-not"), ButtonKind.NEGATED
        )
    )
    return buttons


def _other_button(group: str, count: int) -> ButtonSpec:
    tooltip = Sentence("window-variables.no-button", count=count)
    return ButtonSpec(group, "", Sentence("window-variables.other"), ButtonKind.OTHER, tooltip=tooltip)


def _live_button(
    key: str, values: dict[str, str | None], snapshot: Snapshot | None, description: str = ""
) -> ButtonSpec:
    value = values.get(key)
    if value is None and snapshot is not None:
        value = snapshot.values.get(key)
    exists = value is not None or snapshot is None
    note = snapshot.notes.get(key) if snapshot is not None else None
    return ButtonSpec(
        Sentence("window-variables.insert"),
        key,
        file_label(key) if key.startswith("file:") else key.partition(":")[2],
        value=one_line(value or "", _MOST_VALUE)
        if exists
        else state_words(note) or Sentence("window-variables.not-set"),
        exists=exists,
        tooltip=_tooltip(value, description)
        if value is not None
        else together((description, note.sentence if note else "")),
    )


def _tooltip(value: str | None, description: str) -> str:
    if value is None:
        return description
    return f"{description}\n{value}" if description else value
