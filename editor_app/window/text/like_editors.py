"""What is the same for all editors of a window: text size, line breaks, the ruler, and what Tab does."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor_app.text import Sentence
from editor_app.window.kit.focus.announcing import announce
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.code_editor import CodeEditor


class LikeEditors(QWidget):
    """The base of a widget with editors that look and behave alike."""

    zoom_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with text of the usual size and broken lines."""
        super().__init__(parent)
        self.text_zoom = 0
        """By how many pixels the text is larger than usual."""
        self.wraps = True
        """Whether long lines are broken at the right edge."""
        self.tab_moves_focus = False
        self.ruler = 0

    def editors(self) -> Iterator[CodeEditor]:
        """Go through all editors."""
        raise NotImplementedError

    @property
    def current_editor(self) -> CodeEditor | None:
        """The editor in front, None without one."""
        raise NotImplementedError

    def make_alike(self, editor: CodeEditor) -> None:
        """Let a new editor be as the others are, and zoom with them."""
        editor.set_zoom(self.text_zoom)
        editor.set_word_wrap(self.wraps)
        editor.setTabChangesFocus(self.tab_moves_focus)
        editor.set_ruler(self.ruler)
        editor.zoom_changed.connect(self.set_zoom)

    def zoom(self, steps: int) -> None:
        """Make the text of all editors larger by `steps` pixels."""
        editor = self.current_editor
        if editor is not None:
            editor.zoom(steps)

    def set_zoom(self, zoom: int) -> None:
        """Make the text of all editors `zoom` pixels larger than usual."""
        if zoom == self.text_zoom:
            return
        announce(
            self, Sentence("window-text.text-size", size=current_theme().font("code").pixelSize() + zoom)
        )
        self.text_zoom = zoom
        for editor in self.editors():
            editor.set_zoom(zoom)
        self.zoom_changed.emit(zoom)

    def set_word_wrap(self, wraps: bool) -> None:
        """Break long lines at the right edge in all editors, or scroll."""
        self.wraps = wraps
        for editor in self.editors():
            editor.set_word_wrap(wraps)

    def set_tab_moves_focus(self, moves: bool) -> None:
        """Let Tab leave the editors instead of indenting."""
        self.tab_moves_focus = moves
        for editor in self.editors():
            editor.setTabChangesFocus(moves)

    def set_ruler(self, column: int) -> None:
        """Draw a line behind a column in all editors, or none with 0."""
        self.ruler = column
        for editor in self.editors():
            editor.set_ruler(column)
