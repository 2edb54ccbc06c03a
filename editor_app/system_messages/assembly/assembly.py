"""Assembly: the active and open blocks, rendered and joined to the text that the model gets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain

from editor_app.system_messages.assembly.contents import AssemblyMemory, Contents, RenderedContent
from editor_app.system_messages.assembly.source_map import AssembledMap, Role, Segment
from editor_app.system_messages.assembly.styles import (
    Order,
    Ordering,
    SystemMessageStyle,
    closed_too_early,
    output_order,
    written,
)
from editor_app.system_messages.model.entities import DEFAULT_PRIORITY_MODEL, Block
from editor_app.system_messages.resolution.outcome import Outcome
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, Situation
from editor_app.template.rendering import Rendering
from editor_app.text import Span
from editor_app.variables.catalog import TEMPLATE_CATALOG, types_of

__all__ = [
    "AssembledPart",
    "Assembly",
    "AssemblyMemory",
    "AssemblyOptions",
    "Order",
    "SystemMessageStyle",
    "assemble",
    "request_message",
]

Values = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class AssemblyOptions:
    """How a system message is assembled; `drop_outranked` leaves outranked blocks out."""

    order: Order = Order.FILE
    style: SystemMessageStyle = SystemMessageStyle.PLAIN
    drop_outranked: bool = False


@dataclass(frozen=True, slots=True)
class AssembledPart:
    """One block's own content in the assembled text, without its children's.

    `output` is its span in that text. `used` is the span of `rendering` that is used, which leaves out
    newlines around the content; `rendering` is None where the content has no template.
    """

    index: int
    output: Span
    rendering: Rendering | None
    used: Span


@dataclass(frozen=True, eq=False)
class Assembly:
    """An assembled system message: the text, and the `segments` whose texts joined are that text.

    `contents` holds the rendered content of each block that was rendered; `source` is the file's text.
    """

    text: str
    blocks: tuple[Block, ...]
    segments: tuple[Segment, ...]
    contents: Contents
    source: str = ""

    @cached_property
    def starts(self) -> Sequence[int]:
        """The offset of each segment in the text, and last the length of the text."""
        return list(accumulate((len(segment.text) for segment in self.segments), initial=0))

    @cached_property
    def parts(self) -> tuple[AssembledPart, ...]:
        """The contents in the text, in the order of the text."""
        return tuple(
            self._part(segment, start)
            for segment, start in zip(self.segments, self.starts, strict=False)
            if segment.role is Role.CONTENT
        )

    def part_at(self, offset: int) -> AssembledPart | None:
        """Return the part that the code point at `offset` belongs to, None for one between parts."""
        at = bisect_right(self.starts, offset) - 1
        if not 0 <= at < len(self.segments) or self.segments[at].role is not Role.CONTENT:
            return None
        return self._part(self.segments[at], self.starts[at])

    def segment_at(self, offset: int) -> Segment | None:
        """Return the segment that the code point at `offset` belongs to."""
        at = bisect_right(self.starts, offset) - 1
        return self.segments[at] if 0 <= at < len(self.segments) else None

    @cached_property
    def stretches(self) -> tuple[tuple[int, str], ...]:
        """The text in pieces that end at line ends, each with its block; separators end the piece before.

        Tokens can be counted in each piece alone, as no token goes on behind the end of a line.
        """
        openings: list[tuple[int, str]] = []
        for text, block, role in self.segments:
            if role is Role.SEPARATOR:
                before, written = openings[-1]
                openings[-1] = before, written + text
            elif text:
                openings.append((block, text))
        return tuple(openings)

    @cached_property
    def blank(self) -> tuple[int, ...]:
        """The active or open blocks whose content renders as nothing, so that they are left out."""
        return tuple(segment.block for segment in self.segments if segment.role is Role.BLANK)

    @cached_property
    def closed_early(self) -> tuple[int, ...]:
        """The blocks whose content closes an element around it too early; () in a style without tags."""
        if not any(segment.role is Role.OPENING for segment in self.segments):
            return ()
        return tuple(
            index
            for text, index, role in self.segments
            if role is Role.CONTENT and closed_too_early(self.blocks, index, text)
        )

    @cached_property
    def source_map(self) -> AssembledMap:
        """The source map of the text, whose sources are spans of the file."""
        return AssembledMap(self.source, self.blocks, self.segments, self.starts, self.contents)

    @cached_property
    def inserted(self) -> tuple[str, ...]:
        """The variables whose values are in the text, each once, in the order of the text."""
        return self._names("inserted")

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The variables that had no value where a tag inserts them, each once, in order."""
        return self._names("missing")

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The variables of unknown types, whose tags stay as written, each once, in order."""
        return self._names("unknown")

    def _part(self, segment: Segment, start: int) -> AssembledPart:
        content = self.contents[segment.block]
        output = Span(start, start + len(segment.text))
        return AssembledPart(segment.block, output, content.rendering, content.used)

    def _names(self, which: str) -> tuple[str, ...]:
        rendered = (
            self.contents[segment.block].rendering
            for segment in self.segments
            if segment.role in {Role.CONTENT, Role.BLANK}
        )
        names = (getattr(rendering, which) for rendering in rendered if rendering is not None)
        return tuple(dict.fromkeys(chain.from_iterable(names)))


DEFAULT_OPTIONS = AssemblyOptions()
KNOWN_TYPES = frozenset(types_of(TEMPLATE_CATALOG))


def assemble(  # noqa: PLR0913  all but three are named where it is called
    blocks: tuple[Block, ...],
    outcome: Outcome,
    values: Values,
    *,
    known_types: Collection[str] = KNOWN_TYPES,
    priority_model: tuple[str, ...] = DEFAULT_PRIORITY_MODEL,
    options: AssemblyOptions = DEFAULT_OPTIONS,
    situation: Situation = EMPTY_SITUATION,
    memory: AssemblyMemory | None = None,
    source: str = "",
) -> Assembly:
    """Render the active and open blocks and join them; the same input always gives the same bytes.

    `values` are those of the variables, by `type:name`; a tag whose type is not among `known_types`,
    those of every library by default, stays as written. `outcome` is that of the blocks in `situation`.
    `source` is the file's text, for the source map. With a `memory`, only contents that have changed since
    the last assembly are rendered again.
    """
    dropped: Collection[int] = outcome.outranked if options.drop_outranked else ()
    listing = output_order(blocks, outcome, Ordering(options.order, priority_model, situation.file), dropped)
    memory = memory if memory is not None else AssemblyMemory()
    contents: dict[int, RenderedContent] = memory.render(
        blocks, (index for index, role in listing if role is Role.CONTENT), values, known_types
    )
    segments = written(blocks, listing, contents, options.style)
    text = "".join([segment.text for segment in segments])
    return Assembly(text, blocks, tuple(segments), contents, source)


def request_message(text: str) -> dict[str, str]:
    """Return an assembled text as the first message of a request to a model."""
    return {"role": "system", "content": text}
