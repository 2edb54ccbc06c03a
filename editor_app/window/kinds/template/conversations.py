"""The conversations of a library as the window knows them: listed, compared with now, and changed.

All questions about them are asked in another thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from editor_app.clock import Clock
from editor_app.conversations.results import (
    Compaction,
    Construction,
    ConversationEntry,
    ConversationError,
    ElsewhereLibrary,
    WouldGet,
)
from editor_app.text import Sentence
from editor_app.text.tokens import TokenCount, count_tokens
from editor_app.variables.resolver import Sources, read_once
from editor_app.window.kit.work.runner import NO_JOB, Runner
from editor_app.window.kit.work.timers import single_shot

LISTED_AT_ONCE: Final = 100
MOST_LISTED: Final = 1_000
_TYPING_MS: Final = 400

Answer = TypeVar("Answer")
SourcesFor = Callable[[Path], Sources]
"""Returns what the variables of a conversation in a folder are read from."""


class Conversations(QObject):
    """Asks for conversations in another thread, and keeps the answers until it asks again.

    What each would get now is found one by one, and not while somebody types.
    """

    listed = Signal()
    unreadable = Signal(str)  # why they cannot be listed
    checked = Signal()  # what one more of them would get now is known
    failed = Signal(str)

    def __init__(self, access: ServiceAccess, sources_for: SourcesFor, parent: QObject | None = None) -> None:
        """Start without an answer."""
        super().__init__(parent)
        self._access = access
        self._sources_for = sources_for
        self._runner = Runner(self, expected=ConversationError)
        self._listing = self._look = self._shown = self._check = NO_JOB
        self.listing = Listing()
        self.results: dict[str, ResultNow] = {}
        self.is_wanted: Callable[[], bool] = lambda: True
        self._most = LISTED_AT_ONCE
        self._of_round: dict[Path, Sources] = {}  # each file and each answer of git is read once in a round
        self._waiting: deque[ConversationEntry] = deque()
        self.typing = single_shot(self, _TYPING_MS, self._check_next)
        """Runs while somebody types, and a moment longer."""
        self._is_again = False

    def read(self) -> None:
        """List the conversations again, and compare each with what it would get now.

        While they are being listed, that is done once more after it.
        """
        self._is_again = self._listing.is_awaited
        if self._is_again:
            return

        def cannot_list(sentence: str) -> None:
            self.listing = Listing(notices=self.listing.notices)
            self._cannot_check(sentence)
            self._read_again()

        work = partial(self._access.listing, self._most)
        self._listing = self._runner.do(work, self._take_listing, cannot_list)

    def read_more(self) -> None:
        """List more of them."""
        self._most = min(self._most + LISTED_AT_ONCE, MOST_LISTED)
        self.read()

    def check_store(self) -> None:
        """List the conversations again if another process has changed them; costs next to nothing if not."""

        def read_if_changed(mark: object) -> None:
            if mark != self.listing.mark:
                self.read()

        if not (self._listing.is_awaited or self._look.is_awaited):
            # where the store cannot be asked, the reading says why
            self._look = self._runner.do(
                lambda: self._access.service.change_mark(),  # noqa: PLW0108  the service is made in the thread
                read_if_changed,
                lambda _sentence: read_if_changed(None),
            )

    def forget_results(self) -> None:
        """Forget what they would get: the template was changed while nobody looked."""
        self._check.cancel()
        self._waiting.clear()
        self.results.clear()

    def change(self, work: Callable[[ServiceAccess], Answer], tell: Callable[[Answer], object]) -> None:
        """Change some of them, tell what came of it, and list them again."""

        def take(answer: Answer) -> None:
            tell(answer)
            self.read()

        self._runner.do(partial(work, self._access), take, self.failed.emit)

    def ask(
        self,
        conversation_id: str,
        work: Callable[[ServiceAccess, Sources], Answer],
        take: Callable[[Answer], object],
        fail: Callable[[str], object],
    ) -> None:
        """Ask about the conversation that is shown, with the sources of its folder.

        Only the last question is answered.
        """
        self._shown.cancel()
        entry = self.entry(conversation_id)
        if entry is not None:
            sources = self._sources_for(Path(entry.cwd))
            self._shown = self._runner.do(partial(work, self._access, sources), take, fail)

    # Answers ------------------------------------------------------------------------------------------------

    def _take_listing(self, listing: Listing) -> None:
        self.listing = listing
        numbers = {entry.conversation_id: entry.number for entry in listing.entries}
        self.results = {
            name: result for name, result in self.results.items() if numbers.get(name) == result.number
        }  # shown until they are compared again
        self._check.cancel()
        self._of_round.clear()
        self._waiting = deque(listing.entries)
        self.listed.emit()
        self._check_next()
        self._read_again()

    def _read_again(self) -> None:
        if self._is_again:
            self.read()

    def _check_next(self) -> None:
        if self._check.is_awaited or self.typing.isActive() or not self._waiting:
            return
        if not self.is_wanted():
            self._waiting.clear()
            return
        entry = self._waiting.popleft()
        folder = Path(entry.cwd)
        if folder not in self._of_round:
            self._of_round[folder] = read_once(self._sources_for(folder))
        check = partial(self._access.check, entry.conversation_id, self._of_round[folder])

        def take(result: ResultNow) -> None:
            self.results[entry.conversation_id] = result
            self.checked.emit()
            self._check_next()

        self._check = self._runner.do(check, take, self._cannot_check)

    def _cannot_check(self, why_not: str) -> None:
        self.forget_results()
        self.unreadable.emit(why_not)

    def entry(self, conversation_id: str) -> ConversationEntry | None:
        """Return a conversation as it is listed, None where it is not."""
        entries = (entry for entry in self.listing.entries if entry.conversation_id == conversation_id)
        return next(entries, None)


def is_left_over(library: ElsewhereLibrary) -> bool:
    """Whether nothing of a library that is gone can be taken over: this one has all its ids too."""
    return library.is_gone and len(library.kept_ids) == library.count


def entries_of(
    listing: Listing, template: Path, others: Collection[Path] | None
) -> Sequence[ConversationEntry]:
    """Return the conversations that were constructed from a template.

    `others` are the other templates of the library, where this is the one that is in effect: all that is not
    theirs is its then, such as what was constructed before the library was moved. Else it is None.
    """
    if others is None:
        return [entry for entry in listing.entries if entry.template.path == template]
    return [entry for entry in listing.entries if entry.template.path not in others]


if TYPE_CHECKING:  # needs SQLite, which is loaded with the first question
    from editor_app.conversations.service import ConversationService

LIBRARY_INSTRUCTIONS, BUILT_IN_INSTRUCTIONS = "library", "built-in"


@dataclass(frozen=True, slots=True)
class Listing:
    """The conversations of a library, the newest first, and the other libraries that have some.

    `notices` are sentences about the database. `mark` is that of the database before
    it was read, None where there is none.
    """

    entries: tuple[ConversationEntry, ...] = ()
    elsewhere: tuple[ElsewhereLibrary, ...] = ()
    has_more: bool = False
    notices: tuple[str, ...] = ()
    mark: object = None


class ResultNow(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class BuildAnswer:
    """With what the prompt of a conversation is built."""

    conversation_id: str
    cwd: str
    model: str | None = None


class ServiceAccess:
    """Asks the service of one library; values are read from the sources that are given with a question."""

    def __init__(self, library: Path, state_dir: Path, clock: Clock) -> None:
        """Remember where things are; nothing is opened."""
        self._library = library
        self._state_dir = state_dir
        self._clock = clock
        self._service: ConversationService | None = None
        self._sources: Sources | None = None
        self._notices: tuple[str, ...] = ()  # which the store says once

    def listing(self, most: int) -> Listing:
        """Return up to `most` conversations, and those of other libraries."""
        mark = self.service.change_mark()
        page = self.service.list(most)
        elsewhere = self.service.elsewhere()
        self._notices = self.service.take_notices() or self._notices
        return Listing(page.entries, elsewhere, page.next is not None, self._notices, mark)

    def check(self, conversation_id: str, sources: Sources) -> ResultNow:
        """Return whether a conversation would get something else now."""
        stored = self.service.stored(conversation_id)
        if stored is None:
            return ResultNow(0, 0, is_estimate=False, trouble=Sentence("window-template.deleted-meanwhile"))
        tokens = count_tokens(stored.text, stored.model)
        size = stored.number, tokens.count, tokens.is_estimate
        self._sources = sources
        try:
            now = self.service.would_get(conversation_id)
        except ConversationError as error:
            return ResultNow(*size, trouble=error.sentence)
        changes = max(len(now.changes), 1) if now.is_known and now.differs else 0
        return ResultNow(*size, changes, is_all=_is_all(now), is_known=now.is_known)

    def details(self, conversation_id: str, number: int | None, sources: Sources) -> Details:
        """Return the constructs of a conversation, and what it would get now in place of one of them."""
        builds = self.service.builds(conversation_id)
        if not builds:
            return Details(builds, None, Sentence("window-template.deleted-meanwhile"))
        tokens = {build.number: count_tokens(build.text, build.model) for build in builds}
        self._sources = sources
        try:
            compared = self.service.would_get(conversation_id, number if number in tokens else None)
        except ConversationError as error:
            return Details(builds, None, error.sentence, tokens)
        return Details(builds, compared, tokens=tokens)

    def compaction(self, conversation_id: str, instructions: str | Path, sources: Sources) -> CompactionParts:
        """Return what a compaction would store and send, which stores nothing.

        `instructions` are those of the library, the built-in ones, or the file with them.
        """
        from editor_app.conversations.templates import read_instructions_at
        from editor_app.library.paths import COMPACTION_NAME, built_in_text

        self._sources = sources
        text = None
        if instructions != LIBRARY_INSTRUCTIONS:
            path = instructions if isinstance(instructions, Path) else built_in_text(COMPACTION_NAME)
            text = read_instructions_at(path)
        compaction = self.service.build_compaction(conversation_id, instructions=text, store=False)
        model = compaction.rebuilt.model
        parts = (compaction.before or "", compaction.rebuilt.text, compaction.sent)
        return CompactionParts(compaction, *(count_tokens(part, model) for part in parts))

    def build(self, answer: BuildAnswer, values: Mapping[str, str], sources: Sources) -> Construction:
        """Construct a prompt and store it; values of its last construct stay where no other is given."""
        self._sources = sources
        last = self.service.stored(answer.conversation_id)
        values = {**(last.given if last is not None else {}), **values}
        return self.service.build(answer.conversation_id, answer.cwd, answer.model, values)

    def delete_left_over(self, old_library: Path) -> int:
        """Delete the conversations of a library that is gone whose ids this library has too."""
        elsewhere = {library.library: library.kept_ids for library in self.service.elsewhere()}
        old = self._made(old_library)
        try:
            return old.delete(elsewhere.get(old_library, ()))
        finally:
            old.close()

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


def _is_all(compared: WouldGet) -> bool:
    """Whether no line would stay."""
    if not (compared.stored.text and compared.now.text):
        return True
    old_lines, new_lines = compared.stored.text.count("\n") + 1, compared.now.text.count("\n") + 1
    changed = sum(change.old[1] - change.old[0] for change in compared.changes)
    return changed == old_lines and new_lines == sum(
        change.new[1] - change.new[0] for change in compared.changes
    )
