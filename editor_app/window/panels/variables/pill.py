"""A button of the bar: a variable's name in the tags' colour and, softly, its current value."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolButton, QWidget

from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.variables.button_specs import CONDITIONS, ButtonKind, ButtonSpec

VARIABLES_MENU: Final = PanelKey("Variables", "Open a button’s menu", MENU_KEYS)
KEYS: Final = (VARIABLES_MENU,)

MOST_VALUE: Final = 14
_HEIGHT: Final = 24
_PADDING: Final = 9
_GAP: Final = 8
_ICON: Final = 14
_ICON_GAP: Final = 5
_RADIUS: Final = 4.0
_NONE: Final = "none"
_ICONS: Final = {ButtonKind.DECLARE: "plus", ButtonKind.FILE: "file-plus-2"}


class PillContent(NamedTuple):
    """How much a button shows: words or only an icon, and whether the value, and "none" for no value.

    With `room` it is measured with the words that it has room for, whatever its value is now.
    """

    words: bool = True
    value: bool = True
    none: bool = True
    room: bool = False


class MenuPill(QToolButton):
    """A button of the bar that opens a menu."""

    def __init__(self, words: str, parent: QWidget) -> None:
        """Show `words` and an arrow."""
        super().__init__(parent)
        self.setText(words)
        self.setProperty("look", "pill")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def sizeHint(self) -> QSize:
        """Return the size of the words and the arrow."""
        px = current_theme().px
        words = QFontMetrics(current_theme().font("small")).horizontalAdvance(self.text())
        return QSize(2 * px(_PADDING) + words + px(_ICON_GAP) + px(_ICON), px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame, the words and the arrow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = current_theme()
        _paint_frame(painter, self, theme, dashed=False)
        px = theme.px
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("ink" if self.isEnabled() else "faint"))
        side = px(_ICON)
        words = self.rect().adjusted(px(_PADDING), 0, 0, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        arrow = QRect(self.width() - px(_PADDING) - side + 2, (self.height() - side) // 2, side, side)
        paint_icon(painter, arrow, "chevron-down", theme, "soft")
        painter.end()


class Pill(QToolButton):
    """A variable button; right click and Alt+Down ask for its menu."""

    menu_requested = Signal()

    def __init__(self, spec: ButtonSpec, parent: QWidget) -> None:
        """Show `spec`."""
        super().__init__(parent)
        self._shown = PillContent()
        self._widths: dict[tuple[Theme, PillContent], int] = {}
        self.setProperty("look", "pill")
        self.spec = spec
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.show_spec(spec)

    def show_spec(self, spec: ButtonSpec) -> None:
        """Show another `spec`."""
        self.spec = spec
        self._widths.clear()
        self.setText(spec.text)
        name = spec.key if spec.kind is ButtonKind.INSERT and spec.key != spec.text else ""
        about = spec.tooltip or (spec.value if spec.exists else "does not exist")
        self.setToolTip(plain_tooltip("\n".join(filter(None, (name, about)))))
        if spec.kind is ButtonKind.INSERT:
            value = one_line(spec.value)
            state = value if spec.exists or value not in {"", _NONE} else "does not exist"
            self.setAccessibleName(f"Insert {spec.key or spec.text}{f', {state}' if state else ''}")
        else:
            self.setAccessibleName(spec.text.rstrip("…."))
        self.setAccessibleDescription(one_line(spec.tooltip))
        self.updateGeometry()
        self.update()

    def show_only(self, shown: PillContent) -> None:
        """Show less, or everything again."""
        if shown != self._shown:
            self._shown = shown
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of what the button shows now."""
        return QSize(self.width_with(self._shown), current_theme().px(_HEIGHT))

    def width_with(self, shown: PillContent) -> int:
        """Return the width of the button when it shows that much, in pixels."""
        key = current_theme(), shown
        width = self._widths.get(key)
        if width is None:  # cached: the bar asks at each resize, and measuring takes long
            width = self._widths[key] = self._measure(shown)
        return width

    def _measure(self, shown: PillContent) -> int:
        px = current_theme().px
        width = 2 * px(_PADDING) + (px(_ICON) if self._icon else 0)
        if shown.words or not self._icon:
            width += px(_ICON_GAP) if self._icon else 0
            width += QFontMetrics(self._words_font()).horizontalAdvance(self.spec.text)
        if value := self._value(shown):
            width += px(_GAP) + QFontMetrics(current_theme().font("small")).horizontalAdvance(value)
        return width

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu on Alt+Down and the menu key, click on Enter."""
        if VARIABLES_MENU.is_pressed(event) or event.key() == Qt.Key.Key_Menu:
            self.menu_requested.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, _event: QContextMenuEvent) -> None:
        """Open the menu."""
        self.menu_requested.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame, the icon, the words and the value."""
        painter, theme, px = QPainter(self), current_theme(), current_theme().px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_frame(painter, self, theme, dashed=not self.spec.exists)
        x, centre = px(_PADDING), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        if self._icon:
            side = px(_ICON)
            place = QRect(x, (self.height() - side) // 2, side, side)
            paint_icon(painter, place, self._icon, theme, "ink" if self.isEnabled() else "faint")
            x += side + px(_ICON_GAP)
        if self._shown.words or not self._icon:
            painter.setFont(self._words_font())
            role = {ButtonKind.INSERT: "tag", **dict.fromkeys(CONDITIONS, "cond")}.get(self.spec.kind, "ink")
            painter.setPen(theme.color(role if self.spec.exists and self.isEnabled() else "faint"))
            painter.drawText(QRect(x, 0, self.width() - x, self.height()), centre, self.spec.text)
            x += painter.fontMetrics().horizontalAdvance(self.spec.text) + px(_GAP)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("soft" if self.spec.exists else "faint"))
        painter.drawText(QRect(x, 0, self.width() - x, self.height()), centre, self._value(self._shown))
        painter.end()

    @property
    def _icon(self) -> str:
        return _ICONS.get(self.spec.kind, "")

    def _value(self, shown: PillContent) -> str:
        if not shown.value:
            return ""
        if shown.room and self.spec.room.words:
            return self.spec.room.words
        value = one_line(self.spec.value or ("" if self.spec.exists else _NONE))
        if value == _NONE and not (self.spec.exists or shown.none):
            return ""
        return value if len(value) <= MOST_VALUE else value[: MOST_VALUE - 1] + "…"

    def _words_font(self) -> QFont:
        is_code = self.spec.kind in {ButtonKind.INSERT, *CONDITIONS}
        return current_theme().font("code small" if is_code else "small")


def _paint_frame(painter: QPainter, button: QToolButton, theme: Theme, *, dashed: bool) -> None:
    box = QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
    pen = QPen(theme.color("soft" if button.underMouse() else "edge"), 1)
    if dashed:
        pen.setDashPattern([3, 2])
    if button.hasFocus():
        pen = QPen(theme.color("acc"), 2)
        box.adjust(0.5, 0.5, -0.5, -0.5)
    painter.setPen(pen)
    painter.setBrush(theme.color("accbg" if button.isDown() else "panel" if dashed else "paper"))
    painter.drawRoundedRect(box, _RADIUS, _RADIUS)
