"""Labels, tooltips and menu entries that show text literally, without markup or mnemonics."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.kit.words.qt_strings import for_qt

_MOST_LINES = 12
_MOST_CHARACTERS = 600
_SPACES = re.compile(r"\s+")
BREAK = "\u200b"
"""The zero-width space, at which a word may be broken."""


def plain_tooltip(text: str) -> str:
    """Return tooltip text that shows `text` literally, shortened to a size that fits a screen."""
    lines = text[:_MOST_CHARACTERS].split("\n")
    shown = "\n".join(lines[:_MOST_LINES])
    if len(shown) < len(text):
        shown += "…"
    return f'<p style="white-space: pre-wrap; margin: 0">{html.escape(shown)}</p>' if shown else ""


def set_plain_tooltip(widget: QWidget, text: str) -> None:
    """Set a tooltip that shows `text` literally; screen readers get it without markup."""
    widget.setToolTip(plain_tooltip(text))
    widget.setAccessibleDescription(one_line(text))


def menu_words(text: str, most: int = 48) -> str:
    """Return `text` for a menu entry: one line, shortened, with its ampersands escaped."""
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


_BY_MOUSE = Qt.TextInteractionFlag.TextSelectableByMouse
_BY_KEYS = _BY_MOUSE | Qt.TextInteractionFlag.TextSelectableByKeyboard
_COMES_BY_KEY = {
    Qt.FocusReason.TabFocusReason: True,
    Qt.FocusReason.BacktabFocusReason: True,
    Qt.FocusReason.ShortcutFocusReason: True,
    Qt.FocusReason.MouseFocusReason: False,
    Qt.FocusReason.OtherFocusReason: False,
}
"""The ways in which the focus comes from elsewhere; for any other it comes back, such as with the window."""


class ReadableLabel(PlainLabel):
    """A label that is a Tab stop, so that its text can be read, selected and copied by keyboard.

    Without a caret it has a focus ring only where a key led to it: there is nothing to do but to read it.
    """

    def __init__(
        self, text: str = "", look: str = "", parent: QWidget | None = None, *, has_caret: bool = True
    ) -> None:
        """Show `text`, in the look of a plain label; with a caret, any part of it can be selected by keys."""
        super().__init__(text, look, parent)
        self._has_caret = has_caret
        self.setTextInteractionFlags(_BY_KEYS if has_caret else _BY_MOUSE)
        self.setWordWrap(True)
        self.say(text)

    def say(self, words: str, shown: str | None = None, *, about: str = "") -> None:
        """Set the text to `words`; `shown` is another form of it to show, `about` is read out before it."""
        self._words = words
        self.setAccessibleName(
            one_line(Sentence("window-kit.labelled", label=about, value=words) if about else words)
        )
        self.setText(words if shown is None else shown)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if words else Qt.FocusPolicy.NoFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring, or none, by how the focus came."""
        by_key = _COMES_BY_KEY.get(event.reason(), bool(self.property("ring")))
        self.setProperty("ring", self._has_caret or by_key)
        repolish(self)
        super().focusInEvent(event)

    def copy(self) -> None:
        """Copy the selection, or the whole text."""
        selected = self.selectedText().replace("\u2029", "\n")
        if BREAK not in self._words:  # what breaks long words is not of the text
            selected = selected.replace(BREAK, "")
        QGuiApplication.clipboard().setText(for_qt(selected or self._words))

    def selectAll(self) -> None:
        """Select all of it."""
        policy = self.focusPolicy()
        self.setTextInteractionFlags(_BY_KEYS)
        held = Qt.KeyboardModifier.ControlModifier  # a key event knows the text's length, no method does
        self.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, held))
        if not self._has_caret:
            self.setTextInteractionFlags(_BY_MOUSE)
        self.setFocusPolicy(policy)


class ElidedLabel(PlainLabel):
    """A label that elides its text; the tooltip has the whole text."""

    def __init__(
        self,
        text: str = "",
        look: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        """Show `text`, elided as `mode` says."""
        super().__init__(text, look, parent)
        self._mode = mode
        self._about = ""

    def set_about(self, about: str) -> None:
        """Show `about` as the tooltip, whether the text fits or not; "" is the whole text if it does not."""
        self._about = about
        set_plain_tooltip(self, about)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Return the width of one letter, so that a layout may squeeze the label."""
        return QSize(self.fontMetrics().horizontalAdvance("m…"), super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text, elided if it does not fit."""
        with QPainter(self) as painter:
            metrics = QFontMetrics(self.font())
            lines = self.lines()
            shown = [metrics.elidedText(line, self._mode, self.width()) for line in lines]
            painter.setPen(self.palette().color(self.foregroundRole()))
            flags = int(self.alignment()) | (int(Qt.TextFlag.TextSingleLine) if len(lines) == 1 else 0)
            painter.drawText(QRect(0, 0, self.width(), self.height()), flags, "\n".join(shown))
        self._tell_the_whole(is_cut=shown != lines)

    def lines(self) -> list[str]:
        """Return the lines that the text is drawn in, each elided if it is too long."""
        return [self.text()]

    def _tell_the_whole(self, *, is_cut: bool) -> None:
        whole = self._about or (self.text() if is_cut else "")
        if self.toolTip() != plain_tooltip(whole):
            set_plain_tooltip(self, whole)


class WordedLabel(ElidedLabel):
    """An elided label with shorter wordings; the first that fits is shown, else the last one elided."""

    def __init__(self, look: str, parent: QWidget | None, *wordings: str) -> None:
        """Show the first of `wordings` that fits; an empty last one shows nothing where none does."""
        super().__init__("", look, parent=parent)
        self.say(*wordings)

    def say(self, *wordings: str) -> None:
        """Show other words; the first wording is the text, the others stand for it."""
        self._wordings = wordings or ("",)
        self.setText(self._wordings[0])

    def lines(self) -> list[str]:
        """Return the wording that is shown."""
        metrics, right, room = QFontMetrics(self.font()), Qt.TextElideMode.ElideRight, self.width()
        # A text may be elided at its own advance, which is rounded.
        fitting = (words for words in self._wordings if metrics.elidedText(words, right, room) == words)
        return [next(fitting, self._wordings[-1])]

    def _tell_the_whole(self, *, is_cut: bool) -> None:
        super()._tell_the_whole(is_cut=is_cut or self.lines() != [self.text()])


def repolish(widget: QWidget) -> None:
    """Apply the style sheet again after a change of the widget's properties."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()
