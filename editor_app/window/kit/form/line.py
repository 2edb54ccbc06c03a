"""A field of one line: announces what was typed on Enter and on focus loss; Esc brings back the old value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from PySide6.QtCore import Property, QEvent, QSignalBlocker, QStringListModel, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QIcon,
    QKeyEvent,
    QPaintEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QLineEdit,
    QStyle,
    QStyleOptionFrame,
    QStylePainter,
    QToolButton,
    QWidget,
)

from editor_app.text import Sentence
from editor_app.window.kit.card.popups import show_standard_menu
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, is_key
from editor_app.window.kit.focus.text_keys import asks_for_history
from editor_app.window.kit.form.field import Access, Cell, Field
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.theme.icons import with_icon
from editor_app.window.kit.work.timers import single_shot

PAUSE_MS: Final = 800
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_LETTER_MARGIN: Final = 2  # pixels that Qt leaves beside the text of a field


class Commit(StrEnum):
    """When a line announces what is typed."""

    LEFT = "left"
    """On Enter, and when the focus leaves it."""
    PAUSE = "pause"
    """After a pause, too."""
    EACH_KEY = "each key"


@dataclass(frozen=True, slots=True)
class Line(Field):
    """A text of one line; a `menu` is opened by a chevron in it and by Alt+Down.

    `reads` returns the value that a typed text stands for, by default the text without blanks around it; None
    for none: then the old one comes back.
    """

    value: str = ""
    _: KW_ONLY
    hint: str = ""
    offered: tuple[str, ...] = ()
    commits: Commit = Commit.LEFT
    menu: str = ""
    reads: Callable[[str], str | None] = str.strip

    def make(self, cell: Cell) -> QWidget:
        """Return a line to type into."""
        line = CommittedLine()
        line.value_given.connect(cell.value_given.emit)
        line.menu_requested.connect(cell.open_menu)
        return line

    def show_in(self, widget: CommittedLine, *, is_other: bool) -> None:
        """Show the text, unless the user is typing another."""
        widget.reads, widget.commits = self.reads, self.commits
        widget.setPlaceholderText(self.hint)
        widget.offer_names(self.offered)
        if self.menu:
            widget.show_menu_button(self.menu)
        (widget.set_text if is_other else widget.show_text)(self.value)

    def allow(self, widget: CommittedLine) -> None:
        """Let the text be changed, copied, or neither."""
        widget.setReadOnly(self.access is Access.READ)
        widget.setEnabled(self.access is not Access.NONE)

    def commit(self, widget: CommittedLine) -> None:
        """Announce what was typed and not announced yet."""
        widget.commit()


class CommittedLine(LineField):
    """A line that announces what was typed; while it has no focus, a text that does not fit is elided."""

    value_given = Signal(str)
    menu_requested = Signal()

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        """Start empty; `name` is the accessible name."""
        super().__init__(parent)
        self.shown = ""
        self.reads: Callable[[str], str | None] = str.strip
        self.commits = Commit.LEFT
        self._names = QStringListModel(self)
        self._offered: tuple[str, ...] = ()
        self._menu_button: QAction | None = None
        self._soon = single_shot(self, PAUSE_MS, self.commit)
        self.setAccessibleName(name)
        self.textChanged.connect(self._after_change)

    def show_text(self, text: str) -> None:
        """Show `text`, unless the user is typing another."""
        is_announced = self.commits is Commit.EACH_KEY
        is_typing = self.isModified() and self.text() != self.shown and not is_announced
        if not (self.reads(self.text()) == text or (self._has_focus() and is_typing)):
            self.set_text(text)
        self.shown = text

    def set_text(self, text: str) -> None:
        """Show `text`, whatever the user is typing."""
        self._soon.stop()
        self.shown = text
        with QSignalBlocker(self):
            self.setText(text)
        self.setCursorPosition(0)

    def take(self, text: str) -> None:
        """Show `text` and announce it, as if it was typed."""
        self.setText(text)
        self.setModified(True)
        self.commit()

    def commit(self) -> None:
        """Announce what was typed and not announced yet."""
        if self.isModified():
            self._give()

    def commit_after(self, pause_ms: int) -> None:
        """Announce what is typed after a pause."""
        self._soon.start(pause_ms)

    def offer_names(self, names: tuple[str, ...]) -> None:
        """Offer names to complete from; one that is chosen is announced."""
        if names and self.completer() is None:
            self.offer(self._names).activated.connect(self.take)
        if names != self._offered:
            self._offered = names
            self._names.setStringList(list(names))

    def show_menu_button(self, hint: str) -> None:
        """Show a chevron at the right which asks for the menu, as Alt+Down does."""
        if self._menu_button is None:
            place = QLineEdit.ActionPosition.TrailingPosition
            self._menu_button = with_icon(self.addAction(QIcon(), place), "chevron-down", "soft")
            self._menu_button.triggered.connect(self.menu_requested)
        self._menu_button.setToolTip(hint)

    def event(self, event: QEvent) -> bool:
        """Leave undo and redo to the file unless something was typed here since."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride and not self.isModified()
        if is_asked and isinstance(event, QKeyEvent) and asks_for_history(event) is not None:
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce the value on Enter, restore the old one on Esc, where it is not the one shown."""
        is_left = self.commits is not Commit.EACH_KEY
        if is_left and event.key() in _ENTER:
            self._give()
        elif is_left and event.key() == Qt.Key.Key_Escape and self.text() != self.shown:
            self._soon.stop()
            self.setText(self.shown)
            self.selectAll()
        elif self._menu_button is not None and is_key(event, MENU_KEYS):
            self.menu_requested.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Announce what was typed; what was announced already and refused is replaced by the file's value."""
        super().focusOutEvent(event)
        if self.isModified():
            self.commit()
        elif self.reads(self.text()) != self.shown:
            self.set_text(self.shown)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, elided if it does not fit and the field has no focus."""
        if self._has_focus():
            super().paintEvent(event)
            return
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        for button in self.findChildren(QToolButton) if self._menu_button is not None else ():
            room.setRight(min(room.right(), button.x() - 1))
        room.adjust(_LETTER_MARGIN, 0, -_LETTER_MARGIN, 0)
        whole = self.displayText()  # which hides what is secret
        shown = self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideMiddle, room.width())
        if shown == whole:
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        painter.end()

    def _has_focus(self) -> bool:
        return (self.focusProxy() or self).hasFocus()

    def _after_change(self) -> None:
        if self.commits is Commit.PAUSE and self.isModified():
            self._soon.start(PAUSE_MS)
        elif self.commits is Commit.EACH_KEY:
            self._give()

    def _give(self) -> None:
        self._soon.stop()
        typed, value = self.text(), self.reads(self.text())
        if self.commits is not Commit.EACH_KEY:
            self.setModified(False)
            if value is None:
                self.set_text(self.shown)
            elif value not in {typed, self.shown} and self.commits is Commit.LEFT:
                self.setText(value)
        if value is not None and value != self.shown:
            if self.commits is Commit.EACH_KEY:
                self.shown = value
            self.value_given.emit(value)


def non_empty(typed: str) -> str | None:
    """Return a text without spaces around it, None if it is empty: how a line `reads` that needs a value."""
    return typed.strip() or None


_LONGEST_NUMBER: Final = 18
_LINE_KEYS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape})
_whole_number = re.compile(r"[+-]?[0-9]+\Z")
_number_prefix = re.compile(r"[+-]?[0-9]*\Z")


class Steps(NamedTuple):
    """How far a step of a number goes, and between which numbers.

    With a `usual` number, 0 means another one about that: steps begin there, and one below the least is 0.
    """

    size: int = 1
    least: int | None = None
    most: int | None = None
    usual: int = 0

    def after(self, number: int, steps: int) -> int:
        """Return the number so many steps on."""
        on = (number or self.usual) + steps * self.size
        if self.least is not None and on < self.least:
            return 0 if self.usual else self.least
        return on if self.most is None else min(on, self.most)


_BY_ONE: Final = Steps()


@dataclass(frozen=True, slots=True)
class Number(Field):
    """An integer, as text: a file may have another value there. An int is given."""

    value: str = ""
    steps: Steps = _BY_ONE

    def make(self, cell: Cell) -> QWidget:
        """Return a field that steps."""
        box = sized(NumberBox(self.steps), height=26)
        box.value_given.connect(cell.value_given.emit)
        return box

    def show_in(self, widget: NumberBox, *, is_other: bool) -> None:
        """Show the number, unless the user is typing another."""
        (widget.line.set_text if is_other else widget.line.show_text)(self.value)

    def commit(self, widget: NumberBox) -> None:
        """Announce the number that was typed and not announced yet."""
        widget.line.commit()


class NumberBox(QAbstractSpinBox):
    """A field for an integer; a step is announced after a pause, so that several steps are one change.

    Qt's own QSpinBox shows no text that is not a number, and none beyond 32 bits.
    """

    value_given = Signal(int)

    def __init__(self, steps: Steps = _BY_ONE) -> None:
        """Start empty."""
        super().__init__()
        self._steps = steps
        self.line = CommittedLine("", self)
        self.line.reads = _read
        self.line.setTextMargins(6, 0, 0, 0)
        self.line.value_given.connect(lambda text: self.value_given.emit(int(text)))
        self.setLineEdit(self.line)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _number(self) -> float:
        """Return the number in the field, 0 where there is none."""
        return float(_read(self.text()) or 0)

    value = Property(float, _number)
    """What screen readers read as the value."""

    def stepBy(self, steps: int) -> None:
        """Add `steps` to the number."""
        typed = self.text().strip()
        if self.isReadOnly() or (typed and not _whole_number.match(typed)):
            return
        self.line.setText(str(self._steps.after(int(typed or "0"), steps)))
        self.line.setModified(True)
        self.line.commit_after(250)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Allow steps up and down without limits."""
        flags = QAbstractSpinBox.StepEnabledFlag
        return flags.StepNone if self.isReadOnly() else flags.StepUpEnabled | flags.StepDownEnabled

    def validate(self, typed: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accept a number, and what may become one by typing on."""
        fits = _number_prefix.match(typed.strip()) is not None or typed == self.line.shown
        return (QValidator.State.Acceptable if fits else QValidator.State.Invalid, typed, position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Announce the value on Enter, restore the old one on Esc, as the line does."""
        if event.key() in _LINE_KEYS:
            self.line.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show Qt's own context menu, styled like the other menus."""
        menu = self.line.createStandardContextMenu()
        menu.addSeparator()
        for words, steps in ((Sentence("window-kit.step-up"), 1), (Sentence("window-kit.step-down"), -1)):
            action = menu.addAction(words)
            action.setEnabled(not self.isReadOnly())
            action.triggered.connect(lambda _checked=False, steps=steps: self.stepBy(steps))
        show_standard_menu(menu, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the form, not the number, unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def _read(typed: str) -> str | None:
    """Return the number in a text, None for any other text."""
    number = typed.strip()
    return number if _whole_number.match(number) and len(number) <= _LONGEST_NUMBER else None
