"""The content of one block in a document of its own, whose edits are edits of the file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.edits.values import Through
from editor_app.system_messages.model.entities import BlockPath
from editor_app.text import Edit, Fix, Span, difference, rebased
from editor_app.window.documents.part_link import PartLink, end_of_change
from editor_app.window.kinds.system_message.linked_content import (
    LinkedContent,
    block_around,
    content_at,
)
from editor_app.window.text.document.document import EditorDocument

_NO_BLOCK = "No block is chosen."
_UNREADABLE = "The file cannot be read as it is now; mend it under Source."
_GONE = "The block is no longer in the file."
_NO_TEXT = "This content is no text; change it under Source."
_ALIASED = "This text stands elsewhere in the file and is only referred to here."


class ContentLink(PartLink):
    """Keeps `document`, the content of a block, and its file in sync.

    `refresh` must be called when the file was analysed. An edit that the file refuses is undone here.
    """

    block_moved = Signal(object)
    block_reached = Signal(object)
    alias_reached = Signal()
    refused = Signal(str)

    def __init__(
        self, file: EditorDocument, look: Callable[[], Analysis], parent: QObject | None = None
    ) -> None:
        """Start without a block; `look` returns the analysis of the file's current text."""
        super().__init__(file, "", _NO_BLOCK, parent)
        self.content: LinkedContent | None = None
        self._look = look
        self._analysis: Analysis | None = None
        self._through = Through.ASK
        self._is_alias = False
        self._is_gone = False
        self._times_shown = 0

    @property
    def path(self) -> BlockPath | None:
        """The path of the block whose content is shown, None if there is none."""
        return self.content.block.path if self.content is not None and not self._is_gone else None

    @property
    def asks_how(self) -> bool:
        """Whether the content comes from an anchor, and it is not chosen yet what editing it changes."""
        return self._is_alias

    def show_block(self, path: BlockPath | None) -> None:
        """Show the content of the block at `path`; None shows none."""
        self.document.release()
        analysis = self._look()
        reading = content_of(analysis)
        content = content_at(reading, path) if reading is not None and path is not None else None
        self._times_shown += 1
        self._steps.forget()
        self._through, self.content = Through.ASK, None
        self._is_alias = content is not None and content.is_from_elsewhere
        self._take_content(content, analysis)
        if self._is_alias:
            self.alias_reached.emit()

    def refresh(self) -> None:
        """Show the content as it is in the file's current text."""
        if self._look() is not self._analysis:
            super().refresh()

    def stay(self) -> None:
        """Keep showing this block after the step that is being undone or redone, which is about it."""
        self._times_shown += 1

    def choose(self, through: Through) -> None:
        """Choose whether edits change the anchor or detach the text here from it."""
        self._through, self._is_alias = through, False
        self._allow()

    def apply_fix(self, fix: Fix) -> None:
        """Apply a fix of one of the problems, whose edits are in offsets of the file, as one undo step."""
        if self.content is not None and self.content.reading.source == self.file.text:
            self.file.apply_edits(fix.edits)
            self.refresh()

    def source_offset(self, offset: int) -> int | None:
        """Return the offset in the file of an offset in the content, None if it has none."""
        places = self.content.places if self.content is not None else None
        return places.to_source(offset) if places is not None else None

    def content_offset(self, offset: int) -> int | None:
        """Return the offset in the content of an offset in the file, None outside of the content."""
        content = self.content
        if content is None or content.places is None or not content.span.touches(offset):
            return None
        return content.places.to_value(offset)

    def _go(self, act: Callable[[], object]) -> Span | None:
        self.document.release()
        source, text, times = self.file.text, self.document.text, self._times_shown
        act()
        self.refresh()
        if self._times_shown != times:
            return None  # the step selected another block
        there, here = difference(source, self.file.text), difference(text, self.document.text)
        if here is not None:
            return end_of_change(here)
        reading = content_of(self._look())
        path = block_around(reading, there.span.start) if there is not None and reading is not None else None
        if there is None or path is None or path == self.path:
            return None
        self.block_reached.emit(path)
        offset = self.content_offset(end_of_change(there).start) if self.path == path else None
        return Span(offset, offset) if offset is not None else None

    def _put(self, edit: Edit, before: str) -> None:
        reading = content_of(self._look())
        now = self.content.found_again(reading) if self.content is not None and reading is not None else None
        wanted = rebased(edit, before, now.text) if now is not None else None
        if now is None or wanted is None:
            return
        written = now.edited(wanted, self._through)
        if written.aliased:
            self._is_alias = True
            QTimer.singleShot(0, self, self.alias_reached.emit)
        elif written.refused:
            self.refused.emit(written.refused)
        else:
            self.file.apply_edits(written.edits, joins=self._steps.joins(wanted))
            self._steps.note(wanted)

    def _follow(self) -> None:
        analysis, content = self._look(), self.content
        reading = content_of(analysis)
        if content is None or reading is None or not reading.is_readable:
            self._analysis = analysis
            self._allow()  # the last content stays visible, read-only
            return
        path = self.path
        self._take_content(content.found_again(reading), analysis)
        if self.path not in {path, None}:
            self.block_moved.emit(self.path)

    def _take_content(self, content: LinkedContent | None, analysis: Analysis) -> None:
        self._analysis = analysis
        self._is_gone = content is None
        self.content = content or self.content  # the block may come back, for example by undo
        self._take(content.text if content is not None else "")

    def _tell_analysis(self) -> None:
        content, analysis = self.content, self._analysis
        if content is not None and analysis is not None and content.text == self.document.text:
            self.analysed.emit(content.analysis(analysis, self.document.revision))

    def _why_not(self) -> str | None:
        reading = content_of(self._analysis) if self._analysis is not None else None
        reasons = (
            (self.content is None, _NO_BLOCK),
            (reading is None or not reading.is_readable, _UNREADABLE),
            (self._is_gone, _GONE),
            (self.content is not None and not self.content.is_text, _NO_TEXT),
            (self._is_alias, _ALIASED),
        )
        return super()._why_not() or next((sentence for holds, sentence in reasons if holds), None)
