"""Commands on what the library lists: prompts, scenarios, chats and other files are made, renamed, deleted.

They switch between a default and the user's copy, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication

from editor_app.analysis.library_facts.new_files import NewPlace, move_problem
from editor_app.library.files.file_changes import FileChange, FileRemoval, TextReplacement
from editor_app.library.files.new_names import name_problem, new_folder_problem
from editor_app.library.files.reading import quoted
from editor_app.library.kinds import Kind, companions_of, kind_named, kinds_to_make, new_label
from editor_app.library.paths import COMPACTION_NAME, TEMPLATE_NAME, is_folder
from editor_app.prompts.copies import name_edit_for
from editor_app.text import Edit, Sentence, Span, together
from editor_app.window.commands.files import FileCommands
from editor_app.window.commands.versions import VersionCommands
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.changes import JointStep
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.library_rows import LibraryRow
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.kit.card.sentence_bar import Link
from editor_app.window.kit.dialogs.question import NameQuestion
from editor_app.window.kit.focus.panel_focus import is_inside
from editor_app.window.perspectives.window_services import WindowView

_FOLDER: Final = Sentence("window-commands.folder")


class LibraryCommands(WindowCommands):
    """Makes, renames and deletes what the library lists, and switches between a default and the copy."""

    def __init__(
        self,
        documents: Documents,
        shown: WindowView,
        user: User,
        *,
        files: FileCommands,
        versions: VersionCommands,
    ) -> None:
        """Use the parts of a window; `versions` shows what local history has of files."""
        super().__init__(documents, shown, user)
        self._files, self._versions = files, versions
        self._last_made = ""
        self._last_change: FileChange | None = None
        shown.tab_files.steps.stepped.connect(self._follow_step)

    def choose_new(self, heading: str = "") -> None:
        """Show a list of what can be made, under a heading of the library if it has one such kind alone.

        A letter chooses from the list; Enter takes what was made last.
        """
        kinds = [kind for kind in kinds_to_make() if kind.listing.heading == heading]
        if len(kinds) == 1:
            self.new(kinds[0])
            return
        text, entries = self._text_in_front, dict[str, Callable[[], object] | None]()
        for kind, new in ((kind, kind.listing.new) for kind in kinds_to_make()):
            if new is not None:
                entries[new.label] = partial(self.new, kind)
            if new is not None and new.text_label:
                entries[new.text_label] = partial(self.new, kind, text) if text is not None else None
        entries[_FOLDER] = self.new_folder
        self._shown.panels.library.show_list(Sentence("window-commands.new-title"), entries, self._last_made)

    @property
    def _text_in_front(self) -> str | None:
        """The Markdown in front, or what is selected of it, of which a file can be made."""
        file, editor = self._current.file, self._current.editor
        if file is None or editor is None or not file.analysis.row.form.is_markdown:
            return None
        return editor.selected_text() or file.text[file.analysis.sent_from :]

    def new(self, kind: Kind, source: str | None = None) -> None:
        """Ask for a name and make a file of a kind in the chosen folder, or where such files are.

        With a `source` it is made of that text.
        """
        chosen = self._shown.panels.library.chosen_folder()
        place = NewPlace(kind, self._library.library, chosen, frozenset(self._library.names()))
        file = self._current.file
        about: str = Sentence("window-commands.about-names")
        if source is not None and file is not None:
            is_whole = source == file.text[file.analysis.sent_from :]
            of = "file" if is_whole else "selection"
            blocks = Sentence("window-commands.blocks-of-headings", of=of, name=quoted(file.path.name))
            tags = Sentence("window-commands.tags-become-text") if "{{" in source else ""
            about = together((blocks, tags))
        name = self._ask_new_name(new_label(kind), chosen, about, place.problem)
        if name and kind.listing.new is not None:
            self._last_made = kind.listing.new.label
            self._work.make(place, name, source)

    def new_folder(self) -> None:
        """Ask for a name and make a folder in the chosen one; it is listed here until it has files."""
        chosen = self._shown.panels.library.chosen_folder()
        parent = self._library.library.root / chosen
        about = Sentence("window-commands.about-new-folder")
        name = self._ask_new_name(
            Sentence("window-commands.folder-label"), chosen, about, partial(new_folder_problem, parent)
        )
        if name and self._work.make_folder(parent / name) is not None:
            self._last_made = _FOLDER
            self._list_folder(parent / name)

    def _list_folder(self, folder: Path) -> None:
        """Let a folder be listed although it may have no files yet, and select it if it has none."""
        if is_folder(folder) and self._library.index.chat_at(folder) is None:
            self._library.list_empty(folder)
            self._shown.panels.library.select(folder)

    def _ask_new_name(self, label: str, chosen: str, about: str, problem: Callable[[str], str]) -> str | None:
        title = Sentence("window-commands.new-kind", kind=label)
        if chosen:
            title = Sentence("window-commands.new-kind-in", kind=label, folder=quoted(chosen))
        return self._dialogs.ask(
            NameQuestion(title, about, Sentence("window-commands.create"), problem=problem)
        )

    def begin_new(self, path: Path, first: Span) -> None:
        """Open a file that was just made, with what is written first selected."""
        file = self._files.open(path)
        if file is not None:
            self._notifier.end_with(file.document.edited)
            self._current.go_to(first)
            editor = self._current.editor
            if editor is not None and not self._shown.tabs.shows_alternative(file.document):
                editor.select_span(first)
            elif editor is not None and first.length:  # it has this part of the text alone
                editor.selectAll()

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
        if not self._files.close_paths([prompt.user_path], "reset"):
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

    def rename_row(self, row: LibraryRow) -> None:
        """Rename a file or a chat of the list."""
        (self.rename_chat if row.is_folder else self.rename)(row.path)

    def delete_row(self, row: LibraryRow) -> None:
        """Delete a file or a chat of the list."""
        (self.delete_chat if row.is_folder else self.delete)(row.path)

    def duplicate_row(self, row: LibraryRow) -> None:
        """Copy a file or a chat of the list beside itself; the copy's row is the current one."""
        change = (self._work.duplicate_chat if row.is_folder else self._work.duplicate)(row.path)
        if change is not None:
            self._shown.panels.library.expect(change.appeared[0])

    def with_row_in_front(self, act: Callable[[LibraryRow], object]) -> None:
        """Do something with the row of the file in front, or say why that can’t be done."""
        path = self._current.file.path if self._current.file is not None else None
        row = next((row for row in self._library.listing.rows if row.path == path), None)
        if row is None:
            self._notifier.say_of_file(Sentence("window-commands.no-row-of-its-own"))
        elif row.state.read_only:
            self._notifier.say_of_file(Sentence("window-commands.is-read-only", name=quoted(row.path.name)))
        else:
            act(row)

    def rename_chat(self, folder: Path) -> None:
        """Ask for another name and rename the folder of a chat, or any other."""
        is_chat = self._library.index.chat_at(folder) is not None
        name = self._dialogs.ask(
            NameQuestion(
                Sentence("window-commands.rename-thing", name=quoted(folder.name)),
                Sentence("window-commands.messages-go-with-it")
                if is_chat
                else Sentence("window-commands.files-go-with-it"),
                Sentence("window-commands.rename-button"),
                folder.name,
                problem=lambda name: "" if name == folder.name else new_folder_problem(folder.parent, name),
            )
        )
        self._current.perspective.take_typed()
        if name and name != folder.name:
            self._keep_row(folder, folder.with_name(name))
            self._work.rename_chat(folder, name)
            self._list_folder(folder.with_name(name))

    def delete_chat(self, folder: Path) -> None:
        """Move the messages of a chat, or the files of any other folder, to local history."""
        chat = self._library.index.chat_at(folder)
        if chat is not None:
            self._delete_row(folder, [file.path for file in chat.messages], self._work.delete_chat)
            return
        inside = [file.path for file in self._open_files.files if file.path.is_relative_to(folder)]
        self._delete_row(folder, inside, self._work.delete_folder)

    def rename(self, path: Path) -> None:
        """Ask for another name and rename a file; its row keeps the focus if it has it."""
        dot = "." if path.name.startswith(".") else ""
        name = self._dialogs.ask(
            NameQuestion(
                Sentence("window-commands.rename-thing", name=quoted(path.name)),
                self._what_follows(path),
                Sentence("window-commands.rename-button"),
                path.name,
                problem=lambda name: "" if name == path.name else name_problem(name.removeprefix(dot)),
                selected=len(path.name.partition(".")[0]) or None,
            )
        )
        self._current.perspective.take_typed()
        if name and "." not in name:
            name += path.suffix
        if name and name != path.name:
            self._keep_row(path, path.with_name(name))
            self._work.rename(path, name)

    def _what_follows(self, path: Path) -> str:
        """Return which files are renamed with one, and whether a prompt's name is, in words."""
        listed, companions = {file.path for file in self._library.index.files}, companions_of(path)
        names = [one.name for one in companions if one in listed]
        said = [Sentence("window-commands.file-goes-with-it", names=names, count=len(names))] if names else []
        if self._library.prompt_name(path) is not None:
            said.append(Sentence("window-commands.name-in-it-follows"))
        return together(said)

    def _keep_row(self, old: Path, new: Path) -> None:
        """Let the current row stay current under its new path."""
        row = self._shown.panels.library.selected_row()
        if row is not None and row.path == old:
            self._shown.panels.library.expect(new)

    def move(self, row: LibraryRow, folder: str | None) -> None:
        """Move a file or a chat into a folder of the library, None for where such files are."""
        kind, library = kind_named(row.kind), self._library.library
        place = library.root / (folder or "")
        if folder is None and kind is not None and kind.listing.new is not None:
            place = NewPlace(kind, library).folder
        problem = move_problem(library, row.path, place)
        if problem:
            self._notifier.say(problem)
            return
        self._current.perspective.take_typed()
        self._keep_row(row.path, place / row.path.name)
        self._work.move(row.path, place)
        if row.is_folder:
            self._list_folder(place / row.path.name)

    def ask_move(self, row: LibraryRow) -> None:
        """Ask for a folder of the library, and move a file or a chat there."""
        root = self._library.library.root
        folders = sorted(path.relative_to(root).as_posix() for path in self._library.folders)
        about = Sentence("window-commands.about-moving")
        name = self._dialogs.ask(
            NameQuestion(
                Sentence("window-commands.move-to", name=quoted(row.path.name)),
                about,
                Sentence("window-commands.move"),
                row.path.parent.relative_to(root).as_posix(),
                problem=lambda folder: (
                    ""
                    if folder in folders
                    else Sentence("window-commands.no-such-folder", name=quoted(folder))
                ),
                choices=folders,
            )
        )
        if name and root / name != row.path.parent:
            self.move(row, name)

    def copy_path(self, path: Path, *, is_relative: bool) -> None:
        """Copy the path of a file, or that from the library."""
        text = self._library.relative(path) if is_relative else str(path)
        QGuiApplication.clipboard().setText(text)
        self._notifier.say(Sentence("window-commands.is-copied", text=quoted(text)))

    def delete(self, path: Path) -> None:
        """Move a file to local history with its cases or situations, and close their tabs."""
        self._delete_row(path, [path, *companions_of(path)], self._work.delete)

    def _delete_row(self, row: Path, files: Sequence[Path], delete: Callable[[Path], object]) -> None:
        """Close the tabs of files and delete what a row stands for.

        If the library had the focus, its next row gets it, whichever document comes to the front: the same
        key pressed again must never delete a block of that.
        """
        panel, focus = self._shown.panels.library, QApplication.focusWidget()
        beside = panel.path_beside(row) if focus is not None and is_inside(focus, panel) else None
        if not self._files.close_paths(files, "deleted"):
            return
        delete(row)
        if beside is not None:
            self._shown.window.left_dock.show_page("library")
            panel.select(beside)

    def reveal(self, path: Path) -> None:
        """Open a file's folder, or a folder itself, in the system's file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if is_folder(path) else path.parent)))

    def say_done(self, change: FileChange) -> None:
        """Say what a file operation did, with Undo, and update the open tabs."""
        self._follow(change)
        in_history = [step.path for step in change.steps if isinstance(step, FileRemoval) and step.version]
        if not change.steps:
            self._notifier.say(change.in_words)
            return
        self._last_change = change
        if change.warnings:
            in_history = list(dict.fromkeys((*in_history, *_paths_of(change))))
        history = (
            [(Sentence("window-commands.history-link"), lambda: self._versions.show_each(in_history))]
            if in_history
            else []
        )
        undo = (Sentence("window-commands.undo-link"), lambda: self._work.undo(change))
        is_removal = any(isinstance(step, FileRemoval) for step in change.steps)
        self._notifier.say(change.in_words, undo, *history, step=change, stays=is_removal)
        if not is_removal:  # what is written next is more important
            edits = [file.document.edited for file in self._open_files.files]
            self._notifier.end_with(self._open_files.saved, *edits)

    def go_to_list(self) -> None:
        """Open the library’s list, and give it the keys."""
        self._shown.window.show_left("library")
        self._shown.panels.library.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def undo_last(self) -> None:
        """Undo the last file operation, unless that was done."""
        if self._last_change is not None:
            self._work.undo(self._last_change)

    def undo_last_or_say(self) -> None:
        """Undo the last file operation, or say that there is none."""
        if self._last_change is None:
            self._notifier.say(Sentence("window-commands.no-file-operation"))
        self.undo_last()

    def links_for_gone(self, paths: Sequence[Path]) -> tuple[Link, ...]:
        """Return the link that undoes the last file operation, if some of these files are gone by that."""
        change = self._last_change
        if change is None or set(paths).isdisjoint(change.gone):
            return ()
        return ((Sentence("window-commands.undo-link"), self.undo_last),)

    def follow_undo(self, change: FileChange) -> None:
        """Update the open tabs after an undone file operation, and say what could not be restored."""
        self._notifier.dismiss_of_step(self._work.last_undone)
        if self._last_change is self._work.last_undone and change.steps:
            self._last_change = None
        self._follow(change)
        self._notifier.announce(change.sentence)
        if change.warnings:
            self._versions.say_with_history(together(change.warnings), _paths_of(change))

    def _follow_step(self, step: JointStep, undoes: object) -> None:
        """Offer to undo what was redone on the disk, and what undoing left there."""
        if self._last_change is None or not undoes:
            self._last_change = self._shown.tab_files.steps.on_disk(step, undoes=True) or self._last_change

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
        self._notifier.say(
            Sentence("window-commands.kept-apart", name=file.path.name, now=untitled.path.name)
        )
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


def _paths_of(change: FileChange) -> list[Path]:
    """Return the files that a change was about, first those that are gone: their history may have stayed."""
    rewritten = (step.path for step in change.steps if isinstance(step, TextReplacement))
    return list(dict.fromkeys((*change.gone, *change.appeared, *rewritten)))
