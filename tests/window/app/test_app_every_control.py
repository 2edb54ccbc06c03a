"""What screen readers and input methods find at every stop of the keyboard, in the whole window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QInputMethod, QInputMethodQueryEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from editor_app.window.commands.files import SaveQuestion
from editor_app.window.commands.questions.about import About, Changelog
from editor_app.window.commands.questions.conflict_question import Conflict
from editor_app.window.commands.questions.import_notes import Notes
from editor_app.window.commands.settings.dialog import SettingsQuestion
from editor_app.window.commands.settings.file import SettingsFile, ShortcutsFile
from editor_app.window.commands.settings.shortcuts_page import Command
from editor_app.window.endpoint.send_question import KeyQuestion, KeysOfPlaces, SendAnswer, SendQuestion
from editor_app.window.kinds.chat.conversation.conversation_view import ConversationView
from editor_app.window.kinds.system_message.block_commands import ALIAS_QUESTION
from editor_app.window.kinds.template.commands import BuildQuestion
from editor_app.window.kinds.template.conversations import BuildAnswer
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.kit.dialogs.question import NameQuestion, confirmation
from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.server.dialog import ServerDialog
from editor_app.window.session.recovery import RecoveredText
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.editor_tabs import EditorTabs

_NONE = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Window}
_SHOWN = {
    "page-analysis.md": {"right": {"Preview"}, "below": {"Problems", "History"}},
    "system-prompt.tmpl": {"right": {"Preview"}, "below": {"Problems", "History", "Conversations"}},
    "system-messages/coding-assistant.yaml": {
        "left": {"Library", "Blocks"},
        "right": {"Preview", "Values"},
        "below": {"Problems", "History", "Why", "Compare"},
    },
    "chats/rename-keeps-undo/2.md": {"left": {"Messages"}, "right": {"Request", "Preview"}},
    "runs/long-refactor.yaml": {"left": {"Run"}, "right": {"Request", "Trigger"}},
    "runs/triggers.yaml": {"right": {"Trigger"}},
    "page-analysis.cases.yaml": {"below": {"Problems"}},
}
"""The tabs of the docks in which each kind of file has controls of its own."""
Q = Qt.InputMethodQuery
QUERIES = (*Q, Q.ImQueryInput | Q.ImCurrentSelection, Q.ImQueryAll, Q.ImEnabled | Q.ImCurrentSelection)
SURFACES = {
    *("CodeEditor", "PreviewText", "MarkdownView", "PromptPane", "RawText", "RowsPane", "AnswerText"),
    *("ValueField", "LineField", "SearchField", "CommittedLine", "ConversationView"),
}


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


def asked(widget: QWidget) -> None:
    for query in QUERIES:
        event = QInputMethodQueryEvent(query)
        QApplication.sendEvent(widget, event)
        assert event.queries() == query


def check_selection(bench) -> None:
    editor: CodeEditor = bench.editor
    text = bench.text
    chosen = text[text.index("\n") - 3 : text.index("\n") + 3]
    bench.select(chosen)
    everything = QInputMethodQueryEvent(Q.ImQueryInput | Q.ImCursorRectangle)
    QApplication.sendEvent(editor, everything)
    assert everything.value(Q.ImCurrentSelection) == chosen
    assert isinstance(everything.value(Q.ImSurroundingText), str)
    for place in (Q.ImCursorRectangle, Q.ImAnchorRectangle):
        assert isinstance(editor.inputMethodQuery(place), QRect | QRectF)
    position = editor.inputMethodQuery(Q.ImCursorPosition)
    assert QInputMethod.queryFocusObject(Q.ImCursorPosition, None) == position
    editor.selectAll()
    assert editor.inputMethodQuery(Q.ImCurrentSelection, 0) == text


def ask_every_text(bench, asked_already: set[str]) -> None:
    for panel in bench.window.findChildren(RequestPanel):
        panel.choose_view("raw")
    for widget in bench.window.findChildren(QWidget):
        is_text = isinstance(widget, QPlainTextEdit | QTextEdit | QLineEdit | ConversationView)
        takes_words = is_text or widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        if takes_words and type(widget).__name__ not in asked_already:
            asked_already.add(type(widget).__name__)
            asked(widget)


def views_of(tabs: EditorTabs) -> list[QRadioButton]:
    switch = tabs.strip.views
    return [] if switch is None else switch.findChildren(QRadioButton)


def test_every_control_of_every_kind_is_told_to_screen_readers_and_input_methods(open_bench, root):
    """It has a role, a name and a value, and each text answers everything that it can be asked."""
    bench = open_bench(root, "page-analysis.md", checked=False)
    check_selection(bench)
    for view in (MARKDOWN, DIFFERENCE, "text"):
        bench.panels.preview.choose_view(view)
    asked_already: set[str] = set()
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
        ask_every_text(bench, asked_already)
    assert sorted(SURFACES - asked_already) == []
    while bench.workbench.current.file is not None:
        bench.act("close_tab")
    look_at(window, "nothing open")


def test_every_control_of_every_dialog_has_a_role_a_name_and_a_value(theme_choice, qtbot, tmp_path):
    _theme, nothing = theme_choice.theme, lambda *_: ""
    build = BuildQuestion(BuildAnswer("c-1", "/srv/atlas", "m"), nothing, nothing, "")
    send = SendQuestion(
        [SendAnswer("https://api.example.org", "m")], "m", "1 message", KeysOfPlaces(*[nothing] * 3)
    )
    shortcuts = ShortcutsFile(tmp_path, {"save": ("Ctrl+S",)})
    questions = (
        ALIAS_QUESTION,
        confirmation("Delete it?", "It goes to the trash.", "Delete"),
        SaveQuestion(["a.md", "b.md"]),
        NameQuestion("Name", "A sentence.", "Go"),
        Notes("Imported", "It has more.", ["A note."]),
        SettingsQuestion(SettingsFile(tmp_path), shortcuts, [Command("save", "File", "Save")], print, bool),
        About([("Foreword", "0.1.0"), ("From", "a checkout")]),
        Changelog("## 0.1.0\n\n[A link](https://example.org)"),
        Conflict("a.md", "one", "mine", "disk"),
        RecoveredText("a.md", "mine", "disk"),
        build,
        send,
        KeyQuestion("https://api.example.org", "It has no key yet."),
    )
    for dialog in (*(QuestionDialog(one.question(), None) for one in questions), ServerDialog("8137", None)):
        qtbot.addWidget(dialog)
        dialog.show()
        look_at(dialog, dialog.windowTitle())
        assert (
            QAccessible.queryAccessibleInterface(dialog).text(QAccessible.Text.Name) == dialog.windowTitle()
        )
