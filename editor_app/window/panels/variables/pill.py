"""A button of the bar: a variable's name in the tags' colour; its value is in the tooltip."""

from __future__ import annotations

from typing import Final

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

from editor_app.text import Sentence, listed
from editor_app.window.kit.focus.panel_keys import MENU_KEYS, PanelKey
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.labels import plain_tooltip
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.variables.button_specs import CONDITIONS, ButtonKind, ButtonSpec

VARIABLES_MENU: Final = PanelKey(
    Sentence("window-variables.variables"), Sentence("window-variables.open-menu"), MENU_KEYS
)
KEYS: Final = (VARIABLES_MENU,)

_HEIGHT: Final = 24
_PADDING: Final = 9
_ICON: Final = 14
_ICON_GAP: Final = 5
_RADIUS: Final = 4.0
_ICONS: Final = {ButtonKind.DECLARE: "plus", ButtonKind.FILE: "file-plus-2"}


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
        self._has_words = True
        self._measured: tuple[Theme, bool, QSize] | None = None
        self.setProperty("look", "pill")
        self.spec = spec
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.show_spec(spec)

    def show_spec(self, spec: ButtonSpec) -> None:
        """Show another `spec`."""
        self.spec = spec
        self._measured = None
        self.setText(spec.text)
        name = spec.key if spec.kind is ButtonKind.INSERT and spec.key != spec.text else ""
        about = spec.tooltip or (spec.value if spec.exists else Sentence("window-variables.does-not-exist"))
        self.setToolTip(plain_tooltip("\n".join(filter(None, (name, about)))))
        if spec.kind is ButtonKind.INSERT:
            state = one_line(spec.value) or (
                "" if spec.exists else Sentence("window-variables.does-not-exist")
            )
            insert = Sentence("window-variables.insert-one", name=spec.key or spec.text)
            self.setAccessibleName(listed((insert, state)))
        else:
            self.setAccessibleName(spec.text.rstrip("…."))
        self.setAccessibleDescription(one_line(spec.tooltip))
        self.updateGeometry()
        self.update()

    def show_words(self, *, shown: bool) -> None:
        """Show the words of a button that has an icon, or only the icon."""
        if shown != self._has_words:
            self._has_words = shown
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of what the button shows now."""
        if self._measured is None or self._measured[:2] != (current_theme(), self._has_words):
            self._measured = current_theme(), self._has_words, self._measure()  # the bar asks at each resize
        return self._measured[2]

    def _measure(self) -> QSize:
        px = current_theme().px
        width = 2 * px(_PADDING) + (px(_ICON) if self._icon else 0)
        if self._has_words or not self._icon:
            width += px(_ICON_GAP) if self._icon else 0
            width += QFontMetrics(self._words_font()).horizontalAdvance(self.spec.text)
        return QSize(width, px(_HEIGHT))

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
        """Draw the frame, the icon and the words."""
        painter, theme, px = QPainter(self), current_theme(), current_theme().px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_frame(painter, self, theme, dashed=not self.spec.exists)
        x, centre = px(_PADDING), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        if self._icon:
            side = px(_ICON)
            place = QRect(x, (self.height() - side) // 2, side, side)
            paint_icon(painter, place, self._icon, theme, "ink" if self.isEnabled() else "faint")
            x += side + px(_ICON_GAP)
        if self._has_words or not self._icon:
            painter.setFont(self._words_font())
            role = {ButtonKind.INSERT: "tag", **dict.fromkeys(CONDITIONS, "cond")}.get(self.spec.kind, "ink")
            painter.setPen(theme.color(role if self.spec.exists and self.isEnabled() else "faint"))
            painter.drawText(QRect(x, 0, self.width() - x, self.height()), centre, self.spec.text)
        painter.end()

    @property
    def _icon(self) -> str:
        return _ICONS.get(self.spec.kind, "")

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
