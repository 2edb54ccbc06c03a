"""A list of names shown as chips, each with a cross that removes it, and a button that adds one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from editor_app.text import Severity
from editor_app.window.kit.focus.panel_keys import INSPECTOR_REMOVE
from editor_app.window.kit.form.completions import offer
from editor_app.window.kit.form.fields import LineField
from editor_app.window.kit.form.flow_layout import FlowLayout
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS, paint_icon
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_HEIGHT: Final = 24
_PADDING: Final = 8
_GAP: Final = 4
_RIGHT: Final = 6
_ICON: Final = 12
_WIDEST: Final = 220
_FIELD_WIDTH: Final = 132
_RADIUS: Final = 4.0


class ChipButton(QAbstractButton):
    """A small framed button: a chip with a cross, or the button that adds one, with a plus."""

    removed = Signal()
    stepped = Signal(int)

    def __init__(self, parent: QWidget, *, adds: bool = False) -> None:
        """Make a chip, or with `adds` the button behind the chips."""
        super().__init__(parent)
        self._adds = adds
        self._severity: Severity | None = None
        self._is_over_cross = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if adds else Qt.FocusPolicy.ClickFocus)
        on_theme(self, self._restyle)

    def show_text(self, text: str, severity: Severity | None = None, hint: str = "") -> None:
        """Show `text`, and in the colour of `severity` that it has the problem `hint`."""
        self._severity = severity
        if self.text() != text:
            self.setText(text)
            self.updateGeometry()
        set_plain_tooltip(self, hint or (text if self._shown() != one_line(text) else ""))
        self.setAccessibleName(text if self._adds else f"{text}, Delete removes it")
        self.update()

    def _restyle(self) -> None:
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of the text and the icon."""
        px = current_theme().px
        words = self._metrics().horizontalAdvance(self._shown())
        icon = px(_GAP) + px(_ICON) + px(_RIGHT) if self._adds or self.isEnabled() else px(_PADDING)
        return QSize(px(_PADDING) + words + icon, px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Let the layout shorten long text."""
        return QSize(min(self.sizeHint().width(), current_theme().px(60)), current_theme().px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the chip on Delete, move along the chips with the arrow keys, click on Enter."""
        key = event.key()
        removes = INSPECTOR_REMOVE.is_pressed(event) or key == Qt.Key.Key_Backspace
        if removes and not self._adds:
            self.removed.emit()
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self.stepped.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}:
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
        self._point_at(self._is_on_cross(event))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight of the cross."""
        self._point_at(False)  # noqa: FBT003  Qt's way of naming
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Remove the chip on a click on the cross; click it elsewhere."""
        if self._is_on_cross(event) and self.isDown():
            self.setDown(False)
            self.removed.emit()
        else:
            super().mouseReleaseEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame, the text and the icon."""
        theme, px = current_theme(), current_theme().px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = SEVERITY_ICONS[self._severity][1] if self._severity is not None else "edge"
        if self.hasFocus():
            role = "acc"
        elif role == "edge" and self.underMouse() and self.isEnabled():
            role = "soft"
        width = 2 if self.hasFocus() else 1
        painter.setPen(QPen(theme.color(role), width))
        painter.setBrush(theme.color("paper" if self.isEnabled() else "panel"))
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), _RADIUS, _RADIUS)
        icon = self._icon_rect()
        words = self.rect().adjusted(px(_PADDING), 0, 2 - px(_RIGHT), 0)
        if self._adds:
            words.setLeft(icon.right() + 1 + px(_GAP))
        elif self.isEnabled():
            words.setRight(icon.left() - px(_GAP) + 1)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color(("acc" if self._adds else "ink") if self.isEnabled() else "faint"))
        shown = self._metrics().elidedText(self._shown(), Qt.TextElideMode.ElideMiddle, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown)
        if self._adds:
            paint_icon(painter, icon, "plus", theme, "acc" if self.isEnabled() else "faint")
        elif self.isEnabled():
            paint_icon(painter, icon, "x", theme, "ink" if self._is_over_cross else "soft")
        painter.end()

    def _point_at(self, on_cross: bool) -> None:
        if on_cross != self._is_over_cross:
            self._is_over_cross = on_cross
            self.update()

    def _is_on_cross(self, event: QMouseEvent) -> bool:
        room = self._icon_rect().adjusted(-4, -8, current_theme().px(_PADDING), 8)
        return not self._adds and self.isEnabled() and room.contains(event.position().toPoint())

    def _icon_rect(self) -> QRect:
        px = current_theme().px
        side = px(_ICON)
        left = px(_RIGHT) if self._adds else self.width() - px(_RIGHT) - side
        return QRect(left, (self.height() - side) // 2, side, side)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(current_theme().font("small"))

    def _shown(self) -> str:
        room = current_theme().px(_WIDEST)
        return self._metrics().elidedText(one_line(self.text()), Qt.TextElideMode.ElideMiddle, room)


class ChipsField(QWidget):
    """Chips in rows; one Tab stop, the arrow keys move along them."""

    add_requested = Signal()
    edit_requested = Signal(int)
    remove_requested = Signal(int)

    def __init__(self, name: str, adds: str, parent: QWidget | None = None) -> None:
        """Start without chips; `name` is the list's accessible name, `adds` the text of the adding button."""
        super().__init__(parent)
        self.chips: list[ChipButton] = []
        self.plus = ChipButton(self, adds=True)
        self.plus.show_text(adds)
        self.plus.setAccessibleName(f"Add {adds.lower()}")
        self.plus.clicked.connect(self.add_requested)
        self.plus.stepped.connect(lambda steps: self._step(len(self.chips), steps))
        self.flow = FlowLayout(self, 4, 4)
        self.flow.setContentsMargins(0, 1, 0, 1)
        self.flow.addWidget(self.plus)
        self.setAccessibleName(name)

    def show_texts(
        self, texts: Sequence[str], problem: tuple[Severity, str, int | None] | None = None
    ) -> None:
        """Show a chip for each text; `problem` is a severity, a sentence and the index of its chip."""
        focused = next((at for at, chip in enumerate(self.chips) if chip.hasFocus()), None)
        while len(self.chips) > len(texts):
            chip = self.chips.pop()
            self.flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        while len(self.chips) < len(texts):
            self._add_chip()
        for at, (chip, text) in enumerate(zip(self.chips, texts, strict=True)):
            is_wrong = problem is not None and problem[2] == at
            chip.show_text(text, *(problem[:2] if problem is not None and is_wrong else ()))
        if focused is not None:
            self._focus(min(focused, len(self.chips)))
        self.flow.invalidate()
        self.updateGeometry()

    def _add_chip(self) -> None:
        chip = ChipButton(self)
        chip.clicked.connect(lambda: self.edit_requested.emit(self.chips.index(chip)))
        chip.removed.connect(lambda: self.remove_requested.emit(self.chips.index(chip)))
        chip.stepped.connect(lambda steps: self._step(self.chips.index(chip), steps))
        self.flow.insert(len(self.chips), chip)
        self.chips.append(chip)
        chip.show()

    def _step(self, at: int, steps: int) -> None:
        self._focus(min(max(at + steps, 0), len(self.chips)))

    def _focus(self, at: int) -> None:
        target = self.chips[at] if at < len(self.chips) else self.plus
        target.setFocus(Qt.FocusReason.TabFocusReason)


class NameChips(ChipsField):
    """Names edited in place; `changed` announces the whole new list, which is shown once the file has it."""

    changed = Signal(object)
    resized = Signal()

    def __init__(self, name: str, adds: str, parent: QWidget | None = None) -> None:
        """Start without names."""
        super().__init__(name, adds, parent)
        self.values: tuple[str, ...] = ()
        self._offered: tuple[str, ...] = ()
        self._at: int | None = None
        self.field = _NameField(self)
        self.field.setAccessibleName(f"New {adds.lower()}")
        self.field.setPlaceholderText(adds)
        self.field.hide()
        self.field.taken.connect(self._take)
        self.field.dropped.connect(self._close_field)
        self.flow.insert(0, self.field)
        self.add_requested.connect(lambda: self._open_field(None))
        self.edit_requested.connect(self._open_field)
        self.remove_requested.connect(self._remove)
        on_theme(self, self._restyle_own)

    def show_values(
        self,
        values: Sequence[str],
        offered: Sequence[str] = (),
        problem: tuple[Severity, str, int | None] | None = None,
    ) -> None:
        """Show `values`; `offered` are the names to complete from."""
        self.values, self._offered = tuple(values), tuple(offered)
        self.show_texts(self.values, problem)
        if self._at is not None and self._at < len(self.chips):
            self.chips[self._at].hide()

    def _restyle_own(self) -> None:
        theme = current_theme()
        if hasattr(self, "field"):
            self.field.setFixedWidth(theme.px(_FIELD_WIDTH))
            self.field.setFont(theme.font("small"))

    @property
    def is_typing(self) -> bool:
        """Whether a name is being typed in the field."""
        return not self.field.isHidden()

    def commit(self) -> None:
        """Accept the name that is being typed."""
        self.field.take()

    def _open_field(self, at: int | None) -> None:
        self._at = at
        old = self.values[at] if at is not None else ""
        present = set(self.values) - {old}
        self.field.open_with(old, [name for name in self._offered if name not in present])
        self.flow.insert(len(self.chips) if at is None else at, self.field)
        self.field.show()
        self.field.setFocus()
        (self.plus if at is None else self.chips[at]).hide()
        self._tell_size()

    def _close_field(self, *, keeps_focus: bool = True) -> None:
        if self.field.isHidden():
            return
        at, self._at = self._at, None
        had_focus = self.field.hasFocus()
        self.plus.show()
        for chip in self.chips:
            chip.show()
        if had_focus and keeps_focus:
            self._focus(len(self.chips) if at is None else min(at, len(self.chips)))
        self.field.hide()
        self.flow.insert(len(self.chips), self.field)
        self._tell_size()

    def _take(self, typed: str) -> None:
        at = self._at
        self._close_field()
        typed = typed.strip()
        wanted = list(self.values)
        if at is None:
            wanted.append(typed)
        elif at < len(wanted):
            wanted[at] = typed
        self._ask(wanted)

    def _remove(self, at: int) -> None:
        self._ask([value for index, value in enumerate(self.values) if index != at])

    def _ask(self, wanted: Sequence[str]) -> None:
        names = tuple(dict.fromkeys(name for name in wanted if name))
        if names != self.values:
            self.changed.emit(names)

    def _tell_size(self) -> None:
        self.flow.invalidate()
        self.updateGeometry()
        self.resized.emit()


class _NameField(LineField):
    """The field for a name: Enter and focus loss accept it, Esc cancels."""

    taken = Signal(str)
    dropped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_open = False

    def open_with(self, text: str, offered: Sequence[str]) -> None:
        """Start with `text`; `offered` are the completions."""
        self._is_open = True
        self.setText(text)
        self.selectAll()
        offer(self, offered)
        if offered and not text:
            QTimer.singleShot(0, self, self._offer_all)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept on Enter, cancel on Esc."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.take()
        elif event.key() == Qt.Key.Key_Escape:
            self._end(self.dropped.emit)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Accept what is typed, unless the focus only went to the list of completions."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.take()

    def take(self) -> None:
        """Announce the name that is typed."""
        self._end(lambda: self.taken.emit(self.text()))

    def _offer_all(self) -> None:
        completer = self.completer()
        if self._is_open and completer is not None and self.hasFocus():
            completer.setCompletionPrefix("")
            completer.complete()

    def _end(self, act: Callable[[], object]) -> None:
        if self._is_open:
            self._is_open = False
            act()
