"""The dialog that shows a recovered text beside what the file held, and holds now."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from editor_app.window.dialogs.answers import RecoveredText, RecoveryAnswer
from editor_app.window.dialogs.columns import MOST_LINES
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.dialogs.text_pairs import TextPairs, pairs_of
from editor_app.window.dialogs.version_columns import VersionColumns
from editor_app.window.kit.theme.current import current_theme

_HEIGHT = 560
_LEAST_WIDTH, _WIDTH = 640, 380
_TAKE_DISK = "Take what is on disk"
_ROLES = QDialogButtonBox.ButtonRole


class RecoveryDialog(CalmDialog):
    """Asks whether to keep a recovered text, to take the file's, or to decide later."""

    def __init__(self, text: RecoveredText, parent: QWidget | None) -> None:
        """Show the versions of `text` side by side."""
        theme = current_theme()
        place = f" ({text.place})" if text.place else ""
        super().__init__(f"‘{text.name}’ was recovered{place}", _sentence(text), parent)
        self.answer = RecoveryAnswer.LATER
        versions = _versions(text)
        columns = VersionColumns(versions, self)
        self.columns = columns.panes
        self.texts: TextPairs | None = None
        if text.base is not None and text.disk is not None:
            pairs = pairs_of(
                text.base, text.recovered, text.disk, "Recovered changes", "From disk to recovered"
            )
            self.texts = TextPairs(pairs, self, all_texts=("All three", columns))
        self.content.addSpacing(theme.px(8))
        self.content.addWidget(self.texts or columns, 1)
        self.add_cancel("Decide later")
        words = "Discard it" if text.disk is None else _TAKE_DISK
        self.take_disk = self.add_button(words, _ROLES.DestructiveRole)
        self.take_disk.setVisible(not text.trouble)
        self.keep = self.add_button("Keep recovered", _ROLES.AcceptRole, primary=True)
        self.take_disk.clicked.connect(lambda: self._give(RecoveryAnswer.TAKE_DISK))
        self.keep.clicked.connect(lambda: self._give(RecoveryAnswer.KEEP))
        width = max(theme.px(_LEAST_WIDTH), theme.px(_WIDTH) * len(versions))
        self.resize(width, theme.px(_HEIGHT))

    def _give(self, answer: RecoveryAnswer) -> None:
        self.answer = answer
        self.accept()


def _versions(text: RecoveredText) -> list[tuple[str, str]]:
    if text.disk is None:
        return [("Recovered", text.recovered)]
    if text.base is None:
        return [("On disk", text.disk), ("Recovered", text.recovered)]
    return [("Before", text.base), ("On disk now", text.disk), ("Recovered", text.recovered)]


def _sentence(text: RecoveredText) -> str:
    if text.trouble:
        sentence = f"{text.trouble} The text stays here, and not saved, until the file can be read again."
    elif text.disk is None:
        sentence = "This text is in no file. It stays here, and not saved, until you save or discard it."
    else:
        changed = "" if text.base is None else "The file was changed meanwhile. "
        sentence = (
            f"{changed}Nothing is saved yet. ‘{_TAKE_DISK}’ discards the recovered text; Undo brings it back."
        )
    longest = max(version.count("\n") for version in (text.recovered, text.disk or "", text.base or ""))
    cut = f" Only the first {MOST_LINES:,} lines are shown." if longest >= MOST_LINES else ""
    return sentence + cut
