"""The inspector panel: id, type, priority and who gets a block, and below them a form for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from editor_app.system_messages.edits.field_values import BlockField
from editor_app.system_messages.model.condition_values import in_words
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
from editor_app.system_messages.resolution.scope_sentence import ScopeSentence, scope_sentence
from editor_app.text import Diagnostic, Sentence
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kinds.system_message.panels.inspector.condition_popup import ConditionPopup
from editor_app.window.kit.card.controls import link_button, set_link_words
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.form.chips import Chips, ChipsField
from editor_app.window.kit.form.choice import Choice, Option
from editor_app.window.kit.form.field import Access, Cell, Field, Remark, RemarkLine
from editor_app.window.kit.form.form import Form, FormLook
from editor_app.window.kit.form.line import Line, Number, non_empty
from editor_app.window.kit.layouts import column, row, scrolled
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme, sized
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel
from editor_app.window.kit.work.connections import connect

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
    MODES: (Sentence("window-system_message.modes"), Sentence("window-system_message.mode")),
    TOOLS: (Sentence("window-system_message.tools"), Sentence("window-system_message.tool")),
    GLOBS: (Sentence("window-system_message.applies-to"), Sentence("window-system_message.glob")),
    FILES: (Sentence("window-system_message.files"), Sentence("window-system_message.file")),
}
"""The fields of lists: the label of each, and what its button adds."""


_NO_SENTENCE: Final = ScopeSentence((), "")
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
    message have, `known_conditions` each condition that any has. `sentence` says who gets the block.
    """

    block: Block
    priority: str
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    problems: Mapping[str, Remark] = field(default_factory=lambda: MappingProxyType({}))
    read_only_because: str | None = None
    known_conditions: tuple[BlockCondition, ...] = ()
    sentence: ScopeSentence = _NO_SENTENCE

    @property
    def format(self) -> str:
        """The format of the content, "" for one that is a plain string."""
        content = self.block.body.content
        return content.format.value if content is not None and content.format is not None else ""


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
        scope_sentence(reading.blocks, index),
    )


def _problems(block: Block, diagnostics: Iterable[Diagnostic]) -> dict[str, Remark]:
    """Return by field its worst problem, without those of the whole block, its content or its children."""
    prefix = f"{block.label}."
    problems: dict[str, Remark] = {}
    for diagnostic in sorted(diagnostics, key=lambda diagnostic: diagnostic.severity.rank):
        path = diagnostic.args.get("field", "")
        if path.startswith(prefix) and path != f"{prefix}content":
            name, _, item = path[len(prefix) :].partition("[")
            number = item.partition("]")[0]
            remark = Remark(
                diagnostic.message, diagnostic.severity, int(number) if number.isdecimal() else None
            )
            problems.setdefault(_SHOWN_AT.get(name, name), remark)
    return problems


_FORMATS: Final = (
    Option("", Sentence("window-system_message.not-set")),
    *(Option(known.value, known.value) for known in ContentFormat),
)
_TAGS: Final = (
    Option("filled", Sentence("window-system_message.filled-in")),
    Option("literal", Sentence("window-system_message.kept-as-written")),
)
_NO_CONTENT: Final = Content("")
_LEAST_TEXT: Final = 240
_NO_FIELDS: Final = InspectorFields(Block(BlockBody(), ()), "")
_UNCUT: Final = Qt.TextElideMode.ElideNone


class InspectorPanel(Ground):
    """Shows `InspectorFields` and announces edits as `FieldChange`, which it shows once the file has them.

    Id, type, priority and the sentence of who gets the block are always shown, the other fields below them
    while it is unfolded. `tools` is the room for buttons at the end of the sentence.
    """

    field_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a block, and folded."""
        super().__init__(parent, line_below=True)
        self._fields: InspectorFields | None = None
        self._shown_times = 0
        self._room: int | None = None
        self.setAccessibleName(Sentence("window-system_message.inspector"))
        said = {shown: RemarkLine(self) for shown in _head(_NO_FIELDS)}  # as wide as all of them
        self._head = {shown.key: Cell(shown, self, line) for shown, line in said.items()}
        for key, cell in self._head.items():
            cell.value_given.connect(partial(self._give, key))
        self.scope = ScopeLine(self)
        self.edit = link_button(
            Sentence("window-system_message.edit"), self, lambda: self.unfold(unfolded=self._area.isHidden())
        )
        self.tools = row(None, spacing=8)
        self._form = Form(FormLook((12, 4, 12, 9), label_gap=12, line_gap=3, two_columns_from=500))
        self._form.show_fields(_table(_NO_FIELDS))
        self._form.changed.connect(self._give)
        self._form.resized.connect(self._fit)
        self._area = scrolled(self._form, self)
        self._area.hide()
        self._conditions = cast("ChipsField", self.field(CONDITIONS))
        connect(
            (self._conditions.add_requested, lambda: self._ask_condition(None)),
            (self._conditions.edit_requested, self._ask_condition),
            (self._conditions.remove_requested, lambda index: self._change_condition(index, ())),
        )
        label = sized(PlainLabel(Sentence("window-system_message.priority-label"), "soft", self), height=26)
        (id_, type_, priority), top = self._head.values(), Qt.AlignmentFlag.AlignTop
        head = row(None, (id_, 6), (type_, 3), label, (priority, 1), margins=(12, 8, 12, 0), spacing=8)
        for part in (*self._head.values(), label):
            head.setAlignment(part, top)
        line = row(None, self.scope, self.edit, ..., self.tools, margins=(12, 2, 12, 6), spacing=8)
        column(self, head, column(None, *said.values(), margins=(12, 2, 12, 0)), line, self._area)
        on_theme(self, self._fit)
        self.show_block(None)

    def field(self, name: str) -> QWidget:
        """Return the widget of a field."""
        return (self._head.get(name) or self._form.cell(name)).widget

    @property
    def is_unfolded(self) -> bool:
        """Whether all fields are shown."""
        return not self._area.isHidden()

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
        if fields is None:
            return
        for shown in _head(fields):
            self._head[shown.key].show_field(shown, is_other=False)
        self.scope.show_sentence(fields.sentence)
        self._form.show_fields(_table(fields))
        self.setToolTip(fields.read_only_because or "")
        self._name_edit()
        self._fit()

    def commit(self) -> None:
        """Announce the value being typed, if it is not announced yet."""
        for cell in self._head.values():
            cell.commit()
        self._form.commit()

    def unfold(self, *, unfolded: bool) -> None:
        """Show all fields, or only the first ones and the sentence."""
        self._area.setVisible(unfolded)
        self._name_edit()
        self._fit()

    def set_room(self, height: int) -> None:
        """Let the fields scroll where they would leave too little of `height`, in pixels, for the text."""
        self._room = height
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Compute the height the form needs at the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    # Inside -------------------------------------------------------------------------------------------------

    def _name_edit(self) -> None:
        """Say what the link does, and how many problems the fields have that it shows."""
        problems = len(set(self._fields.problems) - set(self._head)) if self._fields is not None else 0
        edit = Sentence("window-system_message.edit-link", problems=problems)
        set_link_words(self.edit, Sentence("window-system_message.done") if self.is_unfolded else edit)

    def _fit(self) -> None:
        """Take the height of what is shown: of the form at this width as much as there is room for."""
        if self.is_unfolded:
            form, px = self._form.height_at(self.width()), current_theme().px
            room = form if self._room is None else max(self._room - px(_LEAST_TEXT), px(64))
            self._area.setFixedHeight(min(form, room))
        self.setFixedHeight(self.sizeHint().height())

    def _give(self, name: str, value: FieldValue) -> None:
        fields = self._fields
        if fields is None:
            return
        if name == FORMAT:
            value = value or None
        elif name == LITERAL:
            content = fields.block.body.content or _NO_CONTENT
            is_literal = value == "literal"
            value = None if is_literal == replace(content, literal=None).is_literal else is_literal
        self.field_changed.emit(FieldChange(fields.block.path, cast("BlockField", name), value))

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


def _head(fields: InspectorFields) -> tuple[Field, ...]:
    block = fields.block
    return _with_problems(
        fields,
        Line(ID, "", block.id, name=Sentence("window-system_message.id"), reads=non_empty),
        Choice(TYPE, "", block.type, name=Sentence("window-system_message.type"), options=_types(block.type)),
        Number(PRIORITY, "", fields.priority, name=Sentence("window-system_message.priority")),
    )


def _table(fields: InspectorFields) -> tuple[Field, ...]:
    block, lists, offered = fields.block, lists_of(fields.block), fields.offered
    conditions = tuple(in_words(condition.kind, condition.value) for condition in block.body.conditions)
    is_literal = (block.body.content or _NO_CONTENT).is_literal
    return _with_problems(
        fields,
        *(
            Chips(name, label, lists[name], adds=adds, offered=offered.get(name, ()))
            for name, (label, adds) in LISTS.items()
        ),
        Chips(
            CONDITIONS,
            Sentence("window-system_message.when"),
            conditions,
            adds=Sentence("window-system_message.condition"),
            name=Sentence("window-system_message.conditions"),
            is_typed=False,
        ),
        Choice(FORMAT, Sentence("window-system_message.format"), fields.format, options=_FORMATS),
        Choice(
            LITERAL,
            Sentence("window-system_message.tags"),
            "literal" if is_literal else "filled",
            options=_TAGS,
            name=Sentence("window-system_message.tags-in-text"),
        ),
    )


def _with_problems(fields: InspectorFields, *table: Field) -> tuple[Field, ...]:
    access = Access.WRITE if fields.read_only_because is None else Access.READ
    return tuple(replace(row, access=access, remark=fields.problems.get(row.key)) for row in table)


@lru_cache(maxsize=32)
def _types(block_type: str) -> tuple[Option, ...]:
    types = dict.fromkeys((*(known.value for known in BlockType), block_type))
    return tuple(Option(name, name, look_of_type(name)) for name in types)


class ScopeLine(ElidedLabel):
    """The sentence of who gets a block, its names in ink; the tooltip has the whole of it."""

    def __init__(self, parent: QWidget) -> None:
        """Start without a sentence."""
        super().__init__(parent=parent)
        self._sentence = _NO_SENTENCE

    def show_sentence(self, sentence: ScopeSentence) -> None:
        """Show a sentence."""
        self._sentence = sentence
        self.setText(sentence.text)
        self.set_about(sentence.whole)

    def lines(self) -> list[str]:
        """Return the words that there is room for; where that is too little, they end with a whole name."""
        text = row_style().metrics["body"].elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        ends, end = [0], 0
        for part in self._sentence.parts:
            end += len(part.text)
            ends += [end] if part.strong and end < len(text) - 1 else []
        return [text if text == self.text() or not ends[1:] else f"{text[: ends[-1]]} …"]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words softly and the names in ink, as far as there is room."""
        style, at, place, text = row_style(), 0, self.rect(), self.lines()[0]
        with QPainter(self) as painter:
            for part in self._sentence.parts:
                words, role = text[at : at + len(part.text)], "ink" if part.strong else "soft"
                place.setLeft(place.left() + style.text(painter, place, words, role, elide=_UNCUT))
                at += len(part.text)
