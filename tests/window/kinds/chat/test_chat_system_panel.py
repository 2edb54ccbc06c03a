"""The form for what goes first: chosen and typed by mouse and keyboard, and shown anew while in use."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from editor_app.analysis.chat_requests.settings import (
    NO_SYSTEM,
    RequestSettings,
    SystemChoice,
    SystemGroup,
    SystemOption,
)
from editor_app.requests.parts import CacheMarks, Provider, model_names
from editor_app.window.kinds.chat.panels.system import SystemTextPanel, SystemTextView
from editor_app.window.kinds.chat.system_text import MadeSystem, Trials

ROOT = Path("/library")
TEMPLATE, DESK, ASK = ROOT / "system-prompt.tmpl", ROOT / "desk.yaml", ROOT / "ask.md"
GROUPS = (
    SystemGroup("Template", (SystemOption(TEMPLATE, "system-prompt"),)),
    SystemGroup("System messages", (SystemOption(DESK, "<b>desk</b>"),)),
    SystemGroup("Prompts", (SystemOption(ASK, "ask"),)),
)
MADE = MadeSystem(trials=Trials("Situation", ("night", "day"), "All left open"))
VIEW = SystemTextView(RequestSettings(SystemChoice(DESK)), MADE, GROUPS, Provider.ANTHROPIC)


@pytest.fixture
def panel(theme, show):
    panel = SystemTextPanel()
    panel.line.unfold(unfolded=True)
    show(panel, 288, 240)
    panel.show_choice(VIEW)
    return panel


@pytest.fixture
def told(panel):
    told = []
    panel.settings_changed.connect(told.append)
    return told


def field(panel, key):
    return panel.form.cell(key).widget


def words(panel, key):
    return field(panel, key).currentText()


def is_shown(panel, key):
    return key in [cell.field.key for cell in panel.form.cells]


def choose(panel, choice):
    """Show what the perspective would show once a text was chosen."""
    panel.show_choice(VIEW._replace(settings=RequestSettings(choice)))


def test_what_goes_first_is_chosen_with_the_keyboard_past_the_headings(panel, told):
    panel.settings_changed.connect(lambda settings: choose(panel, settings.system))
    assert field(panel, "source").currentText() == "<b>desk</b>"
    field(panel, "source").setFocus()
    QTest.keyClick(field(panel, "source"), Qt.Key.Key_Down)
    QTest.keyClick(field(panel, "source"), Qt.Key.Key_Up)
    QTest.keyClick(field(panel, "source"), Qt.Key.Key_Up)
    QTest.keyClick(field(panel, "source"), Qt.Key.Key_Up)
    paths = [settings.system.path for settings in told]
    assert paths == [ASK, DESK, TEMPLATE, None]
    assert told[-1] == RequestSettings(NO_SYSTEM)


def test_choosing_the_same_text_again_keeps_what_it_is_tried_with(panel, told):
    choose(panel, SystemChoice(DESK, trial="night"))
    field(panel, "source").showPopup()
    QTest.keyClick(field(panel, "source").view(), Qt.Key.Key_Return)
    assert (told, field(panel, "trial").currentText(), field(panel, "source").currentText()) == (
        [],
        "night",
        "<b>desk</b>",
    )
    field(panel, "source").showPopup()
    QTest.keyClick(field(panel, "source").view(), Qt.Key.Key_Down)
    QTest.keyClick(field(panel, "source").view(), Qt.Key.Key_Return)
    assert told == [RequestSettings(SystemChoice(ASK))]


def test_situation_model_limit_and_cache_are_announced_once_each(panel, told):
    field(panel, "trial").setFocus()
    QTest.keyClick(field(panel, "trial"), Qt.Key.Key_Down)
    field(panel, "model").setFocus()
    QTest.keyClicks(field(panel, "model"), " claude-opus-5 ")
    assert told == [RequestSettings(SystemChoice(DESK, trial="night"))]
    QTest.keyClick(field(panel, "model"), Qt.Key.Key_Return)
    named = replace(VIEW.settings, model="claude-opus-5")
    panel.show_choice(VIEW._replace(settings=named))
    field(panel, "limit").setFocus()
    QTest.keyClicks(field(panel, "limit"), "2 048")
    field(panel, "cache").setFocus()
    assert field(panel, "limit").text() == "2048"
    QTest.keyClick(field(panel, "cache"), Qt.Key.Key_Down)
    hour = replace(named, cache=CacheMarks.ONE_HOUR)
    assert told[1:] == [named, replace(named, max_tokens=2048), hour]


@pytest.mark.parametrize("words", ["0", "many", "-3", "1e3", "99999999999", "²"])
def test_a_limit_that_is_no_number_of_tokens_goes_back(panel, told, words):
    panel.show_choice(VIEW._replace(settings=replace(VIEW.settings, max_tokens=7)))
    field(panel, "limit").setFocus()
    field(panel, "limit").selectAll()
    QTest.keyClicks(field(panel, "limit"), words)
    QTest.keyClick(field(panel, "limit"), Qt.Key.Key_Return)
    assert (field(panel, "limit").text(), told) == ("7", [])
    field(panel, "limit").clear()
    panel.take_typed()
    assert told == [replace(VIEW.settings, max_tokens=None)]


def test_a_field_that_is_typed_in_keeps_its_text_when_the_form_is_shown_anew(panel, told):
    field(panel, "model").setFocus()
    QTest.keyClicks(field(panel, "model"), "gpt")
    panel.show_choice(
        VIEW._replace(made=replace(MADE, why_none="Its variables are being resolved.", is_resolving=True))
    )
    assert (field(panel, "model").text(), field(panel, "model").hasFocus(), told) == ("gpt", True, [])
    panel.take_typed()
    assert told == [replace(VIEW.settings, model="gpt")]
    field(panel, "cache").setFocus()
    panel.show_choice(VIEW)
    assert field(panel, "model").text() == ""


def test_names_are_offered_while_a_model_is_typed(panel, told):
    field(panel, "model").setFocus()
    QTest.keyClicks(field(panel, "model"), "sonn")
    completer = field(panel, "model").completer()
    assert [
        completer.completionModel().index(row, 0).data() for row in range(completer.completionCount())
    ] == [name for name in model_names(Provider.ANTHROPIC) if "sonn" in name]
    completer.activated.emit("claude-sonnet-5")
    field(panel, "model").setText("claude-sonnet-5")
    panel.take_typed()
    assert told[-1] == replace(VIEW.settings, model="claude-sonnet-5")


def test_a_text_that_is_gone_a_conversation_and_a_situation_that_is_gone_are_still_shown(panel):
    gone = SystemChoice(ROOT / "gone.tmpl")
    panel.show_choice(VIEW._replace(settings=RequestSettings(gone), made=MadeSystem()))
    assert (field(panel, "source").currentText(), is_shown(panel, "trial")) == ("gone", False)
    panel.show_choice(VIEW._replace(settings=RequestSettings(SystemChoice(None, "c-42"))))
    assert field(panel, "source").currentText() == "c-42"
    panel.show_choice(VIEW._replace(settings=RequestSettings(SystemChoice(DESK, trial="old"))))
    assert (field(panel, "source").currentText(), field(panel, "trial").currentText()) == (
        "<b>desk</b>",
        "old",
    )
    panel.show_choice(VIEW._replace(settings=RequestSettings(NO_SYSTEM), groups=()))
    assert (field(panel, "source").currentText(), field(panel, "source").count()) == ("None", 1)


def test_why_there_is_no_text_and_why_marks_are_of_no_use_is_said(panel):
    note = "‘desk.yaml’ has an error on line 3: <i>x</i>."
    panel.show_choice(VIEW._replace(made=replace(MADE, why_none=note), provider=Provider.OPENAI))
    assert field(panel, "note").isVisible()
    assert field(panel, "note").textFormat() is Qt.TextFormat.PlainText
    assert field(panel, "source").accessibleDescription() == note
    assert (field(panel, "cache").isEnabled(), field(panel, "cache").accessibleDescription()) == (
        False,
        "OpenAI caches every prefix by itself, so no marks are written.",
    )
    panel.show_choice(VIEW._replace(settings=replace(VIEW.settings, cache=CacheMarks.OFF)))
    assert (
        is_shown(panel, "note"),
        field(panel, "cache").isEnabled(),
        field(panel, "cache").currentText(),
    ) == (
        False,
        True,
        "Off",
    )


@pytest.mark.parametrize("width", [288, 215])
def test_nothing_is_cut_off_and_each_control_has_a_name(panel, width):
    panel.resize(width, 240)
    for part in panel.findChildren(QWidget):
        if part.isVisible() and panel.form.isAncestorOf(part):
            right = part.mapTo(panel, QPoint(part.width(), 0)).x()
            assert right <= width
            if isinstance(part, QLabel) and not part.wordWrap():
                assert part.fontMetrics().horizontalAdvance(part.text()) <= part.width()
    assert [cell.widget.accessibleName() for cell in panel.form.cells] == [
        "From",
        "Situation",
        "Model",
        "Max tokens",
        "Cache",
    ]
