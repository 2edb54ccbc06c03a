"""Several texts compared in pairs: a switch chooses the pair, and the difference is shown below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.difference.compare_view import COLUMNS_FROM, CompareView

_LEAST: Final = 72
_ALL: Final = "all"


@dataclass(frozen=True, slots=True)
class TextPair:
    """Two texts to compare, what the switch calls their difference, and what the texts are called."""

    words: str
    before: str
    after: str
    names: tuple[str, str]


def pairs_of(base: str, mine: str, disk: str, changes: str, from_disk: str) -> tuple[TextPair, ...]:
    """Return the three differences between a text as it was, as it is here, and as it is on disk.

    `changes` are the words for what was changed here, `from_disk` those for the way from the disk to it.
    """
    before, here = Sentence("window-dialogs.text-before"), Sentence("window-dialogs.text-here")
    there = Sentence("window-dialogs.text-on-disk")
    return (
        TextPair(changes, base, mine, (before, here)),
        TextPair(Sentence("window-dialogs.changes-on-disk"), base, disk, (before, there)),
        TextPair(from_disk, disk, mine, (there, here)),
    )


class TextPairs(QWidget):
    """Shows the difference of one pair, and lets the user choose another.

    With `all_texts`, a view of all texts and its word, that stands first.
    """

    def __init__(
        self,
        pairs: Sequence[TextPair],
        parent: QWidget | None = None,
        *,
        all_texts: tuple[str, QWidget] | None = None,
    ) -> None:
        """Show the first pair, or all texts."""
        super().__init__(parent)
        self._pairs = {pair.words: pair for pair in pairs}
        self._all = all_texts[1] if all_texts is not None else None
        choices = [(pair.words, pair.words) for pair in pairs]
        if all_texts is not None:
            choices = [(_ALL, all_texts[0]), *choices]
        self.views = SegmentedSwitch(Sentence("window-dialogs.which-texts"), choices, self)
        self.compared = CompareView(self)
        self.compared.inline.setTabChangesFocus(True)
        self._pages = QStackedWidget(self)
        self._difference = QWidget(self)
        column(self._difference, Separator(), (self.compared, 1))
        self._pages.addWidget(self._difference)
        if self._all is not None:
            self._pages.addWidget(self._all)
        self._pages.setMinimumHeight(current_theme().px(_LEAST))
        column(self, row(None, self.views, ..., self.compared.switch, spacing=8), (self._pages, 1), spacing=8)
        self.views.chosen.connect(self.show_pair)
        self.show_pair(choices[0][0])

    def show_pair(self, key: str) -> None:
        """Show the difference of the pair that the switch calls `key`, or all texts."""
        self.views.choose(key)
        pair = self._pairs.get(key)
        if pair is not None:
            self._pages.setCurrentWidget(self._difference)
            self.compared.compare(pair.before, pair.after, pair.names)
        elif self._all is not None:
            self._pages.setCurrentWidget(self._all)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer two columns only where they have room, and fold the switch where it has none."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the switches once the size is known."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_pair = self._pages.currentWidget() is self._difference
        self.compared.switch.setVisible(is_pair and self.width() >= current_theme().px(COLUMNS_FROM))
        self.views.fold(self.width() < self.views.full_width)
