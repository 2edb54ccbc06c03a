"""The preview's views and what stands round the text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from named_cases import in_case
from panels_texts import PROMPT, document_result, prompt_result, template_result
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QMenu, QWidget

from editor_app.text import Fix
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.rows.menus import MenuEntry
from editor_app.window.kit.theme.theme import load_theme
from editor_app.window.panels.preview.comparison import Comparison
from editor_app.window.panels.preview.context_line import AsIf
from editor_app.window.panels.preview.why import Answer

TABLES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
HOSTILE = (
    "<img src='http://evil.example/x.png'> <script>alert(1)</script> ![p](http://evil.example/y.png) &amp;"
)


def visible_words(widget: QWidget) -> str:
    labels = [label for label in widget.findChildren(QLabel) if label.isVisible()]
    return "\n".join(label.text() for label in labels)


# Views ----------------------------------------------------------------------------------------------------


def test_the_switch_changes_the_view_and_folds_in_a_narrow_dock(panel, qtbot):
    panel.show_model(prompt_result({"url": "u"}), "page-analysis.md")
    assert panel.text.isVisible()
    markdown = panel.switch._row.segments[1]
    qtbot.mouseClick(markdown, Qt.MouseButton.LeftButton)
    assert panel.switch.current == "markdown"
    assert panel.markdown.isVisible()
    assert not panel.switch.is_folded
    panel.resize(260, 640)
    QApplication.processEvents()
    assert panel.switch.is_folded
    combo = panel.switch.findChild(QComboBox)
    combo.setCurrentIndex(2)
    combo.activated.emit(2)
    assert panel.comparison.isVisible()
    panel.resize(420, 640)
    QApplication.processEvents()
    assert not panel.switch.is_folded
    assert panel.switch.current == "difference"


def test_arrow_keys_move_along_the_segments(panel, qtbot):
    panel.show_model(prompt_result({"url": "u"}), "page-analysis.md")
    first = panel.switch._row.segments[0]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert panel.markdown.isVisible()
    assert panel.switch.current == "markdown"


def test_markdown_is_made_when_it_is_seen_and_not_before(panel, monkeypatch):
    made = []
    real = QTextDocument.setMarkdown
    monkeypatch.setattr(QTextDocument, "setMarkdown", lambda self, *a: made.append(a) or real(self, *a))
    panel.show_model(document_result("# Title\n\nsome *words*", {}), "notes.md")
    QApplication.processEvents()
    assert not made
    panel.choose_view("markdown")
    assert len(made) == 1
    assert panel.markdown.toPlainText().split("\n") == ["Title", "some words"]


def test_markdown_shows_html_as_text_and_loads_nothing(panel, monkeypatch):
    asked = []
    monkeypatch.setattr(type(panel.markdown), "loadResource", lambda *asked_for: asked.append(asked_for[-1]))
    panel.show_model(document_result(HOSTILE, {}), "notes.md")
    panel.choose_view("markdown")
    QApplication.processEvents()
    shown = panel.markdown.toPlainText()
    assert "<img src='http://evil.example/x.png'>" in shown
    assert "<script>alert(1)</script>" in shown
    assert all("y.png" in (name.toString() if isinstance(name, QUrl) else name) for name in asked)


@pytest.mark.parametrize(
    "text",
    ["[" * 300_000, "|a" * 200 + "|\n" + "|-" * 200 + "|\n" + ("|b" * 200 + "|\n") * 300, "a\n\n" * 90_000],
    ids=["brackets", "a table", "paragraphs"],
)
def test_markdown_shows_the_beginning_of_what_would_take_long(panel, text, monkeypatch):
    read = []
    set_markdown = QTextDocument.setMarkdown
    monkeypatch.setattr(
        QTextDocument, "setMarkdown", lambda self, *given: read.append(given) or set_markdown(self, *given)
    )
    panel.choose_view("markdown")
    panel.markdown.show_text(text)
    panel.markdown.catch_up()
    assert "more characters are in Text." in panel.markdown.toPlainText()
    assert len(panel.markdown.toPlainText()) < 61_000
    for part, features in read:
        assert part.count("[") <= 5_000
        assert part.count("\n") <= 2_000
        assert part.count("|") <= 3_000 or TABLES not in features


def test_a_short_markdown_text_is_shown_whole(panel):
    panel.choose_view("markdown")
    for text in ("", "a", "a\nb\n", "x\n" * 1_000):
        panel.markdown.show_text(text)
        panel.markdown.catch_up()
        assert "more characters" not in panel.markdown.toPlainText()


def test_markdown_gives_back_nothing_for_any_resource(panel, tmp_path):
    picture = tmp_path / "x.png"
    picture.write_bytes(b"x")
    kind = QTextDocument.ResourceType.ImageResource.value
    assert panel.markdown.loadResource(kind, QUrl.fromLocalFile(str(picture))) is None


def test_the_difference_is_to_what_is_chosen(panel, qtbot):
    result = prompt_result({"url": "u"})
    panel.show_model(result, "page-analysis.md")
    other = replace(result, text=result.text.replace("Analyze", "Read"))
    panel.show_comparisons(
        lambda: [Comparison("the last save", lambda: result), Comparison("the default", lambda: other)]
    )
    panel.choose_view("difference")
    assert "No difference" in visible_words(panel.comparison)
    panel.comparison.choice.setCurrentIndex(1)
    panel.comparison.choice.activated.emit(1)
    shown = panel.comparison.difference.inline.toPlainText()
    assert "- Read this web page." in shown
    assert "+ Analyze this web page." in shown
    assert "lines the same" in shown
    panel.show_comparisons(lambda: [Comparison("the default", lambda: None)])
    qtbot.waitUntil(lambda: "There is no text for the default." in visible_words(panel.comparison))
    panel.show_comparisons(list)
    qtbot.waitUntil(lambda: "Nothing to compare with" in visible_words(panel.comparison))


# Round the text -------------------------------------------------------------------------------------------


def test_a_missing_required_variable_is_named_and_the_rest_still_shows(panel, qtbot):
    panel.show_model(prompt_result({}), "page-analysis.md")
    assert "‘url’ is required and not set." in visible_words(panel)
    assert panel.text.contents.text.startswith("Analyze this web page.")
    with qtbot.waitSignal(panel.edit_value_requested) as asked:
        panel._missing.links[0].click()
    assert asked.args == ["url"]
    panel.show_model(prompt_result({"url": ""}), "page-analysis.md")
    assert "required and not set" not in visible_words(panel)


def test_the_footer_counts_characters_and_bounds_the_reply(panel):
    result = prompt_result({"url": "u"})
    panel.show_model(result, "page-analysis.md")
    tokens = -(-len(result.text.encode()) // 4)
    assert f"{len(result.text)} characters · ≈ {tokens} tokens" in visible_words(panel)
    assert "Tokens are estimated: one for four bytes." in panel._footer.characters.toolTip()
    assert "answer at most 500 tokens" in visible_words(panel)
    panel.show_model(template_result(), "system-prompt.tmpl")
    assert "answer at most" not in visible_words(panel)


def test_what_is_blank_and_left_out_is_listed_with_cause_and_fix(panel, qtbot):
    panel.show_model(prompt_result({"url": "u", "title": "T"}), "page-analysis.md")
    assert [(row.tag, row.sentence, row.link) for row in panel.blank.rows] == [
        ("{{titel}}", "‘titel’ is not declared, so its tag stays as written.", "Replace with ‘title’"),
        ("{{#if content}}", "content is not set.", "Edit value"),
    ]
    rows = panel.blank.list
    rows.setFocus()
    with qtbot.waitSignal(panel.source_requested) as went:
        qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert went.args[0].of(PROMPT) == "{{titel}}"
    with qtbot.waitSignal(panel.fix_requested) as fixed:
        qtbot.keyClick(rows, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(fixed.args[0], Fix)
    rect = rows.visualRect(rows.model().index(1, 0))
    with qtbot.waitSignal(panel.edit_value_requested) as asked:
        qtbot.mouseClick(
            rows.viewport(),
            Qt.MouseButton.LeftButton,
            pos=rows.link_place(rect, panel.blank.rows[1]).center(),
        )
    assert asked.args == ["content"]


@pytest.mark.parametrize(
    ("width", "shown"), [(400, "Fix"), (900, "Declare ‘customer’ as an optional variable")]
)
def test_a_long_fix_leaves_the_cause_its_room_and_is_whole_in_the_tooltip(panel, qtbot, width, shown):
    panel.resize(width, 640)
    source = PROMPT.replace("{{titel}}", "{{customer}}")
    panel.show_model(prompt_result({"title": "T"}, source), "page-analysis.md")
    QApplication.processEvents()
    rows, row = panel.blank.list, next(row for row in panel.blank.rows if row.tag == "{{customer}}")
    index = rows.model().index(panel.blank.rows.index(row), 0)
    place = rows.link_place(rows.visualRect(index), row)
    assert place.width() == rows.fontMetrics().horizontalAdvance(shown) + 1
    assert row.link in index.data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(panel.fix_requested):
        qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place.center())


def test_the_list_names_the_side_that_is_left_out(panel):
    for value, tag, reason in [("x", "{{else}}", "a has a value"), (None, "{{#if a}}", "a is not set")]:
        with in_case((value, tag, reason)):
            source = "{{#if a}}with{{else}}without{{/if}}"
            panel.show_model(document_result(source, {"a": value}), "notes.md")
            [row] = panel.blank.rows
            assert (row.tag, row.sentence, row.link) == (tag, f"{reason}.", "Edit value")
            assert row.span.of(source) == tag
            assert row.name == "a"


def test_an_empty_text_says_that_nothing_is_sent(panel):
    panel.show_model(document_result("", {}), "notes.md")
    assert panel.text.placeholderText() == "Nothing: the text is empty."
    assert "0 characters" in visible_words(panel)
    panel.show_why()
    assert not panel.why.isVisible()


def test_nothing_is_written_over_the_mark_that_says_why_a_text_is_empty(panel):
    for source, no_value in [("{{#if a}}left out{{/if}}", None), ("{{a}}", "")]:
        with in_case((source, no_value)):
            for value in (no_value, "x", no_value):
                panel.show_model(document_result(source, {"a": value}), "notes.md")
                assert panel.text.document().isEmpty() is (not value), "the control: the text is empty"
            assert panel.text.placeholderText() == ""
            panel.show_model(document_result("", {}), "notes.md")
            assert panel.text.placeholderText() == "Nothing: the text is empty."


def test_the_list_goes_when_nothing_is_blank(panel):
    panel.show_model(document_result("Hello {{a}}", {}), "notes.md")
    assert panel.blank.isVisible()
    panel.show_model(document_result("Hello {{a}}", {"a": "1"}), "notes.md")
    assert not panel.blank.isVisible()


def entries(panel) -> dict[str, object]:
    """Return the entries of the menu of the preview, by the first word of each."""
    return {one.text.partition(":")[0]: one for one in panel.context.entries() if isinstance(one, MenuEntry)}


def test_only_what_is_unusual_in_the_context_is_shown_and_each_part_can_be_changed(panel, qtbot):
    context = panel.context
    assert not list(context.entries())
    now = datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)
    panel.show_model(template_result(), "system-prompt.tmpl")
    panel.show_context(AsIf("~/atlas", now))
    assert not context.isVisible()
    panel.show_context(AsIf("~/atlas", now, frozen=True, unusual=("~/atlas", "clock frozen at 14:02")))
    assert context._words.text() == "Tried with ~/atlas, clock frozen at 14:02"
    for name, signal in (("Folder", context.folder_requested), ("Refresh values", context.refresh_requested)):
        with qtbot.waitSignal(signal):
            entries(panel)[name].act()
    with qtbot.waitSignal(context.model_chosen) as chosen:
        entries(panel)["Model"].act()
        field = context.findChild(QLineEdit)
        field.setText(" sonnet ")
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert chosen.args == ["sonnet"]
    [clock] = [one for one in context.entries() if isinstance(one, QMenu)]
    assert clock.title() == "Clock: frozen at 14:02"
    running, frozen, *_ = clock.actions()
    assert (running.isChecked(), frozen.isChecked()) == (False, True)
    with qtbot.waitSignal(context.clock_chosen) as chosen:
        running.trigger()
    assert chosen.args == [None]


def test_the_clock_is_frozen_at_what_is_typed(panel, qtbot):
    for typed, time in [
        ("2026-03-04 14:02:11", datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)),
        ("2026-03-04T15:02:11+01:00", datetime(2026, 3, 4, 14, 2, 11, tzinfo=UTC)),
        ("2026-03-04", datetime(2026, 3, 4, tzinfo=UTC)),
        ("", None),
    ]:
        with in_case((typed, time)):
            with qtbot.waitSignal(panel.context.clock_chosen) as chosen:
                assert panel.context._take_time(typed) is None
            assert chosen.args == [time]


def test_what_is_no_time_is_said_to_be_none(panel):
    assert "‘noon’ can’t be read as a date and time" in panel.context._take_time("noon")


def test_with_nothing_open_it_says_what_to_do(panel):
    panel.show_model(prompt_result({}), "page-analysis.md")
    panel.show_nothing("Nothing open", "Open a prompt.")
    assert visible_words(panel).split("\n") == ["Nothing open", "Open a prompt."]
    assert not panel.switch.isEnabled()
    assert panel.text.source_at_cursor() is None
    panel.show_why()


def test_an_answer_that_is_higher_than_its_room_is_scrolled_to_what_is_read(panel):
    panel.show_model(prompt_result({}), "page-analysis.md")
    panel.show_context(AsIf("~/atlas", datetime(2026, 3, 4, tzinfo=UTC), unusual=("~/atlas",)))
    assert panel.context.isVisible()
    panel.resize(210, 214)
    facts = tuple((f"Fact {number}", "some words") for number in range(30))
    panel._answer(Answer(Card("file", "soft", "name", facts=facts)))
    QApplication.processEvents()
    scrolled = panel.why._area.verticalScrollBar()
    read = 0
    while panel.why.body.isAncestorOf(focus := QApplication.focusWidget()):
        QApplication.processEvents()
        assert focus.visibleRegion().boundingRect() == focus.rect(), focus.accessibleName()
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        read += 1
    assert read >= len(facts)
    assert scrolled.maximum() > 0
    assert not panel.context.isVisible(), "it gives way"
    panel.why.close_section()
    QApplication.processEvents()
    assert panel.context.isVisible(), "and comes back"


def test_what_is_blank_stays_beside_the_explanation_where_both_have_room(panel):
    panel.show_model(prompt_result({"url": "u"}), "page-analysis.md")
    panel.resize(400, 700)
    panel.show_why(panel.text.explain_cursor())
    QApplication.processEvents()
    assert panel.why.isVisible()
    assert panel.blank.isVisible()
    assert panel.why.height() == panel.why.sizeHint().height()
    panel.resize(400, 260)
    QApplication.processEvents()
    assert not panel.blank.isVisible()
    panel.resize(400, 700)
    QApplication.processEvents()
    assert panel.blank.isVisible()


# Everywhere -----------------------------------------------------------------------------------------------


def test_untrusted_text_is_shown_as_it_is(panel):
    result = document_result(f"{HOSTILE} {{{{x}}}}\n{{{{#if y}}}}{HOSTILE}{{{{/if}}}}", {"x": HOSTILE})
    panel.show_model(result, HOSTILE, origins={"x": HOSTILE})
    panel.show_why(panel.text.explain_cursor())
    QApplication.processEvents()
    assert panel.text.toPlainText() == result.text
    for label in panel.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText or not label.text()
    for widget in panel.findChildren(QWidget):
        assert "<img" not in widget.toolTip()


def test_every_control_has_a_name(panel):
    panel.show_model(prompt_result({}), "page-analysis.md")
    panel.show_context(AsIf("~/atlas", datetime(2026, 3, 4, tzinfo=UTC), unusual=("~/atlas",)))
    for widget in panel.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            assert widget.accessibleName() or widget.property("text"), widget


def test_the_theme_changes_while_it_is_open(panel, theme, wear):
    panel.show_model(template_result(), "system-prompt.tmpl")
    before = panel.grab().toImage()
    wear(load_theme("dark", 1.5))
    assert panel.grab().toImage() != before
    assert panel.text.even.line_height == 30


def test_a_narrow_dock_clips_nothing(panel):
    panel.show_model(prompt_result({}), "page-analysis.md")
    panel.show_context(AsIf("~/a/folder", datetime(2026, 3, 4, tzinfo=UTC), unusual=("~/a/folder/" * 9,)))
    panel.resize(240, 640)
    QApplication.processEvents()
    assert panel.width() == 240
    for widget in panel.findChildren(QWidget):
        if widget.isVisible() and widget.parentWidget() is panel:
            assert widget.width() <= 240
