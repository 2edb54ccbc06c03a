"""Problems in the editor: going to them, the card about them, their fixes."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from editor_app.analysis.analysis import analyse
from editor_app.library.kinds import Kind
from editor_app.template.dialect import Dialect, TagKind
from editor_app.template.template import parse
from editor_app.text import Diagnostic, Edit, Fix, Severity, Span, apply_edits
from editor_app.window.text.code_editor import editing_menu
from editor_app.window.text.document.document import EditorDocument
from editor_app.window.text.fix_popup import FixPopup
from editor_app.window.text.hover import about_problem, about_tag
from editor_app.window.text.painting.marks import Mark
from editor_app.window.text.painting.scroll_marks import ScrollMarks

PROMPT = """---
name: name
version: 1.0.0
description: d
max_tokens: 5
variables:
  - name: title
    required: false
    description: What it is called
    default: none
---
Title: {{titel}}
{{#if title}}
{{title}}
{{else}}
{{/if}}
"""


def fixes_of(editor):
    return editor.findChild(FixPopup)


def test_f8_goes_round_the_problems_and_says_what_each_is(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    starts = [one.span.start for one in editor.analysis.diagnostics]
    assert starts
    editor.go_to(Span(0, 0))
    editor.go_to_problem()
    assert editor.cursor_offset() == starts[0]
    assert editor._hover.card.isVisible()
    editor.go_to_problem(backwards=True)
    assert editor.cursor_offset() == starts[-1]
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor._hover.card.isVisible()


def test_the_fixes_open_at_the_cursor_and_enter_takes_the_first(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    editor.fix_chosen.connect(editor.apply_fix)
    mark = editor.analysis.diagnostics[0]
    editor.go_to(mark.span)
    editor.show_fixes()
    popup = fixes_of(editor)
    assert popup.isVisible()
    assert popup.list.currentIndex().row() == 0
    assert popup.geometry().top() > editor.rect_of(mark.span).bottom(), "it never covers what it is about"
    QTest.keyClick(popup.list, Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert editor.contents.text == apply_edits(PROMPT, mark.fixes[0].edits)
    assert mark.code not in [one.code for one in editor.analysis.diagnostics]
    editor.undo()
    assert editor.contents.text == PROMPT
    assert not editor.document().isUndoAvailable()


def test_a_fix_leaves_the_caret_where_it_was_in_the_text(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    editor.fix_chosen.connect(editor.apply_fix)
    behind = PROMPT.index("{{titel}}") + len("{{titel}}")
    editor.go_to(Span(behind, behind))
    editor.show_fixes()
    QTest.keyClick(fixes_of(editor).list, Qt.Key.Key_Down)  # which inserts a declaration above
    QTest.keyClick(fixes_of(editor).list, Qt.Key.Key_Return)
    text = editor.contents.text
    assert len(text) > len(PROMPT)
    assert editor.cursor_offset() == text.index("{{titel}}") + len("{{titel}}")
    assert editor.textCursor().selectedText() == ""


def test_escape_and_the_second_fix(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    editor.fix_chosen.connect(editor.apply_fix)
    editor.go_to(editor.analysis.diagnostics[0].span)
    fixes = editor.analysis.diagnostics[0].fixes
    editor.show_fixes()
    QTest.keyClick(fixes_of(editor).list, Qt.Key.Key_Escape)
    assert not fixes_of(editor).isVisible()
    assert editor.contents.text == PROMPT
    editor.show_fixes()
    QTest.keyClick(fixes_of(editor).list, Qt.Key.Key_Down)
    QTest.keyClick(fixes_of(editor).list, Qt.Key.Key_Enter)
    assert editor.contents.text == apply_edits(PROMPT, fixes[1].edits)


def test_fixes_of_an_older_text_are_neither_offered_nor_made(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    fix = editor.analysis.diagnostics[0].fixes[0]
    editor.contents.edited.disconnect()
    editor.contents.edited.connect(editor._follow_edit)
    QTest.keyClicks(editor, "x")
    now = editor.contents.text
    editor.apply_fix(fix)
    assert editor.contents.text == now
    editor.show_fixes()
    assert fixes_of(editor) is None, "no list was made"
    told = about_problem(Mark(Span(0, 1), editor.analysis.diagnostics[0]), with_fixes=editor.knows_fixes)
    assert told.links == ()


def test_a_read_only_text_offers_no_fix(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    editor.contents.set_read_only_because("It is a default.")
    fix = editor.analysis.diagnostics[0].fixes[0]
    editor.apply_fix(fix)
    editor.go_to(editor.analysis.diagnostics[0].span)
    editor.show_fixes()
    assert editor.contents.text == PROMPT
    assert fixes_of(editor) is None, "no list was made"


def test_a_problem_shows_what_it_says_and_never_as_markup(qtbot, theme):
    from PySide6.QtWidgets import QWidget

    parent = QWidget()
    qtbot.addWidget(parent)
    popup = FixPopup(parent)
    fix = Fix("Replace with ‘<i>a</i> & b’", (Edit(Span(0, 1), "x"),))
    evil = Diagnostic(
        "code", Severity.ERROR, Span(0, 1), "‘<img src=x>’ is <b>not</b> declared & so on", {}, (fix,)
    )
    popup.open_for(evil, parent.geometry())
    texts = [label.text() for label in popup.findChildren(QLabel)]
    assert "<b>&lt;img src=x&gt;</b> is &lt;b&gt;not&lt;/b&gt; declared &amp; so on" in texts
    popup.grab()
    popup.hide()


def test_resting_the_pointer_shows_the_card_after_a_while(open_editor, qtbot):
    editor = open_editor(PROMPT, Kind.PROMPT)
    card = editor._hover.card
    span = editor.analysis.diagnostics[0].span
    place = editor.viewport().mapFromGlobal(editor.rect_of(span).center())
    QTest.mouseMove(editor.viewport(), QPoint(600, 400))
    QTest.mouseMove(editor.viewport(), place)
    assert not card.isVisible()
    qtbot.waitUntil(card.isVisible)
    assert card.geometry().top() > editor.rect_of(span).bottom()
    QTest.keyClicks(editor, "x")
    assert not card.isVisible()


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton])
def test_a_press_hides_the_card_and_forgets_what_it_was_about(open_editor, button):
    editor = open_editor(PROMPT, Kind.PROMPT)
    span = editor.analysis.diagnostics[0].span
    place = editor.viewport().mapFromGlobal(editor.rect_of(span).center())
    QTest.mouseMove(editor.viewport(), QPoint(600, 400))
    QTest.mouseMove(editor.viewport(), place)
    assert editor._hover.spot is not None
    QTest.mousePress(editor.viewport(), button, Qt.KeyboardModifier.NoModifier, place)
    assert editor._hover.spot is None
    QTest.mouseRelease(editor.viewport(), button, Qt.KeyboardModifier.NoModifier, place)


def test_leaving_the_word_lets_the_card_go(open_editor, qtbot):
    editor = open_editor(PROMPT, Kind.PROMPT)
    editor.go_to(Span(PROMPT.index("{{title}}"), 0))
    editor.show_hover()
    assert editor._hover.card.isVisible()
    QTest.mouseMove(editor.viewport(), QPoint(600, 5))
    QTest.mouseMove(editor.viewport(), QPoint(610, 5))
    qtbot.waitUntil(lambda: not editor._hover.card.isVisible())


def test_no_card_covers_a_menu(open_editor, qtbot):
    editor = open_editor(PROMPT, Kind.PROMPT)
    QCursor.setPos(editor.mapToGlobal(QPoint(editor.width() + 40, 40)))  # off the text
    card = editor._hover.card
    menu = QMenu(editor)
    menu.addAction("Copy")
    editor.go_to(Span(PROMPT.index("{{title}}"), 0))
    editor.show_hover()
    assert card.isVisible()
    menu.popup(editor.mapToGlobal(QPoint(0, 0)))
    assert not card.isVisible()  # a menu takes it away

    place = editor.viewport().mapFromGlobal(editor.rect_of(editor.analysis.diagnostics[0].span).center())
    editor._hover.show(editor._hover._spot_under(place))  # as the pointer did just before the menu opened
    with qtbot.waitSignal(card.gone):
        pass
    assert not card.isVisible()

    menu.hide()
    editor._hover.show(editor._hover._spot_under(place))
    qtbot.waitUntil(card.isVisible)


def test_the_card_of_a_declared_variable():
    analysis = analyse(PROMPT, Kind.PROMPT, "name.md")
    tag = next(tag for tag in analysis.template.tags if tag.name == "title" and tag.kind is TagKind.INSERT)
    told = about_tag(analysis, tag, lambda name: (("Value", f"of {name}"),))
    assert told.title == "title"
    assert told.hint == "optional variable"
    assert told.facts == (
        ("Meaning", "What it is called"),
        ("Default", "none"),
        ("Value", "of title"),
    )
    assert told.links[0][0].of(PROMPT) == "title"
    assert [words for _place, words in told.links] == ["Go to line 7"]


@pytest.mark.parametrize("which", ["opening", "otherwise", "closing"])
def test_the_card_of_a_condition(which):
    analysis = analyse(PROMPT, Kind.PROMPT, "name.md")
    condition = analysis.template.conditions[0]
    tag = analysis.template.tag_at(getattr(condition, which).start)
    told = about_tag(analysis, tag, lambda _name: ())
    assert told.title == "if title"
    places = {one: getattr(condition, one) for one in ("opening", "otherwise", "closing")}
    assert {places.pop(which), *places.values()} - {place for place, _words in told.links} == {tag.span}


def test_the_card_of_a_condition_offers_what_helps_its_variable():
    analysis = analyse(PROMPT, Kind.PROMPT, "name.md")
    tag = analysis.template.tag_at(analysis.template.conditions[0].opening.start)
    fixes = {"title": Fix("Trust…")}
    told = about_tag(analysis, tag, lambda _name: (), fixes.get)
    assert told.links[0] == (fixes["title"], "Trust…")


def test_the_cards_of_a_template():
    source = "[system:time] [if git:branch]x[endif] [literal:a]"
    analysis = analyse(source, Kind.TEMPLATE, "x.tmpl")
    cards = [about_tag(analysis, tag, lambda _name: ()) for tag in parse(source, Dialect.BRACKETS).tags]
    assert cards[0].title == "system:time"
    assert dict(cards[0].facts)["Changes"] == "every turn"
    assert cards[1].title == "if git:branch"
    assert cards[3].hint == "literal"


def click(editor, number: int) -> None:
    card = editor._hover.card
    card.link_activated.emit(card._body._card.links[number][0])


def test_links_of_the_card_go_there_or_ask_for_the_fix(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    chosen = []
    editor.fix_chosen.connect(chosen.append)
    mark = editor.analysis.diagnostics[0]
    editor.go_to(mark.span)
    editor.show_hover()
    click(editor, 0)
    assert chosen == [mark.fixes[0]]
    editor.show_hover()
    click(editor, 1)
    assert fixes_of(editor).isVisible()
    fixes_of(editor).hide()
    editor.go_to(Span(PROMPT.index("{{title}}") + 2, 0))
    editor.show_hover()
    click(editor, 0)
    assert editor.cursor_offset() == PROMPT.index("title")


def test_a_click_on_the_icon_opens_the_fixes(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    first = min(mark.span.start for mark in editor.marks.between(0, len(PROMPT)))
    line = next(line for line in editor.visible_blocks(0, 500) if line.start <= first <= line.end)
    QTest.mouseClick(
        editor.gutter,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(13, int(line.top) + 10),
    )
    assert fixes_of(editor).isVisible()
    fixes_of(editor).hide()


def test_letting_go_of_a_document_survives_its_end(open_editor, qtbot):
    editor = open_editor("x")
    document = EditorDocument("y")
    other = type(editor)(document)
    qtbot.addWidget(other)
    other.show()
    other.let_go()
    document.deleteLater()
    QApplication.processEvents()
    other.show()


def test_the_menu_offers_the_fixes_under_the_pointer_and_the_usual_actions(open_editor):
    editor = open_editor(PROMPT, Kind.PROMPT)
    editor.fix_chosen.connect(editor.apply_fix)
    mark = editor.analysis.diagnostics[0]
    place = editor.viewport().mapFromGlobal(editor.rect_of(mark.span).center())
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, editor.viewport().mapToGlobal(place))
    editor.contextMenuEvent(event)
    menu = editor.findChild(QMenu)
    actions = {action.text().partition("\t")[0]: action for action in menu.actions()}
    assert next(iter(actions)) == mark.fixes[0].title
    assert not actions["Undo"].isEnabled()
    assert not actions["Copy"].isEnabled()
    menu.actions()[0].trigger()
    assert editor.contents.text == apply_edits(PROMPT, mark.fixes[0].edits)
    menu.close()
    editor.contents.set_read_only_because("It is a default.")
    editor.selectAll()
    menu = editing_menu(editor, (), print)
    enabled = [
        action.text().partition("\t")[0] for action in menu.actions() if action.isEnabled() and action.text()
    ]
    assert enabled == ["Copy", "Copy as picture", "Select all"]
    menu.close()


def test_a_problem_out_of_sight_is_marked_beside_the_scroll_bar(open_editor):
    editor = open_editor("plain\n" * 200 + "{{#if title}}\n", Kind.PROMPT)
    marks = editor.findChild(ScrollMarks)
    rows = red_rows(marks)
    assert max(rows) > marks.height() * 0.9, "where its line is in the whole text"
    in_upper_half = {y for y in rows if y < marks.height() / 2}
    assert len(in_upper_half) == len(rows - in_upper_half), "that of the first line is whole, too"
    editor.contents.apply_edits([Edit(Span(0, len(editor.contents.text)), "plain\n" * 200)])
    assert max(red_rows(marks)) < marks.height() * 0.1, "the first line has one still"


def red_rows(widget) -> set[int]:
    shown = widget.grab().toImage()
    places = product(range(shown.width()), range(shown.height()))
    colors = ((y, shown.pixelColor(x, y)) for x, y in places)
    return {y for y, color in colors if color.red() > max(color.green(), color.blue()) + 60}
