"""A bar with one sentence: a sign, the sentence, links, and a button that closes it if that can be.

    bar = SentenceBar(BarLook("info", "soft"))
    bar.say("Callers get the default.", [("Show it", show_default)])
    bar.say("")

Without a sentence it is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QPushButton, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.controls import Sign, icon_button, link_button
from editor_app.window.kit.card.ground import Ground
from editor_app.window.kit.layouts import row
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.words.labels import ElidedLabel, repolish

Link = tuple[str, Callable[[], object]]
"""The words of a link, and what it does."""


class BarLook(NamedTuple):
    """The icon of a bar with its colour role, and the background.

    `link` is the look of its links, `first_link` that of the first one where it is another.
    """

    icon: str = ""
    role: str = "soft"
    ground: str = "panel"
    link: str = "link"
    first_link: str = ""


_PLAIN = BarLook()


class SentenceBar(Ground):
    """One sentence with links; hidden without a sentence.

    New links stand left of the pointer where they would be under it, until it goes: a second click there was
    meant for what was there before. `left` is emitted when the link with the focus is about to be removed.
    """

    left = Signal()

    def __init__(
        self,
        look: BarLook = _PLAIN,
        *,
        height: int = 30,
        gap: int = 4,
        words: ElidedLabel | None = None,
        icon_size: int = 14,
        line_below: bool = True,
    ) -> None:
        """Start hidden; `words` shows the sentence, by default in one line. Lengths are the design's."""
        super().__init__(line_below=line_below)
        self._usual = self._look = look
        self._height, self._gap = height, gap
        self._sign = Sign(size=icon_size)
        self.words = words or ElidedLabel("", "small")
        self.links: list[QPushButton] = []
        self._offered: Sequence[Link] = ()
        self._closed: Callable[[], object] = self.clear
        self._aside = 0  # pixels that the links stand further left than usual
        self.close_button = icon_button("x", Sentence("window-kit.close-bar"), self, self._close)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.hide()
        self._row = row(self, self._sign, (self.words, 1), self.close_button)
        on_theme(self, self._take_sizes)
        self.hide()

    def say(
        self,
        sentence: str,
        links: Sequence[Link] = (),
        *,
        look: BarLook | None = None,
        closed: Callable[[], object] | None = None,
    ) -> None:
        """Show a sentence with links, in another `look` than usual; with `closed`, a button calls that.

        Without a sentence the bar is hidden.
        """
        if not sentence:
            self.clear()
            return
        was_hidden = self.isHidden()
        self._look = look or self._usual
        self._sign.show_icon(*self._look[:2])
        self.ground = self._look.ground
        self.words.setText(sentence)
        if closed is None:
            self._release_focus(self.close_button)
        self._closed = closed or self.clear
        self.close_button.setVisible(closed is not None)
        has_new_links = self._take_links(links, sentence)
        self.show()
        self.update()
        self._fit()
        if was_hidden or has_new_links:
            self._step_aside()

    def clear(self) -> None:
        """Hide the bar, and keep nothing of what its links would do."""
        self._release_focus(self.close_button)
        self._take_links((), "")
        self._closed = self.clear
        self.hide()

    def leaveEvent(self, event: QEvent) -> None:
        """Let the links stand where they usually do."""
        super().leaveEvent(event)
        self._stand(0)

    def _take_sizes(self) -> None:
        self._row.setSpacing(current_theme().px(self._gap))
        self._stand(self._aside)
        self._fit()

    def _fit(self) -> None:
        """Set the height that the sentence needs."""
        self._row.activate()
        more = (len(self.words.lines()) - 1) * self.words.fontMetrics().lineSpacing()
        self.setFixedHeight(current_theme().px(self._height) + more)
        self._row.invalidate()  # which may be placing the words now: the links come after

    def _take_links(self, links: Sequence[Link], sentence: str) -> bool:
        """Show links; return whether they are others than before: the same ones keep the focus."""
        offered, self._offered = [words for words, _act in self._offered], links
        is_other = offered != [words for words, _act in links]
        if is_other:
            self._release_focus(*self.links)
            for old in self.links:
                old.hide()
                old.deleteLater()
            self.links = [self._link(words, index) for index, (words, _act) in enumerate(links)]
        for index, link in enumerate(self.links):
            link.setAccessibleDescription(sentence)
            link.setProperty("look", (not index and self._look.first_link) or self._look.link)
            repolish(link)
        return is_other

    def _link(self, words: str, index: int) -> QPushButton:
        link = link_button(words, self, lambda: self._offered[index][1]())  # noqa: PLW0108  the last said
        # A click leaves the focus in the text: the bar goes, and Qt would give it to the next field.
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.insertWidget(self._row.indexOf(self.close_button), link)
        link.show()  # a hidden link has no position, and the width of the sentence depends on it
        return link

    def _close(self) -> None:
        closed = self._closed
        self.clear()
        closed()

    def _release_focus(self, *buttons: QWidget) -> None:
        """Have the focus moved away before its button is removed: Qt would move it to the next field."""
        if any(button.hasFocus() for button in buttons):
            self.left.emit()

    def _step_aside(self) -> None:
        """Put the links left of the pointer if it is where they stand."""
        self._stand(0)
        pointer = self.mapFromGlobal(QCursor.pos())
        buttons = [link.geometry() for link in (*self.links, self.close_button) if link.isVisibleTo(self)]
        is_over = any(button.left() <= pointer.x() <= button.right() for button in buttons)
        if is_over and self.rect().contains(pointer):
            self._stand(buttons[-1].right() - pointer.x() + current_theme().px(8))

    def _stand(self, aside: int) -> None:
        self._aside = aside
        px = current_theme().px
        self._row.setContentsMargins(px(12), 0, px(8) + aside, 1)
        self._row.activate()
