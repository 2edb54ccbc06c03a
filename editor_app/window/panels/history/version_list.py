"""The list of the versions of a file, each day below its heading."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from editor_app.library.history.version_lists import Version
from editor_app.window.kit.rows.content import RowContent, WhereWide, Words
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.tree import RowTree
from editor_app.window.panels.history.history_rows import HistoryRow

COUNTS_FROM: Final = 275
_TIME: Final = "00:00"
_VERSION: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

Line: TypeAlias = HistoryRow | str
"""A version, or the day that heads those of it."""


class VersionList(RowTree[Line]):
    """Shows time, what was done, size, and where it is wide how many lines changed since.

    `counts` are the lines that were added and removed since a version; None for what cannot be compared.
    """

    def __init__(self, parent: QWidget) -> None:
        """Start empty."""
        type_ = RowType(
            self._content,
            key=lambda line: line if isinstance(line, str) else (line.version,),
            flags=lambda line: Qt.ItemFlag.NoItemFlags if isinstance(line, str) else _VERSION,
        )
        super().__init__(type_, "Versions", parent)
        self.counts: dict[Version, tuple[int, int] | None] = {}
        self._longest_time = _TIME  # as wide as any of that length: the digits are

    def show_versions(self, rows: Sequence[HistoryRow]) -> None:
        """Show these rows, the newest first."""
        lines: list[Line] = []
        for day, of_day in groupby(rows, key=lambda row: row.day):
            lines += [day, *of_day]
        self._longest_time = max((_TIME, *(row.time for row in rows)), key=len)
        self.show_rows(tuple(lines))

    def set_counts(self, version: Version, counts: tuple[int, int] | None) -> None:
        """Show how many lines were added and removed since a version, or nothing."""
        self.counts[version] = counts
        self.update(self.index_of((version,)))

    def _content(self, line: Line) -> RowContent:
        if isinstance(line, str):
            return RowContent(line, main=Words(line, "soft", "small strong"))
        counts = self.counts.get(line.version) if line.version is not None else None
        changed = "" if counts is None else f"+{counts[0]} −{counts[1]}"
        is_path = line.words == line.name and "/" in line.words  # whose end says most
        elide = Qt.TextElideMode.ElideLeft if is_path else Qt.TextElideMode.ElideMiddle
        number = Words("", "soft", "number", gap=10)
        return RowContent(
            f"{line.time} {line.words}",
            line.about,
            line.in_words(counts),
            Words(line.words, elide=elide),
            lead=(number._replace(text=line.time, as_wide_as=self._longest_time),),
            trail=(
                WhereWide(number._replace(text=changed, as_wide_as="+00 −00"), COUNTS_FROM),
                number._replace(text=line.size),
            ),
        )
