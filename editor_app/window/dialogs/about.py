"""The dialog about the program: its version and parts, which can be copied, and what it does not do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QWidget

from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.words.labels import PlainLabel, ReadableLabel

_TITLE = "About Foreword"
_SENTENCE = "The editor for people who write system prompts."
_REMARKS = (
    "It looks for no updates, and sends nothing but the requests that you send.",
    "MIT licence. Made with Qt and PySide6 (LGPL 3), Python (PSF licence) and icons of Lucide (ISC licence).",
)
_WIDTH = 480


class AboutDialog(CalmDialog):
    """Facts as pairs of a name and a value; accepted by *Copy details*."""

    def __init__(self, facts: Sequence[tuple[str, str]], parent: QWidget | None) -> None:
        """List `facts`."""
        theme = current_theme()
        super().__init__(_TITLE, _SENTENCE, parent)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(6))
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(facts):
            shown = ReadableLabel(parent=self, has_caret=False)
            shown.say(value, about=name)
            grid.addWidget(PlainLabel(name, "field", self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(shown, row, 1)
        self.content.addSpacing(theme.px(8))
        self.content.addLayout(grid)
        for remark in _REMARKS:
            self.content.addSpacing(theme.px(8))
            words = PlainLabel(remark, "soft", self)
            words.setWordWrap(True)
            self.content.addWidget(words)
        self.content.addStretch(1)
        self.add_button("Copy details", QDialogButtonBox.ButtonRole.AcceptRole).clicked.connect(self.accept)
        close = self.add_cancel("Close")
        close.setDefault(True)
        close.setFocus()
        self.resize(theme.px(_WIDTH), self.sizeHint().height())
