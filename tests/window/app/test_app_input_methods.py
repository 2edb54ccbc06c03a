"""An input method may ask every text of the window everything that it can ask at all."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QInputMethod, QInputMethodQueryEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from editor_app.window.editor.code_editor import CodeEditor
from editor_app.window.kinds.chat.conversation.view import ConversationView
from editor_app.window.panels.preview.views import DIFFERENCE, MARKDOWN
from editor_app.window.panels.request.panel import RequestPanel

Q = Qt.InputMethodQuery
QUERIES = (*Q, Q.ImQueryInput | Q.ImCurrentSelection, Q.ImQueryAll, Q.ImEnabled | Q.ImCurrentSelection)
LOOKS = {
    "page-analysis.md": ("show_history",),
    "system-prompt.tmpl": ("show_conversations",),
    "system-messages/coding-assistant.yaml": ("why_block",),
    "runs/long-refactor.yaml": (),
    "chats/charged-twice/2.md": ("show_request", "switch_chat_view"),
}
SURFACES = {
    *("CodeEditor", "PreviewText", "MarkdownView", "PromptPane", "RawText", "RowsPane", "AnswerText"),
    *("ValueField", "LineField", "SearchField", "CommittedField", "_PathField", "ConversationView"),
}


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


def test_every_text_is_asked_everything(open_bench, root):
    bench = open_bench(root, "page-analysis.md")
    check_selection(bench)
    for view in (MARKDOWN, DIFFERENCE):
        bench.panels.preview.choose_view(view)
    seen: set[str] = set()
    for name, actions in LOOKS.items():
        bench.open(name)
        for action in actions:
            bench.act_if_possible(action)
        bench.settle()
        for panel in bench.window.findChildren(RequestPanel):
            panel.choose_view("raw")
        for widget in bench.window.findChildren(QWidget):
            is_text = isinstance(widget, QPlainTextEdit | QTextEdit | QLineEdit | ConversationView)
            takes_words = is_text or widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
            if takes_words and type(widget).__name__ not in seen:
                seen.add(type(widget).__name__)
                asked(widget)
    assert sorted(SURFACES - seen) == []
