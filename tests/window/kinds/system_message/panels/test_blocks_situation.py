from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from editor_app.system_messages.model.entities import Syntax
from editor_app.system_messages.reading.reading import read_system_message
from editor_app.system_messages.situations.answers import (
    Answer,
    answer_of,
    conditions_in_words,
    conditions_shown,
    with_answer,
)
from editor_app.system_messages.situations.choices import SituationChoices, situation_choices
from editor_app.system_messages.situations.situation import EMPTY_SITUATION, OPEN, ConditionKey, Situation
from editor_app.window.kinds.system_message.panels.situation.situation_panel import SituationPanel
from editor_app.window.kit.form.field import RemarkLine
from editor_app.window.kit.rows.menus import add_entries
from editor_app.window.kit.theme.theme import load_theme

CLICK, STRONG = Qt.FocusPolicy.ClickFocus, Qt.FocusPolicy.StrongFocus
ASKED, LONG, LONGER = (
    ConditionKey("asked", "{}"),
    ConditionKey("long", '{"over":70}'),
    ConditionKey("long", "{}"),
)
CHOICES = SituationChoices(
    ("orchestrator", "subagent"),
    ("read_file", "apply_patch"),
    (ASKED, LONG, LONGER),
    ("src/**/*.py", "**/*.py", "*.md"),
    ("src/window.py", "README.md"),
)
GIVEN = Situation(
    "src/window.py", "subagent", ("apply_patch",), fails=frozenset({ASKED}), values={"git:branch": "main"}
)


@pytest.fixture
def form(theme, show) -> SituationPanel:
    panel = SituationPanel()
    panel.show_choices(CHOICES)
    panel.show_situation(GIVEN, ("one", "two"), "one")
    panel.line.unfold(unfolded=True)
    return show(panel, 288, 220)


def said_of_file(form: SituationPanel) -> str:
    return form.field("file").parent().findChild(RemarkLine).sentence


def entries(menu: QMenu) -> dict[str, bool]:
    return {action.text(): action.isChecked() for action in menu.actions() if action.text()}


def trigger(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()


def test_it_shows_what_is_given(form) -> None:
    assert form.field("file").text() == "src/window.py"
    assert form.field("mode").currentText() == "subagent"
    assert chips(form) == ["apply_patch"]
    assert form.field("conditions").values == ("asked: no",)
    remark = next(line for line in form.findChildren(RemarkLine) if line.sentence == "2 are any, 1 is no")
    assert "long: over 70\nlong<" in remark.toolTip()


def test_it_shows_what_is_open_and_what_is_none(form) -> None:
    form.show_situation(EMPTY_SITUATION)
    assert form.field("file").placeholderText() == "any file"
    assert (form.field("mode").currentText(), chips(form)) == ("any", [])
    form.show_situation(Situation(None, None, ()))
    assert form.field("file").placeholderText() == "no file"
    assert (form.field("mode").currentText(), chips(form)) == ("none", ["none"])


def test_a_sentence_says_what_it_is_tried_for_until_edit_unfolds_the_fields(form) -> None:
    form.line.edit.click()
    assert not form.field("file").isVisible()
    assert form.line.edit.text() == "Edit"
    said = form.line.sentence.text()
    assert said == "src/window.py · subagent · apply_patch · conditions: 2 are any, 1 is no"
    form.show_situation(EMPTY_SITUATION)
    assert form.line.sentence.text() == "any file · any mode · any tools · conditions: 3 are any"
    form.show_choices(SituationChoices())
    form.show_situation(Situation(None, None, ()))
    assert form.line.sentence.text() == "no file · no mode · no tools"
    form.line.edit.click()
    assert form.field("file").isVisible()
    assert (form.line.edit.text(), form.line.sentence.text()) == ("Done", ""), "one fact at one place"


def test_showing_changes_nothing(form, qtbot) -> None:
    with qtbot.assertNotEmitted(form.situation_changed):
        form.show_situation(EMPTY_SITUATION)
        form.show_choices(SituationChoices())
        form.show_situation(GIVEN)


def test_typing_a_file_says_which_globs_match(form, qtbot) -> None:
    assert said_of_file(form) == "Matches src/**/*.py and 1 more"
    form.field("file").selectAll()
    with qtbot.waitSignals([form.situation_changed] * 9):
        qtbot.keyClicks(form.field("file"), "README.md")
    assert form.situation.file == "README.md"
    assert said_of_file(form) == "Matches *.md"
    form.field("file").setText("notes.txt")
    assert said_of_file(form) == "Matches no glob"
    form.field("file").clear()
    assert form.situation.file is OPEN
    assert said_of_file(form) == ""


def test_a_file_is_normalised_and_the_field_keeps_its_cursor(form, qtbot) -> None:
    form.field("file").clear()
    qtbot.keyClicks(form.field("file"), "./src\\wi.py")
    assert form.situation.file == "src/wi.py"
    form.field("file").setText("src/wi.py")
    form.field("file").setCursorPosition(6)
    qtbot.keyClicks(form.field("file"), "x")
    form.show_situation(form.situation)
    assert (form.field("file").text(), form.field("file").cursorPosition()) == ("src/wix.py", 7)


def test_files_are_picked_from_a_menu(form, qtbot) -> None:
    menu = QMenu(form)
    form.fill_file_menu(menu)
    assert entries(menu) == {"any file": False, "no file": False, "src/window.py": True, "README.md": False}
    with qtbot.waitSignal(form.situation_changed):
        trigger(menu, "README.md")
    assert form.field("file").text() == form.situation.file == "README.md"
    trigger(menu, "no file")
    assert form.situation.file is None
    form.show_choices(replace(CHOICES, files=tuple(f"file-{number}" for number in range(50))))
    menu.clear()
    form.fill_file_menu(menu)
    assert list(entries(menu))[-1] == "30 more, type to find them"


def test_modes_are_those_of_the_message_and_the_situation(form, qtbot) -> None:
    modes = [form.field("mode").itemText(row) for row in range(form.field("mode").count())]
    assert modes == ["any", "none", "orchestrator", "subagent"]
    form.show_situation(Situation(mode="gone"))
    assert form.field("mode").currentText() == "gone"
    with qtbot.waitSignal(form.situation_changed) as changed:
        form.field("mode").activated.emit(1)
    assert changed.args[0].mode is None


def chips(form) -> list[str]:
    return [chip.text() for chip in form.field("tools").chips]


def test_tools_are_named_any_without_names_and_none_by_a_word(form, qtbot) -> None:
    given = form.field("tools").value_given
    assert form.field("tools").offered == ("none", "read_file", "apply_patch")
    with qtbot.waitSignal(form.situation_changed) as changed:
        given.emit(("apply_patch", "github__search"))
    assert changed.args[0].tools == ("apply_patch", "github__search")
    assert chips(form) == ["apply_patch", "github__search"]
    given.emit(("apply_patch", "none"))
    assert (form.situation.tools, chips(form)) == ((), ["none"])
    given.emit(("none", "read_file"))
    assert (form.situation.tools, chips(form)) == (("read_file",), ["read_file"])
    given.emit(())
    assert (form.situation.tools, chips(form)) == (OPEN, [])


def test_conditions_are_answered_one_by_one(form, qtbot) -> None:
    conditions = form.field("conditions")
    entries = {entry.text: entry for entry in form.condition_entries()}
    assert list(entries) == ["long: over 70: yes", "long: over 70: no", "long: yes", "long: no"]
    with qtbot.waitSignal(form.situation_changed) as changed:
        entries["long: over 70: yes"].act()
    assert changed.args[0].holds == {LONG}
    assert conditions.values == ("asked: no", "long: over 70: yes")
    conditions.plus.click()
    menu = QApplication.activePopupWidget()
    assert [action.text() for action in menu.actions()] == ["long: yes", "long: no"]
    menu.actions()[0].trigger()
    menu.close()
    assert conditions.values == ("asked: no", "long: over 70: yes", "long: yes")
    assert not conditions.plus.isEnabled()  # all are answered: its menu would be empty
    conditions.chips[2].setFocus()
    assert [chip.focusPolicy() for chip in conditions.chips] == [CLICK, CLICK, STRONG]
    QTest.keyClick(conditions.chips[2], Qt.Key.Key_Right)
    assert conditions.chips[2].hasFocus()
    conditions.chips[2].removed.emit()
    assert conditions.plus.isEnabled()
    assert [chip.focusPolicy() for chip in conditions.chips] == [CLICK, CLICK]
    conditions.chips[1].click()
    assert (form.situation.holds, form.situation.fails) == (frozenset(), {ASKED, LONG})
    conditions.chips[0].removed.emit()
    assert (form.situation.holds, form.situation.fails) == (frozenset(), {LONG})
    assert conditions.values == ("long: over 70: no",)


def test_a_long_condition_is_wrapped_where_there_is_little_room(form, qtbot) -> None:
    long = ConditionKey("whenTheContextIsLongerThanTheModelLikes", '{"overPercent":70}')
    form.show_situation(Situation(fails=frozenset({long})))
    form.resize(278, 400)
    QApplication.processEvents()
    assert form.form.width() == form.form.parentWidget().width()
    chip = form.field("conditions").chips[0]
    assert chip.geometry().right() <= form.field("conditions").rect().right()
    assert chip.height() > form.field("conditions").plus.height(), "in lines"
    assert not chip.toolTip(), "the whole name can be read"
    assert chip.geometry().bottom() < form.field("conditions").plus.geometry().top()
    chips = form.field("conditions")
    qtbot.waitUntil(lambda: chips.rect().contains(chips.plus.geometry()))


def test_a_message_without_conditions_has_none_to_answer(form) -> None:
    form.show_choices(SituationChoices())
    form.show_situation(EMPTY_SITUATION)
    assert form.field("conditions").values == ()
    assert not form.field("conditions").isEnabled()


def test_what_the_form_does_not_show_is_kept(form) -> None:
    form.field("mode").activated.emit(0)
    assert form.situation.values == {"git:branch": "main"}
    assert form.situation.fails == {ASKED}


def test_saved_situations_are_chosen_saved_and_deleted(form, qtbot) -> None:
    menu = QMenu(form)
    add_entries(menu, form.saved_entries())
    assert entries(menu) == {
        "Any": False,
        "one": True,
        "two": False,
        "Save ‘one’": False,
        "Save as…": False,
        "Delete ‘one’": False,
    }
    for text, signal, told in (
        ("two", form.situation_chosen, "two"),
        ("Any", form.situation_chosen, None),
        ("Delete ‘one’", form.delete_requested, "one"),
        ("Save as…", form.save_requested, None),
    ):
        with qtbot.waitSignal(signal) as said:
            trigger(menu, text)
        assert said.args == [told]
    form.show_situation(GIVEN, ("one", "two"), "one", edited=True)
    menu.clear()
    add_entries(menu, form.saved_entries())
    with qtbot.waitSignal(form.save_requested) as said:
        trigger(menu, "Save ‘one’")
    assert said.args == ["one"]
    assert form.saved.text() == "one, edited"


def test_the_choices_come_from_the_message() -> None:
    source = """\
blocks:
  - {id: a, type: mode, priority: 1, content: x, scope: {modes: [b, a], files: [.env]}}
  - {id: b, type: mode, priority: 1, content: x, scope: {modes: [a], tools: [t], applyTo: ["*.py"]}}
  - {id: c, type: mode, priority: 1, content: x, conditions: [{kind: k, value: {}}]}
"""
    choices = situation_choices(read_system_message(source, Syntax.YAML).blocks, ("a.py", ".env"))
    assert choices == SituationChoices(
        ("b", "a"), ("t",), (ConditionKey("k", "{}"),), ("*.py",), (".env", "a.py")
    )


KEYS = (ASKED, LONG, LONGER)
SITUATIONS = st.builds(
    Situation,
    holds=st.frozensets(st.sampled_from([*KEYS, ConditionKey("long")])),
    fails=st.frozensets(st.sampled_from([*KEYS, ConditionKey("asked")])),
)


@given(SITUATIONS, st.sampled_from(KEYS), st.sampled_from(Answer))
def test_an_answer_changes_one_condition_and_no_other(situation, key, answer) -> None:
    after = with_answer(situation, key, answer, KEYS)
    assert answer_of(after, key) is answer
    for other in KEYS:
        if other != key:
            assert answer_of(after, other) is answer_of(situation, other)


def test_a_condition_only_the_situation_knows_is_shown_too() -> None:
    situation = Situation(holds=frozenset({ConditionKey("gone", "1"), ConditionKey("long")}))
    shown = conditions_shown(situation, CHOICES)
    assert shown == (*KEYS, ConditionKey("gone", "1"))
    assert conditions_in_words(situation, shown) == "1 is any, 3 are yes"


def test_it_is_drawn_in_both_themes(form, wear) -> None:
    light = form.grab().toImage()
    wear(load_theme("dark", 1.0))
    assert form.grab().toImage() != light
