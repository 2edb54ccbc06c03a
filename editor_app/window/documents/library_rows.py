"""The files of a library as rows of a list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.analysis.library_facts.index import BUILT_IN
from editor_app.library.kinds import UNRECOGNISED, kind_named
from editor_app.text import Sentence, listed
from editor_app.window.kit.words.counts import Counts

OTHER_FILES: Final = Sentence("window-documents.other-files")
EMPTY_FOLDERS: Final = Sentence("window-documents.empty-folders")
FOLDER: Final = "folder"
"""The kind of the row that stands for a folder as such."""


class RowState(NamedTuple):
    """What a row says of its file beside the name, and what can be done with it.

    `badge` is "user", "default", "built in", "fallback" or "". `remark` is a sentence for the tooltip, such
    as why a file is passed over. `parts` are how many of something it has, such as (12, "block").
    """

    badge: str = ""
    counts: Counts = Counts()
    remark: str = ""
    read_only: bool = False
    can_reset: bool = False
    parts: tuple[int, str] = (0, "")

    @property
    def number(self) -> str:
        """How many parts the file has, such as "12 blocks", "" for none."""
        count, part = self.parts
        return Sentence("text.parts", count=count, part=part or "none") if count else ""


def badge_words(badge: str) -> str:
    """Return what a badge says, "" for none."""
    return Sentence("window-documents.badge", badge=badge) if badge else ""


class LibraryRow(NamedTuple):
    """A file of the library, or a folder that is one thing, such as a chat.

    `kind` is the file's kind as its value ("prompt", "document", …). `folders` are the folders between the
    heading and the file. A file that is loaded by a name has this as `prompt_name`. `owner` is the file whose
    row is the parent, as a system message's is of its situations. `parts` are files without a row of their
    own: the messages of a chat, the cases of a prompt.
    """

    path: Path
    label: str
    kind: str
    folders: tuple[str, ...] = ()
    state: RowState = RowState()
    prompt_name: str = ""
    owner: Path | None = None
    parts: tuple[Path, ...] = ()

    @property
    def heading(self) -> str:
        """The heading that the file is listed under."""
        kind = kind_named(self.kind)
        return (kind.listing.heading if kind is not None else "") or OTHER_FILES

    @property
    def icon(self) -> str:
        """The icon of the file's kind."""
        return (kind_named(self.kind) or UNRECOGNISED).listing.icon

    @property
    def is_folder(self) -> bool:
        """Whether the row is that of a folder."""
        kind = kind_named(self.kind)
        return self.kind == FOLDER or (kind is not None and kind.is_of_folders)

    def in_words(self) -> str:
        """Return the row's states as a screen reader says them."""
        state = self.state
        read_only = Sentence("window-documents.is-read-only") if state.read_only else ""
        about = (state.counts.in_words(), badge_words(state.badge), state.number, read_only, state.remark)
        return listed((self.label, *about))


@dataclass(frozen=True, slots=True)
class LibraryListing:
    """All files of the library at `root`, and paths in it of folders without any that were made here."""

    root: Path
    rows: tuple[LibraryRow, ...] = ()
    empty_folders: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is no file of the user's."""
        return all(row.state.badge == BUILT_IN for row in self.rows)
