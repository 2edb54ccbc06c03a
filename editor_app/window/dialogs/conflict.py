"""The dialog about a file that changed on disk while it has unsaved changes: it shows all three texts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from editor_app.window.dialogs.answers import Conflict, ConflictAnswer
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.dialogs.text_pairs import TextPairs, pairs_of
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import set_plain_tooltip

_WIDTH, _HEIGHT = 900, 560
_ROLES = QDialogButtonBox.ButtonRole


class ConflictDialog(CalmDialog):
    """Asks whether to keep the text in the window, take the one on disk, or decide later."""

    def __init__(self, conflict: Conflict, parent: QWidget | None) -> None:
        """Show the changes made in the window first."""
        theme = current_theme()
        super().__init__(
            f"‘{conflict.name}’ changed on disk",
            "It was changed outside while it had unsaved changes here. Nothing is lost until you choose; "
            "the text you do not keep stays in local history.",
            parent,
        )
        self.answer = ConflictAnswer.LATER
        self.texts = TextPairs(
            pairs_of(conflict.base, conflict.mine, conflict.disk, "My changes", "From disk to mine"),
            self,
        )
        self.history = QPushButton("Show history", self)
        self.history.setProperty("look", "link")
        self.history.setProperty("stands", "below text")  # begins where the sentence above it does
        self.history.setAutoDefault(False)
        set_plain_tooltip(self.history, "Decide later, and see the versions in local history")
        self.content.addWidget(self.history, 0, Qt.AlignmentFlag.AlignLeft)
        self.content.addSpacing(theme.px(2))
        self.content.addWidget(self.texts, 1)
        self.add_cancel("Decide later")
        self.take_disk = self.add_button("Take what is on disk", _ROLES.DestructiveRole)
        self.keep_mine = self.add_button("Keep mine", _ROLES.AcceptRole, primary=True)
        self.history.clicked.connect(lambda: self._answer(ConflictAnswer.HISTORY))
        self.take_disk.clicked.connect(lambda: self._answer(ConflictAnswer.TAKE_DISK))
        self.keep_mine.clicked.connect(lambda: self._answer(ConflictAnswer.KEEP_MINE))
        self.resize(theme.px(_WIDTH), theme.px(_HEIGHT))

    def _answer(self, answer: ConflictAnswer) -> None:
        self.answer = answer
        self.accept()
