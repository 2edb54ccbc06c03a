"""What the request panel shows of a request, and what it announces by mouse and keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from named_cases import in_case
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton, QWidget

from editor_app.requests.parts import Provider
from editor_app.requests.structure import PartRow, StructureHead
from editor_app.window.kit.focus.panel_keys import WHY_KEYS
from editor_app.window.panels.request.parts_list import MOST_ROWS, words_of
from editor_app.window.panels.request.request_panel import RequestPanel
from editor_app.window.panels.request.request_view import (
    COMPARE,
    RAW,
    STRUCTURE,
    BlockedPart,
    RequestView,
)
from editor_app.window.panels.request.words import about

LEFT = Qt.MouseButton.LeftButton
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
FOLDER = Path("/library/chats/fuse")


@pytest.fixture
def panel(theme, show_kept, request_view) -> RequestPanel:
    panel = show_kept(RequestPanel, 420, 800)
    panel.show_nothing("")
    panel.choose_view(STRUCTURE)
    panel.show_request(request_view(context="as if in atlas · claude-sonnet-4", system_note="on src"))
    return panel


def spoken(panel: RequestPanel) -> list[str]:
    """Return the rows as a screen reader reads them."""
    model = panel.parts.model()
    return [model.data(model.index(number, 0), SPOKEN) for number in range(model.rowCount())]


def row_of(panel: RequestPanel, words: str) -> int:
    """Return the number of the first row that a screen reader reads with these words."""
    return next(number for number, text in enumerate(spoken(panel)) if words in text)


def heads(panel: RequestPanel):
    """Return the indexes of the names of fields."""
    model = panel.parts.model()
    every = [model.index(number, 0) for number in range(model.rowCount())]
    return [index for index in every if isinstance(model.row_at(index), StructureHead)]


def choose(panel: RequestPanel, words: str) -> None:
    panel.parts.setCurrentIndex(panel.parts.model().index(row_of(panel, words), 0))


def rect_of(panel: RequestPanel, words: str):
    return panel.parts.visualRect(panel.parts.model().index(row_of(panel, words), 0))


def link_place(panel: RequestPanel, title: str) -> QPoint:
    """Return the middle of a fix’s link in the list’s viewport."""
    for number in range(panel.parts.model().rowCount()):
        rect = panel.parts.visualRect(panel.parts.model().index(number, 0))
        for piece in panel.parts.layout_of(number, rect.width()).pieces:
            if piece.link is not None and piece.text == title:
                return rect.topLeft() + piece.rect.center()
    raise AssertionError(title)


def test_the_parts_stand_in_the_order_of_the_body_with_what_is_said_of_each(panel):
    model = panel.parts.model()
    rows = [model.data(model.index(number, 0), SPOKEN) for number in range(model.rowCount())]
    brief = [row.partition(". ")[0] for row in rows]
    system, changing, *texts = (about(row.tokens) for row in panel.shown_view.structure.parts)
    assert brief == [
        "system",
        f"system, system text, {system} tokens",
        "can change next turn from here: [git:branch]",
        f"system, system text, {changing} tokens",
        "messages",
        f"user, message 1, {texts[0]} tokens",
        f"assistant, message 2, in front, {texts[1]} tokens",
        f"system, message 3, {texts[2]} tokens",
        f"user, message 4, {texts[3]} tokens",
    ]
    assert "Fix: Make it a user message" in rows[7]
    assert "note: Nothing is cached" in rows[1]
    mark = "stable prefix, cache_control at its end"
    assert mark in [piece.text for piece in panel.parts.layout_of(1, 420).pieces]
    total = about(panel.shown_view.structure.tokens)
    assert panel.header_tools.text() == f"{total} tokens"
    assert panel.share.in_front.text() == f"message 2: {texts[1]} of {total} tokens"
    assert panel.share.stable.text() == ""  # the note says it
    assert panel.context.text() == "as if in atlas · claude-sonnet-4"


def test_enter_and_a_click_go_to_the_file_of_a_part(panel, qtbot):
    choose(panel, "message 1")
    with qtbot.waitSignal(panel.part_requested) as went:
        qtbot.keyClick(panel.parts, Qt.Key.Key_Return)
    assert went.args == [FOLDER / "1.md", 1]  # behind the empty line at its beginning
    with qtbot.waitSignal(panel.part_requested) as went, qtbot.assertNotEmitted(panel.fix_requested):
        place = rect_of(panel, "message 3").topLeft() + QPoint(20, 10)
        qtbot.mouseClick(panel.parts.viewport(), LEFT, pos=place)
    assert went.args == [FOLDER / "3.md", 0]
    with qtbot.assertNotEmitted(panel.part_requested):
        qtbot.mouseClick(panel.parts.viewport(), LEFT, pos=panel.parts.visualRect(heads(panel)[1]).center())


def test_the_arrow_keys_go_from_part_to_part(panel, qtbot):
    panel.bar.views.setFocus()
    panel.parts.setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for _ in range(6):
        seen.append(panel.parts.currentIndex().data())
        qtbot.keyClick(panel.parts, Qt.Key.Key_Down)
    changing = "can change next turn from here: [git:branch]"
    begins = ["Never", changing, "You are", "What is", "A thin", "The user"]
    assert [text.startswith(begin) for text, begin in zip(seen, begins, strict=True)] == [True] * 6


def test_a_fix_is_asked_for_by_its_link_and_by_its_key(panel, qtbot):
    place = link_place(panel, "Make it a user message")
    with qtbot.waitSignal(panel.fix_requested) as fixed, qtbot.assertNotEmitted(panel.part_requested):
        qtbot.mouseClick(panel.parts.viewport(), LEFT, pos=place)
    assert fixed.args[0].code == "system-not-first"
    choose(panel, "message 3")
    with qtbot.waitSignal(panel.fix_requested) as again:
        qtbot.keyClick(panel.parts, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert again.args == fixed.args
    choose(panel, "message 4")
    with qtbot.assertNotEmitted(panel.fix_requested):
        qtbot.keyClick(panel.parts, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)


def test_the_foot_says_whether_the_provider_accepts_it(panel, request_view):
    for provider, model, says in [
        ("anthropic", "claude-sonnet-4", "Anthropic refuses this request: 1 reason"),
        ("google", "gemini-3-pro", "Google refuses this request: 1 reason"),
        ("openai", "gpt-5", "OpenAI accepts this request"),
        ("openai-responses", "gpt-5", "OpenAI accepts this request"),
    ]:
        with in_case((provider, model, says)):
            panel.show_request(request_view(provider, model=model))
            assert panel.verdict.words.text() == says
            assert panel.bar.switch.current == provider
            counts = panel.verdict.counts
            assert counts.isVisible() is bool(counts.text())
            assert counts.sizeHint().width() <= 30 * sum(map(bool, counts.counts)), "numbers, no words"


def test_providers_views_copies_and_comparisons_are_announced(panel, qtbot):
    with qtbot.waitSignal(panel.provider_chosen) as chosen:
        qtbot.mouseClick(panel.bar.switch._row.segments[3], LEFT)
    assert chosen.args == ["google"]
    panel.bar.views.menu().aboutToShow.emit()
    views = {action.text(): action for action in panel.bar.views.menu().actions()}
    for words, key in (("Raw", RAW), ("Comparison", COMPARE), ("Structure", STRUCTURE)):
        with qtbot.waitSignal(panel.view_chosen) as chosen:
            views[words].trigger()
        assert (chosen.args, panel.view, panel.bar.views.text()) == ([key], key, words)
    for button, what in ((panel.copies.json, "json"), (panel.copies.curl, "curl")):
        with qtbot.waitSignal(panel.copy_requested) as copied:
            qtbot.mouseClick(button, LEFT)
        assert copied.args == [what]


def test_what_a_request_is_compared_with_is_chosen_from_a_menu(panel, qtbot, request_view):
    for has_last_copy in [True, False]:
        with in_case(has_last_copy):
            panel.show_request(request_view())
            panel.bar.has_last_copy = has_last_copy
            qtbot.mouseClick(panel.copies.compare, LEFT)
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            enabled = [action.isEnabled() for action in menu.actions()]
            assert enabled == [True, True, True, has_last_copy]
            with qtbot.waitSignal(panel.compare_requested) as asked:
                menu.actions()[1].trigger()
            assert asked.args == ["clipboard"]
            menu.close()
            panel.bar.views.menu().aboutToShow.emit()
            (inner,) = (action.menu() for action in panel.bar.views.menu().actions() if action.menu())
            with qtbot.waitSignal(panel.compare_requested) as asked:
                inner.actions()[0].trigger()
            assert asked.args == ["file"]


@pytest.mark.usefixtures("estimated_tokens")
def test_a_comparison_says_where_the_cache_reads_something_else(panel, request_view):
    view = request_view()
    panel.show_request(view)
    old = json.loads(json.dumps(view.request.body))
    old["messages"][1]["content"] = "A tan wire."
    panel.compare_with(old, "the last copy")
    assert panel.view == COMPARE
    said = panel.comparison.sentence.text()
    assert said.startswith("The first difference from the last copy is at messages[1].content, character 4.")
    assert said.endswith("about 6 tokens are before it, and 1,024 are needed.")
    assert panel.comparison.difference.counts == (1, 1)
    panel.compare_with(view.request.body, "the last copy")
    assert panel.comparison.sentence.text().startswith("For the cache, the last copy and this request are")
    panel.compare_with({**view.request.body, "messages": view.request.body["messages"][:2]}, "body.json")
    assert panel.comparison.sentence.text().startswith("This request goes on where body.json ends, with")


def test_only_the_changed_line_of_a_message_is_shown_as_changed(panel, request_view):
    """A newline of the text ends a line; a backslash before an n, which JSON writes as two, ends none."""
    for end in ["\n", "\\n"]:
        with in_case(end):
            lines = [f"Line {number}.{end}" for number in range(20)]
            old = request_view(chat=[("user", "".join(lines))]).request.body
            panel.show_request(
                request_view(chat=[("user", "".join([*lines[:9], f"Changed.{end}", *lines[10:]]))])
            )
            panel.compare_with(old, "body.json")
            difference = panel.comparison.difference
            assert difference.counts == (1, 1)
            rows = difference.inline.toPlainText()
            assert ("Line 15." in rows) == (end == "\\n")


def test_a_comparison_follows_the_request(panel, request_view):
    panel.compare_with(request_view().request.body, "body.json")
    panel.show_request(request_view(cache="1h"))
    assert panel.comparison.sentence.text() == "For the cache, body.json and this request are the same."
    assert panel.comparison.difference.counts == (2, 1)
    panel.show_request(request_view("google"))
    assert panel.comparison.sentence.text().startswith("Without ‘contents’, body.json is not the body of a")


def test_what_cannot_be_compared_is_said(panel):
    deep: object = "x"
    for _ in range(10_000):
        deep = [deep]
    panel.compare_with(deep, "the clipboard")
    assert panel.comparison.sentence.text() == "Nested too deeply to be compared: the clipboard."
    panel.compare_with([], "the clipboard")
    assert panel.comparison.sentence.text().startswith("Without ‘messages’, the clipboard is not the body")


def test_without_a_request_the_parts_say_which_cannot_be_sent(panel, qtbot):
    blocked = (
        BlockedPart("user", "What is a fuse?", FOLDER / "1.md"),
        BlockedPart("", "A thin wire.", FOLDER / "2.md", "It has no role."),
    )
    panel.show_request(RequestView(Provider.GOOGLE, why_none="2.md has no role.", blocked=blocked))
    assert panel.verdict.words.text() == "There is no request: 2.md has no role."
    assert not panel.copies.isVisible()
    assert row_of(panel, "no role: A thin wire.. It has no role.") == 1
    panel.parts.show_current(1)
    with qtbot.waitSignal(panel.part_requested) as went:
        qtbot.keyClick(panel.parts, Qt.Key.Key_Return)
    assert went.args == [FOLDER / "2.md", 0]
    panel.choose_view(RAW)
    assert panel._empty.isVisible()
    assert panel._empty.sentence == "2.md has no role."


def test_an_empty_panel_says_what_to_do(panel, request_view):
    panel.show_nothing("Open a chat to see here what a provider gets of it.")
    assert panel._empty.isVisible()
    shown = (panel.verdict, panel.copies, panel.share, panel.context)
    assert [part.isVisible() for part in shown] == [False] * 4
    assert not panel.bar.switch.isEnabled()
    panel.show_request(request_view())
    assert panel.bar.switch.isEnabled()
    assert panel.verdict.isVisible()


def test_nothing_is_cut_at_any_width(panel):
    for width, height in [(215, 300), (335, 560), (340, 700), (420, 800), (700, 900)]:
        with in_case((width, height)):
            panel.resize(width, height)
            QApplication.processEvents()
            is_narrow = width < 340
            assert panel.share.isVisible() is not is_narrow
            assert panel.copies.compare.isVisible() is (width >= 420)
            assert panel.copies.curl.geometry().right() < width
            assert panel.bar.switch.is_folded is (width < 420)
            assert panel.bar.switch.geometry().right() < panel.bar.views.geometry().left()
            model = panel.parts.model()
            for number in range(model.rowCount()):
                index = model.index(number, 0)
                inside = panel.parts.viewport().width()
                layout = panel.parts.layout_of(index.row(), inside)
                assert all(piece.rect.left() >= 0 and piece.rect.right() < inside for piece in layout.pieces)
                assert all(piece.rect.bottom() < layout.height for piece in layout.pieces)
                words = "".join(piece.text for piece in layout.pieces if piece.link is not None)
                assert "…" not in words


def test_a_click_and_the_arrow_keys_in_the_bar_go_to_a_part(panel, qtbot):
    bar = panel.share.bar
    with qtbot.waitSignal(panel.part_requested) as went:
        qtbot.mouseClick(bar, LEFT, pos=QPoint(bar.width() - 2, 8))
    assert went.args == [FOLDER / "4.md", 0]
    for key, file in ((Qt.Key.Key_Right, "3.md"), (Qt.Key.Key_Left, "1.md")):
        with qtbot.waitSignal(panel.part_requested) as went:
            qtbot.keyClick(bar, key)
        assert went.args[0] == FOLDER / file


def test_each_part_of_the_bar_is_as_wide_as_its_share(panel):
    bar = panel.share.bar
    widths = [0] * 6
    for x in range(bar.width()):
        widths[bar.index_at(QPoint(x, 5))] += 1
    for row, width in zip(panel.shown_view.structure.parts, widths, strict=True):
        assert width == pytest.approx(row.share * bar.width(), abs=2)


def test_why_a_part_is_there_stands_on_its_card(panel, qtbot):
    choose(panel, "message 2")
    with qtbot.waitSignal(panel.explained) as said:
        QTest.keySequence(panel.parts, WHY_KEYS)
    assert "File: 2.md" in said.args[0]
    assert "Place: messages[1].content" in said.args[0]
    assert "Cache: sent again at the next turn" in said.args[0]
    assert panel.parts._card.isVisible()
    choose(panel, "system text")
    with qtbot.waitSignal(panel.explained) as said:
        QTest.keySequence(panel.parts, WHY_KEYS)
    assert "Cache: sent again at the next turn, with a mark at its end" in said.args[0]
    choose(panel, "message 2")
    QTest.keySequence(panel.parts, WHY_KEYS)
    with qtbot.waitSignal(panel.part_requested) as went:
        qtbot.mouseClick(panel.parts._card.findChild(QPushButton), LEFT)
    assert went.args == [FOLDER / "2.md", 0]


def test_the_pointer_on_a_row_shows_its_card(panel, qtbot):
    qtbot.mouseMove(panel.parts.viewport(), rect_of(panel, "message 1").center())
    qtbot.waitUntil(lambda: panel.parts._card is not None and panel.parts._card.isVisible())
    assert "message 1" in panel.parts._card._body.accessibleName()


def test_many_parts_are_listed_up_to_a_number_that_is_said(panel, request_view):
    chat = [("user", f"word {number}") for number in range(MOST_ROWS)]
    panel.show_request(request_view(chat=chat))
    assert sum(isinstance(row, PartRow) for row in panel.parts.rows) < MOST_ROWS
    assert spoken(panel)[-1] == "… 5 more parts, which Raw and the copies have"


def test_the_chosen_row_and_the_place_stay_when_the_request_changes(panel, request_view):
    panel.resize(420, 420)
    choose(panel, "message 4")
    panel.parts.verticalScrollBar().setValue(40)
    panel.show_request(request_view("anthropic", cache="1h"))
    assert panel.parts.currentIndex().row() == row_of(panel, "message 4")
    assert panel.parts.verticalScrollBar().value() == 40


def test_every_control_has_a_name_and_a_theme_reaches_all(panel, theme_choice):
    panel.choose_view(RAW)
    panel.choose_view(COMPARE)
    theme_choice.choose("dark")
    for widget in panel.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            named = widget.accessibleName() or (isinstance(widget, QToolButton) and widget.text())
            assert named or widget.parent().accessibleName() == "Provider", widget
    picture = panel.grab().toImage()
    assert picture.pixelColor(picture.width() - 4, picture.height() - 4) == theme_choice.theme.color("panel")
    theme_choice.choose("light")


def test_only_a_request_with_a_model_looks_accepted_and_its_lack_is_said_once(panel, request_view):
    looks = {"gpt-5": "added", None: "soft"}
    for model, look in looks.items():
        panel.show_request(request_view("openai", model=model))
        assert panel.verdict.words.property("look") == look
        said = [row for row in panel.parts.rows if "model" in words_of(row)]
        assert said == []
    assert panel.verdict.words.text() == "OpenAI takes this once a model is named"


@pytest.mark.usefixtures("estimated_tokens")
def test_that_nothing_is_cached_is_said_once_and_nothing_else_says_the_opposite(panel, request_view):
    for provider, model in [("anthropic", "claude-sonnet-4"), ("openai", "gpt-5")]:
        with in_case(provider):
            panel.show_request(request_view(provider, model=model))
            notes = [row for row in panel.shown_view.findings if row.code == "cache-too-short"]
            assert len(notes) == 1
            assert not any(row.is_cached for row in panel.shown_view.structure.parts)
            assert panel.share.stable.text() == ""
    panel.show_request(request_view("openai", [("user", "word " * 2_000)], model="gpt-5"))
    assert [row.code for row in panel.shown_view.findings] == ["cache-broken"]
    assert panel.share.stable.text().startswith("cached: ")
    assert "cached." in spoken(panel)[1]
