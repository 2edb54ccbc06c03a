"""Words on controls: always shown as they are, never read as markup or as shortcuts."""

from __future__ import annotations

import html
import re
from bisect import bisect_right

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.window.startup.qt_strings import for_qt
from editor_app.window.style.plain_text import one_line

_MOST_LINES = 12
_MOST_CHARACTERS = 600
_SPACES = re.compile(r"\s+")
BREAK = "\u200b"
"""Lets a word break where it stands; nobody sees it."""


def plain_tooltip(text: str) -> str:
    """Return tooltip text that shows `text` as it is, cut to a size that fits a screen."""
    lines = text[:_MOST_CHARACTERS].split("\n")
    shown = "\n".join(lines[:_MOST_LINES])
    if len(shown) < len(text):
        shown += "…"
    return f'<p style="white-space: pre-wrap; margin: 0">{html.escape(shown)}</p>' if shown else ""


def set_plain_tooltip(widget: QWidget, text: str) -> None:
    """Show `text` in a tooltip as it is; a screen reader gets it without the markup for that."""
    widget.setToolTip(plain_tooltip(text))
    widget.setAccessibleDescription(one_line(text))


def menu_words(text: str, most: int = 48) -> str:
    """Return `text` for a menu entry: one line, not too long, its ampersands kept."""
    line = _SPACES.sub(" ", one_line(text)).strip()
    if len(line) > most:
        line = line[: most - 1].rstrip() + "…"
    return line.replace("&", "&&")


class PlainLabel(QLabel):
    """A label in one of the style sheet's looks."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None) -> None:
        """Show `text`; `look` is "soft", "strong", "code" or another of a label."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("look", look)
        self.setText(text)

    def set_look(self, look: str) -> None:
        """Change the look."""
        if self.property("look") != look:
            self.setProperty("look", look)
            repolish(self)


class ReadableLabel(PlainLabel):
    """A label that Tab stops at, so that its words can be read, selected and copied without a pointer."""

    def __init__(self, text: str = "", look: str = "", parent: QWidget | None = None) -> None:
        """Show `text`, in the look of a plain label."""
        super().__init__(text, look, parent)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.setWordWrap(True)
        self.say(text)

    def say(self, words: str, shown: str | None = None, *, about: str = "") -> None:
        """Say `words`; `shown` is how they are written, if another way, `about` what is heard before them."""
        self._words = words
        self.setAccessibleName(one_line(f"{about}: {words}" if about else words))
        self.setText(words if shown is None else shown)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if words else Qt.FocusPolicy.NoFocus)

    def copy(self) -> None:
        """Copy what is selected, or all of it."""
        QGuiApplication.clipboard().setText(for_qt(self._selected_words() or self._words))

    def selectAll(self) -> None:
        """Select all of it."""
        held = Qt.KeyboardModifier.ControlModifier  # the key knows how long it is, as no method of Qt's does
        self.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, held))

    def _selected_words(self) -> str:
        """Return what is selected, its lines as lines and without the places to break long words at."""
        selected = self.selectedText().replace("\u2029", "\n")
        return selected if BREAK in self._words else selected.replace(BREAK, "")


class ElidedLabel(PlainLabel):
    """A label that shortens its text to the room there is; the tooltip has the whole of it."""

    def __init__(
        self,
        text: str = "",
        look: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        """Show `text`, cut where `mode` says."""
        super().__init__(text, look, parent)
        self._mode = mode

    def minimumSizeHint(self) -> QSize:
        """Let a layout squeeze the label to one letter."""
        return QSize(self.fontMetrics().horizontalAdvance("m…"), super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw what fits."""
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        lines = self.lines()
        shown = [metrics.elidedText(line, self._mode, self.width()) for line in lines]
        painter.setPen(self.palette().color(self.foregroundRole()))
        flags = int(self.alignment()) | (int(Qt.TextFlag.TextSingleLine) if len(lines) == 1 else 0)
        painter.drawText(QRect(0, 0, self.width(), self.height()), flags, "\n".join(shown))
        painter.end()
        self._tell_the_whole(is_cut=shown != lines)

    def lines(self) -> list[str]:
        """Return the text as the lines that it is drawn in, each cut if it is too long."""
        return [self.text()]

    def _tell_the_whole(self, *, is_cut: bool) -> None:
        whole = self.text() if is_cut else ""
        if self.toolTip() != plain_tooltip(whole):
            set_plain_tooltip(self, whole)


class TwoLineLabel(ElidedLabel):
    """An elided label that goes on in a second line where the first is full."""

    resized = Signal()

    def lines(self) -> list[str]:
        """Return one line if the text fits into it, else two; the second has what is left."""
        metrics, text = QFontMetrics(self.font()), self.text()
        if metrics.horizontalAdvance(text) <= self.width():
            return [text]
        ends = [at for at, character in enumerate(text[:_MOST_CHARACTERS]) if character == " "]
        fitting = bisect_right(ends, self.width(), key=lambda end: metrics.horizontalAdvance(text[:end]))
        end = ends[fitting - 1] if fitting else 0
        return [text[:end], text[end + 1 :]] if end else [text]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell who places it that it may need another height."""
        super().resizeEvent(event)
        self.resized.emit()


def repolish(widget: QWidget) -> None:
    """Make the style sheet look at the widget's properties again."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()
