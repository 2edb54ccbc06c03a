"""What anchors and aliases forbid, said before it is tried."""

from __future__ import annotations

from collections.abc import Iterator

from editor_app.system_messages.edits.finding import name_of
from editor_app.system_messages.edits.parts import Part, Written
from editor_app.system_messages.edits.values import Refused
from editor_app.system_messages.entities import BlockPath


def check_delete(written: Written, block: Part, path: BlockPath) -> None:
    """Refuse to delete what an alias elsewhere repeats."""
    for alias in _repeating(written, block):
        raise Refused(
            f"‘*{alias.value}’ on line {_line(written, alias)} repeats what stands in"
            f" ‘{name_of(block, path)}’; change that first."
        )


def check_move(written: Written, block: Part, path: BlockPath, to: int) -> None:
    """Refuse to move an anchor behind its alias, or an alias before its anchor."""
    for alias in _repeating(written, block):
        if alias.start < to:
            raise Refused(
                f"‘{name_of(block, path)}’ has the anchor ‘&{alias.value}’, which ‘*{alias.value}’ on line"
                f" {_line(written, alias)} repeats; it can’t go behind that."
            )
    for alias in written.aliases:
        target = alias.target
        if _holds(block, alias) and target is not None and not _holds(block, target) and target.start >= to:
            raise Refused(
                f"‘{name_of(block, path)}’ repeats ‘&{alias.value}’ of line {_line(written, target)};"
                " it can’t go before that."
            )


def _repeating(written: Written, block: Part) -> Iterator[Part]:
    for alias in written.aliases:
        if alias.target is not None and _holds(block, alias.target) and not _holds(block, alias):
            yield alias


def _holds(block: Part, part: Part) -> bool:
    return block.start <= part.start and part.end <= block.end


def _line(written: Written, part: Part) -> int:
    return written.source.count("\n", 0, part.start) + 1
