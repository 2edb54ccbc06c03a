"""The question about unsaved text before it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from editor_app.window.kit.dialogs.question import Button, Question


class SaveAnswer(Enum):
    """What to do with unsaved changes."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


@dataclass(frozen=True, slots=True)
class SaveQuestion:
    """A question whether to save documents, given by name, before they close."""

    names: Sequence[str]

    def question(self) -> Question[SaveAnswer]:
        """Return how it is asked."""
        names, one = self.names, len(self.names) == 1
        title = f"Save ‘{names[0]}’ first?" if one else f"Save {len(names)} documents first?"
        listed = "" if one else "\n" + "\n".join(f"• {name}" for name in names[:8])
        more = f"\n• and {len(names) - 8} more" if len(names) > 8 else ""
        sentence = f"{'It has' if one else 'They have'} text that is not on the disk.{listed}{more}"
        buttons = (
            Button("Cancel", SaveAnswer.CANCEL),
            Button("Close without saving", SaveAnswer.DISCARD, discards=True),
            Button("Save" if one else "Save all", SaveAnswer.SAVE, is_primary=True),
        )
        return Question(title, sentence, buttons)
