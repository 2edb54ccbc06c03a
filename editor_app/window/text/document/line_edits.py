"""Splitting one large edit into edits of lines."""

from __future__ import annotations

from editor_app.text import Edit, Span
from editor_app.text.matching import Steps, changed_runs

_MOST_LINES = 4_000
_STEPS = 400_000


def line_edits(before: str, edit: Edit) -> list[Edit]:
    """Return edits of whole lines that together do what `edit` does, and leave equal lines alone."""
    (start, end), inserted = edit
    old, new = _lines(before[start:end]), _lines(inserted)
    if len(old) < 2 or len(new) < 2 or len(old) + len(new) > _MOST_LINES:
        return [edit]
    starts = [start]
    for line in old:
        starts.append(starts[-1] + len(line))
    return [
        Edit(Span(starts[first], starts[last]), "".join(new[new_first:new_last]))
        for first, last, new_first, new_last in changed_runs(old, new, Steps(_STEPS))
    ]


def _lines(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]  # splitlines knows more line ends than we do
    lines[-1] = lines[-1][:-1]
    return lines
