"""The content of one block in a document of its own, whose edits are edits of the file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from editor_app.analysis.analysis import Analysis
from editor_app.analysis.kinds.system_message import content_of
from editor_app.structured.nodes import ScalarNode
from editor_app.structured.scalar_places import ScalarMap, scalar_map
from editor_app.system_messages.edits.fields import edit_content, set_content
from editor_app.system_messages.edits.values import BlockEdit, Through
from editor_app.system_messages.model.entities import Block, BlockPath
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import (
    Diagnostic,
    Edit,
    Fix,
    Sentence,
    Span,
    apply_edits,
    difference,
    in_file_order,
    rebased,
)
from editor_app.window.documents.part_link import PartLink, end_of_change
from editor_app.window.text.document.document import EditorDocument

_NO_BLOCK = Sentence("window-system_message.no-block-chosen")
_UNREADABLE = Sentence("window-system_message.cannot-be-read")
_GONE = Sentence("window-system_message.block-gone")
_NO_TEXT = Sentence("window-system_message.content-not-text")
_ALIASED = Sentence("window-system_message.content-of-anchor")


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
        self.asks_how = False
        """Whether the content comes from an anchor, and it is not chosen yet what editing it changes."""
        self._is_gone = False
        self._times_shown = 0

    @property
    def path(self) -> BlockPath | None:
        """The path of the block whose content is shown, None if there is none."""
        return self.content.block.path if self.content is not None and not self._is_gone else None

    def show_block(self, path: BlockPath | None) -> None:
        """Show the content of the block at `path`; None shows none."""
        self.document.release()
        analysis = self._look()
        reading = content_of(analysis)
        content = content_at(reading, path) if reading is not None and path is not None else None
        self._times_shown += 1
        self._steps.forget()
        self._through, self.content = Through.ASK, None
        self.asks_how = content is not None and content.is_from_elsewhere
        self._take_content(content, analysis)
        if self.asks_how:
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
        self._through, self.asks_how = through, False
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
            self.asks_how = True
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
            (self.asks_how, _ALIASED),
        )
        return super()._why_not() or next((sentence for holds, sentence in reasons if holds), None)


_EMPTY = frozenset({"str", "null"})
_CONTENT_PLACES = ("content.text", "content")


@dataclass(frozen=True)
class LinkedContent:
    """The content of the block at `index`; `text` is "" if the block has no text content."""

    reading: SystemMessageReading
    index: int

    @property
    def block(self) -> Block:
        """The block that has the content."""
        return self.reading.blocks[self.index]

    @property
    def text(self) -> str:
        """The content as text."""
        content, node = self.block.body.content, self.block.body.content_node
        if content is not None:
            return content.text
        return (node.value or "") if node is not None and node.tag in _EMPTY else ""

    @property
    def is_text(self) -> bool:
        """Whether the content is text in the file; also if it is empty or still missing."""
        body = self.block.body
        node = body.content_node
        return (
            body.content is not None
            or "content" not in body.places
            or (node is not None and node.tag in _EMPTY)
        )

    @property
    def is_from_elsewhere(self) -> bool:
        """Whether the content comes from a YAML anchor."""
        probe = Edit(Span(0, 0), "x")
        return self.block.body.content is not None and self.edited(probe, Through.ASK).aliased

    def edited(self, edit: Edit, through: Through) -> BlockEdit:
        """Return the edits of the file that make an edit of the content."""
        if self.block.body.content is not None:
            return edit_content(self.reading, self.index, edit, through=through)
        text = apply_edits(self.text, [edit])
        return set_content(self.reading.source, self.reading.syntax, self.block.path, text, through=through)

    @cached_property
    def node(self) -> ScalarNode | None:
        """The scalar node of the content, with its place in the file; None if there is none."""
        block = self.block
        node = block.body.content_node
        return None if node is None else node._replace(span=node.span.shifted(block.start))

    @cached_property
    def places(self) -> ScalarMap | None:
        """The map between offsets in the content and in the file, None if there is none."""
        return None if self.node is None else scalar_map(self.reading.source, self.node)

    @cached_property
    def span(self) -> Span:
        """The span of the content in the file; without content the beginning of the block."""
        if self.node is not None:
            return self.node.span
        spans = (self.block.place(name) for name in _CONTENT_PLACES)
        return next((span for span in spans if span is not None), Span(self.block.start, self.block.start))

    def analysis(self, file: Analysis, revision: int) -> Analysis:
        """Return the analysis of the content as a document of its own; fixes remain edits of the file."""
        from editor_app.analysis.kinds.system_message import kind_of_content  # imported late, as the kind is

        return Analysis(
            revision,
            self.text,
            kind_of_content(self.block),  # the kind decides the syntax colours
            file.catalog,
            template=self.block.body.template,
            diagnostics=self._problems(file.diagnostics),
        )

    def found_again(self, reading: SystemMessageReading) -> LinkedContent | None:
        """Return the content of the same block in another reading of the file, None if the block is gone."""
        if reading.source == self.reading.source:
            index = _at_path(reading, self.block.path)
        else:
            index = self._where_it_went(reading)
        return None if index is None else LinkedContent(reading, index)

    def _where_it_went(self, reading: SystemMessageReading) -> int | None:
        edit = difference(self.reading.source, reading.source)
        blocks, block = reading.blocks, self.block
        if edit is not None and (edit.span.start >= self.span.start or edit.span.end <= self.span.start):
            start = self.span.start + (edit.growth if edit.span.end <= self.span.start else 0)
            same = LinkedContent(reading, self.index) if self.index < len(blocks) else None
            if same is not None and same.span.start == start and same.block.path == block.path:
                return self.index  # the usual case: the block has kept its index
            there = [
                index for index in range(len(blocks)) if LinkedContent(reading, index).span.start == start
            ]
            if len(there) == 1:
                return there[0]
        named = [at for at, other in enumerate(blocks) if other.id and other.id == block.id]
        if len(named) == 1:
            return named[0]
        at = _at_path(reading, block.path)
        return at if at is not None and blocks[at].id == block.id else None

    def _problems(self, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        places, (start, end) = self.places, self.span
        if places is None:
            return ()
        first = bisect_left(diagnostics, start, key=lambda problem: problem.span.start)
        in_content: list[Diagnostic] = []
        for problem in diagnostics[first:]:
            if problem.span.start > end:
                break
            if problem.span.end <= end:
                span = Span(places.to_value(problem.span.start), places.to_value(problem.span.end))
                in_content.append(replace(problem, span=span))
        return in_file_order(in_content)


def content_at(reading: SystemMessageReading, path: BlockPath) -> LinkedContent | None:
    """Return the content of the block at `path`, None if there is no block."""
    index = _at_path(reading, path)
    return None if index is None else LinkedContent(reading, index)


def block_around(reading: SystemMessageReading, offset: int) -> BlockPath | None:
    """Return the path of the innermost block that contains an offset of the file, None if none does."""
    around = [block for block in reading.blocks if block.span.start <= offset <= block.span.end]
    return max((block.path for block in around), key=len, default=None)


def _at_path(reading: SystemMessageReading, path: BlockPath) -> int | None:
    return next((index for index, block in enumerate(reading.blocks) if block.path == path), None)
