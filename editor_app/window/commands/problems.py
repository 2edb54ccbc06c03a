"""Commands that go to problems and apply their fixes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from editor_app.text import Diagnostic, Fix, Rename, Span
from editor_app.window.commands.files import FileCommands
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.frame.notices import Notices
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.text.code_editor import CodeEditor


class ProblemCommands:
    """Goes to problems and applies fixes."""

    def __init__(
        self,
        *,
        current: CurrentFile,
        files: FileCommands,
        rename: Callable[[Path, Rename], object],
        apply_other: Callable[[Fix], bool],
        beside: Callable[[Path], Sequence[Diagnostic]],
        notifier: Notices,
    ) -> None:
        """Use these parts; `rename` gives a file the name that a fix suggests.

        `apply_other` applies a fix that is no edit of the current file, and returns False for any other.
        `beside` returns the problems that a file has by its name alone.
        """
        self._current = current
        self._files = files
        self._rename = rename
        self._apply_other = apply_other
        self._beside = beside
        self._notifier = notifier

    def apply_fix(self, fix: Fix) -> None:
        """Apply a fix to the current file: text edits, or another name for the file."""
        file, editor = self._current.file, self._current.editor
        if file is None or editor is None or self._apply_other(fix):
            return
        if fix.edits:
            if file.document.read_only_because is not None:
                self._notifier.say(f"Nothing was changed: {file.document.read_only_because}")
                return
            before = file.document.revision
            fix = file.fix_now(fix)
            if editor.contents is file.document:
                editor.apply_fix(fix)
            else:  # the offsets are those of the file, whichever editor is in front
                file.document.apply_edits(fix.edits)
            if file.document.revision != before:
                self._notifier.announce(f"Fixed: {fix.title}.")
        if fix.rename is not None:
            self._rename(file.path, fix.rename)
        editor.setFocus()

    def apply_fix_in(self, file: OpenFile, fix: Fix) -> None:
        """Apply a fix chosen in the editor of a file, which comes to the front if it is beside another."""
        if file is self._current.file or self._files.open(file.path) is not None:
            self.apply_fix(fix)

    def go_to_problem(self, row: ProblemRow) -> None:
        """Go to the place of a problem, in any file."""
        if self._current.perspective.go_to_problem(row):
            return
        path, diagnostic = row.place.path, row.subject
        if path is not None and isinstance(diagnostic, Diagnostic) and self._files.open(path) is not None:
            self._current.go_to(diagnostic.span)

    def fix_problem(self, row: ProblemRow) -> None:
        """Apply the first fix of a problem, if the file still has the problem."""
        if self._current.perspective.fix_problem(row):
            return
        if row.place.path is None or not isinstance(row.subject, Diagnostic):
            return
        file = self._files.open(row.place.path)
        if file is None:
            return
        same = (row.subject.code, row.subject.span)
        for diagnostic in (*file.analysis.diagnostics, *self._beside(row.place.path)):
            if (diagnostic.code, diagnostic.span) == same and diagnostic.fixes:
                self.apply_fix(diagnostic.fixes[0])
                return
        self.go_to_problem(row)
        self._notifier.say("Nothing was changed: the text has changed there, and no longer has this problem.")

    def go_to_next(self, *, backwards: bool = False) -> None:
        """Go to the next problem of the text being written, or the previous one, and say what it is.

        Say so if there is none. From the content of a block that may lead to another block, or to the source.
        """
        current, edited = self._current, self._current.edited_file
        if edited is None:
            return
        file, editor = edited
        if not file.analysis.diagnostics:
            file.catch_up()
        if not file.analysis.diagnostics:
            self._notifier.say_of_file("No problems.")
        elif editor.contents is file.document:
            editor.previous_problem() if backwards else editor.next_problem()
        else:
            caret = current.caret_offset
            spans = sorted({diagnostic.span for diagnostic in file.analysis.diagnostics}, reverse=backwards)
            beyond = (span for span in spans if (span.start < caret if backwards else span.start > caret))
            self._show_problem(next(beyond, spans[0]))

    def show_fixes(self) -> None:
        """Open the fixes of the problem at the caret, or else those of another problem of the same block."""
        current, edited = self._current, self._current.edited_file
        if edited is None:
            return
        file, editor = edited
        is_content = editor.contents is not file.document
        if is_content and not editor.marks.between(*editor.line_span_at(editor.cursor_offset())):
            span = self._worst_at_caret(file) or current.first_error()
            editor = (self._show_problem(span) if span is not None else None) or editor
        editor.show_fixes()

    def show_hover(self) -> None:
        """Show the hover card at the caret of the text being written."""
        edited = self._current.edited_file
        if edited is not None:
            edited.editor.show_hover()

    def _show_problem(self, span: Span) -> CodeEditor | None:
        self._current.go_to(span)
        editor = self._current.editor
        if editor is not None:
            editor.show_hover()
        return editor

    def _worst_at_caret(self, file: OpenFile) -> Span | None:
        """Return the span of the worst problem in the part of the file around the caret, None if none."""
        part = self._current.perspective.part_around(self._current.caret_offset)
        if part is None:
            return None
        span = part.span
        inside = [
            diagnostic
            for diagnostic in file.analysis.diagnostics
            if span.start <= diagnostic.span.start < span.end
        ]
        by_rank = sorted(inside, key=lambda diagnostic: (diagnostic.severity.rank, diagnostic.span.start))
        return by_rank[0].span if by_rank else None
