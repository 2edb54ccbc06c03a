"""The Qt model of the parts of a request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from editor_app.requests.structure import (
    PartGroup,
    PartRow,
    PrefixEnd,
    Structure,
    StructureFinding,
    StructureHead,
)
from editor_app.text import Severity
from editor_app.window.kit.rows.row_tree import Index
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


class PartsModel(QAbstractListModel):
    """The fields, parts and findings of a request, one a row; of very many the first ones."""

    def __init__(self, view: RequestView, parent: QObject | None = None) -> None:
        """Start with the rows of `view`."""
        super().__init__(parent)
        self.view = view
        self.rows: tuple[ListRow, ...] = _rows(view)

    def show(self, view: RequestView) -> bool:
        """Show the rows of another view; return whether any of them is another one."""
        rows = _rows(view)
        is_same = rows == self.rows and view.provider == self.view.provider
        if is_same and view.system_note == self.view.system_note:
            self.view = view
            return False
        self.beginResetModel()
        self.view, self.rows = view, rows
        self.endResetModel()
        return True

    def row_at(self, index: Index) -> ListRow | None:
        """Return the row at `index`, None outside of the list."""
        return self.rows[index.row()] if index.isValid() and index.row() < len(self.rows) else None

    def findings_at(self, number: int) -> tuple[StructureFinding, ...]:
        """Return the findings that a row shows."""
        row = self.rows[number]
        if isinstance(row, GeneralFinding):
            return (row.found,)
        return row.findings if isinstance(row, PartRow | PartGroup) else ()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature; the value is immutable
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a row: the name of a field is only read, on the way to its parts."""
        is_head = isinstance(self.row_at(index), StructureHead)
        return Qt.ItemFlag.NoItemFlags if is_head else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return the words of a row, for screen readers all of them."""
        row = self.row_at(index)
        if row is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(_words(row))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in self._spoken(row) if part)
        return None

    def _spoken(self, row: ListRow) -> list[str]:
        if isinstance(row, GeneralFinding):
            return [_finding_words(row.found)]
        if isinstance(row, BlockedPart):
            return [f"{row.role or 'no role'}: {one_line(row.words)}", one_line(row.reason)]
        if isinstance(row, PartGroup):
            unfolded = "unfolded" if row.is_open else "folded"
            findings = (_finding_words(found) for found in row.findings[:_MOST_SPOKEN])
            return [f"{_words(row)}, {about(row.tokens)} tokens, {unfolded}", inserted_words(row), *findings]
        if not isinstance(row, PartRow):
            return [one_line(_words(row))]
        front = ", in front" if self.view.is_in_front(row) else ""
        cached = "cached" if row.is_cached else ""
        return [
            f"{row.role}, {part_name(row, self.view)}{front}, {about(row.tokens)} tokens",
            "" if row.inserted is None else inserted_by(row.inserted),
            one_line(row.words.strip()) or "empty text",
            cached,
            *(_finding_words(found) for found in row.findings),
        ]


def _rows(view: RequestView) -> tuple[ListRow, ...]:
    if not view.has_request:
        return view.blocked
    structure: Structure = view.structure
    general = tuple(GeneralFinding(found) for found in structure.findings)
    rest = len(structure.rows) - MOST_ROWS
    if rest <= 0:
        return (*general, *structure.rows)
    left = structure.count - _listed(structure.rows[:MOST_ROWS])
    return (*general, *structure.rows[:MOST_ROWS], MoreParts(left))


def _listed(rows: Sequence[object]) -> int:
    """Return how many parts some rows have, those in closed groups included."""
    groups = sum(row.parts for row in rows if isinstance(row, PartGroup) and not row.is_open)
    return groups + sum(isinstance(row, PartRow) for row in rows)


def _words(row: ListRow) -> str:
    if isinstance(row, StructureHead):
        return row.name
    if isinstance(row, PartGroup):
        return f"{number_in_words(row.parts)} {group_name(row)}"
    if isinstance(row, MoreParts):
        return f"{row.parts:,} more parts"
    if isinstance(row, GeneralFinding):
        return row.found.finding.message
    return row.words if isinstance(row, PrefixEnd | BlockedPart) else row.words.strip()


def _finding_words(found: StructureFinding) -> str:
    fix = f" Fix: {found.fix}" if found.fix else ""
    severity = _SEVERITY[found.finding.severity]
    return one_line(f"{severity}: {found.finding.message.rstrip('.')}.{fix}")
