"""The second editor of a document, and the switch that chooses it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor_app.window.text.code_editor import CodeEditor
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.open_documents import SOURCE, StandIn


@pytest.fixture
def tabs(qtbot, theme):
    tabs = EditorTabs()
    qtbot.addWidget(tabs)
    tabs.resize(720, 300)
    tabs.show()
    tabs.activateWindow()
    qtbot.waitUntil(tabs.isActiveWindow)
    return tabs


@pytest.fixture
def documents(tabs):
    documents = [EditorDocument(name, parent=tabs) for name in ("a.md", "b.yaml")]
    for document in documents:
        tabs.add(document, document.text, "", "file-text")
    return documents


@pytest.fixture
def second(tabs, documents, theme):
    editor = CodeEditor(EditorDocument("content", parent=tabs))
    tabs.set_alternative(documents[1], StandIn(editor, "Blocks"))
    return editor


def segments(tabs):
    return tabs.strip.views._row.segments


def test_a_second_editor_takes_the_place_of_the_documents_own(tabs, documents, second):
    assert tabs.current_editor is second
    assert second.isVisible()
    assert tabs.strip.views.isVisible()
    assert tabs.strip.views.current == "part"
    assert tabs.editor_of(documents[1]) is not second
    assert tabs.documents == tuple(documents), "it is no document of its own"


def test_only_a_document_with_a_second_editor_has_the_switch(tabs, documents, second):
    fronts = []
    tabs.current_changed.connect(fronts.append)
    tabs.show_document(documents[0])
    assert not tabs.strip.views.isVisible()
    assert tabs.current_editor is tabs.editor_of(documents[0])
    tabs.show_document(documents[1])
    assert tabs.current_editor is second
    assert fronts == documents


def test_the_switch_shows_the_other_editor_with_the_focus_and_says_so(tabs, documents, second, qtbot):
    chosen = []
    tabs.view_chosen.connect(lambda document, view: chosen.append((document, view)))
    second.setFocus()
    qtbot.waitUntil(second.hasFocus)
    tabs.show_view(documents[1], SOURCE)
    own = tabs.editor_of(documents[1])
    assert tabs.current_editor is own
    assert own.hasFocus()
    assert tabs.strip.views.current == "source"
    assert chosen == [], "only what the user chose is told"
    QTest.mouseClick(segments(tabs)[0], Qt.MouseButton.LeftButton)
    assert chosen == [(documents[1], "part")]
    assert tabs.current_editor is second
    assert tabs.shows_alternative(documents[1])
    assert not tabs.shows_alternative(documents[0])


def test_a_narrow_strip_folds_the_switch(tabs, second):
    assert not tabs.strip.views.is_folded
    tabs.resize(300, 300)
    assert tabs.strip.views.is_folded
    tabs.resize(720, 300)
    assert not tabs.strip.views.is_folded


def test_zoom_wrap_and_theme_are_for_both_editors(tabs, documents, second):
    tabs.set_zoom(3)
    sizes = {editor.font().pixelSize() for editor in (second, tabs.editor_of(documents[1]))}
    assert len(sizes) == 1
    second.zoom(1)
    assert tabs.editor_of(documents[0]).font().pixelSize() == sizes.pop() + 1
    tabs.set_word_wrap(False)
    assert second.lineWrapMode() == second.LineWrapMode.NoWrap


def test_a_second_editor_goes_and_the_document_stays(tabs, documents, second):
    tabs.set_alternative(documents[1], None)
    assert tabs.current_editor is tabs.editor_of(documents[1])
    assert tabs.current_editor.isVisible()
    assert not tabs.strip.views.isVisible()
    tabs.set_alternative(documents[1], StandIn(CodeEditor(EditorDocument(parent=tabs)), "Messages"))
    assert [segment.text() for segment in segments(tabs)] == ["Messages", "Source"], "by what it shows"
    assert tabs.strip.views.isVisible()
    tabs.remove(documents[1])
    assert tabs.documents == (documents[0],)
    assert tabs.current_editor is tabs.editor_of(documents[0])


def test_the_room_under_the_tabs_is_told(tabs):
    rooms = []
    tabs.room_changed.connect(rooms.append)
    tabs.resize(720, 400)
    tabs.resize(600, 400)
    assert rooms == [400 - tabs.strip.height()]
