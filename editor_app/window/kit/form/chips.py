"""A field for a list of names, shown as chips: each has a cross that removes it, a button adds one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from editor_app.text import Sentence, Severity
from editor_app.window.kit.focus.panel_keys import is_key
from editor_app.window.kit.form.field import Cell, Field, Remark
from editor_app.window.kit.form.text_fields import LineField
from editor_app.window.kit.layouts import FlowLayout
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, fonted, on_theme, sized, spaced
from editor_app.window.kit.theme.icons import SEVERITY_ICONS, paint_box, paint_icon
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.work.connections import connect

_HEIGHT: Final = 24
_PADDING: Final = 8
_GAP: Final = 4
_RIGHT: Final = 6
_ICON: Final = 12
_MOST: Final = 880
_PRESS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2})


@dataclass(frozen=True, slots=True)
class Chips(Field):
    """A list of names: `adds` is the text of the adding button, `offered` are the names to complete from.

    A remark's `item` is the chip that has the problem. Without `is_typed` the panel asks for a name: it takes
    the widget's `add_requested`, `edit_requested` and `remove_requested`.
    """

    value: tuple[str, ...] = ()
    _: KW_ONLY
    adds: str
    offered: tuple[str, ...] = ()
    is_typed: bool = True
    can_add: bool = True

    def make(self, cell: Cell) -> QWidget:
        """Return chips."""
        chips = NameChips(self.adds) if self.is_typed else ChipsField(self.adds)
        chips.value_given.connect(cell.value_given.emit)
        chips.resized.connect(cell.resized)
        return chips

    def show_in(self, widget: ChipsField, *, is_other: bool) -> None:
        """Show the chips; a name that is being typed stays, unless it is another list's."""
        widget.setAccessibleName(self.name or self.label)
        if is_other:
            widget.end(accepts=False)
        widget.offered = self.offered
        widget.show_texts(self.value, self.remark)
        widget.let_add(can_add=self.can_add)

    def commit(self, widget: ChipsField) -> None:
        """Accept the name that is being typed."""
        widget.end()


class ChipButton(QAbstractButton):
    """A small framed button: a chip with a cross, or the button that adds one, with a plus.

    Words that have no room in a line are wrapped; very long ones are elided.
    """

    removed = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget, *, adds: bool = False) -> None:
        """Make a chip, or with `adds` the button behind the chips."""
        super().__init__(parent)
        self._adds = adds
        self._severity: Severity | None = None
        self._hint = ""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if adds else Qt.FocusPolicy.ClickFocus)
        on_theme(self, self.updateGeometry)

    def show_text(self, text: str, remark: Remark | None = None) -> None:
        """Show `text`, in the colour of a remark about it, with its sentence as the tooltip."""
        self._severity = remark.severity if remark is not None else None
        self._hint = remark.sentence if remark is not None else ""
        if self.text() != text:
            self.setText(text)
            self.updateGeometry()
        self._tell_the_whole()
        self.setAccessibleName(text if self._adds else Sentence("window-kit.chip", name=text))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the text in a line and the icon."""
        words = row_style().metrics["small"].horizontalAdvance(self._shown())
        return QSize(words + self._beside_words, current_theme().px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Let the layout wrap long text."""
        return QSize(min(self.sizeHint().width(), current_theme().px(60)), current_theme().px(_HEIGHT))

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines that the text has at `width`."""
        room, metrics = QRect(0, 0, width - self._beside_words, 0), row_style().metrics["small"]
        words = metrics.boundingRect(room, self._wrapping(room.width()), self._shown())
        more = words.height() // metrics.lineSpacing() - 1
        return current_theme().px(_HEIGHT) + more * metrics.lineSpacing()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the chip on Delete, move along the chips with the arrow keys, click on Enter."""
        key = event.key()
        if not self._adds and (is_key(event, "Del") or key == Qt.Key.Key_Backspace):
            self.removed.emit()
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key in _PRESS:
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Update the size: a disabled chip shows no cross."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.updateGeometry()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the cross under the pointer."""
        super().mouseMoveEvent(event)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remove the chip on a click on the cross; click it elsewhere."""
        if self._has_cross_at(event.position().toPoint()) and self.isDown():
            self.setDown(False)
            self.removed.emit()
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame, the text and the icon."""
        painter, style, px = QPainter(self), row_style(), row_style().px
        is_on = self.isEnabled()
        role = SEVERITY_ICONS[self._severity][1] if self._severity is not None else "edge"
        if self.hasFocus():
            role = "acc"
        elif role == "edge" and self.underMouse() and is_on:
            role = "soft"
        width = 2 if self.hasFocus() else 1
        paint_box(painter, self.rect(), "paper" if is_on else "panel", role, width=width)
        icon = self._icon_rect()
        words = self.rect().adjusted(px(_PADDING), 0, 2 - px(_RIGHT), 0)
        if self._adds:
            words.setLeft(icon.right() + 1 + px(_GAP))
            paint_icon(painter, icon, "plus", style.theme, "acc" if is_on else "faint")
        elif is_on:
            words.setRight(icon.left() - px(_GAP) + 1)
            is_over = self.underMouse() and self._has_cross_at(self.mapFromGlobal(QCursor.pos()))
            paint_icon(painter, icon, "x", style.theme, "ink" if is_over else "soft")
        ink = ("acc" if self._adds else "ink") if is_on else "faint"
        painter.setFont(style.fonts["small"])
        painter.setPen(style.theme.color(ink))
        painter.drawText(words, self._wrapping(words.width()), self._shown())
        painter.end()

    @property
    def _beside_words(self) -> int:
        px = current_theme().px
        has_icon = self._adds or self.isEnabled()
        return px(_PADDING) + (px(_GAP) + px(_ICON) + px(_RIGHT) if has_icon else px(_PADDING))

    def _wrapping(self, room: int) -> int:
        """Return the flags by which the text is wrapped to a width, inside of words that are longer."""
        text, width, flags = self._shown(), row_style().metrics["small"].horizontalAdvance, Qt.TextFlag
        if width(text) <= room:
            return int(Qt.AlignmentFlag.AlignVCenter | flags.TextSingleLine)
        fits = all(width(word) <= room for word in text.split())
        return int(Qt.AlignmentFlag.AlignVCenter | (flags.TextWordWrap if fits else flags.TextWrapAnywhere))

    def _tell_the_whole(self) -> None:
        is_cut = self._shown() != one_line(self.text())
        set_plain_tooltip(self, self._hint or (self.text() if is_cut else ""))

    def _has_cross_at(self, place: QPoint) -> bool:
        room = self._icon_rect().adjusted(-4, -8, current_theme().px(_PADDING), 8)
        return not self._adds and self.isEnabled() and room.contains(place)

    def _icon_rect(self) -> QRect:
        px = current_theme().px
        side = px(_ICON)
        left = px(_RIGHT) if self._adds else self.width() - px(_RIGHT) - side
        return QRect(left, (self.height() - side) // 2, side, side)

    def _shown(self) -> str:
        room, text = current_theme().px(_MOST), one_line(self.text())
        return row_style().metrics["small"].elidedText(text, Qt.TextElideMode.ElideMiddle, room)


class ChipsField(QWidget):
    """Chips in rows; one Tab stop, the arrow keys move along them.

    `value_given` announces a whole new list, `offered` are the names to complete from where names are typed.
    """

    value_given = Signal(object)
    resized = Signal()
    add_requested = Signal()
    edit_requested = Signal(int)
    remove_requested = Signal(int)

    def __init__(self, adds: str) -> None:
        """Start without chips; `adds` is the text of the adding button."""
        super().__init__()
        self.values: tuple[str, ...] = ()
        self.offered: tuple[str, ...] = ()
        self._remark: Remark | None = None
        self.chips: list[ChipButton] = []
        self.plus = ChipButton(self, adds=True)
        self.plus.show_text(adds)
        self.plus.setAccessibleName(Sentence("window-kit.add", what=adds))
        self.plus.clicked.connect(self.add_requested)
        self.plus.stepped.connect(lambda steps: self._focus(len(self.chips) + steps))
        self.flow = spaced(FlowLayout(self, 4, 4), margins=(0, 1, 0, 1))
        self.flow.addWidget(self.plus)

    def show_texts(self, texts: tuple[str, ...], remark: Remark | None = None) -> None:
        """Show a chip for each text; the one that a remark is about has its colour and sentence."""
        if (texts, remark) == (self.values, self._remark):
            return
        self.values, self._remark = texts, remark
        focused = next((index for index, chip in enumerate(self.chips) if chip.hasFocus()), None)
        while len(self.chips) > len(texts):
            chip = self.chips.pop()
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        while len(self.chips) < len(texts):
            self._add_chip()
        for index, (chip, text) in enumerate(zip(self.chips, texts, strict=True)):
            chip.show_text(text, remark if remark is not None and remark.item == index else None)
        if focused is not None:
            self._focus(focused)
        self.flow.invalidate()
        self.updateGeometry()

    def let_add(self, *, can_add: bool) -> None:
        """Switch the adding button on or off; where it is off, Tab leads to the last chip."""
        if not can_add and self.plus.hasFocus():
            self._focus(len(self.chips) - 1)
        self.plus.setEnabled(can_add)
        for chip in self.chips:
            is_stop = not can_add and chip is self.chips[-1]
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.ClickFocus)

    def end(self, accepts: bool = True) -> None:
        """End the typing of a name, where names are typed."""

    def _add_chip(self) -> None:
        chip = ChipButton(self)
        connect(
            (chip.clicked, lambda: self.edit_requested.emit(self.chips.index(chip))),
            (chip.removed, lambda: self.remove_requested.emit(self.chips.index(chip))),
            (chip.stepped, lambda steps: self._focus(self.chips.index(chip) + steps)),
        )
        self.flow.insert(len(self.chips), chip)
        self.chips.append(chip)
        chip.show()

    def _focus(self, at: int) -> None:
        target = self.chips[max(at, 0)] if at < len(self.chips) else self.plus
        target.setFocus(Qt.FocusReason.TabFocusReason)


class NameChips(ChipsField):
    """Names edited in place; a new list is shown once the file has it."""

    def __init__(self, adds: str) -> None:
        """Start without names."""
        super().__init__(adds)
        self.is_typing = False
        self._at: int | None = None
        self.field = fonted(sized(_NameField(self), width=132), "small")
        self.field.setAccessibleName(Sentence("window-kit.new", what=adds))
        self.field.setPlaceholderText(adds)
        self.field.hide()
        self.field.ended.connect(self.end)
        self.flow.insert(0, self.field)
        connect(
            (self.add_requested, lambda: self._open_field(None)),
            (self.edit_requested, self._open_field),
            (self.remove_requested, lambda at: self._ask(self.values[:at] + self.values[at + 1 :])),
        )

    def show_texts(self, texts: tuple[str, ...], remark: Remark | None = None) -> None:
        """Show the names; the one that is being changed stays in its field."""
        super().show_texts(texts, remark)
        if self._at is not None and self._at < len(self.chips):
            self.chips[self._at].hide()

    def end(self, accepts: bool = True) -> None:
        """End the typing of a name, and accept it or not."""
        if not self.is_typing:
            return
        self.is_typing = False
        at, self._at = self._at, None
        typed, had_focus = self.field.text().strip(), self.field.hasFocus()
        for chip in (*self.chips, self.plus):
            chip.show()
        if had_focus:
            self._focus(len(self.chips) if at is None else at)
        self.field.hide()
        self._tell_size(len(self.chips))
        if accepts:
            at = len(self.values) if at is None else at
            self._ask((*self.values[:at], typed, *self.values[at + 1 :]))

    def _open_field(self, at: int | None) -> None:
        self.is_typing = True
        self._at = at
        old = self.values[at] if at is not None else ""
        present = set(self.values) - {old}
        self.field.open_with(old, [name for name in self.offered if name not in present])
        self.field.show()
        self.field.setFocus()
        (self.plus if at is None else self.chips[at]).hide()
        self._tell_size(len(self.chips) if at is None else at)

    def _ask(self, wanted: tuple[str, ...]) -> None:
        names = tuple(dict.fromkeys(name for name in wanted if name))
        if names != self.values:
            self.value_given.emit(names)

    def _tell_size(self, at: int) -> None:
        """Place the field among the chips, and tell that the height may be another."""
        self.flow.insert(at, self.field)
        self.flow.invalidate()
        self.updateGeometry()
        self.resized.emit()


class _NameField(LineField):
    """The field for a name: Enter and focus loss accept it, Esc cancels."""

    ended = Signal(bool)

    def open_with(self, text: str, offered: Sequence[str]) -> None:
        """Start with `text`; `offered` are the completions."""
        self.setText(text)
        self.selectAll()
        completer = self.offer(offered)

        def offer_all() -> None:
            if self.completer() is completer and self.hasFocus():
                completer.setCompletionPrefix("")
                completer.complete()

        if offered and not text:
            QTimer.singleShot(0, self, offer_all)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept on Enter, cancel on Esc."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}:
            self.ended.emit(event.key() != Qt.Key.Key_Escape)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Accept what is typed, unless the focus only went to the list of completions."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.ended.emit(True)  # noqa: FBT003  Qt has no named arguments of signals
