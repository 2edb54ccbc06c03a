"""Commands on the versions in local history: showing, comparing, copying and restoring them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from editor_app.library.files.file_changes import FileChange, FileRemoval
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.history.version_lists import Version
from editor_app.library.paths import is_file
from editor_app.text import Sentence, together
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.kit.words.qt_strings import for_qt
from editor_app.window.kit.work.connections import connect
from editor_app.window.panels.history.versions import FileChoice, Versions
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.difference.difference_rows import difference_rows

_MOST_COUNTED = 500_000  # bytes
_NO_TEXT = Sentence("window-commands.version-no-text")


class VersionCommands(WindowCommands):
    """Fills the history panel while it is shown, with the file in front or one that was asked for."""

    def __init__(
        self, documents: Documents, shown: WindowView, user: User, *, files: FileCommands, versions: Versions
    ) -> None:
        """Use the parts of a window."""
        super().__init__(documents, shown, user)
        self._panel, self._versions, self._files = shown.panels.history, versions, files
        self._chosen_path: Path | None = None  # a file other than the one in front
        self._choices: tuple[Path, ...] = ()  # files to choose from
        self._is_of_deleted = False
        self._followed: OpenFile | None = None

    def connect(self) -> None:
        """Let the panel's signals, and what happens to files, call these commands."""
        panel, work, open_files = self._panel, self._work, self._open_files
        connect(
            (panel.wanted, self.refresh),
            (panel.now_wanted, self._show_now),
            (panel.pair_chosen, self._compare),
            (panel.counts_wanted, self._count),
            (panel.copy_requested, self.copy),
            (panel.restore_requested, self.restore),
            (panel.days_chosen, self.keep_days),
            (panel.back_requested, self.show),
            (panel.file_chosen, self._choose_file),
            (open_files.disk.news, self.say_with_history),
            (open_files.warned, self.warn),
        )
        disk, changed = open_files.disk, (open_files.saved, open_files.renamed, work.done, work.undone)
        for signal in (*changed, disk.reloaded, disk.gone, disk.restored):
            signal.connect(lambda _event: self.refresh())

    def warn(self, sentence: str, path: Path | None) -> None:
        """Say what saving a file could not keep, with a link to what is kept; None is about no file."""
        self.say_with_history(sentence, [path] if path is not None else [])

    def say_with_history(self, sentence: str, paths: Sequence[Path]) -> None:
        """Show a message, with a link to the versions of the files that it is about, if it is about any."""
        if paths:
            self._notifier.say(
                sentence, (Sentence("window-commands.history-link"), lambda: self.show_each(paths))
            )
        else:
            self._notifier.say(sentence)

    # What is shown ------------------------------------------------------------------------------------------

    def show(self, path: Path | None = None) -> None:
        """Show the versions of a file, by default of the one in front."""
        self.show_each([path] if path is not None else [])

    def show_each(self, paths: Sequence[Path]) -> None:
        """Show the versions of the first of several files, and offer the others."""
        several = tuple(dict.fromkeys(paths))
        self._choices = several if len(several) > 1 else ()
        self._is_of_deleted = False
        self._ask_for(several[0] if several else None)
        self._panel.come_to_front()

    def show_deleted(self) -> None:
        """List the files of the library that were deleted."""
        self._chosen_path, self._choices, self._is_of_deleted = None, (), True
        self._panel.come_to_front()

    def _choose_file(self, index: int) -> None:
        """Show the versions of another one of several files."""
        self._ask_for(self._choices[index])
        self.refresh()

    def _ask_for(self, path: Path | None) -> None:
        in_front = self._current.file.path if self._current.file is not None else None
        self._chosen_path = None if path == in_front else path

    def follow(self) -> None:
        """Show the versions of the file that has come to the front."""
        file = self._current.file
        if file is self._followed:
            return
        if self._followed is not None:
            self._followed.document.edited.disconnect(self._panel.note_typing)
        self._followed = file
        self._chosen_path, self._is_of_deleted = None, False
        if file is None or file.path not in self._choices:
            self._choices = ()
        if file is not None:
            file.document.edited.connect(self._panel.note_typing)
        self.refresh()

    def refresh(self) -> None:
        """Read the versions again; does nothing while the panel is hidden."""
        if not self._panel.isVisible():
            return
        path, versions = self._path, self._versions
        if self._is_of_deleted:
            shown = replace(versions.of_deleted(), other=self._other)
            title = Sentence("window-commands.no-deleted-files")
            sentence = Sentence("window-commands.about-deleted-files")
        elif path is None:
            self._panel.show_nothing(
                Sentence("window-commands.nothing-open"), Sentence("window-commands.open-to-see-versions")
            )
            return
        else:
            shown = replace(versions.of_file(path), other=self._other)
            if path in self._choices:
                names = tuple(map(versions.name_of, self._choices))
                shown = replace(shown, choice=FileChoice(names, self._choices.index(path)))
            elif self._chosen_path is not None:
                shown = replace(
                    shown, head=Sentence("window-commands.history-of-file", name=path.name, head=shown.head)
                )
            title = Sentence("window-commands.no-versions-yet")
            sentence = Sentence("window-commands.about-versions")
        if shown.rows:
            self._panel.show_history(shown)
        else:
            whole = together([sentence, *shown.sentences])
            self._panel.show_nothing(title, whole, replace(shown, sentences=()))

    @property
    def _path(self) -> Path | None:
        if self._chosen_path is not None:
            return self._chosen_path
        return self._current.file.path if self._current.file is not None else None

    @property
    def _other(self) -> str:
        """The name of the file in front, where something else is shown."""
        file = self._current.file
        is_other = self._is_of_deleted or self._chosen_path is not None
        return file.path.name if file is not None and is_other else ""

    def _show_now(self) -> None:
        if (path := self._path) is not None and not self._is_of_deleted:
            self._panel.show_now(self._versions.now(path))

    # The difference -----------------------------------------------------------------------------------------

    def _compare(self, old: Version | None, new: Version | None) -> None:
        compared, rows = self._panel.compared, {row.version: row for row in self._panel.rows}
        compared.set_remark(rows[old].about if old is not None and old in rows else "")
        try:
            before, after = self._text(old), self._text(new)
        except FileError as error:
            compared.say(Sentence("window-commands.cannot-be-shown"), error.sentence)
            return
        names = [
            rows[version].name if version in rows else Sentence("window-commands.version-now")
            for version in (old, new)
        ]
        if before is None or after is None:
            compared.say(Sentence("window-commands.no-text"), Sentence("window-commands.no-text-to-compare"))
        elif new is None and not self._is_there_now:
            self._panel.show_text(before, names[0])
        elif before == after:
            same_bytes = old is None or new is None or old.hash == new.hash
            compared.say(
                Sentence("window-commands.no-difference"),
                Sentence("window-commands.same-texts")
                if same_bytes
                else Sentence("window-commands.other-bytes"),
            )
        else:
            compared.compare(before, after, (names[0], names[1]))

    def _count(self, version: Version) -> None:
        try:
            is_large = version.size > _MOST_COUNTED
            before, after = (None, None) if is_large else (self._text(version), self._text(None))
        except FileError:  # said when the version is chosen
            before = after = None
        if before is None or after is None or not self._is_there_now:
            self._panel.set_counts(version, None)
            return
        difference = difference_rows(before, after)
        self._panel.set_counts(version, (difference.added, difference.removed))

    @property
    def _is_there_now(self) -> bool:
        path = self._path
        return not self._is_of_deleted and path is not None and self._versions.is_there(path)

    def _text(self, version: Version | None) -> str | None:
        """Return the text of a version, or with None the one there is now; None for what is no text."""
        if version is not None:
            decoded = self._versions.decoded(version)
            return decoded.text if decoded is not None else None
        path = self._path
        return self._versions.text_now(path) if path is not None and self._is_there_now else ""

    # What is done -------------------------------------------------------------------------------------------

    def copy(self, version: Version) -> None:
        """Copy the exact text of a version."""
        try:
            text = self._text(version)
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        if text is None:
            self._notifier.say(Sentence("window-commands.no-text-to-copy"))
            return
        QGuiApplication.clipboard().setText(for_qt(text))
        self._notifier.say_of_file(Sentence("window-commands.version-copied", version=self._called(version)))

    def restore(self, version: Version) -> None:
        """Make a version the text of its file, as one undo step; make a file again that is not there."""
        path = version.path if self._is_of_deleted else self._path
        if path is None:
            return
        called = self._called(version)
        if not self._versions.is_there(path):
            self._make_again(path, version, called)
            return
        self._current.perspective.take_typed()
        file = self._files.open(path)
        if file is None:
            return
        try:
            decoded = self._versions.decoded(version)
        except FileError as error:
            self._notifier.say(error.sentence)
            return
        problem = file.document.read_only_because
        if decoded is None or decoded.bad_byte is not None or problem:
            self._notifier.say(
                Sentence("window-commands.not-restored", name=quoted(path.name), reason=problem or _NO_TEXT)
            )
            return
        file.document.replace_text(decoded.text, decoded.format.newlines)
        self._notifier.say(
            Sentence("window-commands.restored", name=quoted(path.name), version=called),
            (Sentence("window-commands.undo-link"), lambda: self._take_back(file)),
            until=(file.document.edited, file.document.modified_changed),
        )
        self.refresh()

    def _take_back(self, file: OpenFile) -> None:
        """Undo a restore, which is offered until the text is changed, unless the file was closed."""
        if self._versions.find_open(file.path) is file:
            file.document.undo()

    def _make_again(self, path: Path, version: Version, called: str) -> None:
        name = quoted(path.name)
        self._work.undo(
            FileChange(
                Sentence("window-commands.was-deleted", name=name),
                (FileRemoval(path, version),),
                self._versions.folders.state,
            )
        )
        if is_file(path):
            self._files.open(path)
            self._notifier.say_of_file(Sentence("window-commands.back-with-text", name=name, version=called))

    def keep_days(self, days: int) -> None:
        """Keep versions for so many days from now on."""
        try:
            complaints = self._versions.keep_days(days)
        except FileError as error:
            complaints = (error.sentence,)
        if complaints:
            self._notifier.say(together(complaints))
        self.refresh()

    def _called(self, version: Version) -> str:
        row = next((row for row in self._panel.rows if row.version == version), None)
        return row.name if row is not None and not self._is_of_deleted else self._versions.when(version)
