"""The inspector: what it shows of a block, and what it asks to be changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from message_files import MESSAGE, MessageFile
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.edits.fields import set_field
from editor_app.system_messages.model.entities import (
    Block,
    BlockBody,
    BlockCondition,
    Content,
    ContentFormat,
    Scope,
)
from editor_app.system_messages.resolution.scope_sentence import scope_sentence
from editor_app.text import Severity
from editor_app.window.kinds.system_message.panels.inspector.condition_popup import ConditionPopup
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import (
    CONDITIONS,
    FORMAT,
    GLOBS,
    ID,
    LISTS,
    LITERAL,
    MODES,
    PRIORITY,
    TOOLS,
    TYPE,
    FieldChange,
    InspectorFields,
    InspectorPanel,
    inspector_fields,
    lists_of,
)
from editor_app.window.kit.focus.tab_order import focus_beside
from editor_app.window.kit.form.field import Remark, RemarkLine

ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape
SCOPED = MESSAGE.replace(
    "    priority: 60\n    content:\n",
    "    priority: 60\n    scope: {applyTo: ['src/**/*.py', '../a'], modes: [orchestrator]}\n"
    "    conditions:\n      - kind: whenFilesAttached\n        value: {}\n    content:\n",
    1,
)


@pytest.fixture
def fields():
    body = BlockBody(
        "formatting-1",
        "formatting",
        60,
        Scope(modes=("orchestrator",), tools=("read_file", "apply_patch"), apply_to=("src/**/*.py",)),
        (BlockCondition("whenFilesAttached"),),
        Content("", ContentFormat.MARKDOWN),
    )
    return InspectorFields(
        Block(body, (1,)),
        "60",
        offered={MODES: ("orchestrator", "subagent"), CONDITIONS: ("whenFilesAttached",)},
    )


def changed(fields, **values):
    """Return fields of a block of which some have other values."""
    block = fields.block
    return replace(fields, block=replace(block, body=replace(block.body, **values)))


@pytest.fixture
def panel(show, theme, fields):
    host = QWidget()
    column = QVBoxLayout(host)
    column.setContentsMargins(0, 0, 0, 0)
    panel = InspectorPanel()
    column.addWidget(panel)
    column.addStretch(1)
    panel.show_block(fields)
    panel.unfold(unfolded=True)
    panel.host = show(host, (720, 400))
    panel.changes = []
    panel.field_changed.connect(panel.changes.append)
    return panel


def press(widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(widget, key, modifier)


def type_into(field, text: str, *, end: Qt.Key | None = ENTER):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    if end is not None:
        press(field, end)


def test_the_fields_are_those_of_the_file():
    file = MessageFile(SCOPED)
    analysis = file.look()
    fields = inspector_fields(content_of(analysis), 1, analysis.diagnostics)
    assert (fields.block.id, fields.block.type, fields.priority, fields.format) == (
        "formatting-1",
        "formatting",
        "60",
        "markdown",
    )
    assert lists_of(fields.block)[GLOBS] == ("src/**/*.py", "../a")
    assert fields.block.body.conditions == (BlockCondition("whenFilesAttached"),)
    assert fields.problems[GLOBS].item == 1
    assert fields.offered[MODES] == ("orchestrator",)
    child = inspector_fields(content_of(analysis), 2, analysis.diagnostics)
    assert not child.problems
    assert child.format == ""
    other = MessageFile(SCOPED.replace("The working", "{{the}} working")).look()
    assert other.diagnostics[-1].code == "foreign-tag"
    shown = inspector_fields(content_of(other), 1, other.diagnostics)
    assert shown.problems.keys() == {GLOBS}, "those of the content stand in the content"


@pytest.mark.parametrize(("severity", "problem"), [(Severity.ERROR, "true"), (Severity.INFORMATION, None)])
def test_what_is_said_of_the_priority_has_room_below_all_fields_and_a_note_is_no_error(
    panel, fields, severity, problem
):
    remark = Remark("‘what-to-make’ always loses to ‘fields’: it has priority 20 against 30.", severity)
    panel.host.resize(560, 400)
    panel.show_block(replace(fields, problems={PRIORITY: remark}))
    QApplication.processEvents()
    [line] = [line for line in panel.findChildren(RemarkLine) if line.isVisible()]
    assert line.sentence == line.accessibleName() == remark.sentence
    assert line.width() >= line.sizeHint().width(), "it is not cut"
    assert panel.field(PRIORITY).property("problem") == problem
    panel.show_block(fields)
    assert not line.isVisible()


def test_a_priority_that_is_no_number_is_shown_as_it_is_written(panel):
    analysis = MessageFile(MESSAGE.replace("priority: 100", "priority: high")).look()
    fields = inspector_fields(content_of(analysis), 0, analysis.diagnostics)
    assert fields.priority == "high"
    assert fields.problems[PRIORITY].severity is Severity.ERROR
    panel.show_block(fields)
    assert panel.field(PRIORITY).text() == "high"
    type_into(panel.field(PRIORITY), "7")
    assert panel.changes == [FieldChange((0,), "priority", 7)]


def test_every_change_can_be_made_in_the_file(panel):
    """What the panel asks for is what the block edits take."""
    file = MessageFile(SCOPED)
    message = content_of(file.look())
    panel.show_block(inspector_fields(message, 1))
    type_into(panel.field(ID), "formatting-2")
    type_into(panel.field(PRIORITY), "-3")
    panel.field(TYPE).activated.emit(panel.field(TYPE).findText("advisory"))
    panel.field(FORMAT).activated.emit(panel.field(FORMAT).findText("plain"))
    panel.field(LITERAL).activated.emit(panel.field(LITERAL).findText("sent as written"))
    for name in LISTS:
        panel.field(name).value_given.emit(("x",))
    panel.field(CONDITIONS).chips[0].removed.emit()
    assert len(panel.changes) == 10
    source = file.text
    for change in panel.changes:
        edit = set_field(source, message.syntax, change.path, change.field, change.value)
        assert edit.edits
        assert not edit.refused
        after = MessageFile("".join(source))
        after.document.apply_edits(edit.edits)
        source = after.text
    fields = inspector_fields(content_of(MessageFile(source).look()), 1)
    assert (fields.block.id, fields.block.type, fields.priority, fields.format) == (
        "formatting-2",
        "advisory",
        "-3",
        "plain",
    )
    assert fields.block.body.content.literal is True
    assert all(lists_of(fields.block)[name] == ("x",) for name in LISTS)
    assert fields.block.body.conditions == ()


def test_enter_gives_an_id_and_escape_brings_the_old_back(panel):
    type_into(panel.field(ID), "other", end=ESCAPE)
    assert panel.field(ID).text() == "formatting-1"
    assert panel.changes == []
    type_into(panel.field(ID), "other")
    assert panel.changes == [FieldChange((1,), "id", "other")]
    type_into(panel.field(ID), "third", end=None)
    panel.field(PRIORITY).setFocus()
    assert panel.changes[-1] == FieldChange((1,), "id", "third"), "leaving it gives it too"
    type_into(panel.field(ID), " ")
    assert panel.field(ID).text() == "formatting-1", "a block has an id"


def test_steps_of_the_priority_are_one_change(panel, qtbot):
    panel.field(PRIORITY).setFocus()
    for _ in range(3):
        press(panel.field(PRIORITY), Qt.Key.Key_Up)
    assert panel.changes == []
    qtbot.waitUntil(lambda: bool(panel.changes))
    assert panel.changes == [FieldChange((1,), "priority", 63)]
    QTest.keyClicks(panel.field(PRIORITY), "x")
    assert panel.field(PRIORITY).text() == "63"


def test_what_is_typed_is_given_to_its_block_before_another_is_shown(panel, fields):
    type_into(panel.field(ID), "other", end=None)
    panel.show_block(replace(fields, block=replace(changed(fields, id="safety-1").block, path=(0,))))
    assert panel.changes == [FieldChange((1,), "id", "other")]
    assert panel.field(ID).text() == "safety-1"


def test_news_of_the_file_leave_what_is_being_typed_alone(panel, fields):
    type_into(panel.field(ID), "other", end=None)
    panel.show_block(replace(fields, priority="61"))
    assert panel.field(ID).text() == "other"
    assert panel.field(PRIORITY).text() == "61"
    panel.field(ID).setText("formatting-1")
    panel.show_block(changed(fields, id="renamed"))
    assert panel.field(ID).text() == "renamed"


def test_a_name_is_added_changed_and_removed(panel, fields, theme):
    modes = panel.field(MODES)
    QTest.mouseClick(modes.plus, Qt.MouseButton.LeftButton)
    assert modes.field.isVisible()
    assert modes.field.completer().model().stringList() == ["subagent"], "those it has are not offered"
    offered = modes.field.completer().popup()
    assert offered.sizeHintForRow(0) == theme.px(26), "they stand as the rows of other lists do"
    QTest.keyClicks(modes.field, "planner")
    press(modes.field, ENTER)
    assert panel.changes == [FieldChange((1,), MODES, ("orchestrator", "planner"))]
    assert [chip.text() for chip in modes.chips] == ["orchestrator"], "it is shown when the file has it"
    assert not modes.is_typing
    QTest.mouseClick(modes.chips[0], Qt.MouseButton.LeftButton, pos=QPoint(12, 12))
    QTest.keyClicks(modes.field, "x")
    press(modes.field, ESCAPE)
    QTest.mouseClick(modes.chips[0], Qt.MouseButton.LeftButton, pos=QPoint(12, 12))
    modes.field.setText("both")
    press(modes.field, ENTER)
    assert panel.changes[1:] == [FieldChange((1,), MODES, ("both",))]
    tools = panel.field(TOOLS)
    place = QPoint(tools.chips[0].width() - 10, 12)
    QTest.mouseClick(tools.chips[0], Qt.MouseButton.LeftButton, pos=place)
    assert panel.changes[-1] == FieldChange((1,), TOOLS, ("apply_patch",))


def test_arrows_go_along_the_chips_and_delete_removes(panel):
    tools = panel.field(TOOLS)
    tools.plus.setFocus()
    press(tools.plus, Qt.Key.Key_Left)
    assert tools.chips[1].hasFocus()
    press(tools.chips[1], Qt.Key.Key_Left)
    press(tools.chips[0], Qt.Key.Key_Delete)
    assert panel.changes == [FieldChange((1,), TOOLS, ("apply_patch",))]
    assert tools.chips[0].accessibleName() == "read_file, Delete removes it"


def popup_of(panel) -> ConditionPopup:
    return next(one for one in panel.findChildren(ConditionPopup) if one.isVisible())


def test_a_condition_is_chosen_by_name_or_named_and_has_a_field_for_its_value(panel):
    panel.field(CONDITIONS).plus.click()
    popup = popup_of(panel)
    popup.take()
    assert popup.problem.text() == "A condition needs a name, such as whenFilesAttached."
    assert [field.property("problem") for field in (popup.name.lineEdit(), popup.new_name)] == ["true", None]
    popup.name.setEditText("whenContextIsLong")
    popup.add.click()
    popup.new_value.setText("70")
    popup.take()
    assert popup.problem.text() == "Name the value, for example overPercent."
    assert [field.property("problem") for field in (popup.name.lineEdit(), popup.new_name)] == [None, "true"]
    popup.new_name.setText("overPercent")
    press(popup.new_value, ENTER)
    expected = (
        BlockCondition("whenFilesAttached"),
        BlockCondition("whenContextIsLong", '{"overPercent":70}'),
    )
    assert panel.changes == [FieldChange((1,), CONDITIONS, expected)]


def test_a_condition_is_changed_and_removed(panel):
    panel.field(CONDITIONS).chips[0].click()
    popup = popup_of(panel)
    assert (popup.name.currentText(), popup.values) == ("whenFilesAttached", {})
    popup.name.setEditText("other")
    press(popup.name.lineEdit(), ENTER)
    assert panel.changes == [FieldChange((1,), CONDITIONS, (BlockCondition("other"),))]
    press(panel.field(CONDITIONS).chips[0], Qt.Key.Key_Delete)
    assert panel.changes[-1] == FieldChange((1,), CONDITIONS, ())


def test_problems_are_shown_at_their_fields(panel, fields):
    problem = Remark("‘src/**/*.py’ matches nothing.", Severity.WARNING, 0)
    low = panel.height()
    panel.show_block(replace(fields, problems={GLOBS: problem}))
    assert panel.height() > low
    chips = panel.field(GLOBS)
    assert chips.accessibleDescription() == problem.sentence
    assert chips.chips[0].accessibleDescription() == problem.sentence
    panel.show_block(fields)
    assert panel.height() == low
    assert chips.accessibleDescription() == ""


def test_a_block_is_three_fields_and_a_sentence_until_edit_unfolds_the_rest(panel, fields):
    panel.show_block(inspector_fields(content_of(MessageFile(SCOPED).look()), 1))
    panel.unfold(unfolded=False)
    low = panel.height()
    assert not panel.field(MODES).isVisible()
    assert panel.scope.text() == "Sent for src/**/*.py or ../a, in orchestrator, when whenFilesAttached."
    assert panel.edit.text() == "Edit"
    panel.edit.click()
    assert panel.field(MODES).isVisible()
    assert panel.height() > low
    panel.show_block(fields)
    assert panel.is_unfolded, "what is unfolded stays so, whichever block is shown"
    assert panel.edit.text() == "Done"
    panel.edit.click()
    assert panel.height() == low
    problem = Remark("‘a’ matches nothing.", Severity.WARNING, 0)
    panel.show_block(replace(fields, problems={GLOBS: problem, ID: problem}))
    assert panel.edit.text() == "Edit, 1 problem", "that of the id is shown already"


def test_a_low_window_lets_the_fields_scroll_and_keeps_room_for_the_text(panel):
    panel.set_room(900)
    high = panel.height()
    panel.set_room(300)
    assert panel.height() < high
    panel.set_room(900)
    assert panel.height() == high


def test_a_long_sentence_is_cut_and_its_tooltip_has_the_rest(panel, fields):
    scope = Scope(tools=tuple(f"tool_{number}_{'x' * 60}" for number in range(200)))
    blocks = (Block(BlockBody("a", "tooling", 1, scope), (0,)),)
    panel.show_block(replace(fields, sentence=scope_sentence(blocks, 0)))
    panel.grab()
    assert len(panel.scope.text()) < 120
    assert "198 more" in panel.scope.text()
    assert "tool_5_" in panel.scope.toolTip()


def test_a_sentence_without_room_ends_with_a_whole_name(panel):
    panel.show_block(inspector_fields(content_of(MessageFile(SCOPED).look()), 1))
    shown = set()
    for width in range(160, 700, 10):
        panel.scope.resize(width, 20)
        shown |= set(panel.scope.lines())
    first, second, third = "Sent for src/**/*.py", " or ../a", ", in orchestrator"
    assert shown == {f"{first} …", f"{first}{second} …", f"{first}{second}{third} …", panel.scope.text()}


def test_two_hundred_of_each_limit_leave_room_for_the_text(panel, fields):
    names = tuple(f"name-{number}" for number in range(200))
    conditions = tuple(BlockCondition(f"when-{number}", "[1, {}]") for number in range(200))
    panel.set_room(600)
    panel.show_block(changed(fields, scope=Scope(names, names, names, names), conditions=conditions))
    assert panel.height() < 600 - 240 + 100, "they scroll"
    assert len(panel.field(TOOLS).chips) == len(panel.field(CONDITIONS).chips) == 200
    panel.unfold(unfolded=False)
    assert panel.height() < 100


def test_narrow_fields_stand_under_one_another(panel):
    wide = panel.height()
    panel.host.resize(400, 400)
    assert panel.height() > 1.3 * wide
    panel.host.resize(720, 400)
    assert panel.height() == wide


def test_a_read_only_file_is_only_shown(panel, fields):
    panel.show_block(replace(fields, read_only_because="It is a default."))
    assert panel.field(ID).isReadOnly()
    assert not panel.field(PRIORITY).isEnabled()
    assert not panel.field(TYPE).isEnabled()
    assert not panel.field(MODES).isEnabled()
    type_into(panel.field(ID), "x")
    press(panel.field(PRIORITY), Qt.Key.Key_Up)
    panel.commit()
    assert panel.changes == []


def test_no_block_hides_it_and_unknown_words_are_kept(panel, fields):
    panel.show_block(None)
    assert not panel.isVisible()
    panel.show_block(changed(fields, type="formating"))
    assert panel.isVisible()
    assert panel.field(TYPE).currentText() == "formating"
    panel.show_block(fields)
    assert panel.field(TYPE).findText("formating") < 0


def test_every_field_is_reached_by_tab_and_has_a_name(panel):
    panel.field(ID).setFocus()
    seen = []
    for _ in range(11):
        seen.append(QApplication.focusWidget().accessibleName())
        focus_beside(panel, forward=True)
    expected = ["Id", "Type", "Priority", "Done", "Add: Mode", "Add: Tool", "Add: Glob pattern", "Add: File"]
    expected += ["Add: Condition", "Format", "Tags in the text"]
    assert seen == expected
