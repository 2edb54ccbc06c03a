"""The dialog about a file that changed on disk while it has unsaved changes: it shows all three texts."""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextCursor, QTextFormat
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QTextEdit, QWidget

from editor_app.window.dialogs.answers import Conflict, ConflictAnswer
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.fields import TextField
from editor_app.window.widgets.segmented import SegmentedSwitch

_LONGEST = 200_000
_MOST_LINES = 2_000
_PANE = (560, 96)
_HEIGHT = 460
_VIEWS = (("mine", "My changes"), ("disk", "Changes on disk"), ("between", "Disk against mine"))


class DifferencePane(TextField):
    """The changed lines with + and -, also told by colour; read-only, and plain text only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self.setReadOnly(True)
        self.setProperty("look", "field")
        self.setFont(theme.font("code small"))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Difference")

    def show_difference(self, before: str, after: str) -> None:
        """Show the changes between two texts."""
        self.setPlainText("\n".join(difference_lines(before, after)))
        self._tint()

    def _tint(self) -> None:
        tints = []
        block = self.document().begin()
        while block.isValid():
            role = {"+": "okbg", "-": "errbg"}.get(block.text()[:1])
            if role:
                tints.append(self._tinted(block, role))
            block = block.next()
        self.setExtraSelections(tints)

    def _tinted(self, block: QTextBlock, role: str) -> QTextEdit.ExtraSelection:
        whole_line = QTextFormat.Property.FullWidthSelection
        tint = QTextEdit.ExtraSelection()
        tint.cursor = QTextCursor(block)
        tint.format.setBackground(self._theme.color(role))
        tint.format.setProperty(whole_line, True)  # noqa: FBT003  Qt's signature
        return tint


class ConflictDialog(CalmDialog):
    """Asks whether to keep the text in the window, take the one on disk, or decide later."""

    def __init__(self, theme: Theme, conflict: Conflict, parent: QWidget | None) -> None:
        """Show the changes made in the window first."""
        super().__init__(
            theme,
            f"‘{conflict.name}’ changed on disk",
            "It was changed outside while it had unsaved changes here. Nothing is lost until you choose; "
            "the text you do not keep stays in local history (Prompt, History).",
            parent,
        )
        self._conflict = conflict
        self.answer = ConflictAnswer.LATER
        self.views = SegmentedSwitch("Which difference", _VIEWS, theme, self)
        self.pane = DifferencePane(theme, self)
        self.pane.setMinimumSize(theme.px(_PANE[0]), theme.px(_PANE[1]))
        self.content.addSpacing(theme.px(4))
        self.content.addWidget(self.views)
        self.content.addSpacing(theme.px(4))
        self.content.addWidget(self.pane, 1)
        self.views.chosen.connect(self._show)
        self.add_cancel("Decide later")
        roles = QDialogButtonBox.ButtonRole
        self.take_disk = self.add_button("Take what is on disk", roles.DestructiveRole)
        self.keep_mine = self.add_button("Keep mine", roles.AcceptRole, primary=True)
        self.take_disk.clicked.connect(lambda: self._answer(ConflictAnswer.TAKE_DISK))
        self.keep_mine.clicked.connect(lambda: self._answer(ConflictAnswer.KEEP_MINE))
        self._show("mine")
        self.resize(self.sizeHint().width(), theme.px(_HEIGHT))

    def _answer(self, answer: ConflictAnswer) -> None:
        self.answer = answer
        self.accept()

    def _show(self, view: str) -> None:
        texts = self._conflict
        before, after = {
            "mine": (texts.base, texts.mine),
            "disk": (texts.base, texts.disk),
            "between": (texts.disk, texts.mine),
        }[view]
        self.pane.show_difference(before, after)


def difference_lines(before: str, after: str) -> list[str]:
    """Return the changed lines with two lines around each change, each with +, - or a space before it."""
    from difflib import unified_diff

    if before == after:
        return ["  No difference."]
    if len(before) + len(after) > _LONGEST:
        return ["  Too long to compare here."]
    old, new = before.split("\n"), after.split("\n")
    lines = list(unified_diff(old, new, n=2, lineterm=""))[2:]
    shown = [
        f"  … line {line.split('+')[1].split(',')[0].split(' ')[0]}"
        if line.startswith("@@")
        else f"{line[0]} {line[1:]}"
        for line in lines[:_MOST_LINES]
    ]
    return [*shown, "  …"] if len(lines) > _MOST_LINES else shown
