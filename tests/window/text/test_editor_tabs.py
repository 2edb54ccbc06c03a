"""The tabs: which document is in front, what its tab says, how it closes."""

from __future__ import annotations

from itertools import product

import pytest
from named_cases import in_case
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QRubberBand, QToolTip

from editor_app.text import Edit, Span
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.editor_tabs import EditorTabs
from editor_app.window.text.open_documents import SOURCE, EditorSurface, StandIn

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NONE = Qt.KeyboardModifier.NoModifier
NAMES = ("page-analysis.md", "system-prompt.tmpl", "coding-assistant.yaml")


@pytest.fixture
def tabs(qtbot, theme):
    widget = EditorTabs()
    qtbot.addWidget(widget)
    widget.resize(720, 300)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


@pytest.fixture
def documents(tabs):
    documents = [EditorDocument(name, parent=tabs) for name in NAMES]
    for document, name in zip(documents, NAMES, strict=True):
        tabs.add(document, name, f"/library/{name}", "file-text")
    return documents


def close_place(tabs, index):
    return tabs.bar._close_rect(tabs.bar.tabRect(index)).center()


def test_a_new_tab_comes_to_the_front(tabs, qtbot):
    fronts = []
    tabs.current_changed.connect(fronts.append)
    first, second = EditorDocument("1", parent=tabs), EditorDocument("2", parent=tabs)
    editor = tabs.add(first, "1.md", "", "file-text")
    tabs.add(second, "2.md", "", "file-text")
    tabs.show_document(first)
    assert fronts == [first, second, first]
    assert tabs.current_editor is editor is tabs.editor_of(first)
    assert editor.isVisible()
    assert editor.accessibleName() == "Text of 1.md"


def test_closing_brings_the_neighbour_to_the_front_and_the_last_leaves_nothing(tabs, documents):
    fronts = []
    tabs.current_changed.connect(fronts.append)
    tabs.remove(documents[2])
    tabs.remove(documents[0])
    tabs.remove(documents[0])
    tabs.remove(documents[1])
    assert fronts == [documents[1], None]
    assert tabs.documents == ()
    assert tabs.editor_of(documents[1]) is None


def test_bars_show_only_over_a_document(tabs, documents, qtbot):
    bar = QLabel("bar")
    tabs.set_bars([bar])
    tabs.show_document(documents[0])
    qtbot.waitUntil(bar.isVisible)
    for document in documents:
        tabs.remove(document)
    assert not bar.isVisible()


def test_stepping_goes_round_the_tabs_and_stays_in_the_text(tabs, documents, qtbot):
    tabs.current_editor.setFocus()
    qtbot.waitUntil(tabs.current_editor.hasFocus)
    fronts = []
    for steps in (1, 1, -1, -1):
        tabs.step(steps)
        fronts.append(documents.index(tabs.current_editor.contents))
        assert tabs.current_editor.hasFocus()
    assert fronts == [0, 1, 0, 2]


def test_the_middle_button_and_the_cross_ask_to_close(tabs, documents):
    asked = []
    tabs.close_requested.connect(asked.append)
    QTest.mouseClick(tabs.bar, MIDDLE, NONE, tabs.bar.tabRect(1).center())
    QTest.mouseClick(tabs.bar, LEFT, NONE, close_place(tabs, 0))
    assert asked == [(documents[1],), (documents[0],)]
    assert tabs.current_editor.contents is documents[2], "closing does not bring a tab to the front"
    QTest.mousePress(tabs.bar, LEFT, NONE, close_place(tabs, 0))
    QTest.mouseRelease(tabs.bar, LEFT, NONE, QPoint(300, 10))
    assert len(asked) == 2
    QTest.mouseClick(tabs.bar, LEFT, NONE, QPoint(tabs.bar.tabRect(0).left() + 40, 15))
    assert tabs.current_editor.contents is documents[0]


def test_an_unsaved_document_has_a_dot_and_says_so(tabs, documents):
    bar = tabs.bar
    assert bar.accessibleTabName(2) == NAMES[2]
    tabs.show_unsaved([documents[2]])
    assert bar.accessibleTabName(2) == f"{NAMES[2]}, unsaved"
    tabs.show_unsaved([])
    assert bar.accessibleTabName(2) == NAMES[2]
    image = bar.grab().toImage()
    tabs.show_unsaved([documents[2]])
    place = close_place(tabs, 2)
    assert bar.grab().toImage().pixelColor(place) == current_theme().color("acc") != image.pixelColor(place)


def test_tabs_that_find_no_room_are_in_the_list(tabs, documents, qtbot):
    button = tabs.strip.list_button
    assert not button.isVisible()
    for index in range(6):
        tabs.add(EditorDocument(parent=tabs), f"another & longer {index}.md", "", "file-text")
    assert button.isVisible()
    button.click()
    menu = tabs.findChild(QMenu)
    titles = [action.text() for action in menu.actions()]
    assert titles == [*NAMES, *(f"another && longer {index}.md" for index in range(6))]
    menu.actions()[0].trigger()
    menu.close()
    assert tabs.current_editor.contents is documents[0]
    assert tabs.bar.tabRect(0).left() >= 0, "the tab in front is always in sight"
    for document in tabs.documents[2:]:
        tabs.remove(document)
    assert not button.isVisible()


def test_a_narrow_strip_shows_the_tab_in_front_whole_and_no_dot_without_some_of_a_name(tabs, documents):
    bar, seen_at = tabs.bar, []
    documents[0].apply_edits([Edit(Span(0, 0), "x")])
    tabs.add(EditorDocument(parent=tabs), "a.md", "", "file-text")  # one that takes less than its share
    for width in (*range(720, 160, -12), *range(160, 720, 60)):
        tabs.resize(width, 300)
        for document in (documents[2], documents[0]):
            tabs.show_document(document)
            QApplication.processEvents()
            front = bar.tabRect(bar.currentIndex())
            assert front.left() >= 0, width
            assert front.right() <= bar.width(), width
            assert front.width() >= 72 + 48, "beside icon and cross, some letters"
            assert tabs.documents[bar.tabAt(front.center())] is document
            seen = bar.tabRect(0).intersected(bar.rect())
            if document is not documents[0] and 0 < seen.width() < 60:
                dot = bar.grab(seen).toImage()
                places = product(range(dot.width()), range(dot.height()))
                colors = {dot.pixelColor(x, y).name() for x, y in places}
                assert current_theme().color("acc").name() not in colors
                seen_at.append(seen.width())
    assert max(seen_at) > 30, "there was room for the dot"


def test_long_names_are_shortened_and_only_scrolled_where_they_would_be_too_narrow(tabs, documents):
    for document in documents:
        tabs.remove(document)
    for number in range(4):
        tabs.add(EditorDocument(parent=tabs), f"a prompt with quite a long name {number}.md", "", "file-text")
    bar, button = tabs.bar, tabs.strip.list_button
    for width in (700, 660, 610, 590, 480, 170, 200, 320, 460, 590, 610, 590, 170, 610, 720):
        with in_case(width):
            tabs.resize(width, 300)
            QApplication.processEvents()
            assert button.isVisible() is (width < 600), "whatever was before"
            first, last = bar.tabRect(0), bar.tabRect(3)
            assert first.width() >= min(150, bar.width())
            assert not bar.seen_rect(bar.currentIndex()).isEmpty(), "the one in front is whole"
            if first.left() < 0:
                assert last.right() >= bar.width() - 2, "no room is left at the end"


def colors_in(image, columns) -> set[str]:
    return {image.pixelColor(x, y).name() for x in columns for y in range(image.height())}


def test_a_tab_that_is_cut_at_an_end_of_the_strip_is_drawn_as_far_as_it_is_seen(tabs, documents):
    bar, found = tabs.bar, 0
    ground = {current_theme().color(role).name() for role in ("bg", "line")}
    for width in range(440, 260, -7):
        tabs.resize(width, 300)
        tabs.show_document(documents[0])
        tabs.show_document(documents[2])  # scrolls to the end, so that one before is cut at the left
        QApplication.processEvents()
        part = bar.tabRect(1).intersected(bar.rect())
        if not 80 < part.width() < bar.tabRect(1).width():
            continue
        found += 1
        image = bar.grab(part).toImage()
        assert not colors_in(image, range(image.width())) <= ground, width
        QTest.mouseClick(bar, LEFT, NONE, part.center())
        assert tabs.current_document is documents[1]
    assert found


def test_names_of_one_length_are_shortened_to_one_width(tabs):
    bar = tabs.bar
    for letter in "abcde":
        tabs.add(EditorDocument(parent=tabs), f"{letter}/incident-summary-for-the-night.md", "", "file-text")
    for width in (1400, 1100, 800, 520):
        tabs.resize(width, 300)
        QApplication.processEvents()
        seen = [
            bar.seen_rect(at).width()
            for at in range(len(NAMES), bar.count())
            if not bar.seen_rect(at).isEmpty()
        ]
        assert seen, width
        assert max(seen) - min(seen) <= 1, width
        assert max(seen) < 300, "shortened, so that more of them are in sight"


def test_dragging_moves_a_tab(tabs, documents):
    bar = tabs.bar
    QTest.mousePress(bar, LEFT, NONE, QPoint(bar.tabRect(0).left() + 40, 15))
    QTest.mouseMove(bar, QPoint(bar.tabRect(1).right() - 5, 15))
    QTest.mouseRelease(bar, LEFT, NONE, QPoint(bar.tabRect(1).right() - 5, 15))
    assert tabs.documents == (documents[1], documents[0], documents[2])
    tabs.show_unsaved([documents[0]])
    assert bar.accessibleTabName(1) == f"{NAMES[0]}, unsaved"
    tabs.remove(documents[1])
    assert tabs.documents == (documents[0], documents[2])


def drag_beside(bar, index: int, place: QPoint) -> None:
    QTest.mousePress(bar, LEFT, NONE, bar.tabRect(index).center() - QPoint(20, 0))
    QTest.mouseMove(bar, bar.mapFromGlobal(place))


@pytest.mark.parametrize("share", [0.75, 0.25, 1.5])
def test_a_tab_dragged_to_the_right_half_of_the_text_is_opened_beside(tabs, documents, share):
    asked = []
    tabs.beside_requested.connect(asked.append)
    tabs.show_document(documents[2])
    text = tabs.first
    place = text.mapToGlobal(QPoint(round(text.width() * share), text.height() // 2))
    drag_beside(tabs.bar, 0, place)
    mark = tabs.findChild(QRubberBand)
    assert mark.isVisible() == (share == 0.75)
    QTest.mouseRelease(tabs.bar, LEFT, NONE, tabs.bar.mapFromGlobal(place))
    assert not mark.isVisible()
    assert asked == ([documents[0]] if share == 0.75 else [])
    assert tabs.current_document is documents[2 if share == 0.75 else 0], "it is beside the one from before"
    assert tabs.documents == tuple(documents)


def test_a_drag_that_begins_beside_the_tabs_moves_none(tabs, documents):
    bar = tabs.bar
    tabs.show_document(documents[2])
    QTest.mousePress(bar, LEFT, NONE, QPoint(bar.width() - 5, 15))
    QTest.mouseMove(bar, bar.tabRect(0).center())
    QTest.mouseRelease(bar, LEFT, NONE, bar.tabRect(0).center())
    assert tabs.documents == tuple(documents)


def ruler_of(editor) -> int:
    """Return the x of the ruler in an editor, 0 without one."""
    editor.resize(600, 200)
    image, line = editor.viewport().grab().toImage(), current_theme().color("line")
    y = image.height() - 3
    return next((x for x in range(image.width()) if image.pixelColor(x, y) == line), 0)


def test_a_ruler_stands_behind_its_column(tabs, documents):
    editor = tabs.editor_of(documents[0])
    editor.contents.replace_text("x" * 40)
    tabs.set_ruler(20)
    assert abs(ruler_of(editor) - editor.rect_in_view(Span(20, 20)).left()) <= 1
    editor.set_zoom(4)
    assert abs(ruler_of(editor) - editor.rect_in_view(Span(20, 20)).left()) <= 1
    tabs.set_ruler(0)
    assert ruler_of(editor) == 0


def test_settings_reach_every_editor_also_later_ones(tabs, documents, wear):
    from editor_app.window.kit.theme.theme import load_theme

    tabs.zoom(2)
    tabs.set_word_wrap(False)
    tabs.set_tab_moves_focus(True)
    tabs.set_ruler(30)
    later = tabs.add(EditorDocument(parent=tabs), "x.md", "", "file-text")
    for editor in [later, *(tabs.editor_of(document) for document in documents)]:
        assert editor.font().pixelSize() == 15
        assert editor.lineWrapMode() == editor.LineWrapMode.NoWrap
        assert editor.tabChangesFocus()
        assert ruler_of(editor)
    wear(load_theme("dark", scale=1.0))
    tabs.grab()


def test_a_renamed_file_renames_its_tab(tabs, documents):
    tabs.set_title(documents[0], "other.md", "/library/<b>other.md")
    assert tabs.bar.tabText(0) == "other.md"
    place = tabs.bar.tabRect(0).center()
    QApplication.sendEvent(tabs.bar, QHelpEvent(QEvent.Type.ToolTip, place, tabs.bar.mapToGlobal(place)))
    assert "/library/&lt;b&gt;other.md" in QToolTip.text()
    assert tabs.editor_of(documents[0]).accessibleName() == "Text of other.md"


def test_a_view_without_an_editor_stands_for_the_source_of_several_documents(tabs, documents, qtbot):
    page = QLabel("run")
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    surface = EditorSurface("run", "Run", page)
    for name in ("a.yaml", "b.yaml"):
        documents.append(EditorDocument(name, parent=tabs))
        tabs.add(documents[-1], name, name, "file-text", alternative=StandIn(None, surface=surface))
    first, second = documents[-2:]
    assert tabs.view_of(second) == "run"
    assert page.isVisible()
    assert tabs.current_editor is tabs.editor_of(second)
    tabs.show_document(first)
    assert page.isVisible()
    tabs.show_view(first, SOURCE)
    assert (page.isVisible(), tabs.editor_of(first).isVisible()) == (False, True)
    tabs.editor_of(first).setFocus()
    tabs.show_view(first, surface.name)
    assert (page.isVisible(), page.hasFocus()) == (True, True)
    tabs.show_document(documents[0])
    assert not page.isVisible()
    tabs.remove(second)
    tabs.set_alternative(first, None)
    tabs.show_document(first)
    assert tabs.editor_of(first).isVisible()
    assert not page.isVisible()
    tabs.remove(first)
