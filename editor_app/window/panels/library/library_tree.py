"""The tree of the library: what its rows show, and that its files are dragged from folder to folder."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence, listed
from editor_app.window.documents.library_rows import badge_words
from editor_app.window.kit.rows.content import (
    Dot,
    Icon,
    RowContent,
    RowPainting,
    Words,
    label_left,
    paint_row,
)
from editor_app.window.kit.rows.dragging import DraggableRows, Drop
from editor_app.window.kit.rows.models import RowType
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.words.plain_text import one_line
from editor_app.window.panels.library.listing import LEAST_NAME, LibraryNode, trail_of

_ROW, _AIRY_ROW = 24, 30
_DRAGGED: Final = "application/x-foreword-library-row"


def _flags(node: LibraryNode) -> Qt.ItemFlag:
    """Return what can be done with a row: files of the user's are dragged, and dropped anywhere."""
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
    is_own = node.row is not None and not node.row.state.read_only and not node.owner
    return flags | Qt.ItemFlag.ItemIsDragEnabled if is_own else flags


class LibraryTree(DraggableRows[LibraryNode]):
    """Rows of files, known while they are dragged by their paths; the place of a drop is a folder's path.

    That is the path from the library, None for the folder in which files of such a kind usually are.
    """

    def __init__(self, parent: QWidget) -> None:
        """Create an empty tree."""
        type_ = RowType(
            self._content,
            key=attrgetter("key"),
            depth=attrgetter("depth"),
            height=self._height,
            paint=self._paint,
            is_heading=attrgetter("is_heading"),
            flags=_flags,
            dragged=(_DRAGGED, lambda node: os.fsencode(node.row.path if node.row is not None else "")),
        )
        name = Sentence("window-library.files")
        super().__init__(type_, name, parent, read_key=lambda data: Path(os.fsdecode(data)))
        self._current: Hashable = None  # the key of the current document's row
        self._unsaved = self._above_unsaved = frozenset[Hashable]()

    def drop_at(self, key: Hashable, position: QPoint) -> Drop | None:
        """Return the folder under the pointer, or that of the file there; None for where the file is."""
        at = self.row_at(self.indexAt(position))
        dragged = next((node for node in self.rows if node.row is not None and node.row.path == key), None)
        if at is None or dragged is None or at.owner:
            return None
        target = at if at.row is None else next(node for node in self.rows if node.key == at.above[-1])
        rect = self.visualRect(self.index_of(target.key))
        if target.key == dragged.above[-1]:
            return None
        if target.is_heading and target.key[0] != dragged.key[0]:
            return Drop(
                None, rect, is_into=True, refused=Sentence("window-library.other-kind", heading=target.label)
            )
        return Drop(None if target.is_heading else "/".join(target.key[1:]), rect, is_into=True)

    def show_marks(self, current: Hashable, unsaved: Iterable[LibraryNode]) -> None:
        """Mark the current document's row, the unsaved ones, and what these are in where that is folded."""
        nodes = tuple(unsaved)
        self._current = current
        self._unsaved = frozenset(node.key for node in nodes)
        self._above_unsaved = frozenset(key for node in nodes for key in node.above)
        self.viewport().update()

    def _height(self, node: LibraryNode, _width: int) -> int:
        """Return the height of a row; headings but the first have a margin above."""
        is_airy = node.is_heading and node is not self.rows[0] and not self.uniformRowHeights()
        return row_style().px(_AIRY_ROW if is_airy else _ROW)

    def _paint(self, at: RowPainting, node: LibraryNode) -> None:
        """Paint a row at the bottom of its room; where there is little of it, without its icon."""
        style, rect, content = at.style, at.rect, self._content(node)
        height = style.px(_ROW)
        at = at._replace(rect=QRect(rect.left(), rect.bottom() + 1 - height, rect.width(), height))
        left = label_left(style, at.depth or 0, rect.width())
        if rect.width() - style.px(SIDE) - left < style.px(22 + LEAST_NAME):
            content = replace(content, lead=())
        if at.is_open is False and node.key in self._above_unsaved:
            content = replace(content, detail=Dot())
        if at.is_open is False and node.is_heading:
            content = replace(content, trail=(Words(str(node.files), "soft", "number", gap=6),))
        elif node.row is not None:
            content = replace(content, trail=partial(trail_of, node.row, width=rect.width()))
        paint_row(at, content)

    def _content(self, node: LibraryNode) -> RowContent:
        row, label = node.row, one_line(node.label)
        if row is None:
            files = Sentence("text.files", count=node.files)
            within = Sentence("window-library.files-within", name=label, files=files)
            lead = () if node.is_heading else (Icon("folder", "soft"),)
            font = "strong" if node.is_heading else "body"
            return RowContent(label, "", within, Words(label, font=font), lead=lead)
        is_current, is_unsaved = node.key == self._current, node.key in self._unsaved
        unsaved = Sentence("window-library.unsaved") if is_unsaved else ""

        def spoken() -> str:
            owner = Sentence("window-library.of-file", name=one_line(node.owner)) if node.owner else ""
            current = Sentence("window-library.current-document") if is_current else ""
            return listed((one_line(row.in_words()), owner, unsaved, current))

        def tooltip() -> str:
            state = row.state
            about = listed((badge_words(state.badge), unsaved, state.counts.in_words(), state.number))
            return "\n".join(filter(None, (str(row.path), about, state.remark)))

        return RowContent(
            label,
            tooltip,
            spoken,
            detail=Dot() if is_unsaved else None,
            lead=(Icon(row.icon, "soft"),),
            is_marked=is_current,
        )
