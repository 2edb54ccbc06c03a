"""The bar above a document: one sentence about a lasting state, with links to what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCursor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from editor_app.text import Severity
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS, icon, icon_size, pixmap
from editor_app.window.kit.words.labels import TwoLineLabel, repolish

_TINTS = {Severity.ERROR: "errbg", Severity.WARNING: "warnbg", Severity.INFORMATION: "blkbg"}


class BarLook(NamedTuple):
    """The icon of a bar with its colour role, and the background.

    `link` is the look of its links, `first_link` that of the first one where it is another.
    """

    icon: str
    role: str
    background: str
    link: str = "link"
    first_link: str = ""


QUIET = BarLook("shield", "soft", "panel", "outlined")
"""The look of what warns of nothing and asks for nothing now."""

DECISION = BarLook("history", "acc", "accbg", first_link="outlined")
"""The look of what there is to decide."""


class InfoBar(QWidget):
    """One sentence with links, such as that callers get a default; hidden without a sentence.

    New links stand left of the pointer where they would be under it, until it goes: a second click there was
    meant for what was there before.

    `left` is emitted when the link with the focus is about to be removed. A bar with a `look` of its own has
    a button that closes it.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._severity = Severity.INFORMATION
        self._look: BarLook | None = None
        self._image = QLabel(self)
        self.words = TwoLineLabel("", "", parent=self)
        self.links: list[QPushButton] = []
        self._acts: list[Callable[[], object]] = []
        self._closed: Callable[[], object] = self.clear
        self._aside = 0  # pixels that the links stand further left than usual
        self.close_button = self._close_button()
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._image)
        self._row.addWidget(self.words, 1)
        self._row.addWidget(self.close_button)
        self.words.resized.connect(self._fit)
        on_theme(self, self._restyle)
        self.hide()

    def say(
        self,
        severity: Severity,
        sentence: str,
        links: Sequence[tuple[str, Callable[[], object]]] = (),
        *,
        is_news: bool = False,
        look: BarLook | None = None,
        closed: Callable[[], object] | None = None,
    ) -> None:
        """Show `sentence` and `links`, pairs of a word and a function; `is_news` announces it once.

        `look` is other than that of the severity; with `closed`, a button closes the bar and calls it.
        """
        was_hidden = self.isHidden()
        is_new = was_hidden or sentence != self.words.text()
        self._take_close(closed)
        self._severity, self._look = severity, look
        self.words.setText(sentence)
        self.setAccessibleName(f"{severity.value}: {sentence}")
        self._acts = [act for _text, act in links]
        has_new_links = [link.text() for link in self.links] != [text for text, _act in links]
        if has_new_links:  # else they keep the focus
            self._release_focus()
            for old in self.links:
                self._row.removeWidget(old)
                old.hide()
                old.deleteLater()
            self.links = [self._link(text, index) for index, (text, _act) in enumerate(links)]
        for index, link in enumerate(self.links):
            link.setAccessibleDescription(sentence)
            wanted = "link" if look is None else (not index and look.first_link) or look.link
            if link.property("look") != wanted:
                link.setProperty("look", wanted)
                repolish(link)
        self._restyle()
        self.show()
        self._row.activate()
        self._fit()
        if was_hidden or has_new_links:
            self._step_aside()
        if is_news and is_new:
            announce(self, " ".join([sentence, *self._choices()]))

    def clear(self) -> None:
        """Hide the bar."""
        self._release_focus()
        self.hide()

    def _release_focus(self) -> None:
        """Move the focus away before its link is removed: Qt would move it to the next field."""
        if any(button.hasFocus() for button in (*self.links, self.close_button)):
            self.left.emit()

    def _restyle(self) -> None:
        theme = current_theme()
        name, role = self._look[:2] if self._look is not None else SEVERITY_ICONS[self._severity]
        self.close_button.setIcon(icon("x", "soft"))
        self.close_button.setIconSize(icon_size())
        self._image.setPixmap(pixmap(name, role, theme.px(16), self.devicePixelRatioF()))
        self._set_margins()
        self._row.setSpacing(theme.px(8))
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the tint and the line below."""
        painter = QPainter(self)
        tint = self._look.background if self._look is not None else _TINTS[self._severity]
        painter.fillRect(self.rect(), current_theme().color(tint))
        painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().color("line"))
        painter.end()

    def leaveEvent(self, event: QEvent) -> None:
        """Let the links stand where they usually do."""
        super().leaveEvent(event)
        self._aside = 0
        self._set_margins()

    def _step_aside(self) -> None:
        """Put the links left of the pointer if it is where they stand."""
        self._aside = 0
        self._set_margins()
        pointer = self.mapFromGlobal(QCursor.pos())
        buttons = [link.geometry() for link in (*self.links, self.close_button) if link.isVisibleTo(self)]
        if self.rect().contains(pointer) and any(one.left() <= pointer.x() <= one.right() for one in buttons):
            self._aside = buttons[-1].right() - pointer.x() + current_theme().px(8)
            self._set_margins()

    def _set_margins(self) -> None:
        self._row.setContentsMargins(current_theme().px(12), 0, current_theme().px(8) + self._aside, 1)
        self._row.activate()

    def _fit(self) -> None:
        """Set the height that the sentence needs, in one line or two."""
        more = (len(self.words.lines()) - 1) * self.words.fontMetrics().lineSpacing()
        self.setFixedHeight(current_theme().px(34) + more)

    def _close_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("look", "icon")
        button.setToolTip("Close this bar")
        button.setAccessibleName("Close this bar")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _checked=False: self._close())
        button.hide()
        return button

    def _take_close(self, closed: Callable[[], object] | None) -> None:
        if closed is None and self.close_button.hasFocus():
            self.left.emit()
        self._closed = closed or self.clear
        self.close_button.setVisible(closed is not None)

    def _close(self) -> None:
        closed = self._closed
        self.clear()
        closed()

    def _choices(self) -> list[str]:
        """Return one sentence with what can be done here, for screen readers; nothing without links."""
        words = ", ".join(link.text().removesuffix("…") for link in self.links)
        return [f"The bar above the text has {words}."] if words else []

    def _link(self, text: str, index: int) -> QPushButton:
        link = QPushButton(text, self)
        link.setProperty("look", "link")
        # A click leaves the focus in the text: the bar goes, and Qt would give it to the next field.
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        link.setAutoDefault(True)  # so that Enter presses it, as Space does
        link.clicked.connect(lambda _checked=False: self._acts[index]())
        self._row.insertWidget(self._row.indexOf(self.close_button), link)
        link.show()  # a hidden link has no position, and the width of the sentence depends on it
        return link
