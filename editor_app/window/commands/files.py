"""Commands that open, save and close files, and the question about unsaved text before that is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt

from editor_app.analysis.library_facts.index import first_message
from editor_app.library.kinds import all_kinds, container_of
from editor_app.library.paths import is_file, is_folder
from editor_app.text import Sentence, together
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.changes import SaveResult, Saving
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.titles import names_in_sentences
from editor_app.window.frame.first_sight import MOST_FILES
from editor_app.window.frame.notices import User
from editor_app.window.kit.dialogs.file_filters import ALL_FILES, file_filters
from editor_app.window.kit.dialogs.question import Button, Question
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.open_documents import TabSort
from editor_app.window.text.tabs.tab_menu import TabsClosed, closed_together, pin_or_unpin

_MOST_LISTED = 8


class SaveAnswer(Enum):
    """What to do with unsaved changes."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


@dataclass(frozen=True, slots=True)
class SaveQuestion:
    """A question whether to save documents, given by name, before they close, or are `to_be` deleted."""

    names: Sequence[str]
    to_be: str = ""

    def question(self) -> Question[SaveAnswer]:
        """Return how it is asked."""
        names, count = self.names, len(self.names)
        title = Sentence("window-commands.save-question", count=count, name=names[0], to_be=self.to_be)
        lines: list[str] = [Sentence("window-commands.unsaved-text", count=count)]
        if count > 1:
            lines += [f"• {name}" for name in names[:_MOST_LISTED]]
        if count > _MOST_LISTED:
            lines.append(f"• {Sentence('window-commands.list-more', count=count - _MOST_LISTED)}")
        discard = (
            Sentence("window-commands.do-not-save")
            if self.to_be
            else Sentence("window-commands.close-without-saving")
        )
        buttons = (
            Button(Sentence("window-commands.cancel"), SaveAnswer.CANCEL),
            Button(discard, SaveAnswer.DISCARD, discards=True),
            Button(Sentence("window-commands.save-button", count=count), SaveAnswer.SAVE, is_primary=True),
        )
        return Question(title, "\n".join(lines), buttons)


_MOST_LIBRARIES = 5  # each is a window of its own
_MOST_NAMED = 3


class FileCommands(WindowCommands):
    """Opens, saves and closes files, and asks before anything is lost."""

    def __init__(self, documents: Documents, shown: WindowView, user: User) -> None:
        """Use the parts of a window."""
        super().__init__(documents, shown, user)
        self.saving = Saving(documents.files, shown.tab_files)
        self.saving.ended.connect(lambda result: self._tell(result))  # noqa: PLW0108  keeps the commands alive

    def show(self, path: Path) -> OpenFile | None:
        """Open a file, or bring its tab to the front; the focus stays where it is.

        Of a chat's folder, that is one of its messages; where there is none, say what to do.
        """
        message = self._message_of(path)
        file = None if message is None else self._open_files.open(message)
        if file is not None:
            self._tabs.show_document(file.document)
        return file

    def open_beside(self, path: Path) -> None:
        """Show a file beside the one in front, and focus it; if it is not open, its tab is behind."""
        message = self._message_of(path)
        file = None if message is None else self._shown.tab_files.open_behind(message)
        if file is not None:
            self.show_beside(file)

    def show_beside(self, file: OpenFile) -> None:
        """Show an open file, or the one in front once more, beside the one in front, and focus it."""
        if file.binary_sort is not None:
            self._notifier.say(Sentence("window-commands.no-text-beside", name=file.path.name))
            return
        self._tabs.keep(file.document)
        self._shown.second.show(file).setFocus()

    def show_current_beside(self) -> None:
        """Show another place of the file in front beside it."""
        if self._current.file is not None:
            self.show_beside(self._current.file)

    def _message_of(self, path: Path) -> Path | None:
        """Return a file, or of a chat's folder one of its messages; say what to do where there is none."""
        message: Path | None = path
        if self._library.index.chat_at(path) is not None:
            open_messages = (
                file
                for file in self._open_files.files
                if container_of(file.kind, file.path) == path and not file.is_untitled
            )
            in_front = (
                file.path
                for file in open_messages
                if self._tabs.documents_in_tab_of(file.document)[:1] == (file.document,)
            )
            message = next(in_front, None) or first_message(self._library.index, path)
        if message is None:
            first = (Sentence("window-commands.new-message"), partial(self._work.begin_chat, path))
            self._notifier.say(Sentence("window-commands.no-messages", name=path.name), first)
        return message

    def preview(self, path: Path) -> OpenFile | None:
        """Show a file in the preview tab, in place of the one before; a file that has a tab, in that."""
        before, known = self._tabs.previewed, set(self._tabs.documents)
        file = self.show(path)
        if file is None or file.is_unsaved:
            return file
        if known.isdisjoint(self._tabs.documents_in_tab_of(file.document)):
            self._tabs.set_sort(file.document, TabSort.PREVIEW)
            if before is not None:
                self._tabs.move_tab_behind(file.document, [before])
                self._replace_preview(before)
        return file

    def _replace_preview(self, before: EditorDocument) -> None:
        """Close a preview tab, or keep it where it is unsaved, as is a file that is gone from the disk."""
        documents = self._tabs.documents_in_tab_of(before)
        files = [file for file in self._open_files.files if file.document in documents]
        if any(file.is_unsaved for file in files):
            self._tabs.keep(before)
            return
        for file in files:
            self._open_files.close(file)

    def edit_kept(self) -> None:
        """Let the tab in front stay, and focus its text."""
        if self._current.file is not None:
            self._tabs.keep(self._current.file.document)
        self.edit()

    def open(self, path: Path) -> OpenFile | None:
        """Open a file, or bring its tab to the front, let it stay, and focus its text."""
        file = self.show(path)
        if file is not None:
            self._tabs.keep(file.document)
            self.edit()
        return file

    def open_given(
        self, paths: Sequence[Path], failures: Sequence[str], open_library: Callable[[Path], object]
    ) -> str:
        """Open files and chats here, and by `open_library` other folders; return why some were not opened.

        `failures` say that of what was named besides the `paths`.
        """
        folders = [path for path in paths if is_folder(path) and self._library.index.chat_at(path) is None]
        files = [path for path in paths if path not in folders]
        with self._open_files.holding_failures() as failed:
            for path in files[:MOST_FILES]:
                self.open(path)
        others = [folder for folder in folders if folder != self._library.library.root]
        for folder in others[:_MOST_LIBRARIES]:
            open_library(folder)
        failed = [*failures, *failed]
        sentences = failed[:_MOST_NAMED]
        if failed[_MOST_NAMED:]:
            sentences.append(Sentence("window-commands.more-not-opened", count=len(failed) - _MOST_NAMED))
        if files[MOST_FILES:]:
            sentences.append(Sentence("window-commands.only-first-files", most=MOST_FILES, count=len(files)))
        if others[_MOST_LIBRARIES:]:
            sentences.append(Sentence("window-commands.more-folders", count=len(others) - _MOST_LIBRARIES))
        return together(sentences)

    def open_last(self, last: str) -> None:
        """Open the file with this path if it is of the library and still there, else the first one."""
        path, library = Path(last), self._library.library
        is_ours = path.is_relative_to(library.root) or library.is_default(path)
        first = path if last and is_ours and is_file(path) else self._library.first_path()
        if first is not None:
            self.open(first)
        elif self._library.is_listing:
            self._library.listed.connect(self._open_first, Qt.ConnectionType.SingleShotConnection)

    def _open_first(self) -> None:
        """Open the first file of a library whose listing took a while, unless a file is open by now."""
        path = self._library.first_path()
        if path is not None and self._current.file is None:
            self.open(path)

    def go_to_tab(self, number: int) -> None:
        """Bring a tab to the front by its number from 1, and focus its text."""
        self._tabs.go_to_tab(number)
        self.focus_text()

    def edit(self) -> None:
        """Focus the current text, or the page in its place; from the library, turn to its kind’s page."""
        was_in_library = self._shown.window.is_in_library
        self.focus_text()
        if was_in_library and self._tabs.current_place is not None:
            self._shown.window.show_left_of_kind()

    def new_untitled(self) -> None:
        """Open an empty document that is in no file yet, and focus its text."""
        file = self._open_files.new_untitled()
        if file is not None:
            self._tabs.show_document(file.document)
            self.edit()

    def ask_open(self) -> None:
        """Ask for a file to open."""
        path = self._dialogs.choose_file(
            Sentence("window-commands.open-file-title"), self._library.library.root, file_patterns()
        )
        if path is not None:
            self.open(path)

    def save(self) -> None:
        """Save all that the tab in front shows, and what was changed in one step with it alone.

        An untitled file is saved under a name that is asked for.
        """
        self._current.perspective.take_typed()
        front, edited = self._current.file, self._current.edited_file
        if front is None or edited is None:
            return
        if edited.file.is_untitled:
            self._save_elsewhere(edited.file)
            return
        unsaved = [file for file in self._shown.tab_files.unsaved_of(front) if not file.is_untitled]
        unsaved += self._shown.tab_files.steps.only_unsaved_with([edited.file, *unsaved])
        has_own = edited.file.document.read_only_because is None or not unsaved
        self.saving.save([edited.file, *unsaved] if has_own else unsaved)

    def save_all(self) -> None:
        """Save every file that is not saved, as far as that is possible; say why one is not."""
        self._current.perspective.take_typed()
        unsaved = [file for file in self._open_files.files if file.is_unsaved]
        for file in unsaved:
            if file.is_untitled:
                self._tabs.show_document(file.document)
                self._save_elsewhere(file)
        self.saving.save(file for file in unsaved if not file.is_untitled and file.is_unsaved)

    def save_as(self) -> None:
        """Ask for another path and save the file that is being written there."""
        self._current.perspective.take_typed()
        edited = self._current.edited_file
        if edited is not None:
            self._save_elsewhere(edited.file)

    def _save_elsewhere(self, file: OpenFile) -> bool:
        """Ask for a path and save a file there; return False if it was not saved."""
        library, name = self._library.library, file.path.name
        start = library.user_dir / name if library.is_default(file.path) else file.path
        if file.is_untitled:
            start = library.user_dir / f"{name.lower().replace(' ', '-')}.md"
        path = self._dialogs.choose_new_file(
            Sentence("window-commands.save-as-title"), start, file_patterns()
        )
        return path is not None and self._open_files.save_as(file, path)

    def _tell(self, result: SaveResult) -> None:
        """Say which files were not saved, and why; that several were, only to screen readers."""
        if not result.failed:
            if len(result.saved) > 1:
                self._notifier.announce(result.in_words())
            return
        file, _ = result.failed[0]
        sentence = together([result.in_words(), result.warnings])
        is_shown = file is self._current.file and len(result.failed) == 1
        link = (Sentence("window-commands.show"), lambda: self._show_open(file))
        self._notifier.say(sentence, *(() if is_shown else (link,)))

    def _show_open(self, file: OpenFile) -> None:
        if file in self._open_files.files:
            self._tabs.show_document(file.document)

    def close_current(self) -> None:
        """Close the tab in front; while a text beside it is being written, only close or fold that."""
        if self._shown.second.has_focus:
            self._shown.second.close()
            return
        beside, editor = self._current.perspective.beside, self._current.editor
        if beside is not None and beside.edited_file is not None:
            beside.fold()
            if editor is not None:
                editor.setFocus()
        elif self._current.file is not None:
            self.close_tab(self._current.file)

    def close_together(self, which: TabsClosed) -> None:
        """Close the other tabs, or some of them, asking once."""
        self.close_tabs(closed_together(self._tabs, self._tabs.bar.currentIndex(), which))

    def pin_current(self) -> None:
        """Pin the tab in front, or let a pinned one be as the others."""
        if self._current.file is not None:
            pin_or_unpin(self._tabs, self._current.file.document)

    def close_tab(self, file: OpenFile) -> bool:
        """Close all files that share a file's tab, asking about unsaved changes; False if they stay open."""
        return self.close_tabs([file.document])

    def close_tabs(self, documents: Iterable[EditorDocument]) -> bool:
        """Close the tabs of documents with all their files, asking once; False if they stay open."""
        closed = {other for document in documents for other in self._tabs.documents_in_tab_of(document)}
        return self._close([file for file in self._open_files.files if file.document in closed])

    def _close(self, files: Sequence[OpenFile], to_be: str = "") -> bool:
        if not self._may_lose(files, to_be):
            return False
        self._open_files.close_all(files)
        return True

    def close_paths(self, paths: Iterable[Path], to_be: str) -> bool:
        """Close those of these files that are open, as they are `to_be` deleted; False if they stay open."""
        return self._close([file for file in map(self._open_files.find, paths) if file is not None], to_be)

    def may_quit(self) -> bool:
        """Ask about all unsaved changes; return False if the window stays open."""
        return self._may_lose(self._open_files.files)

    def _may_lose(self, files: Sequence[OpenFile], to_be: str = "") -> bool:
        self._current.perspective.take_typed()
        self.saving.save_now()  # what Save has begun
        for file in list(files):
            self._open_files.disk.look_at(file)  # it may have been deleted meanwhile
        unsaved = [file for file in files if file.is_unsaved]
        if not unsaved:
            return True

        answer = self._dialogs.ask(SaveQuestion(names_in_sentences(unsaved), to_be))
        if answer is not SaveAnswer.SAVE:
            return answer is SaveAnswer.DISCARD
        result = self.saving.save_now(file for file in unsaved if not file.is_untitled)
        not_saved = [file for file, _ in result.failed]
        if not not_saved:
            untitled = (file for file in unsaved if file.is_untitled)
            not_saved = [file for file in untitled if not self._save_elsewhere(file)]
        if not_saved:
            self._tabs.show_document(not_saved[0].document)  # its bar may say why
        return not not_saved


def file_patterns() -> str:
    """Return the filters of file dialogs: all kinds of file together, those under each heading, all files."""
    suffixes: dict[str, dict[str, None]] = {}
    for kind in all_kinds():
        for heading in (Sentence("window-commands.all-kinds"), kind.listing.heading):
            suffixes.setdefault(heading, {}).update(dict.fromkeys(kind.recognition.suffixes))
    patterns = {name: " ".join(f"*{ending}" for ending in endings) for name, endings in suffixes.items()}
    named = [(name, endings) for name, endings in patterns.items() if name and endings]
    return file_filters(*named, ALL_FILES)
