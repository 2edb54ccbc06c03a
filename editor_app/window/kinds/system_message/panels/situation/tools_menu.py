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
        self._of_action: dict[QAction, Tools | str] = {}
        given = () if isinstance(tools, Open) else tools
        self._add("Left open", OPEN)
        self._add("None", ())
        self.addSeparator()
        for tool in dict.fromkeys((*offered, *given)):
            self._add(menu_words(tool), tool)
        self.addSeparator()
        self.addAction("Another tool…").triggered.connect(
            lambda _checked=False: self.another_requested.emit()
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
        is_tool = action is not None and isinstance(self._of_action.get(action), str)
        if action is not None and is_tool:
            action.trigger()
        return is_tool

    def _add(self, words: str, meant: Tools | str) -> None:
        action = self.addAction(words)
        action.setCheckable(True)
        action.triggered.connect(lambda checked: self._take(meant, given=checked))
        self._of_action[action] = meant

    def _take(self, meant: Tools | str, *, given: bool) -> None:
        self._tools = with_tool(self._tools, meant, given=given) if isinstance(meant, str) else meant
        self._tick()
        self.tools_changed.emit(self._tools)

    def _tick(self) -> None:
        given = () if isinstance(self._tools, Open) else self._tools
        for action, meant in self._of_action.items():
            action.setChecked(meant in given if isinstance(meant, str) else meant == self._tools)
