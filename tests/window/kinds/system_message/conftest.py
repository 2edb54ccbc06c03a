"""A message in a document that is analysed as the window does it, linked with the content of a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from message_files import MESSAGE, MessageFile
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from editor_app.system_messages.model.entities import BlockPath
from editor_app.window.kinds.system_message.content_link import ContentLink
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.code_editor import CodeEditor


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> QApplication:
    """Return what Qt's documents need, even those of files that nobody sees."""
    return qapp


LinkTo = Callable[..., tuple[MessageFile, ContentLink]]


@pytest.fixture
def link_to(qapp: QApplication) -> Iterator[LinkTo]:
    """Return a function that opens a message and links the content of the block at a path."""
    kept: list[QObject] = []

    def link(
        text: str = MESSAGE, path: BlockPath | None = (1,), **how: object
    ) -> tuple[MessageFile, ContentLink]:
        file = MessageFile(text, **how)
        made = ContentLink(file.document, file.look)
        file.analysed.connect(made.refresh)
        made.show_block(path)
        kept.extend((file, made))
        return file, made

    yield link
    for one in reversed(kept):
        one.deleteLater()


@pytest.fixture
def show(qtbot: QtBot) -> Callable[[QWidget], QWidget]:
    """Return a function that shows a widget in a window with the focus."""

    def show_one(widget: QWidget, size: tuple[int, int] = (720, 420)) -> QWidget:
        qtbot.addWidget(widget)
        widget.resize(*size)
        widget.show()
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)
        return widget

    return show_one


@pytest.fixture
def edit_in(show: Callable[[QWidget], QWidget], theme: Theme, qtbot: QtBot) -> Callable[..., CodeEditor]:
    """Return a function that shows a link's content in an editor with the focus."""

    def edit(link: ContentLink) -> CodeEditor:
        editor = CodeEditor(link.document)
        link.connect_editor(editor.show_analysis, editor.fix_chosen)
        show(editor)
        editor.setFocus()
        qtbot.waitUntil(editor.hasFocus)
        return editor

    return edit
