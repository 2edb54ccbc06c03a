"""The dialogs of the real window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QWidget

from editor_app.window.dialogs.answers import (
    AliasAnswer,
    BuildAnswer,
    BuildQuestion,
    Conflict,
    ConflictAnswer,
    GivenKey,
    NameQuestion,
    RecoveredText,
    RecoveryAnswer,
    SaveAnswer,
    SendAnswer,
    SendQuestion,
)
from editor_app.window.dialogs.frame import CalmDialog
from editor_app.window.dialogs.name import NameDialog

_ROLES = QDialogButtonBox.ButtonRole


class WindowDialogs:
    """Asks with modal dialogs over a window."""

    def __init__(self, parent: QWidget) -> None:
        """Open dialogs over `parent`, in the theme that `theme` returns at the time."""
        self._parent = parent

    def ask_save(self, names: Sequence[str]) -> SaveAnswer:
        """Ask whether to save these documents before they close."""
        dialog = save_dialog(names, self._parent)
        dialog.exec()
        return dialog.answer

    def ask_name(self, question: NameQuestion) -> str | None:
        """Ask for a name; None is cancelled."""
        dialog = NameDialog(question, self._parent)
        return dialog.name if dialog.exec() else None

    def ask_build(self, question: BuildQuestion) -> BuildAnswer | None:
        """Ask with what to build a prompt; None is cancelled."""
        from editor_app.window.dialogs.build import BuildDialog

        dialog = BuildDialog(question, self._parent)
        return dialog.answer if dialog.exec() else None

    def ask_key(self, origin: str, why: str, *, place: str = "", action: str = "Use key") -> GivenKey | None:
        """Ask for the key of an endpoint; None is cancelled."""
        from editor_app.window.dialogs.endpoint.key import KeyDialog

        dialog = KeyDialog(origin, why, self._parent, place=place, action=action)
        return dialog.given if dialog.exec() else None

    def ask_send(self, question: SendQuestion) -> SendAnswer | None:
        """Ask where to send a request; None is cancelled."""
        from editor_app.window.dialogs.endpoint.send import SendDialog

        dialog = SendDialog(question, self._parent)
        return dialog.answer if dialog.exec() else None

    def confirm(self, title: str, sentence: str, action: str) -> bool:
        """Ask before something that cannot be undone."""
        return bool(confirm_dialog(title, sentence, action, self._parent).exec())

    def ask_alias(self) -> AliasAnswer:
        """Ask whether a value that others use too is edited for all of them, or detached here."""
        dialog = alias_dialog(self._parent)
        dialog.exec()
        return dialog.answer

    def resolve(self, conflict: Conflict) -> ConflictAnswer:
        """Show the three texts of a conflict and ask which to keep."""
        from editor_app.window.dialogs.conflict import ConflictDialog

        dialog = ConflictDialog(conflict, self._parent)
        dialog.exec()
        return dialog.answer

    def compare_recovered(self, text: RecoveredText) -> RecoveryAnswer:
        """Show a recovered text beside the file's, and ask which to keep."""
        from editor_app.window.dialogs.recovery import RecoveryDialog

        dialog = RecoveryDialog(text, self._parent)
        dialog.exec()
        return dialog.answer

    def choose_folder(self, title: str, start: Path) -> Path | None:
        """Ask for a folder with the system's dialog."""
        return _path(QFileDialog.getExistingDirectory(self._parent, title, str(start)))

    def choose_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask for a file to open with the system's dialog."""
        return _path(QFileDialog.getOpenFileName(self._parent, title, str(start), patterns)[0])

    def choose_new_file(self, title: str, start: Path, patterns: str = "") -> Path | None:
        """Ask where to save a file with the system's dialog."""
        return _path(QFileDialog.getSaveFileName(self._parent, title, str(start), patterns)[0])

    def show_about(self, facts: Sequence[tuple[str, str]]) -> bool:
        """Show facts about the program; return whether to copy them."""
        from editor_app.window.dialogs.about import AboutDialog

        return bool(AboutDialog(facts, self._parent).exec())

    def show_changelog(self, text: str) -> None:
        """Show what changed from version to version."""
        from editor_app.window.dialogs.changelog import ChangelogDialog

        ChangelogDialog(text, self._parent).exec()

    def show_notes(self, title: str, sentence: str, notes: Sequence[str]) -> None:
        """Show a sentence and a list of notes."""
        from editor_app.window.dialogs.notes import NotesDialog

        NotesDialog(title, sentence, notes, self._parent).exec()

    def show_shortcuts(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """List menu, action and keys of every shortcut."""
        from editor_app.window.dialogs.shortcuts import ShortcutsDialog

        ShortcutsDialog(rows, self._parent).exec()


class AliasDialog(CalmDialog):
    """Asks whether to edit a shared value at its anchor, or detached here, or not at all."""

    answer = AliasAnswer.CANCEL

    def give(self, answer: AliasAnswer) -> None:
        """Answer and close."""
        self.answer = answer
        self.accept()


class SaveDialog(CalmDialog):
    """Asks whether to save, to close without saving, or not to close."""

    answer = SaveAnswer.CANCEL

    def give(self, answer: SaveAnswer) -> None:
        """Answer and close."""
        self.answer = answer
        self.accept()


def save_dialog(names: Sequence[str], parent: QWidget | None) -> SaveDialog:
    """Return the dialog that asks about unsaved documents."""
    one = len(names) == 1
    title = f"Save ‘{names[0]}’ first?" if one else f"Save {len(names)} documents first?"
    listed = "" if one else "\n" + "\n".join(f"• {name}" for name in names[:8])
    more = f"\n• and {len(names) - 8} more" if len(names) > 8 else ""
    sentence = f"{'It has' if one else 'They have'} text that is not on the disk.{listed}{more}"
    dialog = SaveDialog(title, sentence, parent)
    dialog.add_cancel()
    discard = dialog.add_button("Close without saving", _ROLES.DestructiveRole)
    save = dialog.add_button("Save" if one else "Save all", _ROLES.AcceptRole, primary=True)
    discard.clicked.connect(lambda: dialog.give(SaveAnswer.DISCARD))
    save.clicked.connect(lambda: dialog.give(SaveAnswer.SAVE))
    return dialog


def alias_dialog(parent: QWidget | None) -> AliasDialog:
    """Return the dialog about a value from an anchor; Enter cancels, as both answers have a drawback."""
    sentence = (
        "This value stands elsewhere in the file, and other blocks may use it too. Edit it there, for all of "
        "them, or give this block a value of its own?"
    )
    dialog = AliasDialog("Edit the anchor?", sentence, parent)
    cancel = dialog.add_cancel()
    cancel.setDefault(True)
    cancel.setFocus()
    here = dialog.add_button("A value of its own", _ROLES.ActionRole)
    there = dialog.add_button("Edit it there", _ROLES.AcceptRole)
    here.clicked.connect(lambda: dialog.give(AliasAnswer.HERE))
    there.clicked.connect(lambda: dialog.give(AliasAnswer.THERE))
    return dialog


def confirm_dialog(title: str, sentence: str, action: str, parent: QWidget | None) -> CalmDialog:
    """Return the dialog that asks before `action`; Enter cancels, since it cannot be undone."""
    dialog = CalmDialog(title, sentence, parent)
    cancel = dialog.add_cancel()
    cancel.setDefault(True)
    cancel.setFocus()
    dialog.add_button(action, _ROLES.AcceptRole)
    dialog.buttons.accepted.connect(dialog.accept)
    return dialog


def _path(chosen: str) -> Path | None:
    return Path(chosen) if chosen else None
