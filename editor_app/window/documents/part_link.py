"""The text of a part of a file in a document of its own, whose edits are edits of the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal, SignalInstance

from editor_app.analysis.analysis import Analysis
from editor_app.text import Edit, Fix, Span, difference
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.document.document import NOT_SHOWABLE, EditorDocument


class PartLink(QObject):
    """Keeps `document`, the text of a part of a file, and the file in sync; subclasses know the part.

    An edit of the part is a step in the file's undo history, and undo there changes the part.
    """

    analysed = Signal(object)

    def __init__(
        self, file: EditorDocument, text: str, read_only_because: str | None, parent: QObject | None
    ) -> None:
        """Start with the text of the part."""
        super().__init__(parent)
        self.file = file
        self.document = EditorDocument(text, history=self, read_only_because=read_only_because, parent=self)
        self._text = self.document.text  # before the edit that is being announced
        self._steps = StepJoining(file)
        self._is_unshowable = False
        self._is_following = False
        self._is_writing = False
        self._later = single_shot(self, 0, self._follow_later)
        self.document.edited.connect(self._write)
        file.read_only_changed.connect(self._allow)

    def connect_editor(self, show: Callable[[Analysis], object], fix_chosen: SignalInstance) -> None:
        """Let an editor of `document` `show` the file’s problems in the part; its fixes are applied."""
        self.analysed.connect(show)
        fix_chosen.connect(self.apply_fix)
        self._tell_analysis()

    def refresh(self) -> None:
        """Show the part as it is in the file's current text."""
        if self._is_writing:
            return
        if self.document.has_held_changes:
            self._later.start()  # input that is being composed is written first
        else:
            self._follow()

    def apply_fix(self, fix: Fix) -> None:
        """Apply a fix of one of the problems, whose edits are in offsets of the file, as one undo step."""
        raise NotImplementedError

    # Undo and redo: the part has the file's history ---------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the file has a step to undo."""
        return self.file.text_document.isUndoAvailable()

    @property
    def can_redo(self) -> bool:
        """Whether the file has a step to redo."""
        return self.file.text_document.isRedoAvailable()

    def undo(self) -> Span | None:
        """Undo the file's last step, and return the span of this part that it changed, if any."""
        return self._go(self.file.undo)

    def redo(self) -> Span | None:
        """Redo the file's last undone step, and return the span of this part that it changed, if any."""
        return self._go(self.file.redo)

    def _go(self, act: Callable[[], object]) -> Span | None:
        self.document.release()
        text = self.document.text
        act()
        self.refresh()
        change = difference(text, self.document.text)
        return end_of_change(change) if change is not None else None

    # From the part to the file ------------------------------------------------------------------------------

    def _write(self, edit: Edit) -> None:
        before, self._text = self._text, self.document.text
        if self._is_following:
            return
        self._is_writing = True  # this document cannot be edited while it announces an edit
        try:
            self._put(edit, before)
            self._follow()
        finally:
            self._is_writing = False

    def _put(self, edit: Edit, before: str) -> None:
        """Write an edit of the part's text `before` to the file."""
        raise NotImplementedError

    # From the file to the part ------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Show the part as it is in the file now."""
        raise NotImplementedError

    def _follow_later(self) -> None:
        self.document.release()
        self._follow()

    def _take(self, text: str) -> None:
        """Show the part's text: at once, or once the edit of it is announced."""
        if text != self.document.text:
            if self._is_writing:
                self._later.start()
            else:
                self._show(text)
        self._allow()
        self._tell_analysis()

    def _show(self, text: str) -> None:
        self._is_following = True
        try:
            self.document.replace_text(text)
            self._is_unshowable = False
        except OverflowError:
            self.document.replace_text("")
            self._is_unshowable = True
        finally:
            self._is_following = False
            self._text = self.document.text

    def _tell_analysis(self) -> None:
        """Announce the problems of the part, if what is known is about its current text."""
        raise NotImplementedError

    def _allow(self) -> None:
        """Make the part editable, or read-only with the reason."""
        self.document.set_read_only_because(self._why_not())

    def _why_not(self) -> str | None:
        """Return why the part cannot be edited, None if it can."""
        return self.file.read_only_because or (NOT_SHOWABLE if self._is_unshowable else None)


def end_of_change(edit: Edit) -> Span:
    """Return the empty span behind what an edit inserted."""
    end = edit.span.start + len(edit.text)
    return Span(end, end)


_LONGEST_KEY: Final = 2  # characters that one key types at most


class StepJoining:
    """Tells whether an edit continues the typing or deleting before it, and joins its undo step in `file`."""

    def __init__(self, file: EditorDocument) -> None:
        """Start without an edit."""
        self._file = file
        self._last: Edit | None = None
        self._revision = -1

    def joins(self, edit: Edit) -> bool:
        """Whether an edit joins the undo step of the last one that was noted."""
        last = self._last
        if last is None or self._revision != self._file.revision or not self._file.is_modified:
            return False
        if not edit.text and not last.text:
            return last.span.start in {edit.span.start, edit.span.end}
        if edit.span.length or not last.text or len(edit.text) > _LONGEST_KEY:
            return False
        begins_word = last.text[-1].isspace() and not edit.text[0].isspace()
        goes_on = edit.span.start == last.span.start + len(last.text) and "\n" not in last.text + edit.text
        return goes_on and not begins_word

    def note(self, edit: Edit) -> None:
        """Note an edit that was made in the file just now."""
        self._last, self._revision = edit, self._file.revision

    def forget(self) -> None:
        """Let the next edit begin a step of its own."""
        self._last = None
