"""Editors on the screen, analysed as the window does it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from editor_app.analysis.analysis import analyse
from editor_app.highlighting.code import code_colours
from editor_app.library.kinds import Kind
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument

OpenEditor = Callable[..., CodeEditor]


@pytest.fixture
def theme() -> Theme:
    return current_theme()


@pytest.fixture(scope="session", autouse=True)
def lexers_loaded() -> None:
    """Load the lexers of the languages in the tests: the first fence of each waits for a pause otherwise."""
    for language in ("python", "yaml", "json", "sql"):
        code_colours(language, "x")


@pytest.fixture
def open_editor(qtbot: QtBot, theme: Theme) -> OpenEditor:
    """Return a function that shows a text in an editor with the focus."""

    def open_one(
        text: str = "",
        kind: Kind = Kind.DOCUMENT,
        *,
        analysed: bool = True,
        size: tuple[int, int] = (700, 420),
    ) -> CodeEditor:
        document = EditorDocument(text)

        def show() -> None:
            editor.show_analysis(analyse(document.text, kind, "name.md", revision=document.revision))

        if analysed:
            document.edited.connect(lambda _edit: show())
        editor = CodeEditor(document)
        document.setParent(editor)
        qtbot.addWidget(editor)
        editor.resize(*size)
        editor.show()
        editor.activateWindow()
        qtbot.waitUntil(editor.isActiveWindow)
        editor.setFocus()
        qtbot.waitUntil(editor.hasFocus)
        if analysed:
            show()
        return editor

    return open_one
