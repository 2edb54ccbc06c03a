"""The content of a message in a document of its own, whose edits are edits of the message's file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.analysis import Analysis
from editor_app.chats import MessageText, message_edits, read_text
from editor_app.text import Diagnostic, Edit, Fix, Span, apply_edits, difference, rebased
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.document.step_joining import StepJoining

_NOT_SHOWABLE = "It has more different private-use characters than can be shown at once."


class ContentLink(QObject):
    """Keeps `document`, the content of a message with plain backticks, and the message's file in sync.

    An edit of the content is a step in the file's undo history, and undo there changes the content.
    """

    analysed = Signal(object)

    def __init__(self, file: OpenFile, parent: QObject | None = None) -> None:
        """Start with the content of the file's text."""
        super().__init__(parent)
        self._open = file
        self.file = file.document
        self.message: MessageText = read_text(self.file.text)
        self.document = EditorDocument(
            self.message.content, history=self, read_only_because=self.file.read_only_because, parent=self
        )
        self._text = self.document.text  # before the edit that is being announced
        self._steps = StepJoining(self.file)
        self._is_following = False
        self._is_writing = False
        self._later = single_shot(self, 0)
        self._later.timeout.connect(self._follow_later)
        self.document.edited.connect(self._write)
        self.file.read_only_changed.connect(self._allow)
        file.analysed.connect(self.refresh)
        file.release_requested.connect(self.document.release)

    def connect_editor(self, editor: CodeEditor) -> None:
        """Let an editor of `document` show the file's problems in the content, and apply their fixes."""
        self.analysed.connect(editor.show_analysis)
        editor.fix_chosen.connect(self.apply_fix)
        self._tell_analysis()

    def refresh(self) -> None:
        """Show the content as it is in the file's current text."""
        if self._is_writing:
            return
        if self.document.has_held_changes:
            self._later.start()  # input that is being composed is written first
        else:
            self._follow()

    def apply_fix(self, fix: Fix) -> None:
        """Apply a fix of one of the problems, whose edits are in offsets of the file, as one undo step."""
        if self.message.source == self.file.text:
            self.file.apply_edits(self._open.fix_now(fix).edits)
            self.refresh()

    def source_offset(self, offset: int) -> int:
        """Return the offset in the file of an offset in the content."""
        return self.message.parts.content.start + self.message.escaped.raw_offset(offset)

    def content_offset(self, offset: int) -> int | None:
        """Return the offset in the content of an offset in the file, None outside of the content."""
        content = self.message.parts.content
        return (
            self.message.escaped.content_offset(offset - content.start) if content.touches(offset) else None
        )

    # Undo and redo: the content has the file's history ------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the file has a step to undo."""
        return self.file.text_document.isUndoAvailable()

    @property
    def can_redo(self) -> bool:
        """Whether the file has a step to redo."""
        return self.file.text_document.isRedoAvailable()

    def undo(self) -> Span | None:
        """Undo the file's last step, and return the span of the content that it changed, if any."""
        return self._go(self.file.undo)

    def redo(self) -> Span | None:
        """Redo the file's last undone step, and return the span of the content that it changed, if any."""
        return self._go(self.file.redo)

    def _go(self, act: Callable[[], object]) -> Span | None:
        self.document.release()
        text = self.document.text
        act()
        self.refresh()
        here = difference(text, self.document.text)
        if here is None:
            return None
        end = here.span.start + len(here.text)
        return Span(end, end)

    # From the content to the file ---------------------------------------------------------------------------

    def _write(self, edit: Edit) -> None:
        before, self._text = self._text, self.document.text
        if self._is_following:
            return
        self._is_writing = True  # this document cannot be edited while it announces an edit
        try:
            message = read_text(self.file.text)
            now = _on(message.content, edit, before)
            if self.file.read_only_because is None:
                self.file.apply_edits(_edits_for(message, now), joins=self._steps.joins(now))
                self._steps.note(now)
            self._follow()
        finally:
            self._is_writing = False

    # From the file to the content ---------------------------------------------------------------------------

    def _follow(self) -> None:
        if self.message.source != self.file.text:
            self.message = read_text(self.file.text)
        if self.message.content != self.document.text:
            if self._is_writing:
                self._later.start()
            else:
                self._show(self.message.content)
        self._allow()
        self._tell_analysis()

    def _follow_later(self) -> None:
        self.document.release()
        self._follow()

    def _show(self, text: str) -> None:
        self._is_following = True
        try:
            self.document.replace_text(text)
        except OverflowError:
            self.document.replace_text("")
        finally:
            self._is_following = False
            self._text = self.document.text

    def _allow(self) -> None:
        """Make the content editable, or read-only with the reason."""
        is_shown = self.document.text == self.message.content
        reason = self.file.read_only_because or (None if is_shown or self._is_writing else _NOT_SHOWABLE)
        if reason != self.document.read_only_because:
            self.document.set_read_only_because(reason)

    def _tell_analysis(self) -> None:
        file = self._open.analysis
        if file.source != self.message.source or self.message.content != self.document.text:
            return
        found = tuple(self._problems(file.diagnostics))
        self.analysed.emit(
            Analysis(self.document.revision, self.document.text, file.kind, file.catalog, diagnostics=found)
        )

    def _problems(self, diagnostics: tuple[Diagnostic, ...]) -> Iterator[Diagnostic]:
        """Yield the problems of the content, with spans of it."""
        inside = self.message.parts.content
        for problem in diagnostics:
            if inside.start <= problem.span.start < problem.span.end <= inside.end:
                start, end = (self.content_offset(offset) for offset in problem.span)
                if start is not None and end is not None:
                    yield replace(problem, span=Span(start, end))


def _on(content: str, edit: Edit, before: str) -> Edit:
    """Return an edit of the content `before` as one of the content now, which another change may have made.

    Where both changed the same place, what was typed is inserted there.
    """
    now = edit if content == before else rebased(edit, before, content)
    if now is not None:
        return now
    at = min(edit.span.start, len(content))
    return Edit(Span(at, at), edit.text)


def _edits_for(message: MessageText, edit: Edit) -> Iterator[Edit]:
    """Yield the edits of a file's text that make an edit of its content."""
    start = message.parts.content.start
    edits = [Edit(span.shifted(start), text) for span, text in message.escaped.edits_for(edit)]
    if not message.parts.has_separator:  # the content's first lines may become a header
        content = apply_edits(message.content, [edit])
        new = read_text(apply_edits(message.source, edits))
        if (new.role, new.content) != (message.role, content):
            edits = list(message_edits(message, message.role, content, message.metadata))
    yield from edits
