"""The inspector panel: a form for the fields of one block, or a summary of one line in a low window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from editor_app.system_messages.model.entities import BlockCondition, BlockType, ContentFormat
from editor_app.window.kinds.system_message.block_types import look_of_type
from editor_app.window.kinds.system_message.condition_values import in_words
from editor_app.window.kinds.system_message.panels.inspector.boxes import (
    ChoiceBox,
    NumberBox,
    TypeBox,
)
from editor_app.window.kinds.system_message.panels.inspector.cell import FieldCell
from editor_app.window.kinds.system_message.panels.inspector.chips import ChipsField, NameChips
from editor_app.window.kinds.system_message.panels.inspector.condition_popup import ConditionPopup
from editor_app.window.kinds.system_message.panels.inspector.fields import (
    CONDITIONS,
    FILES,
    FORMAT,
    GLOBS,
    ID,
    LITERAL,
    MODES,
    PRIORITY,
    TOOLS,
    TYPE,
    FieldChange,
    FieldValue,
    InspectorFields,
)
from editor_app.window.kit.form.committed_field import CommittedField
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size, paint_icon
from editor_app.window.kit.words.labels import ElidedLabel

_LISTS: Final = (
    (MODES, "Modes", "Mode"),
    (TOOLS, "Tools", "Tool"),
    (GLOBS, "Applies to", "Glob"),
    (FILES, "Files", "File"),
)
_FORMATS: Final = (("", "not said"), *((one.value, one.value) for one in ContentFormat))
_TAGS: Final = (("filled", "filled in"), ("literal", "kept as written"))
_PAIRS: Final = ((ID, TYPE), (PRIORITY, FORMAT), (MODES, TOOLS), (GLOBS, FILES), (CONDITIONS, LITERAL))
_NARROW: Final = 460
_ROOM_FOR_TEXT: Final = 320
_LINE_HEIGHT: Final = 34


class InspectorPanel(QWidget):
    """Shows `InspectorFields` and announces edits as `FieldChange`, which it shows once the file has them."""

    field_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a block."""
        super().__init__(parent)
        self._fields: InspectorFields | None = None
        self._shown_times = 0
        self._is_wanted_folded: bool | None = None
        self._room: int | None = None
        self._columns = 0
        self.setAccessibleName("Inspector")
        self._line = _Line(self)
        self._line.button.clicked.connect(lambda _checked=False: self.fold(folded=False))
        self._form = QWidget(self)
        self._grid = QGridLayout(self._form)
        self._cells = self._make_cells()
        self._fold_button = QToolButton(self._form)
        self._fold_button.setProperty("look", "icon")
        self._fold_button.setToolTip("Fold the fields to a line")
        self._fold_button.setAccessibleName("Fold the fields to a line")
        self._fold_button.clicked.connect(lambda _checked=False: self.fold(folded=True))
        self._last = QWidget(self._form)
        beside = QHBoxLayout(self._last)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(self._cells[LITERAL], 1)
        beside.addWidget(self._fold_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._line)
        column.addWidget(self._form)
        on_theme(self, self._restyle)
        self.show_block(None)

    @property
    def fields(self) -> InspectorFields | None:
        """The fields shown, None without a block."""
        return self._fields

    @property
    def is_folded(self) -> bool:
        """Whether the panel is folded to its one-line summary."""
        return not self._line.isHidden()

    def show_block(self, fields: InspectorFields | None) -> None:
        """Show the fields of a block; None hides the panel."""
        self._shown_times += 1
        now = self._shown_times
        if self._fields is not None and (fields is None or fields.path != self._fields.path):
            self.commit()
            if now != self._shown_times:
                return  # the commit changed the file, and newer fields are shown already
        self._fields = fields
        self.setVisible(fields is not None)
        if fields is not None:
            self._show_fields(fields)
            self._fit()

    def commit(self) -> None:
        """Announce the value being typed, if it is not announced yet."""
        focused: QWidget | None = self.focusWidget()
        while focused is not None and focused is not self:
            if isinstance(focused, CommittedField | NumberBox | NameChips):
                focused.commit()
                return
            focused = focused.parentWidget()

    def fold(self, *, folded: bool) -> None:
        """Fold to the one-line summary, or unfold the form, until told otherwise, whatever the height."""
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() else False
        self._is_wanted_folded = folded
        self._fit()
        if had_focus:
            (self._line.button if folded else self._fold_button).setFocus()

    def set_room(self, height: int) -> None:
        """Fold to one line where the form would leave too little of `height`, in pixels, for the text."""
        if (self._room is None or height != self._room) and self._is_wanted_folded is not None:
            was_short = self._room is not None and self._is_short(self._room)
            if was_short != self._is_short(height):
                self._is_wanted_folded = None  # the height decides again
        self._room = height
        self._fit()

    def _restyle(self) -> None:
        theme = current_theme()
        px = theme.px
        self._grid.setContentsMargins(px(12), px(8), px(12), px(9))
        self._grid.setHorizontalSpacing(px(12))
        self._grid.setVerticalSpacing(px(3))
        self.priority.setFixedHeight(px(26))
        self._fold_button.setIcon(icon("chevron-up", "soft"))
        self._fold_button.setIconSize(icon_size())
        self._columns = 0
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Compute the height the form needs at the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().color("line"))
        painter.end()

    # Building -----------------------------------------------------------------------------------------------

    def _make_cells(self) -> dict[str, FieldCell]:
        form = self._form
        self.id = CommittedField("Id", form)
        self.type = TypeBox("Type", [(one.value, one.value) for one in BlockType], form)
        self.priority = NumberBox("Priority", form)
        self.format = ChoiceBox("Format", _FORMATS, form)
        self.tags = ChoiceBox("Tags in the text", _TAGS, form)
        self.conditions = ChipsField("Conditions", "Condition", form)
        self.lists = {name: NameChips(word, adds, form) for name, word, adds in _LISTS}
        self.id.given.connect(self._giver(ID))
        self.type.given.connect(self._giver(TYPE))
        self.priority.given.connect(self._giver(PRIORITY))
        self.format.given.connect(lambda value: self._give(FORMAT, value or None))
        self.tags.given.connect(self._give_literal)
        for name, chips in self.lists.items():
            chips.changed.connect(self._giver(name))
            chips.resized.connect(self._fit)
        self.conditions.add_requested.connect(lambda: self._ask_condition(None))
        self.conditions.edit_requested.connect(self._ask_condition)
        self.conditions.remove_requested.connect(self._remove_condition)
        fields: dict[str, tuple[str, QWidget]] = {
            ID: ("Id", self.id),
            TYPE: ("Type", self.type),
            PRIORITY: ("Priority", self.priority),
            FORMAT: ("Format", self.format),
            **{name: (word, self.lists[name]) for name, word, _ in _LISTS},
            CONDITIONS: ("When", self.conditions),
            LITERAL: ("Tags", self.tags),
        }
        return {name: FieldCell(word, field, form) for name, (word, field) in fields.items()}

    def _arrange(self, columns: int) -> None:
        """Put the fields in two columns, or in one where two would be too narrow."""
        if columns == self._columns:
            return
        self._columns = columns
        top = Qt.AlignmentFlag.AlignTop
        names = [name for pair in _PAIRS for name in pair]
        for at, name in enumerate(names):
            row, column = divmod(at, columns)
            cell = self._cells[name]
            placed = self._last if name == LITERAL else cell
            for widget, place in ((cell.label, 2 * column), (placed, 2 * column + 1)):
                self._grid.removeWidget(widget)
                self._grid.addWidget(widget, row, place, top)
        for column in (1, 3):
            self._grid.setColumnStretch(column, 1 if column < 2 * columns else 0)

    # Showing ------------------------------------------------------------------------------------------------

    def _show_fields(self, fields: InspectorFields) -> None:
        problems, offered = fields.problems, fields.offered
        self.id.show_text(fields.id)
        self.type.show_value(fields.type)
        self.priority.show_text(fields.priority)
        self.format.show_value(fields.format)
        is_literal = fields.literal_by_format if fields.literal is None else fields.literal
        self.tags.show_value("literal" if is_literal else "filled")
        for name, chips in self.lists.items():
            chips.show_values(fields.lists.get(name, ()), offered.get(name, ()), problems.get(name))
        self.conditions.show_texts(
            [in_words(one.kind, one.value) for one in fields.conditions],
            problems.get(CONDITIONS),
        )
        for name, cell in self._cells.items():
            cell.show_problem(problems.get(name))
        self._line.show_words(fields)
        self._allow(fields)

    def _allow(self, fields: InspectorFields) -> None:
        reason = fields.read_only_because
        self.id.setReadOnly(reason is not None)
        for widget in (
            self.priority,
            self.type,
            self.format,
            self.tags,
            self.conditions,
            *self.lists.values(),
        ):
            widget.setEnabled(reason is None)
        self._form.setToolTip(reason or "")

    def _fit(self) -> None:
        """Set the height to that of the form at this width, or to that of one line."""
        folded = self._is_wanted_folded
        self._arrange(1 if self.width() < current_theme().px(_NARROW) else 2)
        for cell in self._cells.values():
            cell.forget_height()
        self._grid.invalidate()
        form_height = self._form_height()
        if folded is None:
            folded = self._room is not None and self._is_short(self._room)
        self._line.setVisible(folded)
        self._form.setVisible(not folded)
        self.setFixedHeight(current_theme().px(_LINE_HEIGHT) if folded else form_height + 1)

    def _form_height(self) -> int:
        width = self.width()
        return (
            self._grid.heightForWidth(width)
            if self._grid.hasHeightForWidth()
            else self._grid.sizeHint().height()
        )

    def _is_short(self, room: int) -> bool:
        return room - self._form_height() < current_theme().px(_ROOM_FOR_TEXT)

    # Giving -------------------------------------------------------------------------------------------------

    def _giver(self, name: str) -> Callable[[FieldValue], None]:
        return lambda value: self._give(name, value)

    def _give(self, name: str, value: FieldValue) -> None:
        if self._fields is not None:
            self.field_changed.emit(FieldChange(self._fields.path, name, value))

    def _give_literal(self, value: str) -> None:
        fields = self._fields
        if fields is not None:
            wanted = value == "literal"
            self._give(LITERAL, None if wanted == fields.literal_by_format else wanted)

    def _ask_condition(self, at: int | None) -> None:
        fields = self._fields
        if fields is None:
            return
        old = fields.conditions[at] if at is not None else None
        beside = self.conditions.chips[at] if at is not None else self.conditions.plus
        popup = ConditionPopup(old, fields.known_conditions, beside)
        popup.ask(lambda condition: self._take_condition(at, condition))

    def _take_condition(self, at: int | None, condition: BlockCondition) -> None:
        fields = self._fields
        if fields is None:
            return
        wanted = list(fields.conditions)
        if at is None:
            wanted.append(condition)
        elif at < len(wanted):
            wanted[at] = condition
        if tuple(wanted) != fields.conditions:
            self._give(CONDITIONS, tuple(wanted))

    def _remove_condition(self, at: int) -> None:
        if self._fields is not None:
            kept = [one for index, one in enumerate(self._fields.conditions) if index != at]
            self._give(CONDITIONS, tuple(kept))


class _Line(QWidget):
    """The one-line summary: the icon of the type, the id, and the other fields in a soft colour."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._type = ""
        self._name = ElidedLabel("", "strong", Qt.TextElideMode.ElideMiddle, self)
        self._words = ElidedLabel("", "soft", parent=self)
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # the id first
        self.button = QToolButton(self)
        self.button.setProperty("look", "icon")
        self.button.setToolTip("Show the fields")
        self.button.setAccessibleName("Show the fields")
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._name)
        self._row.addWidget(self._words, 1)
        self._row.addWidget(self.button)
        on_theme(self, self._restyle)
        self.hide()

    def show_words(self, fields: InspectorFields) -> None:
        """Show the summary of `fields`."""
        self._type = fields.type
        self._name.setText(fields.name)
        self._words.setText(f"{fields.type} · {fields.summary()}")
        self.update()

    def _restyle(self) -> None:
        theme = current_theme()
        px = theme.px
        self._row.setContentsMargins(px(12) + px(16) + px(8), 0, px(12), 1)
        self._row.setSpacing(px(8))
        self.button.setIcon(icon("chevron-down", "soft"))
        self.button.setIconSize(icon_size())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the type's icon."""
        painter = QPainter(self)
        side, look = current_theme().px(16), look_of_type(self._type)
        place = QRect(current_theme().px(12), (self.height() - side) // 2, side, side)
        paint_icon(painter, place, look.icon, current_theme(), look.role)
        painter.end()
