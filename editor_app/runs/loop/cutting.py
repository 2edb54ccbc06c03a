"""Results of tools that are too long to be kept whole."""

from __future__ import annotations

from editor_app.runs.model.session import ToolPart
from editor_app.text.tokens import byte_length

MOST_BYTES = 1_000_000


def cut_result(part: ToolPart) -> tuple[ToolPart, str | None]:
    """Return a call with at most 1 MB of its answer, and a note; None where all of it is kept."""
    answer = part.error if part.error is not None else part.result
    if answer is None or len(answer) * 4 <= MOST_BYTES or (size := byte_length(answer)) <= MOST_BYTES:
        return part, None
    kept = answer.encode("utf-8", "surrogatepass")[:MOST_BYTES].decode("utf-8", "ignore")
    said = f"cut at 1 MB of {size / 1_000_000:,.1f} MB"
    shown = f"{kept}\n[The result was {said}.]"
    cut = part._replace(result=shown) if part.error is None else part._replace(error=shown)
    return cut, f"The result of ‘{part.name[:64]}’ ({part.id[:64]}) was {said}."
