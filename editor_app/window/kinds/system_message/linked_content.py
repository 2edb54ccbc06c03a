"""A block's content in one revision of its file: its span there, and the file edits that change it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cached_property

from editor_app.analysis.analysis import Analysis
from editor_app.structured.nodes import ScalarNode
from editor_app.structured.scalar_places import ScalarMap, scalar_map
from editor_app.system_messages.edits.fields import set_content
from editor_app.system_messages.edits.typed_content import edit_content
from editor_app.system_messages.edits.values import BlockEdit, Through
from editor_app.system_messages.model.entities import Block, BlockPath
from editor_app.system_messages.reading.reading import SystemMessageReading
from editor_app.text import Diagnostic, Edit, Span, apply_edits, difference, in_file_order

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
        found = (self.block.place(name) for name in _CONTENT_PLACES)
        return next((span for span in found if span is not None), Span(self.block.start, self.block.start))

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
            found = [at for at in range(len(blocks)) if LinkedContent(reading, at).span.start == start]
            if len(found) == 1:
                return found[0]
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
        found: list[Diagnostic] = []
        for problem in diagnostics[first:]:
            if problem.span.start > end:
                break
            if problem.span.end <= end:
                span = Span(places.to_value(problem.span.start), places.to_value(problem.span.end))
                found.append(replace(problem, span=span))
        return in_file_order(found)


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
