"""The search in a text that is shown, live while the text changes, and replacing in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor

from editor_app.finding.queries import TOOK_TOO_LONG, Found, Query, find_all
from editor_app.finding.replacing import Replaced, edit_at, edits_of
from editor_app.text import Edit, Sentence, Span
from editor_app.window.kit.work.connections import Connections
from editor_app.window.kit.work.runner import NO_JOB, Runner
from editor_app.window.kit.work.slicer import Slicer
from editor_app.window.kit.work.timers import single_shot
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.painting.marks import EditsSince, Hits
from editor_app.window.text.painting.scroll_marks import ScrollMarks
from editor_app.window.text.surface import TextSurface

_MOMENT: Final = 0.03
"""The seconds that a search may take in the window's thread, but for plain words that have few hits."""
_LONG: Final = 300_000  # characters: such a text is searched after a pause, and replaced in by a thread
_PAUSE_MS: Final = 250
_EDITS_AT_ONCE: Final = 2_000
_STOPPED: Final = Sentence("window-text.replacing-stopped")
_CHANGED: Final = Sentence("window-text.changed-meanwhile")


class Finder(QObject):
    """Finds in the text of one surface at a time; `changed` tells of hits, of a current one, and of words.

    The current hit is the one that is selected. `problem` is a sentence on why there are no hits, or not all;
    `outcome` says what replacing did.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Start without a text."""
        super().__init__(parent)
        self.surface: TextSurface | None = None
        self.query = Query()
        self.within: Span | None = None
        self.problem = self.outcome = ""
        self._then: Callable[[], object] | None = None  # done once the text of now was looked through
        self._marks: ScrollMarks | None = None  # of a text that has none by itself
        self._origin: tuple[QTextCursor, int] | None = None
        self._before: tuple[str, Span] | None = None  # the text and the hit before replacing all
        self._connections, self._runner, self._slicer = Connections(), Runner(self), Slicer(self)
        self._job = NO_JOB
        self._again = single_shot(self, 0, self._search)

    @property
    def hits(self) -> Hits:
        """The hits in the text."""
        return Hits() if self.surface is None else self.surface.hits

    @property
    def is_busy(self) -> bool:
        """Whether a search or a replacement is going on."""
        return self._job.is_awaited or self._slicer.is_busy or self._again.isActive()

    @property
    def writable(self) -> EditorDocument | None:
        """The document, None where it cannot be changed."""
        contents = None if self.surface is None or self.surface.isReadOnly() else self.surface.contents
        return contents if isinstance(contents, EditorDocument) else None

    def show(self, surface: TextSurface | None) -> None:
        """Find in another text from now on, in none with None: then the hits are no longer shown."""
        if surface is self.surface:
            return
        self._connections.end()
        self.stop()
        if self.surface is not None:
            self.surface.show_hits(Hits())
        if self._marks is not None:
            self._marks.take_away()
        self._marks = None
        self.surface, self.within, self.outcome, self._before = surface, None, "", None
        if surface is None:
            return
        if surface.findChild(ScrollMarks) is None:
            self._marks = ScrollMarks(surface)
        add = self._connections.add
        add(surface.destroyed, self._forget)
        add(surface.selectionChanged, surface.viewport().update, self.changed)
        if isinstance(surface.contents, EditorDocument):
            add(surface.contents.edited, self._follow_edit)
            add(surface.contents.stepped, self._follow_step)
            add(surface.contents.read_only_changed, self._search_later)
        else:
            add(surface.document().contentsChanged, self._search_later)
        self.remember_origin()
        self._search()

    def remember_origin(self) -> None:
        """Remember where the cursor is, to which `give_back` returns until a hit is gone to."""
        if self.surface is not None:
            self._origin = QTextCursor(self.surface.textCursor()), self.surface.verticalScrollBar().value()

    def give_back(self) -> None:
        """Return to where the cursor was, unless a hit was gone to."""
        if self.surface is not None and self._origin is not None:
            cursor, scrolled = self._origin
            self.surface.setTextCursor(cursor)
            self.surface.verticalScrollBar().setValue(scrolled)

    def look_for(self, query: Query, *, goes: bool = True) -> None:
        """Find something else; with `goes`, the first hit behind the origin becomes the current one."""
        self.query, self.outcome, self._then = query, "", self._go_from_origin if goes else None
        self._search()

    def look_within(self, span: Span | None) -> None:
        """Find in a part of the text only, or in all of it."""
        self.within, self.outcome = span, ""
        self._search()

    def next_number(self, *, backwards: bool = False) -> int:
        """Return the number of the next hit, or the one before; past the ends there is none of it."""
        if self.surface is None:
            return 0
        start, end = self.surface.selected_span()
        is_at_hit = self.surface.current_hit >= 0
        number = self.hits.at_or_after(start if backwards or is_at_hit else end)
        return number + (-1 if backwards else int(is_at_hit))

    def step(self, *, backwards: bool = False) -> None:
        """Go to the next hit, or the one before, round the ends of the text."""
        self._go_to_number(self.next_number(backwards=backwards))

    def go_to_end(self, *, backwards: bool) -> None:
        """Go to the first hit, or the last, once it is found."""
        go = partial(self._go_to_number, -1 if backwards else 0)
        if self.is_busy:
            self._then = go
        else:
            go()

    def _go_to_number(self, number: int) -> None:
        hits = self.hits
        if self.surface is not None and hits.spans:
            self._origin = None
            self.surface.select_span(hits.span_now(number % len(hits.spans)))

    def replace(self, replacement: str) -> None:
        """Replace the current hit and go on to the next; without a current one, only go there."""
        document, surface = self.writable, self.surface
        if document is None or surface is None:
            return
        if surface.current_hit < 0:
            self.step()
            return
        self._origin = None
        span = surface.selected_span()
        edit = edit_at(document.text, self.query, replacement, span, self.within)
        if not isinstance(edit, Edit):
            self._say(edit or "")
            return
        document.apply_edits([edit])
        self._then = partial(self._go_behind, span.start + len(edit.text) + (not span.length))
        self._search()

    def replace_all(self, replacement: str) -> None:
        """Replace all hits as one undo step; in a long text in slices, until `stop`."""
        document = self.writable
        if document is None or self.surface is None or self.is_busy:
            return
        self._origin = None
        self._before = document.text, self.surface.selected_span()
        make = partial(edits_of, document.text, self.query, replacement, self.within)
        if len(document.text) <= _LONG and not self.query.is_regex:
            self._replace(document, document.text, make())
        else:
            self._job = self._runner.do(make, partial(self._replace, document, document.text))
            self.changed.emit()

    def stop(self) -> None:
        """Stop what is going on; a replacement that is half done is undone."""
        self._job.cancel()
        self._again.stop()
        self._then = None
        if self._slicer.is_busy and (document := self.writable) is not None:
            self._slicer.stop()
            document.undo()
            self._say(_STOPPED)

    # Searching ----------------------------------------------------------------------------------------------

    def _search_later(self) -> None:
        if self.surface is not None and not self._slicer.is_busy:
            self._again.start(_PAUSE_MS if len(self.surface.contents.text) > _LONG else 0)

    def _search(self) -> None:
        self._again.stop()
        self._job.cancel()
        if self.surface is None or self._slicer.is_busy:
            return
        text = self.surface.contents.text
        find = partial(find_all, text, self.query, self.within)
        found = find(seconds=_MOMENT)
        if found.problem == TOOK_TOO_LONG:
            self.problem = Sentence("window-text.searching")
            self._job = self._runner.do(find, partial(self._take, text))
            self.changed.emit()
        else:
            self._take(text, found)

    def _take(self, text: str, found: Found) -> None:
        if self.surface is None or self.surface.contents.text is not text:
            self._search_later()
            return
        self.problem = found.problem
        self.surface.show_hits(Hits(found.spans))
        then, self._then = self._then, None
        if then is not None:
            then()
        self.changed.emit()

    def _go_from_origin(self) -> None:
        """Make the first hit behind the origin the current one; without a hit, return there."""
        if self.surface is not None and self.hits.spans:
            at = self.surface.textCursor() if self._origin is None else self._origin[0]
            self._go_behind(self.surface.contents.bridge.offset(at.selectionStart()))
        else:
            self.give_back()

    def _go_behind(self, offset: int) -> None:
        hits = self.hits
        if self.surface is not None and hits.spans:
            self.surface.select_span(hits.span_now(hits.at_or_after(offset) % len(hits.spans)))

    def _follow_edit(self, edit: Edit) -> None:
        self.hits.since.append(edit)
        if not self._slicer.is_busy:
            self.outcome = ""  # it is no longer true
        if self.within is not None:
            self.within = EditsSince([edit]).span_now(self.within)
        self._search_later()

    def _follow_step(self, undoes: bool) -> None:
        """Go back to the hit from which all were replaced, where that is undone; replace no more of them."""
        if undoes and self._slicer.is_busy:
            self._slicer.stop()
            self._search_later()
            self._say("")
        if undoes and self.surface is not None and self._before is not None:
            text, span = self._before
            if self.surface.contents.text == text:
                self.surface.select_span(span)

    def _forget(self) -> None:
        """Forget a text that is deleted, and with it all that was connected to it."""
        self._job.cancel()
        self._again.stop()
        self._connections = Connections()
        self.surface = self._origin = self._marks = None

    # Replacing ----------------------------------------------------------------------------------------------

    def _replace(self, document: EditorDocument, text: str, replaced: Replaced) -> None:
        if document is not self.writable or document.text is not text or replaced.problem:
            self._say(replaced.problem or _CHANGED)
        else:
            self._slicer.start(self._apply(document, replaced.edits))
            self._slicer.advance()

    def _apply(self, document: EditorDocument, edits: Sequence[Edit]) -> Iterator[None]:
        """Make edits from the last to the first, so that the others stay where they are, as one undo step."""
        step = _EDITS_AT_ONCE if document.history is None else max(len(edits), 1)
        end, begun = len(edits), document.revision
        revision = begun
        while end > 0 and document.revision == revision:
            document.apply_edits(edits[max(0, end - step) : end], continues=revision > begun)
            end, revision = end - step, document.revision
            if end > 0:
                self._say(Sentence("window-text.replacing", number=len(edits) - end, count=len(edits)))
                yield
        self._slicer.stop()
        self._search()
        self._say(Sentence("window-text.replaced", count=len(edits) - max(end, 0)))

    def _say(self, words: str) -> None:
        self.outcome = words
        self.changed.emit()
