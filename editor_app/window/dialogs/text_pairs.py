"""Several texts compared in pairs: a switch chooses the pair, and the difference is shown below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Separator
from editor_app.window.kit.form.segmented import SegmentedSwitch
from editor_app.window.kit.layouts import column, row
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.difference.compare_view import COLUMNS_FROM, CompareView

_LEAST: Final = 72


@dataclass(frozen=True, slots=True)
class TextPair:
    """Two texts to compare, what the switch calls their difference, and what the texts are called.

    Without a text `before`, the other is shown alone.
    """

    words: str
    before: str | None
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
    """Shows the difference of one pair, and lets the user choose another."""

    def __init__(self, pairs: Sequence[TextPair], parent: QWidget | None = None) -> None:
        """Show the first pair."""
        super().__init__(parent)
        self._pairs = {str(number): pair for number, pair in enumerate(pairs)}
        choices = [(key, pair.words) for key, pair in self._pairs.items()]
        self.views = SegmentedSwitch(Sentence("window-dialogs.which-texts"), choices, self)
        self.views.setVisible(len(choices) > 1)
        self.compared = CompareView(self)
        self.compared.inline.setTabChangesFocus(True)
        self.compared.setMinimumHeight(current_theme().px(_LEAST))
        switches = row(None, self.views, ..., self.compared.switch, spacing=8)
        column(self, switches, 8, Separator(), (self.compared, 1))
        self.views.chosen.connect(self.show_pair)
        self.show_pair("0")

    def show_pair(self, key: str) -> None:
        """Show the difference of the pair that the switch calls `key`."""
        self.views.choose(key)
        pair = self._pairs[key]
        if pair.before is None:
            self.compared.show_text(pair.after, pair.names[1])
        else:
            self.compared.compare(pair.before, pair.after, pair.names)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer two columns only where they have room, and fold the switch where it has none."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        has_two = all(pair.before is not None for pair in self._pairs.values())
        self.compared.switch.setVisible(has_two and self.width() >= current_theme().px(COLUMNS_FROM))
        self.views.fold(self.width() < self.views.full_width)
