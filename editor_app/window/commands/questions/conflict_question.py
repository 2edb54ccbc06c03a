"""The question about a file that changed on disk while it has unsaved changes: it shows all three texts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

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
        about = "Decide later, and see the versions in the history"
        pairs = pairs_of(self.base, self.mine, self.disk, "My changes", "From disk to mine")
        return Question(
            f"‘{self.name}’ changed on disk",
            "Another program changed it while it was unsaved here. "
            "The text that you do not keep stays in the history.",
            (
                Button("Decide later", ConflictAnswer.LATER),
                Button("Take what is on disk", ConflictAnswer.TAKE_DISK, discards=True),
                Button("Keep mine", ConflictAnswer.KEEP_MINE, is_primary=True),
            ),
            links=(Button("Show history", ConflictAnswer.HISTORY, about=about),),
            content=partial(TextPairs, pairs),
            size=(900, 560),
        )
