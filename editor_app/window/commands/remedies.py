"""Commands of the links in the bar above the text, and the choice between it and what is on the disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from editor_app.library.files.reading import FileError, FileStamp, read_file
from editor_app.library.files.saving import stamp_now
from editor_app.library.history.history import versions_of
from editor_app.text import decode
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.versions import VersionCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.file_status import Remedy
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.current_file import CurrentFile


class RemedyCommands:
    """Follows the links of the bar for the current file: to another file, a fix, or a conflict's solution."""

    def __init__(
        self,
        *,
        current: CurrentFile,
        documents: Documents,
        files: FileCommands,
        user: User,
        versions: VersionCommands,
        others: Mapping[Remedy, Callable[[], object]],
    ) -> None:
        """Use these parts; `others` has what other commands do for the current file."""
        self._current = current
        self._open_files, self._library = documents.files, documents.library
        self._files = files
        self._user = user
        self._versions = versions
        self._others = others

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
            self._user.notifier.say(error.sentence)
            return
        disk = decode(content.data).text
        answer = self._user.dialogs.ask(Conflict(file.path.name, file.saved_text, file.text, disk))
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
            words = f"‘{path.name}’ has your text now; what was on disk is in local history."
            self._versions.say_with_history(" ".join((words, *warnings)), [path])

    def _open(self, path: Path | None) -> None:
        if path is not None:
            self._files.open(path)

    def _show_first_error(self) -> None:
        span, editor = self._current.first_error(), self._current.editor
        if span is not None and editor is not None:
            self._current.go_to(span)
            editor.show_fixes()
