"""The session of a window: kept while it lasts, brought back by the next one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.clock import Clock
from editor_app.library.files.reading import quoted
from editor_app.library.journal.taking import (
    FoundJournal,
    UnsavedElsewhere,
    note_library,
    remove_old_set_aside,
    take_journals,
    unsaved_elsewhere,
)
from editor_app.library.journal.writing import JournalWriter, open_journal
from editor_app.library.paths import is_folder
from editor_app.text import Sentence, some_of, together
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.trust.words import home_relative
from editor_app.window.frame.notices import User
from editor_app.window.kit.words.times import moment
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.runner import Runner
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import repeating, single_shot
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.session.closed_tabs import ClosedTabs
from editor_app.window.session.journaling import Journaling, OpenWriter
from editor_app.window.session.plan import plan_of
from editor_app.window.session.recovery import Recovery, RecoveryRemedy
from editor_app.window.session.restoring import Restoring
from editor_app.window.session.state import SessionState, session_to_json
from editor_app.window.session.views import TabViews

START_WEIGHT = 10_000  # records and edits that are read before the window is shown, of all journals together
_SLICE_WEIGHT = 300
_SOON_MS = 80  # and the journal's group; counted from the first change
_LOOK_MS = 2_000  # for what no signal tells: carets, scrolls
_FLUSH_SECONDS = 0.02  # what the window waits for the disk in one event
_CLOSE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Journals:
    """The journals of a library: how to open a new one, and to take those that others left.

    `look_elsewhere` is called in another thread, for what other libraries have; `take_of` takes the journals
    of one of them.
    """

    open: OpenWriter
    take: Callable[[], tuple[tuple[FoundJournal, ...], tuple[str, ...]]]
    look_elsewhere: Callable[[], tuple[UnsavedElsewhere, ...]] = lambda: ()
    take_of: Callable[[Path], tuple[FoundJournal, ...]] = lambda _library: ()


def journals_of(state_dir: Path, library: Path, clock: Clock) -> Journals:
    """Return the journals of a library in the state folder."""

    def open_one(on_trouble: Callable[[str], None]) -> JournalWriter:
        writer = open_journal(state_dir, library, now=clock(), clock=clock, on_trouble=on_trouble)
        with suppress(OSError):  # other libraries then do not mention this one
            note_library(state_dir, library)
        return writer

    def take() -> tuple[tuple[FoundJournal, ...], tuple[str, ...]]:
        remove_old_set_aside(state_dir, clock())
        return take_journals(state_dir, library, START_WEIGHT)

    return Journals(
        open_one,
        take,
        lambda: unsaved_elsewhere(state_dir, library),
        lambda other: take_journals(state_dir, other)[0],
    )


class Session(QObject):
    """Keeps tabs, views and unsaved texts in a journal, and restores what earlier journals hold.

    An earlier journal is removed once the new one has all of it on the disk.
    """

    set_aside_requested = Signal()
    library_requested = Signal(Path)  # another one, of which there is unsaved text

    def __init__(
        self,
        journals: Journals,
        documents: Documents,
        shown: WindowView,
        user: User,
        show_history: Callable[[Sequence[Path]], object],
        parent: QObject | None = None,
    ) -> None:
        """Take the earlier journals, and begin a new one; `show_history` shows the versions of files."""
        super().__init__(parent)
        self._files, self._resolver = documents.files, documents.resolver
        self._tabs, self._current = shown.tabs, shown.current
        self._preview = shown.panels.preview
        self._notifier = user.notifier
        taken, self._sentences = journals.take()
        self._earlier = tuple(journal for journal in taken if journal.is_read)
        # The start read only a part of these; the program itself writes hardly any so heavy.
        self._heavy = [journal for journal in taken if not journal.is_read]
        self._heavy_reading = Slicer(self)
        self.journaling = Journaling(self._files, journals.open, self)
        self._views = TabViews(documents, shown, self)
        self.closed_tabs = ClosedTabs(self._files, self._tabs, self._views, user.notifier.say)
        self.restoring = Restoring(
            files=self._files,
            tabs=self._tabs,
            views=self._views,
            journaling=self.journaling,
            say=self._tell,
            parent=self,
        )
        self.recovery = Recovery(documents, self.restoring, user, show_history, self)
        self._journals, self._clock = journals, documents.clock
        self._elsewhere: Sequence[UnsavedElsewhere] = ()  # that is still to be mentioned
        self._runner = Runner(self)
        self._mention_later = single_shot(self, 0, self._mention_elsewhere)
        self._last: SessionState | None = None
        self._is_started = False
        self._has_released = False
        self._is_discarded = False
        self._has_said_late = False
        self._soon = single_shot(self, _SOON_MS)
        self._now_and_then = repeating(self, _LOOK_MS)
        self._connect()
        self._current.status.first = self.recovery.status
        self._current.status.unsaved_words = self.journaling.in_words

    def _connect(self) -> None:
        files = self._files
        connect(
            (self._notifier.gone, self._mention_later.start),
            (self._soon.timeout, self.keep_state),
            (self._now_and_then.timeout, self.keep_state),
            (files.opened, self._keep_soon),
            (files.closed, self._keep_soon),
            (files.renamed, self._keep_soon),
            (files.opened, lambda file: file.values_changed.connect(self._keep_soon)),
            (self._tabs.current_changed, self._keep_soon),
            (self.restoring.finished, self._offer_recovered),
            (self.journaling.trouble_changed, self._show_trouble),
            (self.recovery.changed, self._current.show_status),
            (self._current.remedy_requested, self._choose),
        )

    def start(self, paths: Collection[Path]) -> bool:
        """Restore the earlier session; return whether there was one. `paths` are opened next."""
        self._is_started = True
        contents = [journal.content for journal in self._earlier]
        self._sentences += tuple(sentence for content in contents for sentence in content.sentences)
        plan = plan_of(contents)
        if plan.has_session:
            self._tabs.set_zoom(plan.session.zoom)
            self._preview.show_view_if_known(plan.session.preview)
            context = self._resolver.context  # what was given for this start stays
            self._resolver.change(
                replace(
                    context,
                    model=context.model or plan.session.model,
                    conversation_id=context.conversation_id or plan.session.conversation_id,
                    clock=context.clock or plan.session.clock,
                )
            )
        self.restoring.start(plan, paths)
        if not paths and self._has_keyboard_free():
            self._focus_text()
        if not plan.tabs:
            self._tell("")
        if self.journaling.trouble:  # told while the journal was being opened, before anybody listened
            self._show_trouble()
        self._runner.do(self._journals.look_elsewhere, self._take_elsewhere)
        self._heavy_reading.start(self._read_heavy())
        self._now_and_then.start()
        self._soon.start()
        return plan.has_session

    def _read_heavy(self) -> Iterator[None]:
        """Read on in heavy journals, and restore their texts besides the tabs that are there."""
        while self._heavy:
            journal = self._heavy[0]
            journal.read_on(_SLICE_WEIGHT)
            if journal.is_read:
                self._heavy.pop(0)
                self._earlier = (*self._earlier, journal)
                self._sentences = (*self._sentences, *journal.content.sentences)
                self.restoring.add(plan_of([journal.content]))
            yield

    def is_safe(self) -> bool:
        """Whether all unsaved text would be back after closing now."""
        return self.journaling.is_safe(_CLOSE_SECONDS)

    def may_close(self, ask: Callable[[], bool]) -> bool:
        """Whether closing loses nothing, or the user agrees; then nothing comes back at the next start."""
        if self.is_safe():
            return True
        if not ask():
            return False
        self._is_discarded = True
        self.journaling.end_all()
        return True

    def close(self) -> None:
        """Keep the last state, and end in order."""
        self._now_and_then.stop()
        self._soon.stop()
        is_done = self.restoring.is_done  # the user was asked about what was open
        self._heavy_reading.stop()
        for journal in self._heavy:  # what was not read is left to the next start
            journal.release()
        self._heavy.clear()
        self.restoring.restore_all()
        self.keep_state()
        self.journaling.close()
        self._files.marks.forget_all()
        for journal in self._earlier:
            if self._is_discarded and is_done:
                journal.remove()
            journal.release()
        self._earlier = ()

    def _keep_soon(self, *_event: object) -> None:
        if self._is_started and not self._soon.isActive():
            self._soon.start()

    def keep_state(self) -> None:
        """Keep the state if it has changed, and remove the earlier journals once nothing is only there.

        While tabs are still being restored, the earlier state is the one that counts.
        """
        if not self._is_started or self.restoring.is_at_work:
            return
        context = self._resolver.context
        state = replace(
            self._views.state(self.journaling, self._preview.switch.current),
            model=context.model,
            conversation_id=context.conversation_id,
            clock=context.clock,
        )
        if state != self._last:
            self._last = state
            self.journaling.keep_session(session_to_json(state))
        if self._earlier and self.journaling.is_safe(_FLUSH_SECONDS):
            self._release_texts()

    def _release_texts(self) -> None:
        """Remove from the earlier journals what the new one has on the disk.

        What a user does with one text is not undone at the next start because another did not come back.
        """
        if self.restoring.is_done:
            for journal in self._earlier:
                journal.remove()
            self._earlier = ()
            return
        if self._has_released or any(file.is_restoring for file in self._files.files):
            return
        sources = [tab.source for tab in self.restoring.plan.tabs if tab.source is not None]
        left = [source for source in sources if source.text not in self.journaling.taken_over]
        if left:
            self._has_released = True
            for journal in self._earlier:
                journal.keep_only(left)

    def _choose(self, remedy: object) -> None:
        """Do what a link about recovered texts stands for; the text in front has the focus then."""
        if not isinstance(remedy, RecoveryRemedy):
            return
        takes_focus = self._has_keyboard_free()
        self.recovery.choose(remedy)
        if takes_focus:
            self._focus_text()

    def _take_elsewhere(self, unsaved: Sequence[UnsavedElsewhere]) -> None:
        self._elsewhere = unsaved
        self._mention_elsewhere()

    def _mention_elsewhere(self) -> None:
        """Say it, once no other notice is there: each of those is about what is open."""
        if not self._elsewhere or self._notifier.isVisible():
            return
        [newest, *others], self._elsewhere = self._elsewhere, ()
        sentence = Sentence(
            "window-session.unsaved-elsewhere",
            library=quoted(home_relative(newest.root)),
            when=moment(newest.last_write, self._clock()),
            others=len(others),
        )
        if is_folder(newest.root):
            open_it = partial(self.library_requested.emit, newest.root)
            self._notifier.say(sentence, (Sentence("window-session.open"), open_it))
        else:  # no window can open it
            sentence = Sentence("window-session.elsewhere-gone", sentence=sentence)
            bring = Sentence("window-session.bring-here"), partial(self._bring_here, newest.root)
            self._notifier.say(sentence, bring)

    def _bring_here(self, library: Path) -> None:
        """Open the unsaved texts of a library that is not there any more, each in no file."""
        names: list[str] = []
        for journal in self._journals.take_of(library):
            is_whole = True
            for text in journal.content.texts:
                file = self.restoring.restore_apart(text) if text.text else None
                if file is not None:
                    name, tab = quoted(text.document.name), quoted(file.path.name)
                    names.append(Sentence("window-session.name-as-tab", name=name, tab=tab))
                is_whole &= (file.text_in_full if file is not None else "") == text.text
            if is_whole and self.journaling.is_safe(_CLOSE_SECONDS):
                journal.remove()
            journal.release()
        self.keep_state()
        sentence = Sentence("window-session.brought-here", names=some_of(names, 3))
        self._notifier.say(sentence if names else Sentence("window-session.nothing-brought-here"))

    def _has_keyboard_free(self) -> bool:
        """Whether the focus is nowhere or at the tabs: the user has put it at no other place."""
        window = self._tabs.window()
        focus = window.focusWidget()
        return focus is None or focus is window or self._tabs.isAncestorOf(focus)

    def _focus_text(self) -> None:
        place = self._tabs.current_page or self._current.editor
        if place is not None:
            place.setFocus()

    def _offer_recovered(self) -> None:
        if self._has_keyboard_free():
            self._focus_text()
        recovered = self.restoring.recovered
        if recovered:
            self.recovery.offer(recovered, self.restoring.plan.stopped_at)
        self.keep_state()

    def _show_trouble(self) -> None:
        self._current.show_status()
        trouble = self.journaling.trouble
        is_late = self.journaling.is_only_late
        is_news = not (is_late and self._has_said_late)  # a slow disk comes and goes
        self._has_said_late |= is_late
        if trouble and is_news:
            self._notifier.announce(trouble)

    def _tell(self, sentence: str) -> None:
        """Say what could not be restored, with what is wrong with the earlier journals."""
        about_journals, self._sentences = self._sentences, ()
        words = together((*about_journals, sentence))
        if about_journals:
            set_aside = Sentence("window-session.journals-set-aside"), self.set_aside_requested.emit
            self._notifier.say(words, set_aside)
        elif words:
            self._notifier.say(words)
