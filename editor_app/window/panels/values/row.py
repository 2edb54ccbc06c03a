"""A row of the values form: the variable's name, the mark of required ones, and its field."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import plain_tooltip, set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.values.field import ValueField
from editor_app.window.panels.values.rows import FieldRow, FieldState, placeholder, summary

_HEIGHT: Final = 26
_DOT: Final = 5


class ValueRow(QWidget):
    """A variable and its value."""

    edited = Signal(str)
    load_requested = Signal(str)

    def __init__(self, row: FieldRow, parent: QWidget, *, resolves: bool) -> None:
        """Show `row`; with `resolves` the value is resolved if it is not given."""
        super().__init__(parent)
        self.row = row
        self._resolves = resolves
        self._is_shown = False
        self.name = _Name(self)
        self.field = ValueField(self)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.name, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(self.field, 1)
        self.field.value_edited.connect(self._after_edit)
        self.field.menu_requested.connect(self.open_menu)
        on_theme(self, self._restyle)
        self.show_row(row, resolves=resolves)

    def show_row(self, row: FieldRow, *, resolves: bool) -> None:
        """Show `row`, which may be another variable's; a field with the same value is not changed."""
        if (row, resolves, row.value) == (self.row, self._resolves, self.field.value) and self._is_shown:
            return
        self._is_shown = True
        is_another = row.name != self.row.name
        self.row, self._resolves = row, resolves
        self.field.set_value(row.value)
        if is_another:
            self.field.document().clearUndoRedoStacks()  # the undo history belongs to the variable before
        self._show_words()

    def set_name_width(self, width: int) -> None:
        """Set the width of the names' column, in pixels."""
        self.name.setFixedWidth(width)

    def _restyle(self) -> None:
        theme = current_theme()
        self._layout.setSpacing(theme.px(8))
        self._show_words()

    def open_menu(self) -> None:
        """Open the menu of the value's states, and of a file to load."""
        menu = round_menu(QMenu(self))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(self.field.mapToGlobal(QPoint(0, self.field.height() + 2)))

    def fill_menu(self, menu: QMenu) -> None:
        """Add the value's states, and the file to load, to `menu`."""
        state = self.field.state
        for words, of_state, value in (
            ("Use the resolved value" if self._resolves else "Not given", FieldState.NOT_GIVEN, None),
            ("Empty", FieldState.EMPTY, ""),
        ):
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(state is of_state)
            action.triggered.connect(lambda _checked=False, value=value: self.field.give(value))
        if state is FieldState.GIVEN:
            given = menu.addAction("Override" if self._resolves else "Given")
            given.setCheckable(True)
            given.setChecked(True)
        if self.row.sample is not None:
            sample = self.row.sample
            menu.addAction(f"Use the sample ‘{summary(sample)}’").triggered.connect(
                lambda _checked=False: self.field.give(sample)
            )
        menu.addSeparator()
        menu.addAction("Load from file…").triggered.connect(lambda: self.load_requested.emit(self.row.name))

    def _after_edit(self) -> None:
        self._show_words()
        self.edited.emit(self.row.name)

    def _show_words(self) -> None:
        row, state = self.row, self.field.state
        missing = row.required and state is FieldState.NOT_GIVEN and not self._resolves
        self.name.show_name(row.shown_name, required=row.required, missing=missing)
        role = "warn" if missing else "soft" if row.resolved else "faint"
        is_file = row.name.startswith("file:") and row.resolved is not None
        icon_at_rest = "pencil-line" if self._resolves and state is not FieldState.NOT_GIVEN else ""
        if is_file and state is FieldState.NOT_GIVEN:
            icon_at_rest = "file-text"
        hint = placeholder(row, resolves=self._resolves)
        self.field.set_hint(hint, role, "triangle-alert" if missing else "", icon_at_rest)
        spoken = [row.shown_name]
        spoken += ["required"] if row.required else []
        without = "not given" if missing else hint
        spoken.append(without if state is FieldState.NOT_GIVEN else state.value)
        self.field.setAccessibleName(", ".join(one_line(part) for part in spoken))
        title = row.name + (", required" if row.required else "")
        set_plain_tooltip(self.name, "\n".join(part for part in (title, row.description) if part))
        said = [row.description, hint if state is FieldState.NOT_GIVEN else ""]
        self.field.setToolTip(plain_tooltip("\n".join(part for part in said if part)))
        self.field.setAccessibleDescription(f"{one_line(row.description)} Alt+Down opens a menu.".strip())


class _Name(QWidget):
    """The variable's name in the code font, with a dot and a word if it is required."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self._required = False
        self._missing = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        on_theme(self, self._restyle)

    def show_name(self, text: str, *, required: bool, missing: bool) -> None:
        if (text, required, missing) != (self._text, self._required, self._missing):
            self._text, self._required, self._missing = one_line(text), required, missing
            self.update()

    def _restyle(self) -> None:
        self.setFixedHeight(current_theme().px(_HEIGHT))

    def natural_width(self) -> int:
        """Return the width of the name and, if required, the dot."""
        width = QFontMetrics(current_theme().font("code small")).horizontalAdvance(self._text)
        return width + (current_theme().px(6) + current_theme().px(_DOT) if self._required else 0)

    def sizeHint(self) -> QSize:
        return QSize(self.natural_width(), current_theme().px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = int(Qt.AlignmentFlag.AlignVCenter)
        px = current_theme().px
        mark = px(6) + px(_DOT) if self._required else 0
        painter.setFont(current_theme().font("code small"))
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(self._text, Qt.TextElideMode.ElideMiddle, self.width() - mark)
        painter.setPen(current_theme().color("ink"))
        painter.drawText(self.rect(), centre, shown)
        if self._required:
            self._paint_mark(painter, metrics.horizontalAdvance(shown) + px(6))
        painter.end()

    def _paint_mark(self, painter: QPainter, x: int) -> None:
        side = current_theme().px(_DOT)
        color: QColor = current_theme().color("warn" if self._missing else "soft")
        painter.save()
        painter.translate(x + side / 2, self.height() / 2 + 1)
        painter.rotate(45)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRect(QRect(-side // 2, -side // 2, side, side))
        painter.restore()
        painter.setFont(current_theme().font("small"))
        left = x + side + current_theme().px(6)
        word = painter.fontMetrics().horizontalAdvance("required")
        if not self._missing and left + word <= self.width():
            painter.setPen(current_theme().color("faint"))
            painter.drawText(
                QRect(left, 0, word + 1, self.height()), int(Qt.AlignmentFlag.AlignVCenter), "required"
            )
