"""The question about a file that changed on disk while it has unsaved changes: it shows all three texts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from editor_app.text import Sentence
from editor_app.window.dialogs.text_pairs import TextPairs, pairs_of
from editor_app.window.kit.dialogs.question import Button, Question


class ConflictAnswer(Enum):
    """Which text to keep when a file changed on disk while it has unsaved changes.

    With HISTORY it is decided later, and the file's versions are shown.
    """

    KEEP_MINE = auto()
    TAKE_DISK = auto()
    LATER = auto()
    HISTORY = auto()


@dataclass(frozen=True, slots=True)
class Conflict:
    """The three texts of a conflict: as last read or saved, as it is in the window, as it is on disk."""

    name: str
    base: str
    mine: str
    disk: str

    def question(self) -> Question[ConflictAnswer]:
        """Return the question which text to keep; the changes made in the window are shown first."""
        about = Sentence("window-commands.about-show-history")
        pairs = pairs_of(
            self.base,
            self.mine,
            self.disk,
            Sentence("window-commands.my-changes"),
            Sentence("window-commands.from-disk-to-mine"),
        )
        return Question(
            Sentence("window-commands.changed-on-disk", name=self.name),
            Sentence("window-commands.about-conflict"),
            (
                Button(Sentence("window-commands.decide-later"), ConflictAnswer.LATER),
                Button(Sentence("window-commands.take-disk"), ConflictAnswer.TAKE_DISK, discards=True),
                Button(Sentence("window-commands.keep-mine"), ConflictAnswer.KEEP_MINE, is_primary=True),
            ),
            links=(
                Button(Sentence("window-commands.show-history-button"), ConflictAnswer.HISTORY, about=about),
            ),
            content=partial(TextPairs, pairs),
            size=(900, 560),
        )
