"""A field for a text of several lines, as high as its text needs, which may be given, empty or not given."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from editor_app.text import Sentence, to_engine_text
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, is_key, native_keys
from editor_app.window.kit.focus.text_keys import TextKey, asks_for_history, meaning_of
from editor_app.window.kit.form.field import Cell, Field
from editor_app.window.kit.form.text_fields import TextField, exact_text
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import icon, icon_size, paint_box
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.words.qt_strings import for_qt, mime_text

MOST_LINES: Final = 8
MOST_EDITED: Final = 20_000
"""A longer value is shown by its beginning: at each resize Qt lays out a line as a whole."""

_SHOWN_OF_LONG: Final = 1000
_HEIGHT: Final = 26
_BUTTON: Final = 22
_MARGIN: Final = 2
_ACTIVATING: Final = frozenset(
    {QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut}
)


class Hint(NamedTuple):
    """The words in a field without a text, with an icon before them, and the icon at the right of any."""

    words: str = ""
    role: str = "faint"
    icon: str = ""
    icon_at_rest: str = ""


NO_HINT: Final = Hint()


@dataclass(frozen=True, slots=True)
class GrowingText(Field):
    """A text of several lines, None for none; it is announced with each key, and has a menu."""

    value: str | None = None
    _: KW_ONLY
    hint: Hint = NO_HINT

    def make(self, cell: Cell) -> QWidget:
        """Return a field that grows."""
        text = ValueField()
        text.value_edited.connect(lambda: cell.value_given.emit(text.value))
        text.menu_requested.connect(cell.open_menu)
        return text

    def show_in(self, widget: ValueField, *, is_other: bool) -> None:
        """Show the text; a field that has it keeps its caret, and its undo unless it is another one's."""
        widget.set_value(self.value)
        if is_other:
            widget.document().clearUndoRedoStacks()

    def describe(self, widget: ValueField) -> None:
        """Show what is said of the text."""
        Field.describe(self, widget)  # no super() in a class with slots, which is made anew
        absent = self.hint.words if self.value is None else ""
        widget.setToolTip(plain_tooltip("\n".join(filter(None, (self.about, absent)))))
        menu = Sentence("window-kit.opens-menu", keys=native_keys(MENU_KEYS))
        widget.setAccessibleDescription(f"{one_line(self.about)} {menu}".strip())
        widget.set_hint(self.hint)


class ValueField(TextField):
    """A value and its state: typing makes it given, deleting all of its text makes it not given.

    A value of more than `MOST_EDITED` characters is kept exactly and cannot be typed into.
    """

    value_edited = Signal()
    menu_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start as not given."""
        super().__init__(parent)
        self.value: str | None = None
        """The exact value; None is not given."""
        self._replaced: tuple[str | None, ...] = ()  # the value before a long paste, which Ctrl+Z gives back
        self._hint = NO_HINT
        self.setProperty("look", "field")
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(_MARGIN)
        self.button = QToolButton(self)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.setCursor(Qt.CursorShape.ArrowCursor)
        self.button.setStyleSheet("QToolButton { min-height: 0; min-width: 0; padding: 0; border: 0 }")
        self.button.clicked.connect(lambda _checked=False: self.menu_requested.emit())
        self.textChanged.connect(self._after_change)
        on_theme(self, self._take_sizes)

    def set_value(self, value: str | None) -> None:
        """Show `value` without a signal; a field with the same value keeps caret and undo history."""
        if value == self.value:
            return
        text = value or ""
        is_long = len(text) > MOST_EDITED
        with QSignalBlocker(self):
            self.setPlainText(for_qt(_beginning(text) if is_long else text))
        self.setReadOnly(is_long)
        self.value = value
        self._replaced = ()
        self._fit()
        self._show_state()

    def give(self, value: str | None) -> None:
        """Set `value` as if the user had typed it."""
        self.set_value(value)
        self.value_edited.emit()

    def set_hint(self, hint: Hint) -> None:
        """Set what is shown where no text is given."""
        self._hint = hint
        self._show_state()

    def _take_sizes(self) -> None:
        theme = current_theme()
        self.button.setIconSize(icon_size() * 0.875)
        self.setViewportMargins(2, 0, theme.px(_BUTTON), 0)
        self._fit()
        self._show_state()

    # Qt's events ------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return the height of the wrapped lines."""
        return QSize(current_theme().px(160), self._wanted_height())

    def minimumSizeHint(self) -> QSize:
        """Return a small width, so that a layout may squeeze the field."""
        return QSize(current_theme().px(80), self._wanted_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the lines wrapped at the new width."""
        super().resizeEvent(event)
        side = current_theme().px(_BUTTON)
        self.button.setGeometry(self.width() - side - 2, 2, side, current_theme().px(_HEIGHT) - 4)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Reserve keys that type, delete, move, undo or redo for the field; others go to the actions."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(_is_own(event))
            return True
        is_handled = super().event(event)
        if event.type() in _ACTIVATING:
            self._show_state()
        return is_handled

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert a pasted text; a value that becomes too long to be laid out is given as a whole."""
        cursor = self.textCursor()
        before, after = QTextCursor(self.document()), QTextCursor(self.document())
        before.setPosition(cursor.selectionStart(), QTextCursor.MoveMode.KeepAnchor)
        after.setPosition(cursor.selectionEnd())
        after.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        around = [part.selectedText().replace("\u2029", "\n") for part in (before, after)]
        value = to_engine_text(mime_text(source)).join(around)
        if len(value) <= MOST_EDITED:
            super().insertFromMimeData(source)
            return
        replaced = self.value
        self.give(value)
        self._replaced = (replaced,)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy a long value exactly, where all that is shown of it is selected."""
        selected = self.textCursor().selectedText().replace("\u2029", "\n")
        data = QMimeData()
        data.setText(for_qt(self.value or "" if selected == exact_text(self) else selected))
        return data

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu on Alt+Down; a deleting key in an empty value makes it not given."""
        undoes = asks_for_history(event)
        if is_key(event, MENU_KEYS):
            self.menu_requested.emit()
        elif undoes and self._replaced:
            self.give(self._replaced[0])
        elif undoes is not None:
            (self.undo if undoes else self.redo)()
        elif not _is_own(event):
            event.ignore()
        elif self.value == "" and event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self.give(None)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, or the words for its absence."""
        super().paintEvent(event)
        if self.value:
            return
        painter, style, hint = QPainter(self.viewport()), row_style(), self._hint
        line = self.fontMetrics().lineSpacing()
        place = QRect(_MARGIN, _MARGIN, self.viewport().width() - 2 * _MARGIN, line)
        if self.value is None:
            if hint.icon:
                right = style.icon(painter, place, place.left(), hint.icon, hint.role, 14)
                place.setLeft(right + style.px(5))
            style.text(painter, place, one_line(hint.words), hint.role, elide=Qt.TextElideMode.ElideRight)
        else:
            px, empty = style.px, Sentence("window-kit.empty")
            words = style.metrics["small"].horizontalAdvance(empty)
            chip = QRect(
                place.left() - 2, place.top(), px(5) + px(12) + px(5) + words + px(6), place.height()
            )
            paint_box(painter, chip, "nsel", radius=3)
            style.icon(painter, chip, chip.left() + px(5), "circle-slash-2", "soft", 12)
            style.text(painter, chip.adjusted(px(22), 0, 0, 0), empty, "soft", "small")
        painter.end()

    # Inside ----------------------------------------------------------------------------------------------

    def _after_change(self) -> None:
        self.value = exact_text(self) or None
        self._fit()
        self._show_state()
        self.value_edited.emit()

    def _fit(self) -> None:
        height = self._wanted_height()
        if self.height() != height or self.maximumHeight() != height:
            self.setFixedHeight(height)
        many = self._lines() > MOST_LINES
        always = Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always)

    def _wanted_height(self) -> int:
        line = self.fontMetrics().lineSpacing()
        return current_theme().px(_HEIGHT) + (min(self._lines(), MOST_LINES) - 1) * line

    def _lines(self) -> int:
        """Count the wrapped lines, up to the most that the field shows."""
        lines = 0
        block = self.document().firstBlock()
        while block.isValid() and lines <= MOST_LINES:
            self.blockBoundingRect(block)  # makes Qt lay out the block
            lines += max(1, block.layout().lineCount())
            block = block.next()
        return max(1, lines)

    def _show_state(self) -> None:
        active = self.underMouse() or self.hasFocus()
        self.button.setVisible(active or bool(self._hint.icon_at_rest))
        name = "chevron-down" if active else self._hint.icon_at_rest or "chevron-down"
        self.button.setIcon(icon(name, "soft"))
        self.viewport().update()


def _beginning(value: str) -> str:
    kept = Sentence("window-kit.more-kept", count=len(value) - _SHOWN_OF_LONG)
    return f"{value[:_SHOWN_OF_LONG]}…\n{kept}"


def _is_own(event: QKeyEvent) -> bool:
    return meaning_of(event) is not TextKey.OTHER or asks_for_history(event) is not None
