"""The menu of tools, which stays open while several are checked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from editor_app.system_messages.situations.situation import OPEN, Open
from editor_app.window.kinds.system_message.panels.situation.choices import with_tool
from editor_app.window.kit.card.popups import round_menu
from editor_app.window.kit.words.labels import menu_words

Tools = tuple[str, ...] | Open


class ToolsMenu(QMenu):
    """Left open, no tools, or any of those offered; `another_requested` asks for a further tool."""

    tools_changed = Signal(object)
    another_requested = Signal()

    def __init__(self, tools: Tools, offered: Sequence[str], parent: QWidget) -> None:
        """Show the offered tools, with `tools` checked."""
        super().__init__(parent)
        round_menu(self)
        self._tools = tools
        self._pressed = False
        self._of_state = {OPEN: self._entry("Left open"), (): self._entry("None")}
        self.addSeparator()
        given = () if isinstance(tools, Open) else tools
        self._of_tool = {tool: self._entry(menu_words(tool)) for tool in dict.fromkeys((*offered, *given))}
        self.addSeparator()
        self.addAction("Another tool…").triggered.connect(
            lambda _checked=False: self.another_requested.emit()
        )
        for value, action in self._of_state.items():
            action.triggered.connect(lambda _checked=False, value=value: self._take(value))
        for tool, action in self._of_tool.items():
            action.triggered.connect(
                lambda checked, tool=tool: self._take(with_tool(self._tools, tool, given=checked))
            )
        self._tick()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember that the mouse press was on the menu."""
        self._pressed = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Check a tool and keep the menu open; the release of the click that opened the menu is ignored."""
        if not self._pressed or not self._ticks(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check a tool with Space and keep the menu open; Enter checks and closes, as in any menu."""
        if event.key() != Qt.Key.Key_Space or not self._ticks(self.activeAction()):
            super().keyPressEvent(event)

    def _ticks(self, action: QAction | None) -> bool:
        if action is None or action not in self._of_tool.values():
            return False
        action.trigger()
        return True

    def _take(self, tools: Tools) -> None:
        self._tools = tools
        self._tick()
        self.tools_changed.emit(tools)

    def _tick(self) -> None:
        for value, action in self._of_state.items():
            action.setChecked(self._tools == value)
        for tool, action in self._of_tool.items():
            action.setChecked(not isinstance(self._tools, Open) and tool in self._tools)

    def _entry(self, words: str) -> QAction:
        action = self.addAction(words)
        action.setCheckable(True)
        return action
