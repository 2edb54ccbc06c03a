"""Commands that find and replace in the files of the library.

Open files are searched as they are in their editors, and changed there as one step; the others are written to
the disk, with their version before in local history. One Undo takes back both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from editor_app.finding.files import FileHits, file_edits, replace_in_file
from editor_app.finding.queries import Query
from editor_app.finding.replacing import Replaced
from editor_app.library.files.file_changes import FileChange, Step
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.kinds import heading_place
from editor_app.text import Edit, Sentence, Span, difference
from editor_app.window.commands.finding.search import LibrarySearch
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.dock import Page
from editor_app.window.frame.notices import User
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.panels.find.find_panel import FindPanel, Results
from editor_app.window.panels.find.find_rows import FindRow, FoundFile
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.finding.find_fields import Searched
from editor_app.window.text.painting.marks import EditsSince

_SLICE_MS, _PAUSE_MS = 40, 150
_Chosen: TypeAlias = "Mapping[Path, frozenset[Span]]"


class LibraryFinding(WindowCommands):
    """Finds and replaces in the library, on a page below the text that is made when it is first asked for."""

    def __init__(self, documents: Documents, shown: WindowView, user: User, *, searched: Searched) -> None:
        """Use the parts of a window; `searched` is what was looked for last, in texts too."""
        super().__init__(documents, shown, user)
        self._searched = searched
        self._panel: FindPanel | None = None
        self._search = LibrarySearch(documents.library, documents.files, shown.window)
        self._slicer = Slicer(shown.window, milliseconds=_SLICE_MS)
        self._notes: dict[Path, str] = {}
        self._is_stopped = False
        self._again = single_shot(shown.window, _PAUSE_MS, self._look_again)
        documents.files.opened.connect(lambda file: file.document.stepped.connect(self._again.start))
        connect((self._search.changed, self._show), (shown.tab_files.steps.stepped, self._again.start))

    @property
    def panel(self) -> FindPanel:
        """The page below the text."""
        if self._panel is None:
            self._panel = FindPanel(self._searched)
            connect(
                (self._panel.search_requested, self._look_for),
                (self._panel.stop_requested, self._stop),
                (self._panel.go_to_requested, self._go_to),
                (self._panel.replace_requested, self._replace),
                (self._panel.closed, self.focus_text),
            )
        return self._panel

    def open(self, *, replaces: bool = False) -> None:
        """Show the page, and look for what is selected, or what was looked for last."""
        editor = self._current.editor
        selected = editor.selected_text() if editor is not None and editor.hasFocus() else ""
        query = self._searched.for_words(selected)
        self._shown.window.show_below(
            Page("find", Sentence("window-commands.find-in-library-page"), self.panel, usual_height=268)
        )
        self.panel.open_for(query, replaces=replaces, kinds=self._headings(), selected=selected)

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit in the library, or the one before."""
        if self._panel is not None:
            self._panel.step(backwards=backwards)

    def _headings(self) -> Sequence[str]:
        files = (file for file in self._library.index.files if file.problem is None)
        return tuple(filter(None, dict.fromkeys(file.kind.listing.heading for file in files)))

    def _look_for(self, query: Query, heading: str) -> None:
        self._notes.clear()
        self._search.start(query, heading)

    def _stop(self) -> None:
        self._is_stopped = True
        if self._search.is_busy:
            self._search.stop()
            self._show()

    def _go_to(self, found: FindRow) -> None:
        had_focus = self.panel.isAncestorOf(self.panel.window().focusWidget())
        file = self._open_files.open(found.path)
        if file is None or found.span is None:
            return
        self._tabs.show_document(file.document)
        edit = difference(found.file.hits.text, file.text)
        span = found.span if edit is None else EditsSince([edit]).span_now(found.span)
        self._current.go_to(span)
        editor = self._current.editor
        if editor is not None:  # which may show a part of the file alone, such as a block or a message
            start = editor.cursor_offset()
            shown = Span(start, start + span.length)
            if shown.of(editor.contents.text) == span.of(file.text):
                editor.select_span(shown)
        if had_focus:
            self.panel.tree.setFocus()

    def _show(self) -> None:
        """Show what was found: what can be changed first, then as the library lists its kinds."""
        search, files = self._search, []
        for file, hits in sorted(search.found, key=lambda each: heading_place(each[0].kind.listing.heading)):
            note = self._notes.get(hits.path, "" if hits.hash else Sentence("window-commands.open-in-tab"))
            files.append(FoundFile(hits, file.relative, file.kind.listing.icon, note, self._why_not(hits)))
        files.sort(key=lambda found: bool(found.why_not))
        unread = tuple(file.relative for file in search.unread)
        found = Results(search.query, files, search.searched, search.is_busy, search.problem, unread)
        self.panel.show_results(found)

    def _why_not(self, hits: FileHits) -> str:
        """Return why nothing is replaced in a file, "" where it is."""
        files = self._open_files
        file = files.find(hits.path)
        why = file.document.read_only_because if file is not None else files.why_read_only(hits.path)
        return Sentence("window-commands.read-only-note") if why is not None else ""

    # Replacing ----------------------------------------------------------------------------------------------

    def _replace(self, by: str, chosen: _Chosen) -> None:
        if not self._slicer.is_busy:
            self._is_stopped = False
            self._slicer.start(self._replacing(by, chosen))
            self._slicer.advance()

    def _replacing(self, by: str, chosen: _Chosen) -> Iterator[None]:
        """Write file after file until it is stopped, then change the open ones, and tell what was done."""
        files, query = self._open_files, self._search.query
        wanted = [hits for _file, hits in self._search.found if hits.path in chosen]
        replace = partial(replace_in_file, query=query, replacement=by, state_dir=files.state_dir)
        written, told = dict[Path, Step](), list[str]()
        for number, hits in enumerate(wanted):
            if self._is_stopped:
                break
            if files.find(hits.path) is not None:  # now: it may have been opened meanwhile
                continue
            path, access = hits.path, files.library.access
            try:
                step, warnings = replace(hits, only=chosen[path], now=files.clock(), access=access)
                written[path] = step
                told += warnings
            except FileError as error:
                self._refuse(path, error.sentence, told)
            self.panel.show_progress(
                Sentence("window-commands.replacing", number=number + 1, count=len(wanted))
            )
            yield
        self._slicer.stop()
        others = [hits for hits in wanted if hits.path not in written and not self._is_stopped]
        edits_of = partial(file_edits, query=query, replacement=by)
        edits = dict(self._edits_of_open(others, edits_of, chosen, told))
        done = sum(len(chosen[path]) for path in written) + sum(map(len, edits.values()))
        matches = Sentence("text.matches", count=done)
        in_files = Sentence("text.files", count=len(edits) + len(written))
        sentence = Sentence("window-commands.replaced", count=done, matches=matches, files=in_files)
        state_dir, warned = files.state_dir, tuple(dict.fromkeys(told))
        self._tell(FileChange(sentence, tuple(written.values()), state_dir, warned), edits)
        self._search.again()

    def _edits_of_open(
        self, found: Sequence[FileHits], edits_of: Callable[..., Replaced], chosen: _Chosen, told: list[str]
    ) -> Iterator[tuple[OpenFile, tuple[Edit, ...]]]:
        for hits in found:
            file = self._open_files.find(hits.path)
            if file is not None:
                file.take_composed()
                replaced = edits_of(hits, only=chosen[hits.path])
                if file.text == hits.text and replaced.edits:
                    yield file, replaced.edits
                else:
                    why = replaced.problem or Sentence("window-commands.it-was-changed")
                    self._refuse(
                        hits.path,
                        Sentence("window-commands.stays-as-it-is", name=quoted(hits.path.name), why=why),
                        told,
                    )

    def _refuse(self, path: Path, sentence: str, told: list[str]) -> None:
        told.append(sentence)
        self._notes[path] = Sentence("window-commands.changed-read-again")

    def _tell(self, change: FileChange, edits: Mapping[OpenFile, tuple[Edit, ...]]) -> None:
        """Make the edits of the open files, and offer to undo them with what was written."""
        joint, written = self._shown.tab_files.steps, change if change.steps else None
        if written is None and not edits:
            self._notifier.say(change.in_words)
            return
        made = joint.make(Sentence("window-commands.replacement-step"), edits, written)
        if written is None:
            undo = (Sentence("window-commands.undo-link"), partial(joint.step, made, undoes=True))
            self._notifier.say(change.in_words, undo, step=made)
        else:
            self._work.do(lambda: change)

    def _look_again(self) -> None:
        """Look for the same once a step was undone or redone, while the hits are shown."""
        if self._panel is not None and self._panel.isVisible():
            self._search.again()
