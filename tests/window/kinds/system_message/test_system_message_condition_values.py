"""The values of conditions: chosen and filled in by fields, whatever they are in the file, never as JSON."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from editor_app.system_messages.model.condition_values import fields_of, in_words, parse_field, value_of
from editor_app.system_messages.model.entities import BlockCondition
from editor_app.window.kinds.system_message.panels.inspector.condition_popup import ConditionPopup

KNOWN = (
    BlockCondition("whenContextIsLong", '{"overPercent":70}'),
    BlockCondition("whenFilesAttached"),
    BlockCondition("whenBranch", '{"isMain":true,"name":"main"}'),
    BlockCondition("whenFound", '"AGENTS.md"'),
    BlockCondition("whenAny", '{"of":["a",{"b":1}]}'),
)


@pytest.fixture
def accepted(qtbot, theme):
    """Return a function that asks for a condition, does something with the popup, and takes what it gives."""
    beside = QWidget()
    qtbot.addWidget(beside)
    beside.show()

    def ask(condition, change) -> BlockCondition | None:
        popup, given = ConditionPopup(condition, KNOWN, beside), []
        popup.ask(given.append)
        change(popup)
        popup.take()
        popup.close()
        return given[0] if given else None

    return ask


def test_the_conditions_of_the_message_are_chosen_by_name_and_bring_their_fields(accepted):
    def choose(name, /, **texts):
        def change(popup):
            offered = [popup.name.itemText(index) for index in range(popup.name.count())]
            assert offered == [one.kind for one in KNOWN]
            popup.name.setCurrentIndex(offered.index(name))
            popup.name.setEditText(name)
            for field, text in texts.items():
                popup.values["" if field == "alone" else field].setText(text)

        return accepted(None, change)

    assert choose("whenContextIsLong") == KNOWN[0]
    assert choose("whenContextIsLong", overPercent=" 85 ").value == '{"overPercent":85}'
    assert choose("whenContextIsLong", overPercent="8.5").value == '{"overPercent":8.5}'
    assert choose("whenFilesAttached") == KNOWN[1]
    assert choose("whenBranch", name="12", isMain="false").value == '{"isMain":false,"name":"12"}'
    assert choose("whenFound", alone="{x}").value == '"{x}"'
    assert choose("whenAny") == KNOWN[4], "what has no fields is kept, and written in Source"


def test_what_a_block_has_is_kept_where_nobody_changed_it(accepted):
    for condition in (*KNOWN, BlockCondition("whenFound", "[1,2]"), BlockCondition("when", '{"a":null}')):
        assert accepted(condition, lambda _popup: None) == condition
    changed = accepted(KNOWN[0], lambda popup: popup.values["overPercent"].setText("90"))
    assert changed.value == '{"overPercent":90}'


def test_a_name_twice_is_refused(accepted):
    def name_twice(popup):
        popup.add.click()
        popup.new_name.setText("overPercent")

    assert accepted(KNOWN[0], name_twice) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("{}", "when"),
        ('{"path":"AGENTS.md"}', "when: AGENTS.md"),
        ('{"overPercent":70}', "when: overPercent 70"),
        ('{"isMain":true,"name":"main"}', "when: isMain true, name main"),
        ("70", "when: 70"),
        ('{"of":["a"]}', 'when: {"of":["a"]}'),
    ],
)
def test_in_words(value, words):
    assert in_words("when", value) == words
    fields = fields_of(value)
    assert fields is None or value_of(fields) == value


def test_what_is_typed_into_a_new_field():
    meant = {"70": 70, "-0.5": -0.5, "true": True, "007": "007", "1e9": "1e9", " x ": " x ", "": ""}
    assert {text: parse_field(text) for text in meant} == meant
    assert parse_field("70", "before a text") == "70"
