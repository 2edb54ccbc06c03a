"""The files of a library as rows of a list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import UNRECOGNISED, kind_named
from editor_app.window.kit.words.counts import Counts

OTHER_FILES: Final = "Other files"


class LibraryRow(NamedTuple):
    """A file of the library, or a folder that is one thing, such as a chat.

    `kind` is the file's kind as its value ("prompt", "document", …); `group` replaces the heading of that
    kind. `folders` are the folders between the heading and the file. `badge` is "user", "default", "built
    in", "fallback" or "". `remark` is a sentence for the tooltip, such as why a file is passed over. `owner`
    is the file whose row is the parent, as a prompt's is of its cases. `parts` are the files of a folder, as
    the messages of a chat.
    """

    path: Path
    label: str
    kind: str
    folders: tuple[str, ...] = ()
    prompt_name: str = ""
    badge: str = ""
    counts: Counts = Counts()
    count_text: str = ""
    remark: str = ""
    read_only: bool = False
    can_customize: bool = False
    can_reset: bool = False
    group: str = ""
    owner: Path | None = None
    parts: tuple[Path, ...] = ()

    @property
    def heading(self) -> str:
        """The heading that the file is listed under."""
        kind = kind_named(self.kind)
        return self.group or (kind.listing.heading if kind is not None else "") or OTHER_FILES

    @property
    def icon(self) -> str:
        """The icon of the file's kind."""
        kind = kind_named(self.kind) or UNRECOGNISED
        return kind.listing.icon

    @property
    def is_folder(self) -> bool:
        """Whether the row is that of a folder."""
        kind = kind_named(self.kind)
        return kind is not None and kind.is_of_folders

    def in_words(self) -> str:
        """Return the row's states as a screen reader says them."""
        read_only = "read-only" if self.read_only else ""
        states = (self.counts.in_words(), self.badge, self.count_text, read_only, self.remark)
        return ", ".join(state for state in (self.label, *states) if state)


@dataclass(frozen=True, slots=True)
class LibraryListing:
    """All files of the library at `root`."""

    root: Path
    rows: tuple[LibraryRow, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is no file of the user's."""
        return all(row.badge == BUILT_IN for row in self.rows)
