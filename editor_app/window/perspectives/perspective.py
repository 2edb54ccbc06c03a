"""The interface between the window and what it adds for one kind of file, and the conditions of actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum, StrEnum, auto
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.library_facts.index import NamedText
from editor_app.analysis.model_text import ModelText
from editor_app.text import Span
from editor_app.window.documents.file_status import FileStatus
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.frame.dock import KindPages
from editor_app.window.kit.words.worded import WordedEnum
from editor_app.window.panels.preview.look import PreviewExtras, PreviewLook
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.finding.parts import SearchedParts
from editor_app.window.text.open_documents import StandIn

_SHOWN_AT_ONCE: Final = 300_000  # characters; a longer text is shown after a pause


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


def preview_after_edit(size: int) -> ShowPreview:
    """Return when the preview follows an edit of a text of `size` characters."""
    return ShowPreview.NOW if size <= _SHOWN_AT_ONCE else ShowPreview.AFTER_PAUSE


class InPlaceOfSource:
    """What stands in for the source of the files of a kind: the editor of a part of it, or a view."""

    has_editor: bool = True
    """Whether what stands in is an editor; where none is, `file_status` is asked over the source, too."""

    def stand_in(self, file: OpenFile) -> StandIn | None:
        """Return what stands in for the source editor of an open file."""
        raise NotImplementedError

    def show_source(self) -> None:
        """Bring the source editor to the front."""
        raise NotImplementedError

    def show_editor(self, *, stands_in: bool) -> None:
        """Note which editor is in front: the source, or the one that stands in for it."""

    def error_to_mend(self, file: OpenFile) -> Span | None:
        """Return where the source must be corrected before this can show the file; or None."""
        return None

    @property
    def caret_offset(self) -> int:
        """The offset in the file of the caret of the editor that stands in."""
        return 0

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file in the editor that stands in; return False if it does not show that."""
        return False

    def choose_part(self, span: Span) -> bool:
        """Show the part of the file around a span that no editor of a part shows; return False if none is."""
        del span
        return False

    def file_status(self) -> FileStatus | None:
        """Return the status to show above what stands in, None for none."""
        return None

    def choose_remedy(self, remedy: WordedEnum) -> bool:
        """Do what a link of `file_status` stands for; return False for any other link."""
        return False

    def status_facts(self) -> tuple[str, ...]:
        """Return what the status bar says in place of the caret’s position and the encoding, () for these."""
        return ()


class KindPreview(Protocol):
    """What the preview shows of a kind besides the text, in additional parts."""

    @property
    def extras(self) -> PreviewExtras:
        """The additional parts."""

    def look(self, result: ModelText | None) -> PreviewLook | None:
        """Return what these show, None for nothing."""

    def refresh(self) -> None:
        """Show the file's current text and values elsewhere, too."""

    def show_edit(self, size: int) -> ShowPreview:
        """Show an edit of a text of `size` characters at once; return when the preview follows."""


class BesideEditor(Protocol):
    """Another file that stands beside the text of the current one."""

    @property
    def edited_file(self) -> EditedFile | None:
        """That file while its text has the focus, else None."""

    def unfold(self, path: Path) -> bool:
        """Show a file there, and focus it; return False if it cannot be shown there."""

    def fold(self) -> None:
        """Fold it."""


class FoundInParts(Protocol):
    """The texts that are searched as one with the one in front, such as the messages of a chat."""

    def parts(self) -> SearchedParts:
        """Return them, with the place of the one in front."""

    def bring_part(self, place: int) -> None:
        """Bring one to the front, without the focus."""


class Perspective(QObject):
    """The panels, preview, actions and words of one kind of file; this base class adds nothing.

    A plain text has this one. One object serves all open files of its kind: `show` tells it which is the
    current one, and later questions are about that file. What stands in place of the text or beside it, and
    what the preview has besides, are objects, each None where there is none. It connects its own panels and
    commands; its signals ask the window to update what is shown of the file elsewhere.
    """

    status_changed = Signal()  # `status_sentence`, or something of `in_place` or `beside` changed
    actions_changed = Signal()  # `conditions` or `can_step` changed
    problems_changed = Signal()  # `listed_problems` changed
    look_changed = Signal()  # what `preview` shows changed

    pages: KindPages = KindPages()
    """The pages in the docks while a file of the kind is the current one."""
    in_place: InPlaceOfSource | None = None
    preview: KindPreview | None = None
    beside: BesideEditor | None = None
    found_in: FoundInParts | None = None

    # All open files of the kind ---------------------------------------------------------------------------

    def begin(self, file: OpenFile) -> None:
        """Follow a file that is being opened, or that has become one of the kind."""

    def follow(self, file: OpenFile) -> None:
        """Follow a renamed file."""

    def end(self, file: OpenFile) -> None:
        """Forget a file that is closed, or stays open and is of another kind now."""

    def files_beside(self, file: OpenFile) -> Collection[Path]:
        """Return the files in other tabs whose text this file's tab shows and changes, too."""
        return ()

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

    def take_typed(self) -> None:
        """Commit to the file the text being typed in a form about it."""

    def status_sentence(self) -> str:
        """Return the sentence of the status bar, "" for the one that every file has."""
        return ""

    def conditions(self) -> Collection[StrEnum]:
        """Return which conditions of the kind's actions hold."""
        return ()

    def can_step(self, *, undoes: bool) -> bool:
        """Whether a step that is no edit of a text can be undone or redone, where the focus is."""
        return False

    def step(self, *, undoes: bool) -> bool:
        """Undo or redo that step; return False if there is none."""
        return False

    def listed_problems(self) -> ListedBesideFile | None:
        """Return problems that are listed in place of the file's own, such as its chat's; None for none."""
        return None

    def go_to_problem(self, row: ProblemRow) -> bool:
        """Go to the place of one of these problems; return False for any other."""
        return False

    def fix_problem(self, row: ProblemRow) -> bool:
        """Make the fix of one of these problems; return False for any other."""
        return False

    def part_around(self, offset: int) -> FilePart | None:
        """Return the innermost part that has a name, such as a block, around an offset of the file."""
        return None

    def step_in_words(self, before: str, *, undoes: bool) -> str:
        """Return words for the edit undone or redone in the text `before`, "" if unknown."""
        return ""

    def explain_chosen(self) -> bool:
        """Show why the part chosen in a panel is sent; return False where none has the focus there."""
        return False


class FileCondition(StrEnum):
    """What `CurrentFile` says of the file in front; kinds have conditions of their own for their actions."""

    LIBRARY = "a library is open"
    DOCUMENT = "a document is open"
    WRITABLE = "the document can be changed"
    CAN_SAVE = "something that the tab shows can be saved"
    CAN_UNDO = "there is something to undo"
    CAN_REDO = "there is something to redo"
    IS_SENT = "the document is of a kind that is sent to a model"
    HAS_PREVIEW = "the preview shows what a model gets of the document"
    HAS_VARIABLES = "the document's kind has variables"
    TAKES_VARIABLES = "the document's kind has variables, and it can be changed"
    HAS_PROBLEMS = "the document has problems"
    IS_DEFAULT = "the prompt is a default without a copy"
    IS_COPY = "the prompt is a copy of a default"
    CAN_GO_BACK = "there is a place to go back to"
    CAN_GO_FORWARD = "there is a place to go forward to"


def pages_for(file: OpenFile | None, pages: KindPages) -> KindPages:
    """Return the pages of a kind without those that have nothing to say of the file in front.

    A preview that only repeats the text has nothing to say, unless a provider caches what is sent.
    """
    if file is None:
        return replace(
            pages, right=replace(pages.right, has_values=False, has_preview=False), has_outline=False
        )
    analysis, right = file.analysis, pages.right
    if not right.leads:
        sending = analysis.row.sending
        has_tags = not analysis.is_looked_into or (
            analysis.template is not None and len(analysis.template.pieces) > 1
        )
        right = replace(
            right,
            has_preview=right.has_preview and sending.is_sent and bool(sending.has_stable_prefix or has_tags),
            has_values=right.has_values and bool(analysis.names or analysis.variables),
        )
    # Frontmatter is in the outline, which need not be made of a long text to know that.
    return replace(pages, right=right, has_outline=analysis.frontmatter is not None or bool(analysis.outline))


def conditions_of(
    file: OpenFile, edited: OpenFile, prompt: NamedText | None, perspective: Perspective, *, has_unsaved: bool
) -> list[FileCondition]:
    """Return which conditions hold of the file in front.

    `edited` is the file that is being written, which may stand beside it, `prompt` what the file is known as,
    `has_unsaved` whether its tab shows unsaved files.
    """
    text = edited.document.text_document
    is_writable = edited.document.read_only_because is None
    can_undo = is_writable and text.isUndoAvailable()
    can_redo = is_writable and text.isRedoAvailable()
    has_variables = file.analysis.dialect is not None
    row = file.analysis.row
    is_sent = has_variables or (row.sending.is_sent and row.form.dialect is None)
    has_default = prompt is not None and prompt.default_path is not None
    user_path = prompt.user_path if prompt is not None else None
    holding = {
        FileCondition.LIBRARY: True,
        FileCondition.DOCUMENT: True,
        FileCondition.WRITABLE: is_writable,
        FileCondition.CAN_SAVE: is_writable or has_unsaved,
        FileCondition.CAN_UNDO: can_undo or perspective.can_step(undoes=True),
        FileCondition.CAN_REDO: can_redo or perspective.can_step(undoes=False),
        FileCondition.IS_SENT: is_sent,
        FileCondition.HAS_PREVIEW: is_sent and pages_for(file, perspective.pages).right.has_preview,
        FileCondition.HAS_VARIABLES: has_variables,
        FileCondition.TAKES_VARIABLES: takes_insertions(file, edited) and has_variables,
        FileCondition.HAS_PROBLEMS: bool(edited.analysis.diagnostics),
        FileCondition.IS_DEFAULT: has_default and user_path is None,
        FileCondition.IS_COPY: has_default and user_path == file.path,
    }
    return [when for when, holds in holding.items() if holds]


def takes_insertions(file: OpenFile, edited: OpenFile) -> bool:
    """Whether a tag can be inserted: into the file in front, and only while that is being written."""
    return file.document.read_only_because is None and edited is file
