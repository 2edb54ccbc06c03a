"""The rendered contents of blocks, remembered while neither content nor values change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import TypeAlias

from editor_app.system_messages.model.entities import Block, BlockBody
from editor_app.template.rendering import Rendering, render
from editor_app.template.source_map import Piece, SourceMap
from editor_app.text import Span

_BLANK = " \t\n"


class RenderedContent:
    """The rendered content of a block: `text` without newlines around it, the span `kept` of the rendering.

    `names` are its variables. `local_map` is its source map, with sources relative to the block's start, and
    `local_names` the pieces of that map that come from variables; None and () before they are first needed.
    """

    __slots__ = ("is_blank", "kept", "local_map", "local_names", "names", "rendering", "text")

    def __init__(self, text: str, rendering: Rendering | None, names: tuple[str, ...] = ()) -> None:
        """Remove the newlines around a text; one that is all blank becomes ""."""
        self.names = names
        start = len(text) - len(text.lstrip("\n"))
        self.is_blank = not text.strip(_BLANK)
        self.text = "" if self.is_blank else text.strip("\n")
        self.kept = Span(0, 0) if self.is_blank else Span(start, start + len(self.text))
        self.rendering = rendering
        self.local_map: SourceMap | None = None
        self.local_names: tuple[Piece, ...] = ()


Contents: TypeAlias = Mapping[int, RenderedContent]
"""Index of a block → its rendered content."""


class AssemblyMemory:
    """The contents that the last assembly rendered, by block body, and the values they were rendered with."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._rendered: dict[BlockBody, RenderedContent] = {}
        self._values: dict[str, str] = {}
        self._known_types: frozenset[str] = frozenset()

    def render(
        self,
        blocks: tuple[Block, ...],
        indexes: Iterable[int],
        values: Mapping[str, str | None],
        known_types: Collection[str],
    ) -> dict[int, RenderedContent]:
        """Render the contents of the blocks at `indexes`; a block without a content renders as nothing."""
        given, known = _of_known_types(values, known_types), frozenset(known_types)
        before = self._still_valid(given, known)
        rendered: dict[BlockBody, RenderedContent] = {}
        contents: dict[int, RenderedContent] = {}
        for index in indexes:
            body = blocks[index].body
            content = before.get(body)
            if content is None:
                content = rendered.get(body) or _render(body, given, known)
            contents[index] = rendered[body] = content
        if before:  # contents that only other situations show are kept, while their blocks are in the file
            for block in blocks:
                if block.body in before:
                    rendered[block.body] = before[block.body]
        self._rendered, self._values, self._known_types = rendered, given, known
        return contents

    def _still_valid(self, given: dict[str, str], known: frozenset[str]) -> dict[BlockBody, RenderedContent]:
        if known != self._known_types:
            return {}
        if given == self._values:
            return self._rendered
        changed = {name for name, _ in given.items() ^ self._values.items()}
        return {
            body: content for body, content in self._rendered.items() if changed.isdisjoint(content.names)
        }


def names_of(body: BlockBody) -> tuple[str, ...]:
    """Return the variables of a block's content, without reading it as a template where it has no tag."""
    if body.content is None or "[" not in body.content.text or body.template is None:
        return ()
    return body.template.names


def names_in(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the variables of blocks' contents, each once, in order of first use."""
    return tuple(dict.fromkeys(chain.from_iterable(names_of(block.body) for block in blocks)))


def _of_known_types(values: Mapping[str, str | None], known_types: Collection[str]) -> dict[str, str]:
    return {
        name: value
        for name, value in values.items()
        if value is not None and name.partition(":")[0] in known_types
    }


def _render(body: BlockBody, given: Mapping[str, str], known: frozenset[str]) -> RenderedContent:
    if body.content is None:
        return RenderedContent("", None)
    text = body.content.text
    if "[" not in text or body.template is None:
        return RenderedContent(text, None)
    names = body.template.names
    has_unknown = any(name.partition(":")[0] not in known for name in names)
    # without `known_types` rendering is quicker
    rendering = render(body.template, given, known_types=known if has_unknown else None)
    return RenderedContent(rendering.text, rendering, names)
