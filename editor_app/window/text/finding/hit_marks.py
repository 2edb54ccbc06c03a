"""The ticks beside the scroll bar of a text that show where its hits are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.surface import TextSurface

_TICK = (8, 3)
_CURRENT_TICK = (12, 5)
_WIDTH = 14


class HitMarks(QWidget):
    """Ticks left of the scroll bar of a text, where its hits are in the whole of it."""

    def __init__(self, surface: TextSurface) -> None:
        """Lie over the right edge of the view."""
        super().__init__(surface)
        self._surface = surface
        self._fractions: list[float] = []
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        surface.viewport().installEventFilter(self)
        self._place()

    def show_hits(self) -> None:
        """Show the places of the hits that the text has now."""
        text, at, line = self._surface.contents.text, 0, 0
        lines: list[int] = []
        for start, _ in self._surface.hits.spans:
            line += text.count("\n", at, start)
            at = start
            lines.append(line)
        rows = self._surface.viewport().height() // max(self._surface.even.line_height, 1)
        whole = max(line + text.count("\n", at) + 1, rows, 1)
        self._fractions = [place / whole for place in lines]
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the edge when the view gets another size."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a tick in each row of pixels that has hits, and the current hit on top."""
        theme, height, right = current_theme(), self.height(), self.width() - 1
        px = theme.px
        tops = {round(fraction * height) for fraction in self._fractions}
        with QPainter(self) as painter:
            for top in tops:
                painter.fillRect(
                    QRect(right - px(_TICK[0]), top, px(_TICK[0]), px(_TICK[1])), theme.color("acc")
                )
            current = self._surface.hits.current
            if 0 <= current < len(self._fractions):
                width, tall = map(px, _CURRENT_TICK)
                box = QRect(right - width, round(self._fractions[current] * height) - 1, width - 1, tall)
                painter.fillRect(box, theme.color("paper"))
                painter.setPen(theme.color("ink"))
                painter.drawRect(box)

    def _place(self) -> None:
        view = self._surface.viewport().geometry()
        width = current_theme().px(_WIDTH)
        self.setGeometry(view.right() + 1 - width, view.top(), width, view.height())
        self.raise_()
