"""Commands on what the library lists: prompts, scenarios, chats and other files are made, renamed, deleted.

They switch between a default and the user's copy, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from editor_app.library.files.file_changes import FileChange, FileRemoval, TextReplacement
from editor_app.library.files.reading import quoted
from editor_app.library.folders import Library
from editor_app.library.kinds import CHAT_FOLDER, RUNS_FOLDER
from editor_app.library.paths import COMPACTION_NAME, TEMPLATE_NAME, is_folder
from editor_app.prompts.checking.rules import is_prompt_name
from editor_app.prompts.copies import name_edit_for
from editor_app.text import Edit, Span
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.versions import VersionCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.kit.dialogs.question import NameQuestion
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.perspectives.window_services import WindowView


class LibraryCommands:
    """Makes, renames and deletes what the library lists, and switches between a default and the copy."""

    def __init__(
        self,
        *,
        files: FileCommands,
        documents: Documents,
        shown: WindowView,
        user: User,
        versions: VersionCommands,
    ) -> None:
        """Use these parts; `versions` shows what local history has of files."""
        self._files = files
        self._library, self._work = documents.library, documents.work
        self._cases, self._open_files = documents.cases, documents.files
        self._versions = versions
        self._shown, self._current = shown, shown.current
        self._user = user

    def new_prompt(self, folder: str = "") -> None:
        """Ask for a name and create a prompt in a folder of the library, given relative to it."""
        title = f"New prompt in {quoted(folder)}" if folder else "New prompt"
        about = "The name is the file’s name too: lower-case letters, digits and hyphens."
        names = frozenset(self._library.names())
        name = self._ask_new_name(
            title, about, partial(_prompt_name_problem, self._library.library, names, folder)
        )
        if name:
            self._work.new_prompt(f"{folder}/{name}" if folder else name)

    def _ask_new_name(self, title: str, about: str, problem: Callable[[str], str]) -> str | None:
        return self._user.dialogs.ask(NameQuestion(title, about, "Create", problem=problem))

    def new_scenario(self) -> None:
        """Ask for a name, make a scenario that can be played, and select in it what is to be written."""
        from editor_app.runs.transcripts.writing import (
            new_scenario_text,
            scenario_file_name,
            scenario_name_problem,
        )

        folder = self._library.library.root / RUNS_FOLDER
        about = "A scenario is a file of steps that is played without a model."
        name = self._ask_new_name("New scenario", about, partial(scenario_name_problem, folder))
        if not name:
            return
        new, path = new_scenario_text(), folder / scenario_file_name(name)
        if self._work.create(path, new.text) and self._files.open(path) is not None:
            self._current.go_to(new.first)
            if self._current.editor is not None:
                self._current.editor.select_span(new.first)

    def begin_new(self, path: Path, cursor: int) -> None:
        """Open a prompt that was just created, with its first sentence selected."""
        file = self._files.open(path)
        editor = self._current.editor
        if file is not None and editor is not None:
            end = file.text.find("\n", cursor)
            editor.select_span(Span(cursor, end if end >= 0 else len(file.text)))

    def customize(self, name: str = "") -> None:
        """Copy a default, or without a name the current one, to the user's folder and open the copy."""
        path = self._work.customize(name or self._current_name)
        if path is not None:
            self._files.open(path)

    def reset(self, name: str = "") -> None:
        """Move the user's file, or without a name the current one, to local history: the default is used."""
        name = name or self._current_name
        prompt = self._library.prompt(name)
        if prompt is None or prompt.user_path is None or prompt.default_path is None:
            return
        was_open = self._open_files.find(prompt.user_path) is not None
        if not self._files.close_paths([prompt.user_path]):
            return
        self._work.reset(name)
        if was_open and not prompt.user_path.exists():
            self._files.open(prompt.default_path)

    def open_instructions(self) -> None:
        """Show the compaction instructions, the library's own or the built-in ones, beside the template."""
        instructions, template = map(self._library.prompt, (COMPACTION_NAME, TEMPLATE_NAME))
        if instructions is None or self._show_beside(instructions.path):
            return
        if template is not None:
            self._files.open(template.path)
        if not self._show_beside(instructions.path):
            self._files.open(instructions.path)

    def _show_beside(self, path: Path) -> bool:
        beside = self._current.perspective.beside
        return beside is not None and beside.unfold(path)

    @property
    def _current_name(self) -> str:
        """The name of the current prompt, "" where there is none."""
        file = self._current.file
        return (self._library.prompt_name(file.path) if file is not None else None) or ""

    def new_chat(self) -> None:
        """Ask for a name and make a chat with one message that says nothing yet."""
        from editor_app.chats.folders import new_chat_problem

        problem = partial(new_chat_problem, self._library.library.root / CHAT_FOLDER)
        about = "A chat is a folder of messages, which are plain files."
        name = self._ask_new_name("New chat", about, problem)
        if name:
            self._work.new_chat(name)

    def rename_row(self, row: LibraryRow) -> None:
        """Rename a file or a chat of the list."""
        (self.rename_chat if row.is_folder else self.rename)(row.path)

    def delete_row(self, row: LibraryRow) -> None:
        """Delete a file or a chat of the list."""
        (self.delete_chat if row.is_folder else self.delete)(row.path)

    def rename_chat(self, folder: Path) -> None:
        """Ask for another name and rename a chat's folder."""
        from editor_app.chats.folders import new_chat_problem

        name = self._user.dialogs.ask(
            NameQuestion(
                "Rename",
                "The chat’s messages go with it.",
                "Rename",
                folder.name,
                problem=lambda name: "" if name == folder.name else new_chat_problem(folder.parent, name),
            )
        )
        self._current.perspective.take_typed()
        if name and name != folder.name:
            self._work.rename_chat(folder, name)

    def delete_chat(self, folder: Path) -> None:
        """Move the messages of a chat to local history, and close their tabs."""
        chat = self._library.index.chat_at(folder)
        messages = [file.path for file in chat.messages] if chat is not None else []
        self._delete_row(folder, messages, self._work.delete_chat)

    def rename(self, path: Path) -> None:
        """Ask for another name and rename a file."""
        name = self._user.dialogs.ask(
            NameQuestion(
                "Rename", "A prompt’s cases go with it, and its ‘name’ becomes the same.", "Rename", path.name
            )
        )
        self._current.perspective.take_typed()
        if name and "." not in name:
            name += path.suffix
        if name and name != path.name:
            self._work.rename(path, name)

    def delete(self, path: Path) -> None:
        """Move a file to local history, and close its tab."""
        self._delete_row(path, [path], self._work.delete)

    def _delete_row(self, row: Path, files: Sequence[Path], delete: Callable[[Path], object]) -> None:
        """Close the tabs of files and delete what a row stands for.

        If the library had the focus, its next row gets it, whichever document comes to the front: the same
        key pressed again must never delete a block of that.
        """
        panel, focus = self._shown.panels.library, QApplication.focusWidget()
        beside = panel.path_beside(row) if focus is not None and is_inside(focus, panel) else None
        if not self._files.close_paths(files):
            return
        delete(row)
        if beside is not None:
            self._shown.window.left_dock.show_page("library")
            panel.select(beside)

    def reveal(self, path: Path) -> None:
        """Open a file's folder, or a folder itself, in the system's file manager."""
        folder = path if is_folder(path) else path.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def say_done(self, change: FileChange) -> None:
        """Say what a file operation did, with Undo, and update the open tabs."""
        self._follow(change)
        in_history = [step.path for step in change.steps if isinstance(step, FileRemoval) and step.version]
        if not change.steps:
            self._user.notifier.say(change.in_words)
            return
        if change.warnings:
            in_history = list(dict.fromkeys((*in_history, *_paths_of(change))))
        history = [("History", lambda: self._versions.show_each(in_history))] if in_history else []
        undo = ("Undo", lambda: self._work.undo(change))
        self._user.notifier.say(change.in_words, undo, *history, step=change)

    def follow_undo(self, change: FileChange) -> None:
        """Update the open tabs after an undone file operation, and say what could not be restored."""
        self._user.notifier.dismiss_of_step(self._work.last_undone)
        self._follow(change)
        self._user.notifier.announce(change.sentence)
        if change.warnings:
            self._versions.say_with_history(" ".join(change.warnings), _paths_of(change))

    def _follow(self, change: FileChange) -> None:
        """Update the open tabs and the library list after a file operation.

        The names of files that were renamed together may be each other's, so all tabs follow at once.
        """
        opened = [file for file in self._open_files.files if not file.is_untitled]
        after = [(file, change.path_after(file.path)) for file in opened]
        moved = [(file, now) for file, now in after if now is not None and now != file.path]
        self._cases.move_all(change.moves | {file.path: now for file, now in moved})
        self._open_files.rename_all(moved)
        for file, _ in moved:
            self._write_new_name(file, change)
        for file, now in after:
            if now is None and not file.is_modified:
                self._open_files.close(file)
            elif now is None and os.path.lexists(file.path):
                self._keep_apart(file)
        for file in self._open_files.files:
            if file.is_gone and file.path in change.appeared:
                self._open_files.disk.look_at(file)
        self._library.refresh()

    def _keep_apart(self, file: OpenFile) -> None:
        """Move unsaved text to no file, where another file is at its place now."""
        untitled = self._open_files.new_untitled([[Edit(Span(0, 0), file.text_in_full)]])
        if untitled is None:
            return
        name, now = file.path.name, untitled.path.name
        self._user.notifier.say(f"The unsaved text of ‘{name}’ is in ‘{now}’: another file has its name now.")
        self._open_files.close(file)

    def _write_new_name(self, file: OpenFile, change: FileChange) -> None:
        """Write the new name into the text of an open file that the operation renamed."""
        steps = (step for step in change.steps if isinstance(step, TextReplacement))
        step = next((step for step in steps if step.path == file.path), None)
        if file.is_modified and file.document.read_only_because is None:
            edit = step.edit_of(file.text) if step is not None else None
            if edit is None and change.says_name:
                edit = name_edit_for(file.text, file.path)
            if edit is not None:
                file.document.apply_edits([edit])
        if step is not None:
            self._open_files.take_replaced(file, step)


def _prompt_name_problem(library: Library, names: Collection[str], chosen: str, name: str) -> str:
    """Return what is wrong with the name of a new prompt in the folder `chosen` of the library."""
    *folders, last = name.removesuffix(".md").split("/")
    if not is_prompt_name(last):
        return "Lower-case letters, digits and hyphens, beginning with a letter."
    hidden = any(not name.strip() or name.startswith(".") for name in folders)
    if hidden or set("".join(folders)) & set('\\:*?"<>|\0'):
        return "Only folders of this library may stand before it, as in billing/refund."
    folder = library.user_dir.joinpath(chosen, *folders)
    if library.default_dir is not None and library.is_default(folder):
        return f"‘{library.default_dir.name}’ holds the defaults. Choose another folder."
    stem = (folder / last).relative_to(library.user_dir).as_posix()
    return f"There is a prompt ‘{stem}’ already." if stem in names else ""


def _paths_of(change: FileChange) -> list[Path]:
    """Return the files that a change was about, first those that are gone: their history may have stayed."""
    rewritten = (step.path for step in change.steps if isinstance(step, TextReplacement))
    return list(dict.fromkeys((*change.gone, *change.appeared, *rewritten)))
