"""The questions about conversations that the window asks; all of them are asked in another thread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from editor_app.clock import Clock
from editor_app.conversations.results import (
    Compaction,
    Construction,
    ConversationEntry,
    ConversationError,
    ElsewhereLibrary,
    WouldGet,
)
from editor_app.text.tokens import TokenCount, count_tokens
from editor_app.variables.resolver import Sources

if TYPE_CHECKING:  # needs SQLite, which is loaded with the first question
    from editor_app.conversations.service import ConversationService

LIBRARY_INSTRUCTIONS, BUILT_IN_INSTRUCTIONS = "library", "built-in"


@dataclass(frozen=True, slots=True)
class Listing:
    """The conversations of a library, the newest first, and the other libraries that have some.

    `notices` are sentences about the database that nobody was told yet. Of the `left_over` libraries, which
    are gone, nothing can be taken over: this library has all their ids too. `mark` is that of the database
    before it was read, None where there is none.
    """

    entries: tuple[ConversationEntry, ...] = ()
    elsewhere: tuple[ElsewhereLibrary, ...] = ()
    has_more: bool = False
    notices: tuple[str, ...] = ()
    left_over: frozenset[Path] = frozenset()
    mark: object = None


class Checked(NamedTuple):
    """What a conversation would get now: how many changes, and how many tokens its prompt has.

    `number` is that of the construct that was compared; `trouble` says why nothing can be built now. Without
    `is_known` it lacks trust or an allowed file to tell.
    """

    number: int
    tokens: int
    is_estimate: bool
    changes: int = 0
    is_all: bool = False
    trouble: str = ""
    is_known: bool = True

    @property
    def differs(self) -> bool:
        """Whether it is known that it would get something else."""
        return bool(self.changes)


@dataclass(frozen=True, slots=True)
class Details:
    """The constructs of a conversation that are kept, and what it would get in place of one of them.

    `tokens` has those of each construct, by its number.
    """

    builds: tuple[Construction, ...]
    compared: WouldGet | None
    trouble: str = ""
    tokens: Mapping[int, TokenCount] = field(default_factory=dict)


class CompactionParts(NamedTuple):
    """A compaction, and the tokens of its three parts."""

    compaction: Compaction
    stored: TokenCount
    rebuilt: TokenCount
    sent: TokenCount


class Given(NamedTuple):
    """What a prompt is constructed with."""

    conversation_id: str
    cwd: str
    model: str | None
    values: Mapping[str, str]


class ServiceAccess:
    """Asks the service of one library; values are read from the sources that are given with a question."""

    def __init__(self, library: Path, state_dir: Path, clock: Clock) -> None:
        """Remember where things are; nothing is opened."""
        self._library = library
        self._state_dir = state_dir
        self._clock = clock
        self._service: ConversationService | None = None
        self._sources: Sources | None = None

    def listing(self, most: int) -> Listing:
        """Return up to `most` conversations, and those of other libraries."""
        mark = self.service.change_mark()
        page = self.service.list(most)
        elsewhere = self.service.elsewhere()
        gone = [one.library for one in elsewhere if one.is_gone]
        left_over = frozenset(one for one in gone if all(map(self._is_here, self._ids_of(one))))
        notices = self.service.take_notices()
        return Listing(page.entries, elsewhere, page.next is not None, notices, left_over, mark)

    def change_mark(self) -> object:
        """Return the mark of the database now, which another process may have changed."""
        return self.service.change_mark()

    def check(self, conversation_id: str, sources: Sources) -> Checked:
        """Return whether a conversation would get something else now."""
        stored = self.service.stored(conversation_id)
        if stored is None:
            return Checked(0, 0, is_estimate=False, trouble="It was deleted meanwhile.")
        tokens = count_tokens(stored.text, stored.model)
        size = stored.number, tokens.count, tokens.is_estimate
        self._sources = sources
        try:
            found = self.service.would_get(conversation_id)
        except ConversationError as error:
            return Checked(*size, trouble=error.sentence)
        if not found.is_known:
            return Checked(*size, is_known=False)
        if not found.differs:
            return Checked(*size)
        return Checked(*size, max(len(found.changes), 1), is_all=_is_all(found))

    def details(self, conversation_id: str, number: int | None, sources: Sources) -> Details:
        """Return the constructs of a conversation, and what it would get now in place of one of them."""
        kept = self.service.builds(conversation_id)
        if not kept:
            return Details(kept, None, "It was deleted meanwhile.")
        if number not in {one.number for one in kept}:
            number = None
        tokens = {one.number: count_tokens(one.text, one.model) for one in kept}
        self._sources = sources
        try:
            found = self.service.would_get(conversation_id, number)
        except ConversationError as error:
            return Details(kept, None, error.sentence, tokens)
        return Details(kept, found, tokens=tokens)

    def compaction(self, conversation_id: str, instructions: str | Path, sources: Sources) -> CompactionParts:
        """Return what a compaction would store and send; nothing is stored by looking.

        `instructions` are those of the library, the built-in ones, or the file with them.
        """
        self._sources = sources
        text = None if instructions == LIBRARY_INSTRUCTIONS else _instructions_in(instructions)
        found = self.service.build_compaction(conversation_id, instructions=text, store=False)
        model = found.rebuilt.model
        parts = (found.before or "", found.rebuilt.text, found.sent)
        return CompactionParts(found, *(count_tokens(part, model) for part in parts))

    def has_own_instructions(self) -> bool:
        """Whether the library has compaction instructions of its own."""
        from editor_app.conversations.templates import instructions_path

        return instructions_path(self.service.opened_library()) is not None

    def build(self, given: Given, sources: Sources) -> Construction:
        """Construct a prompt and store it; values of its last construct stay where no other is given."""
        self._sources = sources
        last = self.service.stored(given.conversation_id)
        values = {**(last.given if last is not None else {}), **given.values}
        return self.service.build(given.conversation_id, given.cwd, given.model, values)

    def delete_left_over(self, old_library: Path) -> int:
        """Delete the conversations of a library that is gone whose ids this library has too."""
        if not any(one.is_gone and one.library == old_library for one in self.service.elsewhere()):
            return 0
        ids = [one for one in self._ids_of(old_library) if self._is_here(one)]
        old = self._made(old_library)
        try:
            return old.delete(ids)
        finally:
            old.close()

    def _is_here(self, conversation_id: str) -> bool:
        return self.service.get(conversation_id) is not None

    def _ids_of(self, library: Path) -> Iterator[str]:
        """Yield the ids of another library's conversations, which need not be there."""
        other = self._made(library)
        try:
            page = other.list()
            yield from (one.conversation_id for one in page.entries)
            while page.next is not None:
                page = other.list(after=page.next)
                yield from (one.conversation_id for one in page.entries)
        finally:
            other.close()

    @property
    def service(self) -> ConversationService:
        """The service, which is made with the first question."""
        if self._service is None:
            self._service = self._made(self._library)
        return self._service

    def _made(self, library: Path) -> ConversationService:
        from editor_app.conversations.building import Permissions
        from editor_app.conversations.service import ConversationService, Setup

        setup = Setup(
            clock=self._clock, permissions=Permissions(self._state_dir), make_sources=self._sources_given
        )
        return ConversationService(library, setup)

    def _sources_given(self, workspace: Path, **_named: Any) -> Sources:  # noqa: ANN401  of the service's protocol
        """Return the sources of the question that is being answered, which has its folder and its trust."""
        if self._sources is None:
            raise LookupError(f"The question has no sources of values in {workspace}.")
        return self._sources


def _is_all(found: WouldGet) -> bool:
    """Whether no line would stay."""
    if not (found.stored.text and found.now.text):
        return True
    lines, new = found.stored.text.count("\n") + 1, found.now.text.count("\n") + 1
    kept = lines - sum(one.old[1] - one.old[0] for one in found.changes)
    return not kept and new == sum(one.new[1] - one.new[0] for one in found.changes)


def _instructions_in(chosen: str | Path) -> str:
    """Return the text of the built-in instructions, or of a file that was chosen."""
    from editor_app.conversations.templates import built_in_instructions, read_instructions_at

    return read_instructions_at(chosen if isinstance(chosen, Path) else built_in_instructions())
