"""The tree of the library, whose files are dragged from folder to folder."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.rows.dragging import DraggableRows, Drop
from editor_app.window.kit.rows.models import RowType
from editor_app.window.panels.library.listing import LibraryNode


def row_flags(node: LibraryNode) -> Qt.ItemFlag:
    """Return what can be done with a row: files of the user's are dragged, and dropped anywhere."""
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDropEnabled
    is_own = node.row is not None and not node.row.state.read_only and not node.owner
    return flags | Qt.ItemFlag.ItemIsDragEnabled if is_own else flags


class LibraryTree(DraggableRows[LibraryNode]):
    """Rows of files, known while they are dragged by their paths; the place of a drop is a folder's path.

    That is the path from the library, None for the folder in which files of such a kind usually are.
    """

    def __init__(self, type_: RowType[LibraryNode], parent: QWidget) -> None:
        """Create an empty tree."""
        super().__init__(
            type_, Sentence("window-library.files"), parent, read_key=lambda data: Path(os.fsdecode(data))
        )

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
