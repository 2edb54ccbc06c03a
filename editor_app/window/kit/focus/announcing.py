"""Announcements to screen readers: results of actions that are not visible at the focus."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.words.counts import Counts
from editor_app.window.kit.work.timers import single_shot

try:
    from PySide6.QtGui import QAccessibleAnnouncementEvent
except ImportError:  # not every release of Qt for Python has it
    QAccessibleAnnouncementEvent = None  # type: ignore[assignment,misc]  # checked below


def is_somebody_listening() -> bool:
    """Whether a screen reader is running."""
    return QAccessible.isActive()


def announce(widget: QWidget, sentence: str) -> None:
    """Let a screen reader say `sentence` about `widget`; without a screen reader do nothing."""
    if not sentence or not is_somebody_listening():
        return
    if QAccessibleAnnouncementEvent is not None:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
    else:
        widget.setAccessibleDescription(sentence)  # is read out with an alert
        QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))


class CountAnnouncements(QObject):
    """Announces the problem counts when they change, after a pause in typing."""

    def __init__(self, window: QWidget) -> None:
        """Start without an announcement."""
        super().__init__(window)
        self._window = window
        self._counts = self._heard = Counts()
        self._later = single_shot(self, 1200, self._say)

    def begin(self) -> None:
        """Forget the counts of another file."""
        self._later.stop()
        self._heard = Counts()

    def show(self, counts: Counts) -> None:
        """Announce `counts` after a pause, unless they were announced last."""
        self._counts = counts
        if counts == self._heard:
            self._later.stop()
        else:
            self._later.start()

    def _say(self) -> None:
        self._heard = self._counts
        counts = self._counts.in_words() or Sentence("window-kit.none")
        announce(self._window, Sentence("window-kit.problems", counts=counts))
