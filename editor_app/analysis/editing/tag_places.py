"""Where the tags of a file are in its source: those of a template, or of the contents of blocks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from editor_app.analysis.analysis import Analysis
from editor_app.template.dialect import TagKind
from editor_app.text import Span

if TYPE_CHECKING:
    from editor_app.system_messages.model.entities import Block

_LONGEST: Final = 30_000
"""The characters of a content whose tags are found: the places of all its characters are read for it."""
TagPlace = tuple[Span, TagKind]


class TagPlaces:
    """The tags of one analysed text; those of a block's content are found when they are first asked for."""

    def __init__(self, analysis: Analysis) -> None:
        """Find none yet."""
        self._source, self._template = analysis.source, analysis.template
        blocks_of = analysis.row.sending.blocks
        self._blocks: Sequence[Block] = () if blocks_of is None else blocks_of(analysis)
        self._found: dict[int, Sequence[TagPlace]] = {}

    def between(self, start: int, end: int) -> Iterator[TagPlace]:
        """Yield the tags that touch a part of the source, in order."""
        if self._template is not None:
            yield from ((tag.span, tag.kind) for tag in self._template.tags_between(start, end))
            return
        before, until = (
            bisect_right(self._blocks, at, key=lambda block: block.span.start) for at in (start, end)
        )
        for index in range(max(before - 1, 0), until):
            if index not in self._found:
                self._found[index] = self._in_content(self._blocks[index])
            yield from (
                place for place in self._found[index] if place[0].end > start and place[0].start < end
            )

    def _in_content(self, block: Block) -> Sequence[TagPlace]:
        from editor_app.structured.scalar_places import scalar_map

        template, node = block.body.template, block.content_node
        if template is None or node is None or node.span.length > _LONGEST or not template.tags:
            return ()
        places = scalar_map(self._source, node)
        return [(places.source_span(tag.span), tag.kind) for tag in template.tags]
