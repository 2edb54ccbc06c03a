"""Checks that a block can be deleted or moved without breaking an anchor or alias."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.structured.editing.documents import Document, Refused
from editor_app.structured.nodes import AliasNode, WrittenNode
from editor_app.system_messages.edits.finding import name_of
from editor_app.system_messages.model.entities import BlockPath


def check_delete(document: Document, block: WrittenNode, path: BlockPath) -> None:
    """Raise `Refused` if a block to be deleted holds an anchor that an alias elsewhere repeats."""
    for alias in _repeating(document, block):
        raise Refused(
            f"‘*{alias.name}’ on line {_line(document, alias)} repeats what stands in"
            f" ‘{name_of(block, path)}’; change that first."
        )


def check_move(document: Document, block: WrittenNode, path: BlockPath, to: int) -> None:
    """Raise `Refused` if a move would put an anchor after its alias, or an alias before its anchor."""
    for alias in _repeating(document, block):
        if alias.span.start < to:
            raise Refused(
                f"‘{name_of(block, path)}’ has the anchor ‘&{alias.name}’, which ‘*{alias.name}’ on line"
                f" {_line(document, alias)} repeats; it can’t go behind that."
            )
    for alias in document.aliases:
        target = alias.target
        if _holds(block, alias) and not _holds(block, target) and target.span.start >= to:
            raise Refused(
                f"‘{name_of(block, path)}’ repeats ‘&{alias.name}’ of line {_line(document, target)};"
                " it can’t go before that."
            )


def _repeating(document: Document, block: WrittenNode) -> Iterator[AliasNode]:
    for alias in document.aliases:
        if _holds(block, alias.target) and not _holds(block, alias):
            yield alias


def _holds(block: WrittenNode, node: WrittenNode) -> bool:
    return block.span.start <= node.span.start and node.span.end <= block.span.end


def _line(document: Document, node: WrittenNode) -> int:
    return document.source.count("\n", 0, node.span.start) + 1
