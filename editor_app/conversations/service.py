"""Constructing, reading and compacting the system prompts of conversations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from editor_app.clock import Clock, utc_now
from editor_app.conversations.results import (
    Adoption,
    Compaction,
    Construction,
    ConversationPage,
    ElsewhereLibrary,
    WouldGet,
)
from editor_app.library import Library

MOST_LISTED = 100


def open_service(
    library: Path | str | Library,
    database: Path | None = None,
    *,
    clock: Clock = utc_now,
    state_dir: Path | None = None,
    trusted: bool | None = None,
    workspaces: tuple[Path, ...] = (),
    allowed_files: tuple[Path, ...] = (),
    uses_grants: bool = True,
) -> ConversationService:
    """Return the service for the conversations of a library; nothing is opened before it is needed.

    `database` is that in the user's data folder if not given. `trusted` True trusts the `workspaces` (without
    any, the library's) while the service is used, False nothing; None is what the user said of each folder.
    `allowed_files` are read although they lie elsewhere or may hold secrets; without `uses_grants` neither
    they nor those that the user allowed before. A library that is not there raises LibraryGoneError.
    """
    raise NotImplementedError


class ConversationService:
    """The conversations of a library; it can be used by many threads and processes at once."""

    library: Path
    """The library's folder, links resolved."""

    state_dir: Path
    """The state folder: of locks, local history and trust."""

    clock: Clock
    """What tells the time."""

    trusted: bool | None
    """Whether the workspaces are trusted while it is used; None is what the user said of each folder."""

    def construct(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        once: bool = False,
    ) -> str:
        """Construct the prompt of a conversation from the template as saved now, store it and return it.

        With `once`, a prompt that is stored already is returned unchanged.
        """
        return self.build(conversation_id, cwd, model, values, once=once).text

    def get(self, conversation_id: str) -> str | None:
        """Return the prompt that is stored; "" is to send none, None was never constructed."""
        raise NotImplementedError

    def preview(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        template: str | None = None,
    ) -> str:
        """Return what `construct` would, from another template's text if one is given; nothing is stored."""
        return self.build_preview(conversation_id, cwd, model, values, template).text

    def compact(
        self,
        conversation_id: str,
        cwd: Path | str | None = None,
        instructions: str | None = None,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
    ) -> str:
        """Construct afresh, store that, and return it with the instructions of the compaction.

        What is left out is as at the last construct; the instructions are those of the library.
        """
        return self.build_compaction(conversation_id, cwd, instructions, model, values).sent

    def build(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        *,
        once: bool = False,
    ) -> Construction:
        """Return all that `construct` stores."""
        raise NotImplementedError

    def build_preview(
        self,
        conversation_id: str,
        cwd: Path | str,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        template: str | None = None,
    ) -> Construction:
        """Return what `build` would, which stores it."""
        raise NotImplementedError

    def build_compaction(
        self,
        conversation_id: str,
        cwd: Path | str | None = None,
        instructions: str | None = None,
        model: str | None = None,
        values: Mapping[str, str] | None = None,
        *,
        store: bool = True,
    ) -> Compaction:
        """Return the three parts of a compaction; without `store`, nothing is stored by looking."""
        raise NotImplementedError

    def stored(self, conversation_id: str) -> Construction | None:
        """Return all that is stored of the last construct; None for a conversation never constructed."""
        raise NotImplementedError

    def builds(self, conversation_id: str) -> tuple[Construction, ...]:
        """Return the last constructs of a conversation, the newest first."""
        raise NotImplementedError

    def list(self, limit: int = MOST_LISTED, after: str | None = None) -> ConversationPage:
        """Return the conversations of this library, the newest first; `after` is the `next` of a page."""
        raise NotImplementedError

    def elsewhere(self) -> tuple[ElsewhereLibrary, ...]:
        """Return the other libraries that conversations are stored for."""
        raise NotImplementedError

    def delete(self, conversation_ids: Iterable[str]) -> int:
        """Delete conversations with all their constructs; return how many there were."""
        raise NotImplementedError

    def delete_older_than(self, days: int) -> int:
        """Delete the conversations whose last construct is older; return how many there were."""
        raise NotImplementedError

    def adopt(self, old_library: Path | str) -> Adoption:
        """Give this library the conversations of one that is gone; ids it has already stay where they are."""
        raise NotImplementedError

    def would_get(self, conversation_id: str) -> WouldGet:
        """Return what the template would give now with what was given at the last construct, and why."""
        raise NotImplementedError

    def differing(self, conversation_ids: Iterable[str]) -> frozenset[str]:
        """Return those of the conversations that would get another text now."""
        raise NotImplementedError

    def take_notices(self) -> tuple[str, ...]:
        """Return sentences about the database that nobody was told yet, such as that it was damaged."""
        raise NotImplementedError
