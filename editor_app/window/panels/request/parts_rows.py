"""The rows of a request: its fields, parts and findings, in words and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from editor_app.requests.structure import (
    PartGroup,
    PartRow,
    PrefixEnd,
    Structure,
    StructureFinding,
    StructureHead,
)
from editor_app.text import Severity
from editor_app.window.kit.words.plain_text import number_in_words, one_line
from editor_app.window.panels.request.row_layout import GeneralFinding, ListRow, MoreParts
from editor_app.window.panels.request.view import BlockedPart, RequestView
from editor_app.window.panels.request.words import (
    about,
    group_name,
    inserted_by,
    inserted_words,
    part_name,
)

MOST_ROWS: Final = 3_000
_MOST_SPOKEN: Final = 2
_SEVERITY: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "note"}


def rows_of(view: RequestView) -> tuple[ListRow, ...]:
    """Return the fields, parts and findings of a request, one a row; of very many the first ones."""
    if not view.has_request:
        return view.blocked
    structure: Structure = view.structure
    general = tuple(GeneralFinding(found) for found in structure.findings)
    rest = len(structure.rows) - MOST_ROWS
    if rest <= 0:
        return (*general, *structure.rows)
    left = structure.count - _listed(structure.rows[:MOST_ROWS])
    return (*general, *structure.rows[:MOST_ROWS], MoreParts(left))


def words_of(row: ListRow) -> str:
    """Return the words of a row."""
    if isinstance(row, StructureHead):
        return row.name
    if isinstance(row, PartGroup):
        return f"{number_in_words(row.parts)} {group_name(row)}"
    if isinstance(row, MoreParts):
        return f"{row.parts:,} more parts"
    if isinstance(row, GeneralFinding):
        return row.found.finding.message
    return row.words if isinstance(row, PrefixEnd | BlockedPart) else row.words.strip()


def findings_of(row: ListRow) -> tuple[StructureFinding, ...]:
    """Return the findings that a row shows."""
    if isinstance(row, GeneralFinding):
        return (row.found,)
    return row.findings if isinstance(row, PartRow | PartGroup) else ()


def spoken_parts(row: ListRow, view: RequestView) -> list[str]:
    """Return the row as a screen reader says it, in parts of which some are empty."""
    if isinstance(row, GeneralFinding):
        return [_finding_words(row.found)]
    if isinstance(row, BlockedPart):
        return [f"{row.role or 'no role'}: {one_line(row.words)}", one_line(row.reason)]
    if isinstance(row, PartGroup):
        unfolded = "unfolded" if row.is_open else "folded"
        findings = (_finding_words(found) for found in row.findings[:_MOST_SPOKEN])
        return [f"{words_of(row)}, {about(row.tokens)} tokens, {unfolded}", inserted_words(row), *findings]
    if not isinstance(row, PartRow):
        return [one_line(words_of(row))]
    front = ", in front" if view.is_in_front(row) else ""
    cached = "cached" if row.is_cached else ""
    return [
        f"{row.role}, {part_name(row, view)}{front}, {about(row.tokens)} tokens",
        "" if row.inserted is None else inserted_by(row.inserted),
        one_line(row.words.strip()) or "empty text",
        cached,
        *(_finding_words(found) for found in row.findings),
    ]


def _listed(rows: Sequence[object]) -> int:
    """Return how many parts some rows have, those in closed groups included."""
    groups = sum(row.parts for row in rows if isinstance(row, PartGroup) and not row.is_open)
    return groups + sum(isinstance(row, PartRow) for row in rows)


def _finding_words(found: StructureFinding) -> str:
    fix = f" Fix: {found.fix}" if found.fix else ""
    severity = _SEVERITY[found.finding.severity]
    return one_line(f"{severity}: {found.finding.message.rstrip('.')}.{fix}")
