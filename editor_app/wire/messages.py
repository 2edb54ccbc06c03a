"""An assembled system message as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor_app.wire.documents import stable_prefix
from editor_app.wire.problems import FORMAT, JsonObject

if TYPE_CHECKING:  # not needed by commands for other kinds of file
    from editor_app.analysis.assembled_text import AssembledText
    from editor_app.system_messages.model.entities import Block
    from editor_app.system_messages.resolution.outcome import BlockOutcome


def assemble_document(result: AssembledText, warnings: Iterable[str] = ()) -> JsonObject:
    """Return what `assemble` prints: the text, the outcome of each block, and the contests."""
    from editor_app.system_messages.assembly.assembly import request_message

    blocks = result.assembly.blocks
    return {
        "format": FORMAT,
        "message": request_message(result.text),
        "blocks": [
            _block(block, block_outcome)
            for block, block_outcome in zip(blocks, result.outcome.block_outcomes, strict=True)
        ],
        "contests": [
            {
                "winner": blocks[contest.winner].id,
                "losers": [blocks[loser].id for loser in contest.losers],
                "rule": contest.rule,
                "reason": contest.reason,
            }
            for contest in result.outcome.contests
        ],
        **stable_prefix(result),
        "warnings": list(warnings),
    }


def export_document(written: Iterable[tuple[str, str]], warnings: Iterable[str] = ()) -> JsonObject:
    """Return what `export` prints: each file that was written, and the file it was rendered from."""
    files = [{"path": path, "source": source} for path, source in written]
    return {"format": FORMAT, "written": files, "warnings": list(warnings)}


def _block(block: Block, block_outcome: BlockOutcome) -> JsonObject:
    reasons = [reason.sentence for reason in block_outcome.reasons] or [block_outcome.sentence]
    return {"id": block.id, "state": block_outcome.state, "reasons": reasons, "rank": block_outcome.rank}
