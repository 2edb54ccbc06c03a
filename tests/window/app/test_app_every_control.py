"""What a screen reader finds at every stop of the keyboard, in the whole window: role, name and value."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QToolButton,
    QWidget,
)

from editor_app.window.dialogs.answers import (
    BuildAnswer,
    BuildQuestion,
    Conflict,
    NameQuestion,
    RecoveredText,
    SendAnswer,
    SendQuestion,
)
from editor_app.window.dialogs.asking import alias_dialog, confirm_dialog, save_dialog
from editor_app.window.dialogs.build import BuildDialog
from editor_app.window.dialogs.conflict import ConflictDialog
from editor_app.window.dialogs.endpoint.key import KeyDialog
from editor_app.window.dialogs.endpoint.send import SendDialog
from editor_app.window.dialogs.name import NameDialog
from editor_app.window.dialogs.notes import NotesDialog
from editor_app.window.dialogs.recovery import RecoveryDialog
from editor_app.window.dialogs.shortcuts import ShortcutsDialog
from editor_app.window.editor.editor_tabs import EditorTabs
from editor_app.window.server.dialog import ServerDialog

_NONE = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Window}
_SHOWN = {
    "page-analysis.md": {"right": {"Preview"}, "below": {"Problems", "History"}},
    "system-prompt.tmpl": {"right": {"Preview"}, "below": {"Problems", "History", "Conversations"}},
    "system-messages/coding-assistant.yaml": {
        "left": {"Library", "Blocks"},
        "right": {"Preview", "Values"},
        "below": {"Problems", "History", "Why", "Matrix"},
    },
    "chats/rename-keeps-undo/2.md": {"left": {"Messages"}, "right": {"Request", "Preview"}},
    "runs/long-refactor.yaml": {"left": {"Run"}, "right": {"Request", "Trigger"}},
    "runs/triggers.yaml": {"right": {"Trigger"}},
    "page-analysis.cases.yaml": {"below": {"Problems"}},
}
"""The tabs of the docks in which each kind of file has controls of its own."""


def stops(root: QWidget) -> Iterator[QWidget]:
    """Yield what can have the focus in `root`, as it is shown now."""
    for widget in root.findChildren(QWidget):
        can = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None
        is_part = isinstance(widget.parent(), QAbstractSpinBox) or isinstance(widget, QScrollBar)
        if can and widget.isVisible() and not is_part:
            yield widget


def faults_of(widget: QWidget) -> Iterator[str]:
    """Yield what a screen reader cannot tell of a widget."""
    seen = QAccessible.queryAccessibleInterface(widget)
    name = seen.text(QAccessible.Text.Name)
    if seen.role() in _NONE:
        yield "no role"
    if isinstance(widget, QComboBox):  # whose name is its entry on Linux
        name = widget.accessibleName()
        labels = [label for label, _ in seen.relations(QAccessible.RelationFlag.Label)]
        if [label.text(QAccessible.Text.Name) for label in labels] != [name]:
            yield "no label"
    if not name.strip():
        yield "no name"
    if isinstance(widget, QToolButton) and widget.menu() and widget.text().rstrip("…") not in name:
        yield f"a name without {widget.text()!r}"
    if (
        isinstance(widget, QAbstractSlider | QAbstractSpinBox)
        and seen.valueInterface().currentValue() is None
    ):
        yield "no value"
    if isinstance(widget, QLineEdit | QPlainTextEdit) and seen.textInterface() is None:
        yield "no text"
    if isinstance(widget, QRadioButton) and seen.state().checked != widget.isChecked():
        yield "not whether it is chosen"


def look_at(place: QWidget, where: str) -> None:
    found = list(stops(place))
    assert found, where
    faults = [
        f"{type(one).__name__} {one.accessibleName()!r}: {fault}" for one in found for fault in faults_of(one)
    ]
    assert not faults, where


def views_of(tabs: EditorTabs) -> list[QRadioButton]:
    switch = tabs.strip.views
    return [] if switch is None else switch.findChildren(QRadioButton)


def test_every_control_of_every_kind_has_a_role_a_name_and_a_value(open_bench, root):
    bench = open_bench(root, checked=False)
    window = bench.window
    docks = {"left": window.left_dock, "right": window.right_dock, "below": window.bottom_dock}
    for name, shown in _SHOWN.items():
        bench.open(name)
        bench.resolve()
        bench.settle()
        window.show_problems()
        for side, titles in shown.items():
            tabs = docks[side].tabs
            places = {tabs.tabText(place): place for place in range(tabs.count())}
            assert titles <= places.keys(), name
            for title in sorted(titles):
                tabs.setCurrentIndex(places[title])
                seen = QAccessible.queryAccessibleInterface(docks[side])
                assert seen.text(QAccessible.Text.Name) == title, "a dock is called what it shows"
                look_at(docks[side], f"{name}, {title}")
        look_at(window, name)
        for view in views_of(bench.workbench.tabs):
            view.click()
            QApplication.processEvents()
            look_at(bench.workbench.tabs, f"{name}, {view.text()}")
    while bench.workbench.current.file is not None:
        bench.act("close_tab")
    look_at(window, "nothing open")


def test_every_control_of_every_dialog_has_a_role_a_name_and_a_value(theme_choice, qtbot):
    theme, nothing = theme_choice.theme, lambda *_: ""
    build = BuildQuestion(BuildAnswer("c-1", "/srv/atlas", "m"), nothing, nothing, "")
    send = SendQuestion([SendAnswer("https://api.example.org", "m")], "m", "1 message", *[nothing] * 5)
    for dialog in (
        alias_dialog(theme, None),
        confirm_dialog(theme, "Delete it?", "It goes to the trash.", "Delete", None),
        save_dialog(theme, ["a.md", "b.md"], None),
        NameDialog(theme, NameQuestion("Name", "A sentence.", "Go"), None),
        NotesDialog(theme, "Imported", "It has more.", ["A note."], None),
        ShortcutsDialog(theme, [("File", "Save", "Ctrl+S")], None),
        ConflictDialog(theme, Conflict("a.md", "one", "mine", "disk"), None),
        RecoveryDialog(theme, RecoveredText("a.md", "mine", "disk"), None),
        BuildDialog(theme, build, None),
        SendDialog(theme, send, None),
        KeyDialog(theme, "api.example.org", "It has no key yet.", None),
        ServerDialog(theme, "8137", None),
    ):
        qtbot.addWidget(dialog)
        dialog.show()
        look_at(dialog, dialog.windowTitle())
        assert (
            QAccessible.queryAccessibleInterface(dialog).text(QAccessible.Text.Name) == dialog.windowTitle()
        )
