"""What people do with a system message in the window, and what they see of it."""

from __future__ import annotations

from typing import Any

import message_texts
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from editor_app.system_messages.model.entities import Block
from editor_app.system_messages.resolution.outcome import Outcome
from editor_app.window.kinds.system_message.block_rows import BlockRow
from editor_app.window.kinds.system_message.current_message import SystemMessagePanels
from editor_app.window.kinds.system_message.message_view import SystemMessageView
from editor_app.window.kit.rows.menus import add_entries
from editor_app.window.text.code_editor import CodeEditor

LEFT = Qt.MouseButton.LeftButton
CODING = "system-messages/coding-assistant.yaml"
DESK = "system-messages/support-desk.json"
HEAD = message_texts.HEAD


class Message:
    """The system message in front of a bench."""

    def __init__(self, bench: Any) -> None:
        self.bench = bench
        self.panels: SystemMessagePanels = bench.workbench.current.perspective.panels
        self.blocks = self.panels.blocks
        self.tabs = bench.workbench.tabs

    # What is seen -------------------------------------------------------------------------------------------

    @property
    def view(self) -> SystemMessageView:
        view = self.bench.workbench.current.perspective.view
        assert view is not None, "a system message is in front"
        return view

    @property
    def yaml(self) -> str:
        """The whole file, as saving would write it."""
        return self.bench.file.text

    @property
    def content(self) -> str:
        """The content of the chosen block, as its editor shows it."""
        return self.view.editor.contents.text

    @property
    def shows_content(self) -> bool:
        return self.tabs.current_editor is self.view.editor

    @property
    def source_editor(self) -> CodeEditor:
        editor = self.tabs.editor_of(self.bench.file.document)
        assert editor is not None
        return editor

    @property
    def chosen(self) -> str:
        """The id of the block that is chosen, the same in every panel."""
        view = self.view
        assert view.index is not None
        block = view.blocks[view.index]
        row = self.blocks.selected_row()
        assert row is not None
        assert row.path == block.path == view.link.path
        return block.id

    @property
    def ids(self) -> list[str]:
        """The tree as it is shown, two blanks for each level."""
        lines, index = [], self.blocks.tree.model().index(0, 0)
        while index.isValid():
            depth, above = 0, index.parent()
            while above.isValid():
                depth, above = depth + 1, above.parent()
            lines.append("  " * depth + index.data())
            index = self.blocks.tree.indexBelow(index)
        return lines

    @property
    def outcome(self) -> Outcome:
        return self.bench.file.result.outcome

    @property
    def why(self) -> str:
        """The sentences of the Why panel."""
        panel = self.panels.why
        if panel._pages.currentWidget() is panel._empty:
            return ""
        return "\n".join(sentence.accessibleName() for sentence in panel._sentences[: len(panel.rows)])

    @property
    def problems(self) -> list[str]:
        return [diagnostic.code for diagnostic in self.bench.file.analysis.diagnostics]

    @property
    def can_undo(self) -> bool:
        """Whether the file has a step to take back."""
        return self.bench.file.document.text_document.isUndoAvailable()

    def block(self, name: str) -> Block:
        return next(block for block in self.view.blocks if block.id == name)

    def row(self, name: str) -> BlockRow:
        return next(row for row in self.blocks._rows if row.id == name)

    def badges(self) -> dict[str, str]:
        return {row.id: row.badge for row in self.blocks._rows if row.badge}

    def out(self) -> set[str]:
        return {row.id for row in self.blocks._rows if not row.is_in}

    # What is done -------------------------------------------------------------------------------------------

    def index(self, name: str) -> QModelIndex:
        model = self.blocks.tree.model()
        start, flag = model.index(0, 0), Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchExactly
        return model.match(start, Qt.ItemDataRole.DisplayRole, name, 1, flag)[0]

    def pick(self, name: str) -> None:
        """Click a block in the tree."""
        tree, index = self.blocks.tree, self.index(name)
        tree.scrollTo(index)
        click(tree.viewport(), tree.visualRect(index).center())

    def key(self, keys: str) -> None:
        """Press a key in the tree."""
        self.blocks.tree.setFocus()
        self.bench.press(keys, self.blocks.tree)

    def drag(self, name: str, onto: str, part: float) -> bool:
        """Drag a block to a part of another's row, from 0 at its top to 1; say whether it was taken."""
        tree, model = self.blocks.tree, self.blocks.tree.model()
        data: QMimeData = model.mimeData([self.index(name)])
        rect = tree.visualRect(self.index(onto))
        place = QPointF(rect.center().x(), rect.top() + part * rect.height())
        actions, none = Qt.DropAction.MoveAction, Qt.KeyboardModifier.NoModifier
        move = QDragMoveEvent(place.toPoint(), actions, data, LEFT, none)
        tree.dragMoveEvent(move)
        drop = QDropEvent(place, actions, data, LEFT, none)
        tree.dropEvent(drop)
        return drop.isAccepted()

    def switch(self) -> None:
        """Press F9 where the focus is."""
        self.bench.press("F9")

    def settle(self) -> None:
        """Let what waits for a short pause after typing be shown, everywhere."""
        self.bench.settle()

    def choose_situation(self, name: str) -> None:
        """Choose a saved situation in the menu over the form."""
        menu = QMenu()
        add_entries(menu, self.panels.situation.saved_entries())
        trigger(menu, name)
        self.settle()

    def choose_mode(self, name: str) -> None:
        self.panels.situation.line.unfold(unfolded=True)
        box = self.panels.situation.field("mode")
        row = box.findText(name)
        assert row >= 0
        box.setFocus()
        steps = row - box.currentIndex()
        for _ in range(abs(steps)):
            QTest.keyClick(box, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)
        assert box.currentText() == name
        self.settle()

    def undo_all(self) -> None:
        """Take back every step of the file."""
        while self.can_undo:
            self.bench.act("undo")

    def open_below(self, action_id: str) -> None:
        self.bench.act(action_id)
        self.settle()


def click(widget: QWidget, place: QPoint | None = None) -> None:
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, place or QPoint())


def entry(menu: QMenu, words: str) -> QAction:
    """Return an entry of a menu by its words, without what stands in a second column."""
    return next(action for action in menu.actions() if action.text().partition("\t")[0] == words)


def trigger(menu: QMenu, words: str) -> None:
    action = entry(menu, words)
    assert action.isEnabled(), f"{words} is grey"
    action.trigger()


def open_menu() -> QMenu:
    """Return the menu that is open."""
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    return popup


def changed(before: str, after: str) -> tuple[str, str]:
    """Return what went and what came between two texts that differ in one place."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return before[start : len(before) - end], after[start : len(after) - end]
