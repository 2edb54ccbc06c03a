"""Why a conversation could not be constructed, read or changed; each error says what, where and what next."""

from __future__ import annotations

from pathlib import Path

from editor_app.library.files.errors import quoted
from editor_app.text import Diagnostic
from editor_app.variables.notes import short_name


class ConversationError(Exception):
    """A call of the service that failed; `sentence` is for people, `code` for programs."""

    code = "conversation"

    def __init__(self, sentence: str) -> None:
        """Keep the sentence."""
        super().__init__(sentence)
        self.sentence = sentence


class BadRequestError(ConversationError):
    """An id, folder or value that cannot be."""

    code = "bad-request"


class NeverConstructedError(ConversationError):
    """The conversation was never constructed."""

    code = "never-constructed"


class NeedsFolderError(ConversationError):
    """A conversation that was never constructed is to be compacted, and no folder was given."""

    code = "needs-cwd"


class TextError(ConversationError):
    """The user's text is at fault: its template cannot be used, or the prompt is too large."""

    code = "text"

    def __init__(
        self,
        sentence: str,
        problems: tuple[Diagnostic, ...] = (),
        path: Path | None = None,
        source: str = "",
    ) -> None:
        """Keep the problems, in their order, and the file they are in, with the text that was read."""
        super().__init__(sentence)
        self.problems = problems
        self.path = path
        self.source = source


class StoreError(ConversationError):
    """The database cannot be read or written; nothing in it was changed."""

    code = "store"


class NewerStoreError(StoreError):
    """The database was written by a newer version, which alone may change it."""

    code = "newer-store"


class BusyStoreError(StoreError):
    """Another program writes to the database for longer than this one waits."""

    code = "busy-store"


class LibraryGoneError(StoreError):
    """The library's folder is not there any more, so nothing can be constructed from it."""

    code = "library-gone"


class StillThereError(ConversationError):
    """Conversations of a library that is still there are not given to another one."""

    code = "library-still-there"


class NoLibraryError(ConversationError):
    """Conversations are not given to a folder that has nothing of a library."""

    code = "no-library"


def never_constructed(conversation_id: str) -> NeverConstructedError:
    """Return the error that nothing is stored of a conversation."""
    shown = quoted(short_name(conversation_id))
    return NeverConstructedError(f"The conversation {shown} was never constructed. Construct it first.")


def nothing_deleted(conversation_id: str) -> NeverConstructedError:
    """Return the error that a conversation is not there to be deleted."""
    shown = quoted(short_name(conversation_id))
    return NeverConstructedError(f"There is no conversation {shown}. Nothing was deleted.")


def needs_folder(conversation_id: str, name: str = "cwd") -> NeedsFolderError:
    """Return the error that a compaction needs a folder; `name` is what the caller gives one by."""
    shown = quoted(short_name(conversation_id))
    return NeedsFolderError(
        f"The conversation {shown} was never constructed, so no working folder is known."
        f" Give one as ‘{name}’."
    )
