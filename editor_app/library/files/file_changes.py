"""What a file operation did, as steps that undoing it reverses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor_app.library.files.replaced_text import Replaced
from editor_app.library.history.version_lists import Version


@dataclass(frozen=True, slots=True)
class Created:
    """A file that was made, with the folders that were made for it, outermost first."""

    path: Path
    hash: str
    folders: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Removed:
    """A file that went to local history, or a link that led to `link`."""

    path: Path
    version: Version | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A file that has another name now."""

    old: Path
    new: Path


Step = Created | Removed | Moved | Replaced


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a file operation did: a sentence for the notice, and the steps that undoing it reverses.

    `warnings` are sentences about what could not be kept or promised. `says_name`: the file's text contains
    its name, so that an unsaved text of it has to be changed, too.
    """

    sentence: str
    steps: tuple[Step, ...]
    state_dir: Path
    warnings: tuple[str, ...] = ()
    says_name: bool = False

    @property
    def in_words(self) -> str:
        """The sentence, and the warnings after it."""
        return " ".join((self.sentence, *self.warnings))

    @property
    def appeared(self) -> tuple[Path, ...]:
        """The paths that are there now and were not before."""
        made = tuple(step.path for step in self.steps if isinstance(step, Created))
        return made + tuple(step.new for step in self.steps if isinstance(step, Moved))

    @property
    def gone(self) -> tuple[Path, ...]:
        """The paths that are no longer there."""
        removed = tuple(step.path for step in self.steps if isinstance(step, Removed))
        return removed + tuple(step.old for step in self.steps if isinstance(step, Moved))
