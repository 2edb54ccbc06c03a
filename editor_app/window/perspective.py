"""What the window has for one kind of file beside what every kind shares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum, StrEnum, auto
from types import MappingProxyType
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis import ModelText
from editor_app.text import Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.editor.stand_in import StandIn
from editor_app.window.frame.dock import KindPages
from editor_app.window.panels.preview import PreviewExtras, PreviewLook
from editor_app.window.style.theme import Theme

_SHOWN_AT_ONCE: Final = 300_000  # characters; a longer text is shown after a pause
_NO_ACTIONS: Final[Mapping[str, Callable[[], object]]] = MappingProxyType({})


class ShowPreview(Enum):
    """When the preview follows an edit: now, soon while typing goes on, or after a pause in typing."""

    NOW = auto()
    SOON = auto()
    AFTER_PAUSE = auto()


class FilePart(NamedTuple):
    """A part of a file that has a name of its own, such as a block."""

    name: str
    span: Span


class Perspective(QObject):
    """The panels, editor, preview, actions and words of one kind of file; this one adds nothing.

    A plain text has this one. One serves all open files of its kind: `show` tells it which of them is in
    front, and it is asked about that file as long as it is there. It connects its own panels and commands;
    its signals ask for what is shown of the file elsewhere to be shown anew.
    """

    status_changed = Signal()  # what is said of the file
    actions_changed = Signal()  # which actions do something
    look_changed = Signal()  # what the preview shows beside the text

    pages: KindPages = KindPages()
    """What stands in the docks while a file of the kind is in front."""
    preview: PreviewExtras | None = None
    """What the preview has for the kind."""
    actions: Mapping[str, Callable[[], object]] = _NO_ACTIONS
    """What the actions of the kind do, by their ids."""

    # All open files of the kind ---------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Follow a file that is being opened, or has become one of the kind."""

    def follow(self, file: OpenFile) -> None:
        """Follow a file to its new name."""

    def leave(self, file: OpenFile) -> None:
        """Take off a file what `begin` gave it: it stays open, and is of another kind now."""

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed, or is of another kind."""

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the editor that stands in for the source, None where there is only the source."""
        return None

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source has to be mended before the other editor can show it; None where it can."""
        return None

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""

    # The file in front --------------------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show a file that has come to the front; None where it is one of another kind."""

    def show_editor(self, *, stands_in: bool) -> None:
        """Take note of which editor is in front: the source, or the one that stands in for it."""

    def refresh(self) -> None:
        """Show what the file has become."""

    def show_edit(self, size: int) -> ShowPreview:
        """Show at once what belongs to an edit of `size` characters of text; say when the preview follows."""
        return ShowPreview.NOW if size <= _SHOWN_AT_ONCE else ShowPreview.AFTER_PAUSE

    def look(self, result: ModelText | None) -> PreviewLook | None:
        """Return what the preview shows beside the text."""
        return None

    @property
    def caret_offset(self) -> int:
        """Where the caret of the editor that stands in stands in the file."""
        return 0

    def go_to(self, span: Span) -> bool:
        """Go to a place of the file in the editor that stands in; say False where it does not show that."""
        return False

    def part_around(self, offset: int) -> FilePart | None:
        """Return the innermost part that a place of the file lies in; None in a kind without parts."""
        return None

    def show_source(self) -> None:
        """Bring the source to the front in place of the editor that stands in."""

    def take_typed(self) -> None:
        """Take into the file what is being typed in a form about it."""

    def file_status(self) -> FileStatus | None:
        """Return what there is to say over the editor that stands in."""
        return None

    def choose_remedy(self, remedy: StrEnum) -> bool:
        """Do what a link of `file_status` says; say False for any other link."""
        return False

    def status_sentence(self) -> str:
        """Return what the status bar says of the file, "" for what it says of every file."""
        return ""

    def conditions(self) -> Collection[StrEnum]:
        """Return which conditions of the kind's actions hold."""
        return ()

    def can_step(self, *, undoes: bool) -> bool:
        """Whether something that is in no text can be taken back, or made again, where the focus is."""
        return False

    def step(self, *, undoes: bool) -> bool:
        """Take that back, or make it again; say False where there is nothing."""
        return False

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Return what the step undone, or redone, in the text `before` did; "" if nobody knows."""
        return ""

    def explain_chosen(self) -> bool:
        """Say lastingly why what is chosen in a panel of the kind is sent; say False where nothing is."""
        return False
