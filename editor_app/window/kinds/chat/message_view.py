"""The content of a message in a document and an editor of its own, whose edits are edits of its file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject

from editor_app.analysis.analysis import Analysis
from editor_app.chats.reading import MessageText, message_edits, read_text
from editor_app.text import Diagnostic, Edit, Fix, Sentence, Span, apply_edits, rebased
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.part_link import PartLink
from editor_app.window.text.code_editor import CodeEditor


class MessageLink(PartLink):
    """Keeps `document`, the content of a message with plain backticks, and the message's file in sync."""

    def __init__(self, file: OpenFile, parent: QObject | None = None) -> None:
        """Start with the content of the file's text."""
        self._open = file
        self.message: MessageText = read_text(file.document.text)
        super().__init__(file.document, self.message.content, file.document.read_only_because, parent)
        file.analysed.connect(self.refresh)
        file.release_requested.connect(self.document.release)

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

    def _put(self, edit: Edit, before: str) -> None:
        message = read_text(self.file.text)
        now = _on(message.content, edit, before)
        if self.file.read_only_because is None:
            self.file.apply_edits(_edits_for(message, now), joins=self._steps.joins(now))
            self._steps.note(now)

    def _follow(self) -> None:
        if self.message.source != self.file.text:
            self.message = read_text(self.file.text)
        self._take(self.message.content)

    def _tell_analysis(self) -> None:
        file = self._open.analysis
        if file.source != self.message.source or self.message.content != self.document.text:
            return
        text, problems = self.document.text, tuple(self._problems(file.diagnostics))
        revision = self.document.revision
        self.analysed.emit(Analysis(revision, text, file.kind, file.catalog, diagnostics=problems))

    def _problems(self, diagnostics: tuple[Diagnostic, ...]) -> Iterator[Diagnostic]:
        """Yield the problems of the content, with spans of it."""
        inside = self.message.parts.content
        for problem in diagnostics:
            if inside.start <= problem.span.start < problem.span.end <= inside.end:
                start, end = (self.content_offset(offset) for offset in problem.span)
                if start is not None and end is not None:
                    yield replace(problem, span=Span(start, end))


class MessageView(QObject):
    """The content editor of an open message, linked with its file."""

    def __init__(self, file: OpenFile, parent: QObject | None = None) -> None:
        """Make the editor."""
        super().__init__(parent)
        self.file = file
        self.folder = file.path.parent
        self.link = MessageLink(file, self)
        self.editor = CodeEditor(self.link.document)
        self.link.connect_editor(self.editor.show_analysis, self.editor.fix_chosen)
        self.name_editor()

    def name_editor(self) -> None:
        """Name the editor after its file, for screen readers."""
        self.editor.setAccessibleName(
            Sentence("window-chat.content-of", chat=self.file.path.parent.name, name=self.file.path.name)
        )

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file; return False if it does not begin in the content."""
        start, end = (self.link.content_offset(offset) for offset in span)
        if start is None:
            return False
        self.editor.go_to(Span(start, start if end is None else end))
        return True

    @property
    def source_offset(self) -> int:
        """The offset in the file of the content editor's caret."""
        return self.link.source_offset(self.editor.cursor_offset())


def _on(content: str, edit: Edit, before: str) -> Edit:
    """Return an edit of the content `before` as one of the content now, which another change may have made.

    Where both changed the same place, what was typed is inserted there.
    """
    now = edit if content == before else rebased(edit, before, content)
    if now is not None:
        return now
    start = min(edit.span.start, len(content))
    return Edit(Span(start, start), edit.text)


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
