"""The question about a recovered text, which is shown beside what the file held, and holds now."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtWidgets import QWidget

from editor_app.window.dialogs.columns import MOST_LINES
from editor_app.window.dialogs.text_pairs import TextPairs, pairs_of
from editor_app.window.dialogs.version_columns import VersionColumns
from editor_app.window.kit.dialogs.question import Button, Question

_LEAST_WIDTH, _WIDTH, _HEIGHT = 640, 380, 560
_TAKE_DISK = "Take what is on disk"


class RecoveryAnswer(Enum):
    """What becomes of a recovered text."""

    KEEP = auto()
    TAKE_DISK = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class RecoveredText:
    """A recovered text to compare: `disk` is None without a file.

    `base` is what the file held when the text was begun, None if it still does. `place` tells which of
    several it is, such as "1 of 2". `trouble` says why the file that is there cannot be read.
    """

    name: str
    recovered: str
    disk: str | None = None
    base: str | None = None
    place: str = ""
    trouble: str = ""

    def question(self) -> Question[RecoveryAnswer]:
        """Return the question whether to keep the text, to take the file's, or to decide later."""
        place = f" ({self.place})" if self.place else ""
        words = "Discard it" if self.disk is None else _TAKE_DISK
        take = (Button(words, RecoveryAnswer.TAKE_DISK, discards=True),)
        return Question(
            f"‘{self.name}’ was recovered{place}",
            self._sentence(),
            (
                Button("Decide later", RecoveryAnswer.LATER),
                *(take if not self.trouble else ()),
                Button("Keep recovered", RecoveryAnswer.KEEP, is_primary=True),
            ),
            content=self._texts,
            size=(max(_LEAST_WIDTH, _WIDTH * len(self._versions)), _HEIGHT),
        )

    def _texts(self, parent: QWidget) -> QWidget:
        columns = VersionColumns(self._versions, parent)
        if self.base is None or self.disk is None:
            return columns
        words = "Recovered changes", "From disk to recovered"
        pairs = pairs_of(self.base, self.recovered, self.disk, *words)
        return TextPairs(pairs, parent, all_texts=("All three", columns))

    @property
    def _versions(self) -> list[tuple[str, str]]:
        if self.disk is None:
            return [("Recovered", self.recovered)]
        if self.base is None:
            return [("On disk", self.disk), ("Recovered", self.recovered)]
        return [("Before", self.base), ("On disk now", self.disk), ("Recovered", self.recovered)]

    def _sentence(self) -> str:
        if self.trouble:
            said = f"{self.trouble} The text stays here, and not saved, until the file can be read again."
        elif self.disk is None:
            said = "This text is in no file. It stays here, and not saved, until you save or discard it."
        else:
            changed = "" if self.base is None else "The file was changed meanwhile. "
            discards = f"‘{_TAKE_DISK}’ discards the recovered text; Undo brings it back."
            said = f"{changed}Nothing is saved yet. {discards}"
        longest = max(version.count("\n") for version in (self.recovered, self.disk or "", self.base or ""))
        cut = f" Only the first {MOST_LINES:,} lines are shown." if longest >= MOST_LINES else ""
        return said + cut
