"""Commands that go to problems and apply their fixes, and those of the links in the bar above the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from editor_app.library.files.reading import FileError, FileStamp, read_file
from editor_app.library.files.saving import stamp_now
from editor_app.library.history.history import versions_of
from editor_app.text import Diagnostic, Fix, Sentence, Span, decode, together
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.versions import VersionCommands
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import Remedy
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.code_editor import CodeEditor


class ProblemCommands(WindowCommands):
    """Goes to problems and applies fixes."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        user: User,
        *,
        files: FileCommands,
        apply_other: Callable[[Fix], bool],
    ) -> None:
        """Use the parts of a window.

        `apply_other` applies a fix that is no edit of the current file, and returns False for any other.
        """
        super().__init__(documents, shown, user)
        self._files, self._apply_other = files, apply_other

    def apply_fix(self, fix: Fix) -> None:
        """Apply a fix to the current file: text edits, or another name for the file."""
        file, editor = self._current.file, self._current.editor
        if file is None or editor is None or self._apply_other(fix):
            return
        if fix.edits:
            if file.document.read_only_because is not None:
                self._notifier.say(
                    Sentence("window-commands.not-changed", reason=file.document.read_only_because)
                )
                return
            before = file.document.revision
            fix = file.fix_now(fix)
            if editor.contents is file.document:
                editor.apply_fix(fix)
            else:  # the offsets are those of the file, whichever editor is in front
                file.document.apply_edits(fix.edits)
            if file.document.revision != before:
                self._notifier.announce(Sentence("window-commands.fixed", title=fix.title))
        if fix.rename is not None:
            self._work.apply_rename(file.path, fix.rename)
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
        for diagnostic in (*file.analysis.diagnostics, *self._library.beside(row.place.path)):
            if (diagnostic.code, diagnostic.span) == same and diagnostic.fixes:
                self.apply_fix(diagnostic.fixes[0])
                return
        self.go_to_problem(row)
        self._notifier.say(Sentence("window-commands.problem-gone"))

    def go_to_next(self, file: OpenFile, editor: CodeEditor, *, backwards: bool = False) -> None:
        """Go to the next problem of the text being written, or the previous one, and say what it is.

        Say so if there is none. From the content of a block that may lead to another block, or to the source.
        """
        if not file.analysis.diagnostics:
            file.catch_up()
        if not file.analysis.diagnostics:
            self._notifier.say_of_file(Sentence("window-commands.no-problems"))
        elif editor.contents is file.document:
            editor.go_to_problem(backwards=backwards)
        else:
            caret = self._current.caret_offset
            spans = sorted({diagnostic.span for diagnostic in file.analysis.diagnostics}, reverse=backwards)
            beyond = (span for span in spans if (span.start < caret if backwards else span.start > caret))
            self._show_problem(next(beyond, spans[0]))

    def show_fixes(self, file: OpenFile, editor: CodeEditor) -> None:
        """Open the fixes of the problem at the caret, or else those of another problem of the same block."""
        is_content = editor.contents is not file.document
        if is_content and not editor.marks.between(*editor.line_span_at(editor.cursor_offset())):
            span = self._worst_at_caret(file) or self._current.first_error()
            editor = (self._show_problem(span) if span is not None else None) or editor
        editor.show_fixes()

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


class RemedyCommands(WindowCommands):
    """Follows the links of the bar for the current file: to another file, a fix, or a conflict's solution."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        user: User,
        *,
        files: FileCommands,
        versions: VersionCommands,
        others: Mapping[Remedy, Callable[[], object]],
    ) -> None:
        """Use the parts of a window; `others` has what other commands do for the current file."""
        super().__init__(documents, shown, user)
        self._files, self._versions, self._others = files, versions, others

    def remedy(self, remedy: Remedy) -> None:
        """Do what a link of the bar above the editor stands for."""
        open_files, file = self._open_files, self._current.file
        if file is None:
            return
        prompt = self._library.prompt_of(file.path)
        default, copy = (prompt.default_path, prompt.user_path) if prompt is not None else (None, None)
        acts: dict[Remedy, Callable[[], object]] = {
            Remedy.SHOW_DEFAULT: lambda: self._open(default),
            Remedy.OPEN_MY_COPY: lambda: self._open(copy),
            Remedy.FIX: self._show_first_error,
            Remedy.SAVE: self._files.save,
            Remedy.COMPARE: lambda: self.compare(file),
            Remedy.KEEP_MINE: lambda: self.keep_mine(file),
            Remedy.LOAD_THEIRS: lambda: open_files.reload(file),
            Remedy.CANCEL: file.document.stop_filling,
            Remedy.CONVERT: lambda: open_files.save_as_utf8(file),
            Remedy.SAVE_AGAIN: lambda: open_files.save_again(file),
            **self._others,
        }
        if remedy in acts:  # the others are for the blocks of a system message
            acts[remedy]()

    def compare(self, file: OpenFile) -> None:
        """Show the text as read, in the window and on disk, and let the user choose one."""
        from editor_app.window.commands.questions.conflict_question import Conflict, ConflictAnswer

        try:
            content = read_file(file.path, access=self._open_files.library.access)
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        disk = decode(content.data).text
        answer = self._dialogs.ask(Conflict(file.path.name, file.saved_text, file.text, disk))
        if answer is ConflictAnswer.KEEP_MINE:
            self.keep_mine(file, content.stamp)
        elif answer is ConflictAnswer.TAKE_DISK:
            self._open_files.reload(file)
        elif answer is ConflictAnswer.HISTORY:
            self._versions.show(file.path)

    def keep_mine(self, file: OpenFile, over: FileStamp | None = None) -> None:
        """Save the text in the window, and say where what was on disk can be found.

        `over` is the stamp of what the user has seen there.
        """
        files, path = self._open_files, file.path
        seen = over or stamp_now(path, files.library.access)
        warnings: list[str] = []

        def note(sentence: str, _path: Path) -> None:
            warnings.append(sentence)

        files.warned.connect(note)
        is_saved = files.save_mine(file, seen)
        files.warned.disconnect(note)
        hashes = (version.hash for version in versions_of(files.state_dir, path))
        if is_saved and seen is not None and seen.hash in hashes:
            sentence = Sentence("window-commands.kept-mine", name=path.name)
            self._versions.say_with_history(together([sentence, *warnings]), [path])

    def _open(self, path: Path | None) -> None:
        if path is not None:
            self._files.open(path)

    def _show_first_error(self) -> None:
        span, editor = self._current.first_error(), self._current.editor
        if span is not None and editor is not None:
            self._current.go_to(span)
            editor.show_fixes()
