"""Showing conversations: the list of them, and the page of the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.model_text import ModelText, render
from editor_app.analysis.trials import Trial
from editor_app.conversations.results import Construction, ConversationEntry
from editor_app.library.paths import COMPACTION_NAME, TEMPLATE_NAME
from editor_app.text import Sentence
from editor_app.variables.resolver import Context, Snapshot
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.layout_memory import Room
from editor_app.window.frame.main_window import MainWindow
from editor_app.window.kinds.template import conversation_rows
from editor_app.window.kinds.template.conversation.conversation_panel import ConversationPanel
from editor_app.window.kinds.template.conversations import (
    LIBRARY_INSTRUCTIONS,
    MOST_LISTED,
    Conversations,
    Details,
    entries_of,
    is_left_over,
)
from editor_app.window.kinds.template.panels.conversations.conversations_panel import (
    ConversationsPanel,
)
from editor_app.window.kit.work.connections import connect


class ConversationDisplay(QObject):
    """Fills the list and the page of conversations while one of them is shown."""

    status_changed = Signal()

    def __init__(
        self,
        *,
        conversations: Conversations,
        listed: ConversationsPanel,
        page: ConversationPanel,
        documents: Documents,
        window: MainWindow,
        choose_file: Callable[[str, Path], Path | None],
    ) -> None:
        """Use these parts; `choose_file` asks for one, with a title and where to begin."""
        super().__init__(page)
        self.conversations = conversations
        self._listed = listed
        self._page = page
        self._documents = documents
        self._window = window
        self._choose_file = choose_file
        self.file: OpenFile | None = None
        self._number: int | None = None  # of the construct that is shown, None for the last one
        self._instructions: str | Path = LIBRARY_INSTRUCTIONS
        self.choose_next = ""
        """The conversation that is shown as soon as it is listed."""
        conversations.is_wanted = lambda: self._is_shown
        connect(
            (listed.wanted, self.refresh),
            (listed.scope_box.currentIndexChanged, lambda _index: self._show_list()),
            (listed.more_requested, conversations.read_more),
            (listed.row_chosen, self._choose),
            (listed.row_clicked, self._show_page_beside),
            (listed.shown_requested, self.show),
            (page.wanted, self.refresh),
            (page.build_chosen, self._choose_build),
            (page.compaction_wanted, self._ask_compaction),
            (page.instructions_chosen, self._choose_instructions),
            (conversations.listed, self._take_list),
            (conversations.unreadable, self._say_unreadable),
            (conversations.checked, self._show_list),
        )

    def _show_page_beside(self) -> None:
        """Bring the page to the front where it does not take the place of the list."""
        if self._window.room is Room.WIDE:
            self._window.show_right("conversation")

    @property
    def status(self) -> str:
        """How many conversations of the template would get something else, "" where that is not known."""
        results = self.conversations.results
        names = [entry.conversation_id for entry in self._entries()]
        if self.file is None or any(name not in results for name in names):
            return ""
        return conversation_rows.status_in_words([results[name] for name in names])

    def follow(self, file: OpenFile | None) -> None:
        """Show the conversations of the template that has come to the front."""
        if file is self.file:
            return
        if self.file is not None:
            self.file.document.edited.disconnect(self.conversations.typing.start)
        self.file = file
        if file is not None:
            file.document.edited.connect(self.conversations.typing.start)
            self.refresh()

    def refresh(self) -> None:
        """Ask again which conversations there are, and what they would get; not while none is shown."""
        if self.file is not None and self._is_shown:
            self.conversations.read()
        elif self.file is not None:
            before = self.status
            self.conversations.forget_results()
            if self.status != before:
                self.status_changed.emit()

    def check_store(self) -> None:
        """Ask again if a program has constructed or deleted some; not while none is shown."""
        if self.file is not None and self._is_shown:
            self.conversations.check_store()

    def show(self, conversation_id: str) -> None:
        """Show a conversation on its page, and focus that."""
        self._choose(conversation_id)
        self._window.show_right("conversation")
        self._page.focus_text()

    # What is shown ------------------------------------------------------------------------------------------

    @property
    def _is_shown(self) -> bool:
        return self._listed.isVisible() or self._page.isVisible()

    def _entries(self) -> Sequence[ConversationEntry]:
        """Return the conversations of the template in front, or with that scope all of the library."""
        listing = self.conversations.listing
        if self.file is None or self._listed.scope_box.currentIndex() > 0:  # all
            return listing.entries
        path, library = self.file.path, self._documents.files.library
        templates = {library.own_text(TEMPLATE_NAME), library.default_text(TEMPLATE_NAME)}
        in_effect = library.text_in_effect(TEMPLATE_NAME)
        return entries_of(listing, path, templates - {path} if path == in_effect else None)

    def _take_list(self) -> None:
        listing = self.conversations.listing
        self._listed.show_notices(listing.notices)
        gone = (library for library in listing.elsewhere if library.is_gone)
        self._listed.show_gone(sorted(gone, key=is_left_over))  # what can be taken over comes first
        self._show_list()
        if self.choose_next:
            self._listed.choose(self.choose_next)
            self._page.begin(self.choose_next)
            self.choose_next, self._number = "", None
        elif not self._page.conversation_id and self._page.isVisible() and (entries := self._entries()):
            self._listed.choose(entries[0].conversation_id)
            self._page.begin(entries[0].conversation_id)
        self._ask_details()

    def _show_list(self) -> None:
        file, listing, now = self.file, self.conversations.listing, self._documents.clock()
        if file is None:
            return
        if entries := self._entries():
            results = self.conversations.results
            rows = [
                conversation_rows.conversation_row(entry, results.get(entry.conversation_id), now)
                for entry in entries
            ]
            has_more = listing.has_more and len(listing.entries) < MOST_LISTED
            more = "yes" if listing.has_more else "no"
            number = Sentence("window-template.conversation-count", count=len(rows), more=more)
            self._listed.show_rows(rows, number, has_more=has_more)
        elif listing.entries:
            self._listed.show_nothing(
                Sentence("window-template.none-of-template"),
                Sentence("window-template.all-shows", count=len(listing.entries)),
            )
        else:
            self._listed.show_nothing(
                Sentence("window-template.no-conversations-yet"), Sentence("window-template.none-yet")
            )
        self.status_changed.emit()

    def _say_unreadable(self, sentence: str) -> None:
        self._listed.show_gone(())
        self._listed.show_nothing(Sentence("window-template.cannot-be-read"), sentence)
        self._page.show_nothing(Sentence("window-template.cannot-be-read"), sentence)
        self.status_changed.emit()

    # One conversation ---------------------------------------------------------------------------------------

    def _choose(self, conversation_id: str) -> None:
        if conversation_id != self._page.conversation_id:
            self._number = None
            self._page.begin(conversation_id)
            self._ask_details()

    def _choose_build(self, number: int) -> None:
        self._number = number
        self._ask_details()

    def _ask_details(self) -> None:
        name, number = self._page.conversation_id, self._number
        if not name or not self._page.isVisible():
            return
        if self.conversations.entry(name) is None:
            self._page.show_nothing()
            return

        def show(details: Details) -> None:
            self._page.show_details(details, self._documents.clock())

        self.conversations.ask(
            name,
            lambda access, sources: access.details(name, number, sources),
            show,
            lambda why_not: show(Details((), None, why_not)),
        )

    def _ask_compaction(self) -> None:
        name, instructions = self._page.conversation_id, self._instructions
        has_own = self._documents.files.library.has_own_text(COMPACTION_NAME)
        self._page.offer_instructions(has_own, instructions)
        self.conversations.ask(
            name,
            lambda access, sources: access.compaction(name, instructions, sources),
            lambda parts: self._page.show_compaction(
                parts, self._documents.clock(), self._rendered(parts.compaction.rebuilt)
            ),
            partial(self._page.compaction.say, Sentence("window-template.cannot-build-now")),
        )

    def _choose_instructions(self, chosen: str) -> None:
        before = self._instructions
        if chosen:
            self._instructions = chosen
        else:
            start = before.parent if isinstance(before, Path) else self._documents.files.library.root
            self._instructions = (
                self._choose_file(Sentence("window-template.instructions-of-a-compaction"), start) or before
            )
        self._ask_compaction()

    def _rendered(self, built: Construction) -> ModelText | None:
        """Return what the template in front gives with the values of a prompt, to show its marks."""
        file = self.file
        if file is None or file.analysis.template is None:
            return None
        context = Context(Path(built.cwd), built.model, built.conversation_id)
        snapshot = Snapshot(
            built.values, built.notes, context, built.constructed_at or self._documents.clock()
        )
        return render(file.analysis, Trial(built.given, snapshot=snapshot))
