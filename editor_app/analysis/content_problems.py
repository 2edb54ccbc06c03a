"""Problems in the templates of a system message's blocks, with spans of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from editor_app.system_messages.assembly.contents import AssemblyMemory
from editor_app.system_messages.lints.lints import LintMemory
from editor_app.system_messages.model.entities import Block, BlockBody
from editor_app.system_messages.reading.reading import ReadingMemory
from editor_app.system_messages.resolution.resolution import ResolutionMemory
from editor_app.text import Diagnostic, Edit
from editor_app.variables.catalog import Catalog
from editor_app.variables.checks import check_scalar, may_have_tags


class ContentMemory:
    """The problems of each block's content, with spans relative to the block's start."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self._by_body: dict[BlockBody, tuple[Diagnostic, ...]] = {}
        self._catalog: Catalog = ()

    def problems(self, source: str, blocks: Iterable[Block], catalog: Catalog) -> list[Diagnostic]:
        """Return the problems in the contents of all blocks; only new contents are checked."""
        before = self._by_body if catalog == self._catalog else {}
        by_body: dict[BlockBody, tuple[Diagnostic, ...]] = {}
        problems: list[Diagnostic] = []
        for block in blocks:
            body = block.body
            if body.content is None or not may_have_tags(body.content.text):
                continue
            of_block = before.get(body)
            if of_block is None:
                of_block = tuple(_problems(source, block, catalog))
            by_body[body] = of_block
            problems += (_placed(problem, block) for problem in of_block)
        self._by_body, self._catalog = by_body, catalog
        return problems


def _problems(source: str, block: Block, catalog: Catalog) -> Iterator[Diagnostic]:
    """Yield the problems of one content, with spans relative to the block's start."""
    template, node = block.body.template, block.content_node
    if template is None or node is None:
        return
    for problem in check_scalar(source, node, template, catalog):
        yield _moved_by(problem, -block.start)


def _placed(problem: Diagnostic, block: Block) -> Diagnostic:
    path = f"{block.label}.content"
    return replace(_moved_by(problem, block.start), args={**problem.args, "field": path})


def _moved_by(problem: Diagnostic, by: int) -> Diagnostic:
    return replace(
        problem,
        span=problem.span.shifted(by),
        fixes=tuple(
            replace(fix, edits=tuple(Edit(span.shifted(by), text) for span, text in fix.edits))
            for fix in problem.fixes
        ),
    )


class SystemMessageMemory:
    """The memories of reading, linting, resolving and rendering for one open system message."""

    def __init__(self) -> None:
        """Begin with nothing remembered."""
        self.reading = ReadingMemory()
        self.contents = ContentMemory()
        self.lints = LintMemory()
        self.resolution = ResolutionMemory()
        self.assembly = AssemblyMemory()
