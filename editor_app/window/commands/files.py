"""Opening, saving and closing files, and what the library panel asks for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from editor_app.library import FileChange, Library, Replaced
from editor_app.prompts import name_edit_for
from editor_app.prompts.rules import is_prompt_name
from editor_app.text import Span
from editor_app.window.commands.session import Session
from editor_app.window.dialogs import NameQuestion, SaveAnswer
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.panel_focus import is_inside

PATTERNS = "Prompts and templates (*.md *.tmpl);;All files (*)"


class FileCommands:
    """Acts on files and the library, and asks where something could be lost."""

    def __init__(self, session: Session) -> None:
        """Take what to act on."""
        self._session = session

    def show(self, path: Path) -> OpenFile | None:
        """Open a file, or bring its tab to the front; the focus stays where it is."""
        file = self._session.files.open(path)
        if file is not None:
            self._session.tabs.show_document(file.document)
        return file

    def open(self, path: Path) -> OpenFile | None:
        """Open a file, or bring its tab to the front, to be edited."""
        file = self.show(path)
        if file is not None:
            self.edit()
        return file

    def edit(self) -> None:
        """Give the current text the keyboard, or the page that stands in its place."""
        place = self._session.tabs.current_page or self._session.current.editor
        if place is not None:
            place.setFocus()

    def open_at(self, path: Path, span: Span) -> None:
        """Open a file and go to a place in it."""
        if self.open(path) is not None:
            self._session.current.go_to(span)

    def ask_open(self) -> None:
        """Ask for a file to open."""
        root = self._session.library.library.root
        path = self._session.dialogs.choose_file("Open file", root, PATTERNS)
        if path is not None:
            self.open(path)

    def ask_library(self) -> Path | None:
        """Ask for a folder to open as a library."""
        return self._session.dialogs.choose_folder("Open library", self._session.library.library.root)

    def save(self) -> None:
        """Save the current file."""
        self._session.current.take_typed()
        file = self._session.current.file
        if file is not None and not self._session.files.save(file) and (file.is_stale or file.is_gone):
            self._session.say(f"‘{file.path.name}’ was not saved: the bar above the text says why.")

    def save_as(self) -> None:
        """Ask for another name and save the current file under it."""
        self._session.current.take_typed()
        file = self._session.current.file
        if file is None:
            return
        library = self._session.library.library
        start = library.user_dir / file.path.name if library.is_default(file.path) else file.path
        path = self._session.dialogs.choose_new_file("Save as", start, PATTERNS)
        if path is not None:
            self._session.files.save_as(file, path)

    def close_current(self) -> None:
        """Close the current file."""
        if self._session.current.file is not None:
            self.close(self._session.current.file)

    def close(self, file: OpenFile) -> bool:
        """Close a file, asking about unsaved changes; False if it stays."""
        if not self._may_lose([file]):
            return False
        self._session.files.close(file)
        return True

    def may_quit(self) -> bool:
        """Ask about all unsaved changes; False if the window stays."""
        return self._may_lose(self._session.files.files)

    def _may_lose(self, files: Sequence[OpenFile]) -> bool:
        self._session.current.take_typed()
        for file in list(files):
            self._session.files.check_file(file)  # it may have been deleted a moment ago
        unsaved = [file for file in files if file.is_unsaved]
        if not unsaved:
            return True
        answer = self._session.dialogs.ask_save([file.path.name for file in unsaved])
        if answer is SaveAnswer.SAVE:
            return all(self._save_or_show(file) for file in unsaved)
        return answer is SaveAnswer.DISCARD

    def _save_or_show(self, file: OpenFile) -> bool:
        if self._session.files.save(file):
            return True
        self._session.tabs.show_document(file.document)  # its bar says what is the matter
        return False

    def new_prompt(self) -> None:
        """Ask for a name and make a prompt."""
        library = self._session.library
        names = set(library.names())
        question = NameQuestion(
            "New prompt",
            "The name is the file’s name too: lower-case letters, digits and hyphens.",
            "Create",
            problem=lambda name: _prompt_name_problem(name.strip(), names, library.library),
        )
        name = self._session.dialogs.ask_name(question)
        if name:
            self._session.work.new_prompt(name)

    def begin_new(self, path: Path, cursor: int) -> None:
        """Open a prompt that was just made, with its first sentence selected."""
        file = self.open(path)
        editor = self._session.current.editor
        if file is not None and editor is not None:
            end = file.text.find("\n", cursor)
            editor.select_span(Span(cursor, end if end >= 0 else len(file.text)))

    def make_my_copy(self) -> None:
        """Copy the current default to the user's folder and open the copy."""
        file = self._session.current.file
        name = self._session.library.prompt_name(file.path) if file is not None else None
        if name is not None:
            self.customize(name)

    def customize(self, name: str) -> None:
        """Copy a default to the user's folder and open the copy."""
        path = self._session.work.customize(name)
        if path is not None:
            self.open(path)

    def reset_to_default(self) -> None:
        """Let the default of the current prompt show again."""
        file = self._session.current.file
        name = self._session.library.prompt_name(file.path) if file is not None else None
        if name is not None:
            self.reset(name)

    def reset(self, name: str) -> None:
        """Move the user's file to local history, so that the default shows."""
        prompt = self._session.library.prompt(name)
        if prompt is None or prompt.user_path is None or prompt.default_path is None:
            return
        opened = self._session.files.find(prompt.user_path)
        if opened is not None and not self.close(opened):
            return
        self._session.work.reset(name)
        if opened is not None and not prompt.user_path.exists():
            self.open(prompt.default_path)

    def rename(self, path: Path) -> None:
        """Ask for another name for a file."""
        question = NameQuestion(
            "Rename", "A prompt’s cases go with it, and its ‘name’ becomes the same.", "Rename", path.name
        )
        name = self._session.dialogs.ask_name(question)
        self._session.current.take_typed()
        name = name.strip() if name else ""
        if name and "." not in name:
            name += path.suffix
        if name and name != path.name:
            self._session.work.rename(path, name)

    def delete(self, path: Path) -> None:
        """Move a file to local history, and its tab with it.

        From the library the focus goes to the file beside it, whatever document comes to the front: a key
        that is pressed again is never one for a block of that.
        """
        library = self._session.panels.library
        focus = QApplication.focusWidget()
        beside = library.path_beside(path) if focus is not None and is_inside(focus, library) else None
        opened = self._session.files.find(path)
        if opened is not None and not self.close(opened):
            return
        self._session.work.delete(path)
        if beside is not None:
            self._session.window.left_dock.show_page("library")
            library.select(beside)

    def reveal(self, path: Path) -> None:
        """Show a file's folder in the system's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def announce(self, change: FileChange) -> None:
        """Say what a file operation did, with Undo, and follow it in the open tabs."""
        self.follow(change)
        self._session.window.notices.show_notice(
            change.in_words, "Undo", lambda: self._session.work.undo(change)
        )

    def follow_undo(self, change: FileChange) -> None:
        """Follow a file operation that was taken back, and say what could not be kept or promised."""
        self.follow(change)
        self._session.announce(change.sentence)
        if change.warnings:
            self._session.say(" ".join(change.warnings))

    def follow(self, change: FileChange) -> None:
        """Let tabs and the list follow a file operation."""
        for gone, now in zip(change.gone, change.appeared, strict=False):
            self._session.cases.move(gone, now)
            opened = self._session.files.find(gone)
            if opened is not None:
                self._session.files.rename(opened, now)
                self._follow_text(opened, change)
        for gone in change.gone[len(change.appeared) :]:
            opened = self._session.files.find(gone)
            if opened is not None and not opened.is_modified:
                self._session.files.close(opened)
        self._session.library.refresh()

    def _follow_text(self, file: OpenFile, change: FileChange) -> None:
        """Let an open file say the name in its text that a file operation gave it."""
        steps = (step for step in change.steps if isinstance(step, Replaced))
        step = next((step for step in steps if step.path == file.path), None)
        if file.is_modified and file.document.read_only_because is None:
            edit = step.edit_of(file.text) if step is not None else None
            if edit is None and change.says_name:
                edit = name_edit_for(file.text, file.path)
            if edit is not None:
                file.document.apply_edits([edit])
        if step is not None:
            self._session.files.take_replaced(file, step)


def _prompt_name_problem(name: str, names: set[str], library: Library) -> str:
    stem = name.removesuffix(".md")
    *folders, last = stem.split("/")
    if not is_prompt_name(last):
        return "Lower-case letters, digits and hyphens, beginning with a letter."
    if not all(map(_is_folder_name, folders)):
        return "Only folders of this library may stand before it, as in billing/refund."
    folder = library.user_dir.joinpath(*folders)
    if library.default_dir is not None and library.is_default(folder):
        return f"‘{library.default_dir.name}’ holds the defaults. Choose another folder."
    return f"There is a prompt ‘{stem}’ already." if stem in names else ""


def _is_folder_name(name: str) -> bool:
    return bool(name.strip()) and not name.startswith(".") and not set(name) & set('\\:*?"<>|\0')
