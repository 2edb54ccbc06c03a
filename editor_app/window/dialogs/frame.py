"""The frame of all dialogs: a title, one paragraph, the content, buttons in the platform's order."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from editor_app.window.frame.layout_memory import screen_room
from editor_app.window.kit.focus.menu_keys import opens_menu
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel, repolish

_WIDTH = 440
_SIDE = 20
_ROLES = QDialogButtonBox.ButtonRole
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CalmDialog(QDialog):
    """A dialog with one message or question."""

    def __init__(self, title: str, sentence: str, parent: QWidget | None) -> None:
        """Show `title` and `sentence` as plain text; both may contain file names."""
        theme = current_theme()
        super().__init__(parent)
        self.setWindowTitle(title)
        self.title = PlainLabel(title, "title", self)
        self.sentence = PlainLabel(sentence, "", self)
        self.buttons = QDialogButtonBox(self)
        self.content = QVBoxLayout()
        for label in (self.title, self.sentence):
            label.setWordWrap(True)
        self.sentence.setVisible(bool(sentence))
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.content.setSpacing(theme.px(4))
        self._column = QVBoxLayout(self)
        side = theme.px(_SIDE)
        self._column.setContentsMargins(side, theme.px(16), side, theme.px(16))
        self._column.setSpacing(theme.px(8))
        self._column.addWidget(self.title)
        self._column.addWidget(self.sentence)
        self._column.addLayout(self.content, 1)
        self._column.addSpacing(theme.px(8))
        self._column.addWidget(self.buttons)
        self._column.addStrut(theme.px(_WIDTH) - 2 * side)
        self.buttons.rejected.connect(self.reject)

    def add_button(
        self, text: str, role: QDialogButtonBox.ButtonRole, *, primary: bool = False
    ) -> QPushButton:
        """Add a button; Enter presses the primary one while no other button has the focus."""
        button = self.buttons.addButton(text, role)
        button.setAutoDefault(primary)
        button.setDefault(primary)
        if primary:
            button.setProperty("look", "primary")
            repolish(button)
        return button

    def add_cancel(self, text: str = "Cancel") -> QPushButton:
        """Add the button that Esc presses."""
        return self.add_button(text, _ROLES.RejectRole)

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the dialog on the screen, with its buttons visible."""
        fit_screen(self)
        super().showEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open menus; let Enter press the button that has the focus: Qt would press the default one."""
        focus = self.focusWidget()
        if event.key() in _ENTER and isinstance(focus, QPushButton) and focus.isEnabled():
            focus.click()
        elif not opens_menu(event, self):
            super().keyPressEvent(event)


def fit_screen(dialog: QDialog) -> None:
    """Limit a dialog's size to that of the screen; its lists can be scrolled."""
    room = screen_room(dialog)
    dialog.setMaximumSize(room)
    if dialog.size() != dialog.size().boundedTo(room):
        dialog.resize(dialog.size().boundedTo(room))
