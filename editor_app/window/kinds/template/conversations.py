"""The conversations of a library as the window knows them: listed, compared with now, and changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QObject, Signal

from editor_app.conversations.results import ConversationEntry, ConversationError
from editor_app.variables.resolver import Sources, read_once
from editor_app.window.kinds.template.service_access import (
    Checked,
    Listing,
    ServiceAccess,
)
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
        self.results: dict[str, Checked] = {}
        self.is_wanted: Callable[[], bool] = lambda: True
        self._most = LISTED_AT_ONCE
        self._of_round: dict[Path, Sources] = {}  # each file and each answer of git is read once in a round
        self._waiting: deque[ConversationEntry] = deque()
        self.typing = single_shot(self, _TYPING_MS, self._check_next)
        """Runs while somebody types, and a moment longer."""
        self._is_again = False

    def read(self) -> None:
        """List the conversations again, and compare each with what it would get now."""
        self._is_again = self._listing.is_awaited
        if not self._is_again:
            work = partial(self._access.listing, self._most)
            self._listing = self._runner.do(work, self._take_listing, self._cannot_list)

    def read_more(self) -> None:
        """List more of them."""
        self._most = min(self._most + LISTED_AT_ONCE, MOST_LISTED)
        self.read()

    def check_store(self) -> None:
        """List the conversations again if another process has changed them; costs next to nothing if not."""
        if not (self._listing.is_awaited or self._look.is_awaited):
            self._look = self._runner.do(self._access.change_mark, self._take_mark, self._cannot_look)

    def forget_results(self) -> None:
        """Forget what they would get: the template was changed while nobody looked."""
        self._check.cancel()
        self._waiting.clear()
        self.results.clear()

    def ask_own_instructions(self, take: Callable[[bool], object]) -> None:
        """Ask whether the library has compaction instructions of its own."""
        self._runner.do(self._access.has_own_instructions, take, self.failed.emit)

    def change(self, work: Callable[[ServiceAccess], Answer], told: Callable[[Answer], object]) -> None:
        """Change some of them, tell what came of it, and list them again."""
        self._runner.do(partial(work, self._access), partial(self._after, told), self.failed.emit)

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
        notices = listing.notices or self.listing.notices  # the store says them once
        if self._is_again:
            self.listing = replace(self.listing, notices=notices)
            self.read()
            return
        self.listing = replace(listing, notices=notices)
        numbers = {entry.conversation_id: entry.number for entry in listing.entries}
        self.results = {
            name: one for name, one in self.results.items() if numbers.get(name) == one.number
        }  # shown until they are compared again
        self._check.cancel()
        self._of_round.clear()
        self._waiting = deque(listing.entries)
        self.listed.emit()
        self._check_next()

    def _take_mark(self, mark: object) -> None:
        if mark != self.listing.mark:
            self.read()

    def _cannot_look(self, _why_not: str) -> None:
        """Let the reading say why the store cannot be read, unless it did."""
        if self.listing.mark is not None:
            self.read()

    def _cannot_list(self, why_not: str) -> None:
        self.listing = Listing(notices=self.listing.notices)
        self._cannot_check(why_not)

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
        sources = self._of_round[folder]
        self._check = self._runner.do(
            partial(self._access.check, entry.conversation_id, sources),
            partial(self._take_checked, entry.conversation_id),
            self._cannot_check,
        )

    def _take_checked(self, conversation_id: str, found: Checked) -> None:
        self.results[conversation_id] = found
        self.checked.emit()
        self._check_next()

    def _cannot_check(self, why_not: str) -> None:
        self.forget_results()
        self.unreadable.emit(why_not)

    def _after(self, told: Callable[[Answer], object], answer: Answer) -> None:
        told(answer)
        self.read()

    def entry(self, conversation_id: str) -> ConversationEntry | None:
        """Return a conversation as it is listed, None where it is not."""
        return next((one for one in self.listing.entries if one.conversation_id == conversation_id), None)


def entries_of(
    listing: Listing, template: Path, others: Collection[Path] | None
) -> Sequence[ConversationEntry]:
    """Return the conversations that were constructed from a template.

    `others` are the other templates of the library, where this is the one that is in effect: all that is not
    theirs is its then, such as what was constructed before the library was moved. Else it is None.
    """
    if others is None:
        return [one for one in listing.entries if one.template.path == template]
    return [one for one in listing.entries if one.template.path not in others]
