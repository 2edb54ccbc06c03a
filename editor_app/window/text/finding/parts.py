"""A search over several texts as one, such as the messages of a chat, of which one is in the editor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.finding.queries import Query, find_all
from editor_app.window.kit.work.runner import NO_JOB, Runner

_SECONDS: Final = 2.0
_AT_ONCE: Final = 100_000  # characters


class SearchedParts(NamedTuple):
    """Texts in order, and the place among them of the one in the editor."""

    texts: Sequence[str] = ()
    place: int = 0


class HitsOfParts(QObject):
    """Counts the hits in the other texts in a thread; `changed` tells of them."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        """Start without texts."""
        super().__init__(parent)
        self._runner, self._job = Runner(self), NO_JOB
        self.place = 0
        self._counts: Sequence[int] = ()
        self._asked = Query(), SearchedParts()

    def look_for(self, query: Query, parts: SearchedParts) -> None:
        """Count in other texts, or for another query."""
        if self._asked == (query, parts):
            return
        self._job.cancel()
        self._asked, self.place, self._counts = (query, parts), parts.place, ()
        if len(parts.texts) < 2 or not query.pattern:
            return
        if sum(map(len, parts.texts)) <= _AT_ONCE and not query.is_regex:
            self._counts = _counted(parts.texts, query)
        else:
            self._job = self._runner.do(partial(_counted, parts.texts, query), self._take)

    @property
    def before(self) -> int:
        """How many hits are in the texts before the one in the editor."""
        return sum(self._counts[: self.place])

    @property
    def behind(self) -> int:
        """How many hits are in the texts behind it."""
        return sum(self._counts[self.place + 1 :])

    def next_place(self, *, backwards: bool) -> int | None:
        """Return the place of the next other text with hits, or the one before, round the ends."""
        count, step = len(self._counts), -1 if backwards else 1
        places = ((self.place + step * number) % count for number in range(1, count))
        return next((place for place in places if self._counts[place]), None)

    def _take(self, counts: Sequence[int]) -> None:
        self._counts = counts
        self.changed.emit()


def _counted(texts: Sequence[str], query: Query) -> Sequence[int]:
    """Return how many hits each text has; those not searched within the time have none."""
    until = monotonic() + _SECONDS
    counts = []
    for text in texts:
        left = until - monotonic()
        counts.append(len(find_all(text, query, seconds=left).spans) if left > 0 else 0)
    return counts
