"""The status bar: the state of the current document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from editor_app.template.dialect import Dialect
from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import row
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, fonted, on_theme, sized
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, set_plain_tooltip

_SIDE, _GAP, _PADDING = 14, 4, 4


class StatusMark(QAbstractButton):
    """An icon and a word; hidden while there is nothing to say."""

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._icon = self._role = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_mark(self, icon: str, words: str, about: str, role: str = "") -> None:
        """Show an icon and words, in a colour of their own if there is a `role`; `about` is the tooltip."""
        self._icon, self._role = icon, role
        self.setText(words)
        self.setAccessibleName(words)
        set_plain_tooltip(self, about)
        self.updateGeometry()
        self.update()
        self.show()

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the word."""
        px = row_style().px
        words = row_style().metrics["small"].horizontalAdvance(self.text())
        return QSize(px(_SIDE + _GAP) + words + 2 * px(_PADDING), px(_SIDE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw what the mark shows, and the focus."""
        with QPainter(self) as painter:
            self.paint_content(painter)
            if self.hasFocus():
                painter.setPen(current_theme().color("acc"))
                painter.drawRoundedRect(self.rect().adjusted(0, 2, -1, -3), 4, 4)

    def paint_content(self, painter: QPainter) -> None:
        """Draw the icon and the word."""
        style, px = row_style(), row_style().px
        rect = self.rect().adjusted(px(_PADDING), 0, -px(_PADDING), 0)
        role = self._role or ("ink" if self.underMouse() else "soft")
        place = rect.adjusted(0, (rect.height() - px(_SIDE)) // 2, 0, 0)
        place.setSize(QSize(px(_SIDE), px(_SIDE)))
        paint_icon(painter, place, self._icon, style.theme, role)
        words = rect.adjusted(px(_SIDE + _GAP), 0, 0, 0)
        style.text(painter, words, self.text(), role, "small", elide=Qt.TextElideMode.ElideNone)


HEIGHT = 26
_ABOUT: Final = {
    "LF": Sentence("window-frame.about-lf"),
    "CRLF": Sentence("window-frame.about-crlf"),
    "UTF-8": Sentence("window-frame.about-utf-8"),
}
"""What the short names of encodings and line ends mean."""
_DIALECTS: Final = {
    Dialect.BRACES: (Sentence("window-frame.braces"), Sentence("window-frame.about-braces")),
    Dialect.BRACKETS: (Sentence("window-frame.brackets"), Sentence("window-frame.about-brackets")),
    None: ("", ""),
}
"""What the dialects are called, and what that means."""


class StatusBar(Ground):
    """Trust, problem counts and a sentence at the left; server, position, encoding, saving at the right."""

    def __init__(self) -> None:
        """Start without content."""
        super().__init__(None, ground="bg", line_above=True)
        self.setAccessibleName(Sentence("window-frame.status"))
        self.trust = StatusMark(self)
        self.counts = _CountsButton(self)
        self.sentence = ElidedLabel("", "soft", parent=self)
        self.server = StatusMark(self)
        self.position = _ClickedLabel("", "soft", self)
        self.dialect = PlainLabel("", "soft", self)
        self.encoding = PlainLabel("", "soft", self)
        self.newline = PlainLabel("", "soft", self)
        self.saved = PlainLabel("", "soft", self)
        self._right = (self.position, self.dialect, self.encoding, self.newline, self.saved)
        self._roomy = True
        left = self.trust, self.counts, (self.sentence, 1), self.server
        self._row = row(self, *left, *self._right, spacing=16)
        fonted(self.position, "small number")
        sized(self, height=HEIGHT)
        on_theme(self, self._begin)
        self.clear()

    def show_counts(self, counts: Counts) -> None:
        """Show how many problems the document has, or that it is valid."""
        self.counts.show_counts(counts)
        self._begin()

    def show_trust(self, workspace: str, *, is_trusted: bool) -> None:
        """Show whether the folder that the current file's variables are resolved in is trusted."""
        icon, state = ("shield-check", "trusted") if is_trusted else ("shield", "restricted")
        about = Sentence("window-frame.about-trust", state=state, folder=workspace)
        self.trust.show_mark(icon, Sentence("window-frame.trust", state=state), about)
        self._begin()

    def hide_trust(self) -> None:
        """Show nothing about trust: the current file resolves no variables."""
        self.trust.hide()
        self._begin()

    def show_server(self, url: str) -> None:
        """Show that programs are served at `url`, "" where no server runs."""
        if url:
            about = Sentence("window-frame.about-serving", url=url)
            self.server.show_mark("circle-play", Sentence("window-frame.serving"), about)
        else:
            self.server.hide()

    @property
    def trust_anchor(self) -> QWidget:
        """The widget beside which a popup about trust is shown."""
        return self if self.trust.isHidden() else self.trust

    def show_position(self, line: int, column: int) -> None:
        """Show the position of the caret, counted from 1."""
        self.position.setText(Sentence("window-frame.position", line=str(line), column=str(column)))
        set_plain_tooltip(self.position, Sentence("window-frame.go-to-line"))
        self._show_right()

    def show_file(self, dialect: Dialect | None, encoding: str, newline: str) -> None:
        """Show how the file is written."""
        name, about = _DIALECTS[dialect]
        self.dialect.setText(name)
        set_plain_tooltip(self.dialect, about)
        for label, word in ((self.encoding, encoding), (self.newline, newline)):
            label.setText(word)
            set_plain_tooltip(label, _ABOUT.get(word, ""))
        self._show_right()

    def show_facts(self, facts: Sequence[str]) -> None:
        """Show other words, at most four, in place of the position and of how the file is written."""
        for number, label in enumerate((self.position, self.dialect, self.encoding, self.newline)):
            label.setText(facts[number] if number < len(facts) else "")
            set_plain_tooltip(label, "")
        self._show_right()

    def show_saved(self, words: str) -> None:
        """Show "Saved 14:02", "Unsaved" or why the file cannot be saved."""
        self.saved.setText(words)
        self._show_right()

    def show_no_text(self) -> None:
        """Hide what only a text has: validity and encoding."""
        self.counts.hide()
        self.show_facts(())
        self._begin()

    def clear(self) -> None:
        """Show nothing, as no document is open."""
        self.trust.hide()
        self.counts.hide()
        self.sentence.setText("")
        for label in self._right:
            label.setText("")
            label.hide()

    def set_roomy(self, *, roomy: bool) -> None:
        """Show encoding and newline, or hide them in a narrow window."""
        self._roomy = roomy
        self._show_right()

    def _begin(self) -> None:
        """Align the first words with those of the panels; the counts need room for a focus ring."""
        px = current_theme().px
        has_button = not (self.trust.isHidden() and self.counts.isHidden())
        self._row.setContentsMargins(px(8) if has_button else px(12), 1, px(12), 0)

    def _show_right(self) -> None:
        for label in self._right:
            dropped = not self._roomy and label in (self.encoding, self.newline)
            label.setVisible(bool(label.text()) and not dropped)


class _ClickedLabel(PlainLabel):
    """A label that tells of a click; the keys have an action for what that does."""

    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell of a click with the left button."""
        if event.button() == Qt.MouseButton.LeftButton and self.toolTip():
            self.clicked.emit()


class _CountsButton(StatusMark):
    """Problem counts as icons and numbers, or "Valid"; a click shows the problems panel."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._counts = Counts()
        self.show_counts(Counts())

    def show_counts(self, counts: Counts) -> None:
        """Show other counts."""
        self._counts = counts
        words = counts.in_words()
        about = Sentence("window-frame.show-problems", total=counts.total, counts=words)
        self.show_mark("circle-check", Sentence("window-frame.valid"), about, "ok")
        name = Sentence("window-frame.problems-of-file", total=counts.total, counts=words)
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        """Return the size of the counts or of the word."""
        style = row_style()
        width = style.counts_width(self._counts) + style.px(8)
        return QSize(width, style.px(HEIGHT - 1)) if self._counts.total else super().sizeHint()

    def paint_content(self, painter: QPainter) -> None:
        """Draw the counts, or a check mark and the word."""
        side = row_style().px(4)
        if self._counts.total:
            row_style().counts(painter, self.rect().adjusted(side, 0, -side, 0), self._counts)
        else:
            super().paint_content(painter)
