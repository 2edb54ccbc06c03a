"""From JSON: a body of another program, in a file or on the clipboard, becomes a chat of the library."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.reading import FileError, quoted, read_file
from editor_app.library.folders import Library
from editor_app.library.kinds import CHAT_FOLDER
from editor_app.text import Sentence, together
from editor_app.window.kit.dialogs.file_filters import ALL_FILES, JSON_FILES, file_filters
from editor_app.window.kit.dialogs.question import Dialogs, NameQuestion

if TYPE_CHECKING:  # the rooms of requests are loaded with the first import
    from editor_app.analysis.chat_requests.importing import ReadBody
    from editor_app.requests.importing import ImportedChat

MOST_BYTES: Final = 5_000_000
MOST_MESSAGES: Final = 1_000
"""What the window takes at most, as it waits for it; `foreword import` takes more."""

_CLIPBOARD: Final = Sentence("window-commands.clipboard")


class ChatImporting:
    """Makes chats of bodies; each command returns the first file of the chat, None where none is made."""

    def __init__(
        self,
        *,
        library: Callable[[], Library],
        write: Callable[[ImportedChat, Path], FileChange | None],
        dialogs: Dialogs,
        say: Callable[[str], object],
        clipboard: Callable[[], str],
        show: Callable[[Path], object],
    ) -> None:
        """Use these parts.

        `write` makes the files of a chat, and returns None where that failed, which is said; `say` tells in a
        notice why nothing was imported, `show` shows the first message.
        """
        self._library = library
        self._write = write
        self._dialogs = dialogs
        self._say = say
        self._clipboard = clipboard
        self._show = show

    def choose_file(self, path: Path | None = None) -> Path | None:
        """Import the body in a file; ask for one where none is given."""
        folder = self._library().workspace
        path = path or self._dialogs.choose_file(
            Sentence("window-commands.import-from-json"), folder, file_filters(JSON_FILES, ALL_FILES)
        )
        return self.import_file(path) if path is not None else None

    def import_file(self, path: Path) -> Path | None:
        """Import the body in a file, such as one that was dropped."""
        from editor_app.analysis.chat_requests.importing import read_body_bytes

        try:
            data = read_file(path, MOST_BYTES).data
        except FileError as error:
            self._say(error.sentence)
            return None
        return self._import(read_body_bytes(data), quoted(path.name), path.stem)

    def import_clipboard(self) -> Path | None:
        """Import the body on the clipboard."""
        from editor_app.analysis.chat_requests.importing import read_body_text

        text = self._clipboard()
        if not text.strip():
            self._say(Sentence("window-commands.clipboard-empty"))
            return None
        if len(text) > MOST_BYTES:
            self._say(Sentence("window-commands.clipboard-too-large", source=_CLIPBOARD, most=MOST_BYTES))
            return None
        return self._import(read_body_text(text), _CLIPBOARD, "imported")

    def _import(self, read: ReadBody, source: str, wanted: str) -> Path | None:
        from editor_app.analysis.chat_requests.importing import why_not_imported, why_not_looked_into
        from editor_app.requests.importing import import_chat

        if read.problems:
            self._say(Sentence("window-commands.not-imported", source=source, why=read.why_none))
            return None
        refused = why_not_looked_into(read.body, source, MOST_MESSAGES)
        chat = None if refused else import_chat(read.body)
        if chat is None or (refused := why_not_imported(chat, source, MOST_MESSAGES)):
            self._say(refused)
            return None
        name = self._ask_name(chat, wanted)
        if name is None:
            return None
        folder = self._chats / name
        if self._write(chat, folder) is None:
            return None
        self._show(folder / "1.md")
        self._show_notes(chat, source)
        return folder / "1.md"

    def _ask_name(self, chat: ImportedChat, wanted: str) -> str | None:
        from editor_app.analysis.chat_requests.importing import free_chat_name
        from editor_app.library.files.new_names import new_folder_problem

        messages = Sentence("text.messages", count=len(chat.messages))
        question = NameQuestion(
            Sentence("window-commands.import-chat-title"),
            Sentence("window-commands.about-import", messages=messages, maker=chat.provider.maker),
            Sentence("window-commands.import"),
            free_chat_name(self._chats, wanted),
            partial(new_folder_problem, self._chats),
        )
        name = self._dialogs.ask(question)
        wrong = new_folder_problem(self._chats, name) if name else ""
        if wrong:
            self._say(wrong)
        return None if wrong else name

    def _show_notes(self, chat: ImportedChat, source: str) -> None:
        """List where the body seems to hold keys, and what message files cannot hold of it."""
        from editor_app.window.commands.questions.import_notes import Notes

        notes = [note.message for note in (*chat.warnings, *chat.losses)]
        if not notes:
            return
        sentences = [Sentence("window-commands.import-losses", source=source)]
        if chat.warnings:
            sentences = [Sentence("window-commands.import-keys", source=source, count=len(chat.warnings))]
            if chat.losses:
                sentences.append(Sentence("window-commands.import-left-out"))
        self._dialogs.ask(Notes(Sentence("window-commands.imported-with-notes"), together(sentences), notes))

    @property
    def _chats(self) -> Path:
        return self._library().user_dir / CHAT_FOLDER
