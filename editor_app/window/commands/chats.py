"""Commands on whole chats: a new one, and a chat's folder renamed or deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from editor_app.library.kinds import CHAT_FOLDER
from editor_app.window.dialogs.user import User
from editor_app.window.documents.documents import Documents
from editor_app.window.kit.dialogs.question import NameQuestion
from editor_app.window.perspectives.current_file import CurrentFile


class ChatCommands:
    """Makes, renames and deletes chats."""

    def __init__(
        self,
        *,
        documents: Documents,
        current: CurrentFile,
        user: User,
        delete_row: Callable[[Path, Sequence[Path], Callable[[Path], object]], object],
    ) -> None:
        """Use these parts.

        `delete_row` closes the tabs of files, and deletes what a row of the library stands for.
        """
        self._library, self._work = documents.library, documents.work
        self._current = current
        self._user = user
        self._delete_row = delete_row

    def new(self) -> None:
        """Ask for a name and make a chat with one message that says nothing yet."""
        from editor_app.chats.folders import new_chat_problem

        chats = self._library.library.root / CHAT_FOLDER
        question = NameQuestion(
            "New chat",
            "A chat is a folder of messages, which are plain files.",
            "Create",
            problem=lambda name: new_chat_problem(chats, name),
        )
        name = self._user.dialogs.ask(question)
        if name:
            self._work.new_chat(name)

    def begin(self, folder: Path) -> None:
        """Say that a chat has no messages, with a link that makes the first one."""
        sentence = f"‘{folder.name}’ has no messages."
        self._user.notifier.say_with_link(sentence, "New message", lambda: self._work.begin_chat(folder))

    def rename(self, folder: Path) -> None:
        """Ask for another name and rename a chat's folder."""
        from editor_app.chats.folders import new_chat_problem

        question = NameQuestion(
            "Rename",
            "The chat’s messages go with it.",
            "Rename",
            folder.name,
            problem=lambda name: "" if name == folder.name else new_chat_problem(folder.parent, name),
        )
        name = self._user.dialogs.ask(question)
        self._current.perspective.take_typed()
        if name and name != folder.name:
            self._work.rename_chat(folder, name)

    def delete(self, folder: Path) -> None:
        """Move the messages of a chat to local history, and close their tabs."""
        chat = self._library.chat_at(folder)
        messages = [file.path for file in chat.messages] if chat is not None else []
        self._delete_row(folder, messages, self._work.delete_chat)
