"""The view of the difference between what the model gets and another text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.card.ground import Bar
from editor_app.window.kit.form.choice import FlatChoice
from editor_app.window.kit.layouts import column
from editor_app.window.kit.words.labels import PlainLabel
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.preview.comparison import Comparison
from editor_app.window.text.difference.compare_view import CompareView

_PAUSE_MS = 200
_NOTHING = Sentence("window-preview.nothing-to-compare")


class ComparisonView(QWidget):
    """Compares with a text that can be chosen, after a pause, and only while it is visible."""

    def __init__(self, offered: Callable[[], Sequence[Comparison]], parent: QWidget | None = None) -> None:
        """Start without a text; `offered` returns what it can be compared with now."""
        super().__init__(parent)
        self._text = ""
        self._offered = offered
        self._labels: list[str] = []
        self.choice = FlatChoice(Sentence("window-preview.compare-with"), self, least=80)
        self.choice.activated.connect(self.catch_up)
        self.difference = difference = CompareView(self, has_foot=False)
        label = PlainLabel(Sentence("window-preview.compared-with"), "soft")
        parts = label, self.choice, (difference.remark, 1), difference.added, 4, difference.removed
        self._bar = Bar(*parts, parent=self, sides=(12, 12), line_below=True)  # aligned with the icons above
        column(self, self._bar, (self.difference, 1))
        self._timer = single_shot(self, _PAUSE_MS, self.catch_up)

    def choose(self, label: str) -> None:
        """Compare with the text of a label, if there is one."""
        self._offer()
        if label in self._labels:
            self.choice.setCurrentIndex(self._labels.index(label))
        self.catch_up()

    def show_text(self, text: str) -> None:
        """Compare `text`, the text the model gets now, with what is offered now."""
        self._text = text
        if self.isVisible():
            self._timer.start()

    def catch_up(self) -> None:
        """Compare now; what was chosen stays chosen if it is still offered."""
        self._timer.stop()
        comparisons = self._offer()
        self._bar.setVisible(bool(comparisons))
        if not comparisons:
            self.difference.say(_NOTHING, Sentence("window-preview.save-first"))
            return
        chosen = comparisons[max(self.choice.currentIndex(), 0)]
        other = chosen.result()
        if other is None:
            self.difference.say(_NOTHING, Sentence("window-preview.no-text-for", name=chosen.label))
        elif other.text == self._text:
            sentence = Sentence("window-preview.same-as-with", name=chosen.label)
            self.difference.say(Sentence("window-preview.no-difference"), sentence)
        else:
            names = chosen.label, Sentence("window-preview.what-the-model-gets")
            self.difference.compare(other.text, self._text, names)

    def _offer(self) -> Sequence[Comparison]:
        """Offer what it can be compared with now; return it."""
        comparisons, before = self._offered(), self.choice.currentText()
        labels = [comparison.label for comparison in comparisons]
        if labels != self._labels:
            self._labels = labels
            self.choice.offer_names(labels, labels.index(before) if before in labels else 0)
        return comparisons

    def showEvent(self, event: QShowEvent) -> None:
        """Compare, if that was put off while the view was hidden."""
        super().showEvent(event)
        self.catch_up()
