"""The interface between the window and what it adds for one kind of file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum, StrEnum, auto
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.model_text import ModelText
from editor_app.text import Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.frame.dock import KindPages
from editor_app.window.panels.preview import PreviewExtras, PreviewLook
from editor_app.window.panels.preview.stable_prefix import text_look
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.stand_in import StandIn

_SHOWN_AT_ONCE: Final = 300_000  # characters; a longer text is shown after a pause
_NO_ACTIONS: Final[Mapping[str, Callable[[], object]]] = MappingProxyType({})


class ShowPreview(Enum):
    """When the preview follows an edit: now, soon even while typing continues, or after a pause in typing."""

    NOW = auto()
    SOON = auto()
    AFTER_PAUSE = auto()


class FilePart(NamedTuple):
    """A part of a file that has a name, such as a block."""

    name: str
    span: Span


class EditedFile(NamedTuple):
    """A file that is being written, and the editor in which it is."""

    file: OpenFile
    editor: CodeEditor


class ListedBesideFile(NamedTuple):
    """The problems of what a file is a part of, and what these are called: "This chat"."""

    title: str
    rows: tuple[ProblemRow, ...]


class Perspective(QObject):
    """The panels, editor, preview, actions and words of one kind of file; this base class adds nothing.

    A plain text has this one. One object serves all open files of its kind: `show` tells it which is the
    current one, and later questions are about that file. It connects its own panels and commands; its signals
    ask the window to update what is shown of the file elsewhere.
    """

    status_changed = Signal()  # `file_status`, `status_sentence` or `edited_beside` changed
    actions_changed = Signal()  # `conditions` changed
    problems_changed = Signal()  # `listed_problems` changed
    look_changed = Signal()  # `look` changed

    pages: KindPages = KindPages()
    """The pages in the docks while a file of the kind is the current one."""
    preview: PreviewExtras | None = None
    """The additional parts of the preview for the kind, None for none."""
    has_view_alone: bool = False
    """Whether what stands in for the source has no editor: `file_status` is asked over the source, too."""
    actions: Mapping[str, Callable[[], object]] = _NO_ACTIONS
    """The functions of the kind's actions, by id."""

    # All open files of the kind ---------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Follow a file that is being opened, or that has become one of the kind."""

    def follow(self, file: OpenFile) -> None:
        """Follow a renamed file."""

    def leave(self, file: OpenFile) -> None:
        """Remove from a file what `begin` added: it stays open, but is of another kind now."""

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed, or is of another kind now."""

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return the editor that stands in for the source editor, None if there is none."""
        return None

    def tab_group(self, file: OpenFile) -> Path | None:
        """Return the folder whose files share one tab, named for it; None where a file has its own."""
        return None

    def files_beside(self, file: OpenFile) -> Collection[Path]:
        """Return the files in other tabs whose text this file's tab shows and changes, too."""
        return ()

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before the other editor can show it; or None."""
        return None

    def close(self) -> None:
        """End what runs in the background, such as a request to an endpoint: the window closes."""

    def kept_state(self, file: OpenFile) -> Mapping[str, object]:
        """Return how a file is shown, as JSON values for `restore_state` at the next start."""
        return {}

    def restore_state(self, file: OpenFile, state: Mapping[str, object]) -> None:
        """Show a file as in the session before; what is not as `kept_state` gives it is passed over."""

    # The current file --------------------------------------------------------------------------------------

    def show(self, file: OpenFile | None) -> None:
        """Show a file that has become the current one; None if that is of another kind."""

    def show_editor(self, *, stands_in: bool) -> None:
        """Note which editor is in front: the source, or the one that stands in for it."""

    def refresh(self) -> None:
        """Show the file's current text and values."""

    def show_edit(self, size: int) -> ShowPreview:
        """Show an edit of a text of `size` characters at once; return when the preview follows."""
        return ShowPreview.NOW if size <= _SHOWN_AT_ONCE else ShowPreview.AFTER_PAUSE

    def look(self, result: ModelText | None) -> PreviewLook | None:
        """Return what the preview shows besides the text, None for nothing."""
        return text_look(result)

    @property
    def caret_offset(self) -> int:
        """The offset in the file of the caret of the editor that stands in."""
        return 0

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file in the editor that stands in; return False if it does not show that."""
        return False

    def part_around(self, offset: int) -> FilePart | None:
        """Return the innermost part that contains an offset of the file; None in a kind without parts."""
        return None

    def show_source(self) -> None:
        """Bring the source editor to the front in place of the one that stands in."""

    def show_beside(self, path: Path) -> bool:
        """Show another file beside the current one, and focus it; return False where there is no place."""
        return False

    @property
    def edited_beside(self) -> EditedFile | None:
        """The file beside the current one while its text has the focus, else None."""
        return None

    def fold_beside(self) -> bool:
        """Fold the file beside the current one while its text has the focus; return False if it has not."""
        return False

    def take_typed(self) -> None:
        """Commit to the file the text being typed in a form about it."""

    def file_status(self) -> FileStatus | None:
        """Return the status to show above the editor that stands in, None for none."""
        return None

    def choose_remedy(self, remedy: StrEnum) -> bool:
        """Do what a link of `file_status` stands for; return False for any other link."""
        return False

    def status_sentence(self) -> str:
        """Return the sentence of the status bar, "" for the one that every file has."""
        return ""

    def status_facts(self) -> tuple[str, ...]:
        """Return what the status bar says in place of the caret’s position and the encoding, () for these."""
        return ()

    def conditions(self) -> Collection[StrEnum]:
        """Return which conditions of the kind's actions hold."""
        return ()

    def can_step(self, *, undoes: bool) -> bool:
        """Whether a step that is not an edit of a text can be undone or redone, where the focus is."""
        return False

    def step(self, *, undoes: bool) -> bool:
        """Undo or redo that step; return False if there is none."""
        return False

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Return words for the edit undone or redone in the text `before`, "" if unknown."""
        return ""

    def listed_problems(self) -> ListedBesideFile | None:
        """Return the problems to list in place of the file's own, such as its chat's; None for those."""
        return None

    def go_to_problem(self, row: ProblemRow) -> bool:
        """Go to the place of a problem of `listed_problems`; return False for any other."""
        return False

    def fix_problem(self, row: ProblemRow) -> bool:
        """Make the fix of a problem of `listed_problems`; return False for any other."""
        return False

    def explain_chosen(self) -> bool:
        """Show why the selection in a panel of the kind is sent; return False without a selection there."""
        return False
