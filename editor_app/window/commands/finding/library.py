"""Commands that find and replace in the files of the library.

Open files are searched as they are in their editors, and changed there as one step; the others are written to
the disk, with their version before in local history. One Undo takes back both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from editor_app.finding.files import FileHits, replace_in_file
from editor_app.finding.replacing import edits_of
from editor_app.library.files.file_changes import FileChange, Step
from editor_app.library.files.reading import FileError, quoted
from editor_app.library.kinds import UNRECOGNISED
from editor_app.text import Edit, Span
from editor_app.window.commands.finding.search import LibrarySearch
from editor_app.window.documents.changes import JointStep
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.dock import Page
from editor_app.window.frame.notices import User
from editor_app.window.kit.words.plain_text import counted
from editor_app.window.kit.work.connections import connect
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.panels.find.find_panel import FindPanel, Results
from editor_app.window.panels.find.find_rows import FindRow, FoundFile
from editor_app.window.perspectives.window_services import WindowView
from editor_app.window.text.finding.find_fields import Searched

_SLICE_MS = 40
_CHANGED = "changed on disk, read again"


class LibraryFinding:
    """Finds and replaces in the library, on a page below the text that is made when it is first asked for."""

    def __init__(self, *, documents: Documents, shown: WindowView, user: User, searched: Searched) -> None:
        """Use these parts; `searched` is what was looked for last, in texts too."""
        self._documents, self._shown, self._user, self._searched = documents, shown, user, searched
        self._panel: FindPanel | None = None
        self._search = LibrarySearch(documents.library, documents.files, shown.window)
        self._slicer = Slicer(shown.window, milliseconds=_SLICE_MS)
        self._notes: dict[Path, str] = {}
        self._steps: dict[FileChange, JointStep] = {}
        connect((self._search.changed, self._show), (documents.work.undone, self._undo_step))

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
                (self._panel.closed, self._leave),
            )
        return self._panel

    def open(self, *, replaces: bool = False) -> None:
        """Show the page, and look for what is selected, or what was looked for last."""
        editor, query = self._shown.current.editor, self._searched.query
        if editor is not None and editor.hasFocus():
            query = self._searched.for_words(editor.selected_text())
        self._shown.window.show_below(Page("find", "Find in library", self.panel, usual_height=268))
        self.panel.open_for(query, replaces=replaces, kinds=tuple(dict.fromkeys(self._headings())))

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit in the library, or the one before."""
        if self._panel is not None:
            self._panel.step(backwards=backwards)

    def _leave(self) -> None:
        """Give the keys back to the text."""
        if self._shown.tabs.current_place is not None:
            self._shown.tabs.current_place.setFocus()

    def _headings(self) -> Iterator[str]:
        for file in self._documents.library.index.files:
            if file.problem is None and file.kind.listing.heading:
                yield file.kind.listing.heading

    def _look_for(self, query: object, heading: str) -> None:
        self._notes.clear()
        self._search.start(query, {heading} if heading else ())  # type: ignore[arg-type]  # a signal's

    def _stop(self) -> None:
        self._search.stop()
        self._slicer.stop()
        self._show()

    def _go_to(self, found: FindRow) -> None:
        had_focus = self.panel.isAncestorOf(self.panel.window().focusWidget())
        file = self._documents.files.open(found.path)
        if file is None or found.span is None:
            return
        self._shown.tabs.show_document(file.document)
        end = min(found.span.end, len(file.text))
        self._shown.current.go_to(Span(min(found.span.start, end), end))
        editor = self._shown.current.editor
        if editor is not None and editor.contents is file.document:
            editor.select_span(Span(min(found.span.start, end), end))
        if had_focus:
            self.panel.tree.setFocus()

    def _show(self) -> None:
        search = self._search
        kinds = {file.path: (file.kind, file.relative) for file in self._documents.library.index.files}
        files = []
        for hits in search.found:
            kind, name = kinds.get(hits.path, (UNRECOGNISED, hits.path.name))
            files.append(
                FoundFile(hits, name, kind.listing.icon, self._note(hits), self._why_not(hits) or "")
            )
        self.panel.show_results(Results(search.query, files, search.searched, search.is_busy, search.problem))

    def _note(self, hits: FileHits) -> str:
        return self._notes.get(hits.path, "" if hits.hash else "open: one undo step")

    def _why_not(self, hits: FileHits) -> str | None:
        """Return why nothing is replaced in a file, None where it is."""
        files = self._documents.files
        file = files.find(hits.path)
        why = file.document.read_only_because if file is not None else files.why_read_only(hits.path)
        return "read-only, stays as it is" if why is not None else None

    # Replacing ----------------------------------------------------------------------------------------------

    def _replace(self, by: str, chosen: Mapping[Path, frozenset[Span]]) -> None:
        if not self._slicer.is_busy:
            self._slicer.start(self._replacing(by, chosen))
            self._slicer.advance()

    def _replacing(self, by: str, chosen: Mapping[Path, frozenset[Span]]) -> Iterator[None]:
        """Replace in file after file, and tell at last what was done and what was not."""
        edits: dict[OpenFile, tuple[Edit, ...]] = {}
        steps: list[Step] = []
        told: list[str] = []
        done = 0
        for hits in [hits for hits in self._search.found if hits.path in chosen]:
            only = chosen[hits.path]
            file = self._documents.files.find(hits.path)
            try:
                if file is not None:
                    edits[file] = self._edits_in(file, hits, by, only)
                else:
                    step, warnings = self._write(hits, by, only)
                    steps.append(step)
                    told += warnings
                done += len(only)
            except FileError as error:
                told.append(error.sentence)
                self._notes[hits.path] = _CHANGED
            yield
        self._slicer.stop()
        self._tell(
            f"Replaced {counted(done, 'hit')} in {counted(len(edits) + len(steps), 'file')}.",
            edits,
            steps,
            told,
        )
        notes = dict(self._notes)
        self._search.start(self._search.query, self._search.kinds)
        self._notes = notes

    def _edits_in(self, file: OpenFile, hits: FileHits, by: str, only: frozenset[Span]) -> tuple[Edit, ...]:
        file.take_composed()
        if file.text != hits.text:
            raise FileError(f"{quoted(file.path.name)} was changed meanwhile and stays as it is.", file.path)
        replaced = edits_of(hits.text, self._search.query, by, only=only)
        if replaced.problem:
            raise FileError(f"{quoted(file.path.name)} stays as it is. {replaced.problem}", file.path)
        return replaced.edits

    def _write(self, hits: FileHits, by: str, only: frozenset[Span]) -> tuple[Step, tuple[str, ...]]:
        files = self._documents.files
        return replace_in_file(
            hits,
            self._search.query,
            by,
            only,
            state_dir=files.state_dir,
            now=files.clock(),
            access=files.library.access,
        )

    def _tell(
        self, sentence: str, edits: Mapping[OpenFile, tuple[Edit, ...]], steps: list[Step], told: list[str]
    ) -> None:
        """Make the edits of the open files, and offer to undo them with what was written."""
        work, joint = self._documents.work, self._shown.tab_files.steps
        made = joint.make("the replacement in the library", edits) if edits else None
        warnings = tuple(dict.fromkeys(told))
        change = FileChange(sentence, tuple(steps), self._documents.files.state_dir, warnings)
        if not steps and made is not None:
            undo = ("Undo", partial(joint.step, made, undoes=True))
            self._user.notifier.say(change.in_words, undo, step=made)
            return
        if made is not None:
            self._steps[change] = made
        work.do(lambda: change)

    def _undo_step(self, _change: object) -> None:
        """Undo in the open files what was written to the others and is undone there."""
        last = self._documents.work.last_undone
        step = self._steps.pop(last, None) if last is not None else None
        if step is not None:
            self._shown.tab_files.steps.step(step, undoes=True)
        if self._panel is not None and self._panel.isVisible():
            self._search.start(self._search.query, self._search.kinds)
