"""The inspector panel: a form for the fields of one block, or a summary of one line in a low window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from editor_app.system_messages.edits.field_values import BlockField
from editor_app.system_messages.model.entities import (
    Block,
    BlockBody,
    BlockCondition,
    BlockPath,
    BlockType,
    Content,
    ContentFormat,
    Scope,
)
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Diagnostic
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kinds.system_message.condition_values import in_words
from editor_app.window.kinds.system_message.panels.inspector.condition_popup import ConditionPopup
from editor_app.window.kit.card.controls import icon_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.form.chips import Chips, ChipsField
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, Field, Remark
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Line, Number, non_empty
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ElidedLabel

ID: Final = "id"
TYPE: Final = "type"
PRIORITY: Final = "priority"
FORMAT: Final = "format"
LITERAL: Final = "literal"
MODES: Final = "scope.modes"
TOOLS: Final = "scope.tools"
GLOBS: Final = "scope.applyTo"
FILES: Final = "scope.files"
CONDITIONS: Final = "conditions"
LISTS: Final = {
    MODES: ("Modes", "Mode"),
    TOOLS: ("Tools", "Tool"),
    GLOBS: ("Applies to", "Glob"),
    FILES: ("Files", "File"),
}
"""The fields of lists: the label of each, and what its button adds."""


FieldValue: TypeAlias = str | int | bool | tuple[str, ...] | tuple[BlockCondition, ...] | None


class FieldChange(NamedTuple):
    """A request to set a field of the block at `path` to `value`: text, integer, boolean, tuple or None."""

    path: BlockPath
    field: BlockField
    value: FieldValue


@dataclass(frozen=True, slots=True)
class InspectorFields:
    """A block, and what its fields show besides what is in it.

    `priority` is as it is written in the file. `offered` has, by field, the values that other blocks of the
    message have, `known_conditions` each condition that any has.
    """

    block: Block
    priority: str
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, Remark] = field(default_factory=lambda: MappingProxyType({}))
    read_only_because: str | None = None
    known_conditions: tuple[BlockCondition, ...] = ()

    @property
    def format(self) -> str:
        """The format of the content, "" for one that is a plain string."""
        content = self.block.body.content
        return content.format.value if content is not None and content.format is not None else ""

    def summary(self) -> str:
        """All fields but the id and the type, in one line."""
        lists, conditions = lists_of(self.block), self.block.body.conditions
        parts = [f"priority {self.priority}" if self.priority else "no priority"]
        parts += [self.format] if self.format else []
        parts += [", ".join(lists[name]) for name in LISTS if lists[name]]
        parts += ["when " + ", ".join(condition.kind for condition in conditions)] if conditions else []
        return " · ".join(parts)


def lists_of(block: Block) -> Mapping[str, tuple[str, ...]]:
    """Return the names in the scope of a block, by field."""
    scope = block.body.scope or Scope()
    return {MODES: scope.modes, TOOLS: scope.tools, GLOBS: scope.apply_to, FILES: scope.files}


_SHOWN_AT = {"content.format": FORMAT, "content.literal": LITERAL, "scope": MODES}


def inspector_fields(
    reading: SystemMessageReading,
    index: int,
    diagnostics: Iterable[Diagnostic] = (),
    *,
    read_only_because: str | None = None,
) -> InspectorFields:
    """Return the fields of the block at `index` among all blocks, with the problems of these fields."""
    block, priority = reading.blocks[index], reading.blocks[index].body.priority
    written = block.place("priority")  # what is not an integer is shown as it is written in the file
    in_file = written.of(reading.source)[:200] if written is not None else ""
    offered: dict[str, dict[str, None]] = {name: {} for name in LISTS}  # in file order, each once
    for other in reading.blocks:
        for name, values in lists_of(other).items():
            offered[name].update(dict.fromkeys(values))
    return InspectorFields(
        block,
        in_file if priority is None else str(priority),
        MappingProxyType({name: tuple(values) for name, values in offered.items()}),
        MappingProxyType(_problems(block, diagnostics)),
        read_only_because,
        tuple(dict.fromkeys(condition for other in reading.blocks for condition in other.body.conditions)),
    )


def _problems(block: Block, diagnostics: Iterable[Diagnostic]) -> dict[str, Remark]:
    """Return by field its worst problem, without problems of the whole block or of its children."""
    prefix = f"{block.label}."
    problems: dict[str, Remark] = {}
    for diagnostic in sorted(diagnostics, key=lambda diagnostic: diagnostic.severity.rank):
        path = diagnostic.args.get("field", "")
        if path.startswith(prefix):
            name, _, item = path[len(prefix) :].partition("[")
            number = item.partition("]")[0]
            remark = Remark(
                diagnostic.message, diagnostic.severity, int(number) if number.isdecimal() else None
            )
            problems.setdefault(_SHOWN_AT.get(name, name), remark)
    return problems


_FORMATS: Final = (Option("", "not said"), *(Option(known.value, known.value) for known in ContentFormat))
_TAGS: Final = (Option("filled", "filled in"), Option("literal", "kept as written"))
_NO_CONTENT: Final = Content("")


class InspectorPanel(Ground):
    """Shows `InspectorFields` and announces edits as `FieldChange`, which it shows once the file has them."""

    field_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a block."""
        super().__init__(parent, line_below=True)
        self._fields: InspectorFields | None = None
        self._shown_times = 0
        self._is_wanted_folded: bool | None = None
        self._room: int | None = None
        self.setAccessibleName("Inspector")
        self._line = _Line(self, lambda: self.fold(folded=False))
        self._form = Form(FormLook((12, 8, 12, 9), label_gap=12, line_gap=3, two_columns_from=460), self)
        self._form.show_fields(_table(InspectorFields(Block(BlockBody(), ()), "")))
        self._form.changed.connect(self._give)
        self._form.resized.connect(self._fit)
        self._conditions = cast("ChipsField", self.field(CONDITIONS))
        self._conditions.add_requested.connect(lambda: self._ask_condition(None))
        self._conditions.edit_requested.connect(self._ask_condition)
        self._conditions.remove_requested.connect(lambda index: self._change_condition(index, ()))
        self._fold_button = icon_button(
            "chevron-up", "Fold the fields to a line", self, lambda: self.fold(folded=True)
        )
        self._form.cell(LITERAL).row.addWidget(self._fold_button, 0, Qt.AlignmentFlag.AlignTop)
        column(self, self._line, self._form)
        on_theme(self, self._fit)
        self.show_block(None)

    def field(self, name: str) -> QWidget:
        """Return the widget of a field."""
        return self._form.cell(name).widget

    @property
    def is_folded(self) -> bool:
        """Whether the panel is folded to its one-line summary."""
        return not self._line.isHidden()

    def show_block(self, fields: InspectorFields | None) -> None:
        """Show the fields of a block; None hides the panel."""
        self._shown_times += 1
        now = self._shown_times
        if self._fields is not None and (fields is None or fields.block.path != self._fields.block.path):
            self.commit()
            if now != self._shown_times:
                return  # the commit changed the file, and newer fields are shown already
        self._fields = fields
        self.setVisible(fields is not None)
        if fields is not None:
            self._form.show_fields(_table(fields))
            self._form.setToolTip(fields.read_only_because or "")
            self._line.show_words(fields)
            self._fit()

    def commit(self) -> None:
        """Announce the value being typed, if it is not announced yet."""
        self._form.commit()

    def fold(self, *, folded: bool) -> None:
        """Fold to the one-line summary, or unfold the form, until told otherwise, whatever the height."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self._is_wanted_folded = folded
        self._fit()
        if had_focus:
            (self._line.button if folded else self._fold_button).setFocus()

    def set_room(self, height: int) -> None:
        """Fold to one line where the form would leave too little of `height`, in pixels, for the text."""
        if (self._room is None or height != self._room) and self._is_wanted_folded is not None:
            form = self._form.height_at(self.width())
            was_short = self._room is not None and _is_short(self._room, form)
            if was_short != _is_short(height, form):
                self._is_wanted_folded = None  # the height decides again
        self._room = height
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Compute the height the form needs at the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    # Inside -------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Set the height to that of the form at this width, or to that of one line."""
        form = self._form.height_at(self.width())
        folded = self._is_wanted_folded
        if folded is None:
            folded = self._room is not None and _is_short(self._room, form)
        self._line.setVisible(folded)
        self._form.setVisible(not folded)
        self.setFixedHeight(current_theme().px(34) if folded else form + 1)

    def _give(self, name: BlockField, value: FieldValue) -> None:
        fields = self._fields
        if fields is None:
            return
        if name == FORMAT:
            value = value or None
        elif name == LITERAL:
            content = fields.block.body.content or _NO_CONTENT
            is_literal = value == "literal"
            value = None if is_literal == replace(content, literal=None).is_literal else is_literal
        self.field_changed.emit(FieldChange(fields.block.path, name, value))

    def _ask_condition(self, index: int | None) -> None:
        fields, chips = self._fields, self._conditions
        if fields is None:
            return
        conditions = fields.block.body.conditions
        old, beside = (conditions[index], chips.chips[index]) if index is not None else (None, chips.plus)
        index = len(conditions) if index is None else index
        popup = ConditionPopup(old, fields.known_conditions, beside)
        popup.ask(lambda condition: self._change_condition(index, (condition,)))

    def _change_condition(self, index: int, wanted: tuple[BlockCondition, ...]) -> None:
        before = self._fields.block.body.conditions if self._fields is not None else ()
        after = (*before[:index], *wanted, *before[index + 1 :])
        if after != before:
            self._give(CONDITIONS, after)


def _table(fields: InspectorFields) -> tuple[Field, ...]:
    block, lists, offered = fields.block, lists_of(fields.block), fields.offered
    conditions = tuple(in_words(condition.kind, condition.value) for condition in block.body.conditions)
    is_literal = (block.body.content or _NO_CONTENT).is_literal
    table = (
        Line(ID, "Id", block.id, reads=non_empty),
        Choice(TYPE, "Type", block.type, options=_types(block.type)),
        Number(PRIORITY, "Priority", fields.priority),
        Choice(FORMAT, "Format", fields.format, options=_FORMATS),
        *(
            Chips(name, label, lists[name], adds=adds, offered=offered.get(name, ()))
            for name, (label, adds) in LISTS.items()
        ),
        Chips(CONDITIONS, "When", conditions, adds="Condition", name="Conditions", is_typed=False),
        Choice(
            LITERAL, "Tags", "literal" if is_literal else "filled", options=_TAGS, name="Tags in the text"
        ),
    )
    access = Access.WRITE if fields.read_only_because is None else Access.READ
    return tuple(replace(row, access=access, remark=fields.problems.get(row.key)) for row in table)


@lru_cache(maxsize=32)
def _types(block_type: str) -> tuple[Option, ...]:
    types = dict.fromkeys((*(known.value for known in BlockType), block_type))
    return tuple(Option(name, name, look_of_type(name)) for name in types)


def _is_short(room: int, form: int) -> bool:
    return room - form < current_theme().px(320)


class _Line(QWidget):
    """The one-line summary: the icon of the type, the id, and the other fields in a soft colour."""

    def __init__(self, parent: QWidget, unfold: Callable[[], object]) -> None:
        super().__init__(parent)
        self._type = ""
        self._name = ElidedLabel("", "strong", Qt.TextElideMode.ElideMiddle, self)
        self._words = ElidedLabel("", "soft", parent=self)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # the id first
        self.button = icon_button("chevron-down", "Show the fields", self, unfold)
        row(self, self._name, (self._words, 1), self.button, margins=(12 + 16 + 8, 0, 12, 1), spacing=8)
        self.hide()

    def show_words(self, fields: InspectorFields) -> None:
        """Show the summary of `fields`."""
        self._type = fields.block.type
        self._name.setText(fields.block.name)
        self._words.setText(f"{self._type} · {fields.summary()}")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the type's icon."""
        style = row_style()
        with QPainter(self) as painter:
            style.icon(painter, self.rect(), style.px(12), *look_of_type(self._type))
