"""What is done with blocks in the window, from the tree and the form: text edits, each one step."""

from __future__ import annotations

from itertools import count

import pytest
from app_messages import CODING, HEAD, LEFT, Message, changed, click, entry, open_menu, trigger
from named_cases import in_case
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from editor_app.analysis.kinds.system_message import content_of
from editor_app.system_messages.edits.values import Through
from editor_app.text import Span
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import GLOBS, MODES

pytestmark = pytest.mark.one_window

NONE = Qt.KeyboardModifier.NoModifier
SMALL = (
    HEAD
    + """\
  # The first of them.
  - id: one
    type: behavior
    priority: 10
    content: First. # to the point
    children:
      - id: inner
        type: behavior
        priority: 9
        content: |
          Inner text,
            on two lines.

  - id: two
    type: formatting
    priority: 20
    content: "Second."
  - id: three
    type: formatting
    priority: 15
    content: 'Third.'
"""
)
ALIASED = SMALL.replace('content: "Second."', "content: &text Second.").replace("'Third.'", "*text")
FLAT = ["one", "  inner", "two", "three"]


@pytest.fixture
def open_message(open_bench, root):
    """Return a function that opens a message of this text in a tab of its own, all in one window."""
    benches, numbers = [], count()

    def open_one(source: str = SMALL, suffix: str = "yaml") -> Message:
        name = f"system-messages/m{next(numbers)}.{suffix}"
        (root / name).write_text(source)
        if benches:
            benches[0].open(name)
        else:
            benches.append(open_bench(root, name, checked=False))
        benches[0].resolve()
        return Message(benches[0])

    return open_one


@pytest.fixture
def message(open_message):
    return open_message()


@pytest.fixture
def bench(message):
    return message.bench


def test_who_gets_a_block_is_changed_in_four_keys_and_the_first_leads_back_to_the_text(message, bench):
    message.pick("two")
    bench.press("Ctrl+E")
    inspector = message.panels.inspector
    assert inspector.is_unfolded
    bench.press("Return")
    QTest.keyClicks(QApplication.focusWidget(), "a")
    bench.press("Return")
    assert "modes: [a]" in message.yaml or "- a" in message.yaml
    bench.settle()
    assert inspector.scope.text() == "Sent in a."
    bench.press("Ctrl+E")
    assert not inspector.is_unfolded
    assert QApplication.focusWidget() is message.view.editor


# From the tree ----------------------------------------------------------------------------------------------

# The keys, the action, the block it is done to, the one that is chosen then, and all of them then
DEEDS = [
    ("Alt+Up", "move_block_up", "two", "two", ["two", "one", "  inner", "three"]),
    ("Alt+Down", "move_block_down", "two", "two", ["one", "  inner", "three", "two"]),
    ("Shift+Alt+Right", "nest_block", "two", "two", ["one", "  inner", "  two", "three"]),
    ("Shift+Alt+Left", "unnest_block", "inner", "inner", ["one", "inner", "two", "three"]),
    ("Ctrl+D", "duplicate_block", "one", "one-2", ["one", "  inner", "one-2", "  inner-2", "two", "three"]),
    ("Delete", "delete_block", "two", "three", ["one", "  inner", "three"]),
    (
        "Ctrl+Shift+W",
        "wrap_block",
        "two",
        "formatting-1",
        ["one", "  inner", "formatting-1", "  two", "three"],
    ),
]
DRAGS = [
    ("three", "one", 0.1, ["three", "one", "  inner", "two"]),
    ("three", "two", 0.5, ["one", "  inner", "two", "  three"]),
    ("inner", "two", 0.9, ["one", "two", "inner", "three"]),
    ("three", "one", 0.9, ["one", "  three", "  inner", "two"]),
    ("one", "three", 0.5, ["two", "three", "  one", "    inner"]),  # with what is in it
    ("two", "inner", 0.5, ["one", "  inner", "    two", "three"]),  # two levels down
]


def check_shown(message, name: str, ids: list[str]) -> None:
    """Check that a block is the chosen one in tree, form and content."""
    assert message.ids == ids
    assert message.chosen == name
    assert [index.data() for index in message.blocks.tree.selectionModel().selectedIndexes()] == [name]
    assert message.panels.inspector.field("id").text() == name
    assert message.content == message.block(name).body.content.text


def test_a_deed_by_key_or_menu_is_one_step_to_undo_at_once_or_later(message, bench):
    data = bench.file.data()
    for keys, action, name, chosen, ids in DEEDS:
        with in_case(action):
            message.pick(name)
            message.key(keys)
            assert message.ids == ids
            assert set(message.problems) <= {"duplicate-text", "tied-blocks"}
            assert "# The first of them.\n" in message.yaml
            assert "content: First. # to the point\n" in message.yaml
            message.settle()
            check_shown(message, chosen, ids)
            bench.press("Ctrl+Z", message.blocks.tree)
            message.settle()
            check_shown(message, name, FLAT)
            bench.act("redo")
            check_shown(message, chosen, ids)
            bench.act("undo")
            bench.act(action)
            check_shown(message, chosen, ids)
            message.pick(ids[0])
            bench.act("undo")
            assert message.chosen == name, "what the step was about is chosen again"
            assert message.ids == FLAT
            assert bench.file.data() == data
            assert not bench.file.is_modified
            assert not message.can_undo


def test_what_was_dragged_or_moved_by_keys_is_the_block_that_undoing_it_stays_with(message, bench):
    for name, onto, part, ids in DRAGS:
        with in_case((name, onto, part)):
            message.pick(name)
            message.drag(name, onto, part)
            message.settle()
            check_shown(message, name, ids)
            bench.press("Ctrl+Z", message.blocks.tree)
            message.settle()
            check_shown(message, name, FLAT)
            bench.act("redo")
            check_shown(message, name, ids)
            bench.act("undo")
            check_shown(message, name, FLAT)
            assert message.yaml == SMALL
            assert not message.can_undo
    message.drag("one", "inner", 0.5)
    assert not bench.file.is_modified, "no block goes into itself"
    see_what_was_moved(message, bench)


def see_what_was_moved(message, bench):
    """See that it stays chosen, and that undoing it in the source chooses it."""
    message.pick("two")
    message.key("Alt+Up")
    assert message.chosen == "two"
    message.key("Alt+Down")
    message.key("Shift+Alt+Right")
    assert message.chosen == "two"
    assert message.content == "Second."
    message.key("Delete")
    assert message.chosen in {"one", "inner"}
    assert message.ids == ["one", "  inner", "three"]

    message.undo_all()
    message.pick("one")
    message.key("Alt+Down")
    message.pick("three")
    bench.act("switch_view")
    bench.act("undo")
    message.settle()
    assert (message.ids, message.chosen) == (FLAT, "one")
    bench.act("redo")
    message.settle()
    assert message.ids == ["two", "one", "  inner", "three"]
    assert message.chosen == "one"

    message.undo_all()
    assert not message.shows_content
    bench.act("add_block")
    trigger(open_menu(), "Advisory")
    bench.come_back()
    assert message.shows_content, "added from the source, it is written in its content"
    assert message.view.editor.hasFocus()


def test_a_block_is_renamed_inserted_or_added_and_written_or_muted_at_once(message, bench):
    message.pick("two")
    message.key("F2")
    field = message.blocks.tree.findChild(QLineEdit)
    QTest.keyClicks(field, "second")
    QTest.keyClick(field, Qt.Key.Key_Return)
    bench.wait(lambda: bench.file.is_modified)
    message.settle()
    assert changed(SMALL, message.yaml) == ("two", "second")
    assert message.chosen == "second"
    assert message.blocks.tree.hasFocus()
    bench.act("undo")
    assert message.yaml == SMALL
    assert not message.can_undo

    message.pick("two")
    message.key("Return")
    bench.press("Delete")
    assert message.ids == FLAT
    assert message.content == "econd.", "keys of the tree do nothing to a text that is written"
    message.undo_all()

    for types in (False, True):
        with in_case("it is typed into" if types else "it is taken back"):
            message.pick("two")
            message.key("Insert")
            menu = open_menu()
            menu.setActiveAction(entry(menu, "Tooling"))
            QTest.keyClick(menu, Qt.Key.Key_Return)
            bench.come_back()
            editor = message.view.editor
            assert editor.hasFocus()
            assert editor.selected_span() == Span(0, len(message.content))
            assert message.content == "Write the tooling instructions here."
            assert message.block(message.chosen).type == "tooling"
            if types:
                QTest.keyClicks(editor, "Use the tools.")
                assert message.content == "Use the tools."
                assert message.block(message.chosen).type == "tooling"
                continue
            message.settle()
            assert [name.strip() for name in message.ids][3] == message.chosen
            removed, added = changed(SMALL, message.yaml)
            assert not removed
            assert added.count("- id:") == 1
            bench.press("Ctrl+Z", message.blocks.tree)
            assert message.yaml == SMALL
            assert not message.can_undo
    message.undo_all()
    see_added_from_the_menu(message, bench)


def see_added_from_the_menu(message, bench):
    """See that a block that is added from the menu is written or muted at once."""
    message.pick("three")
    trigger(message.blocks.add_menu(), "Advisory")
    message.key("Return")
    assert bench.editor.hasFocus()
    bench.press("Ctrl+A")
    bench.type("Be brief.")
    assert message.content == "Be brief."
    assert bench.preview.endswith("Be brief.")

    message.undo_all()
    message.pick("two")
    trigger(message.blocks.add_menu(), "Advisory")
    message.settle()
    before, added = message.yaml, message.chosen
    message.pick(added)
    bench.press("Space")
    assert message.badges()[added] == "muted"
    assert message.yaml == before
    message.pick("one")
    bench.press("Space")
    assert set(message.badges()) >= {"one", added}
    assert message.yaml == before

    for hidden in (False, True):
        with in_case("hidden" if hidden else "shown"):
            bench.window.left_dock.show_page("library")
            if hidden:
                bench.act("toggle_library")
            bench.act("add_block")
            button = message.blocks._add_button
            assert button.isVisible()
            assert open_menu().pos() == button.mapToGlobal(QPoint(0, button.height() + 2))
            open_menu().close()
            bench.come_back()


NO_BLOCKS = HEAD.replace("blocks:\n", "blocks: []\n")


def test_a_message_without_blocks_and_an_empty_file_take_their_first(open_message):
    message = open_message(NO_BLOCKS)
    assert message.ids == []
    message.bench.act("add_block")
    trigger(open_menu(), "Identity")
    message.settle()
    assert len(message.ids) == 1
    assert message.block(message.chosen).type == "identity"
    assert message.shows_content

    message.undo_all()
    assert message.blocks._no_blocks.button.isEnabled()
    message.blocks.show_rows((), read_only=True)
    assert not message.blocks._no_blocks.button.isEnabled(), "nothing is added to what is read only"

    for source, suffix in (("", "yaml"), ("# To be written.\n", "yaml"), ("", "json"), ("{}\n", "json")):
        with in_case(f"{source!r} in {suffix}"):
            message = open_message(source, suffix)
            pills = message.bench.panels.variables
            assert not pills.isEnabled(), "there is no text yet that a variable could stand in"
            button = message.blocks._no_blocks.button
            click(button)
            menu = open_menu()
            assert menu.pos() == button.mapToGlobal(QPoint(0, button.height() + 2)), "it opens at its button"
            menu.setActiveAction(entry(menu, "Identity"))
            QTest.keyClick(menu, Qt.Key.Key_Return)
            message.bench.come_back()
            message.settle()
            assert message.problems == []
            assert content_of(message.view.file.analysis).message is not None
            assert message.content == "Write the identity instructions here."
            assert message.view.editor.hasFocus()
            assert pills.isEnabled()
            message.bench.press("Ctrl+Z")
            assert message.yaml == source
            assert not message.can_undo


def double_click(bench, panel, index):
    """Click twice on a row, as a mouse does: the second click goes to what stands there by then."""
    tree = panel.tree
    tree.scrollTo(index)
    place = tree.viewport().mapTo(bench.window, tree.visualRect(index).center())
    types = QEvent.Type
    for kind in (
        types.MouseButtonPress,
        types.MouseButtonRelease,
        types.MouseButtonDblClick,
        types.MouseButtonRelease,
    ):
        under = bench.window.childAt(place)
        at, buttons = QPointF(under.mapFrom(bench.window, place)), Qt.MouseButton.NoButton
        pressed = LEFT if kind is not types.MouseButtonRelease else buttons
        event = QMouseEvent(kind, at, bench.window.mapToGlobal(QPointF(place)), LEFT, pressed, NONE)
        QApplication.sendEvent(under, event)
        QApplication.processEvents()


def test_a_double_click_in_the_library_chooses_no_block_under_the_pointer(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    library = bench.panels.library
    library.tree.setFocus()
    double_click(bench, library, library.tree.index_of(library.key_of(root / CODING)))
    bench.resolve()
    message = Message(bench)
    assert message.blocks.tree.isVisible(), "the tree stands where the library stood"
    assert message.chosen == "safety-1"
    assert bench.window.focusWidget() is message.view.editor, "a double click goes on to the text"
    message.pick("identity-base")
    assert message.chosen == "identity-base"
    double_click(bench, message.blocks, message.index("mode-ask"))
    assert message.chosen == "mode-ask"


# From the form ----------------------------------------------------------------------------------------------


def give(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_field_a_list_or_a_type_of_the_form_changes_its_value_only(message, bench):
    message.pick("two")
    form = message.panels.inspector
    give(form.field("priority"), "55")
    assert changed(SMALL, message.yaml) == ("20", "55")
    assert message.row("two").priority == "55"
    before = message.yaml
    give(form.field("id"), "second")
    assert changed(before, message.yaml) == ("two", "second")
    assert message.chosen == "second"
    bench.act("undo")
    bench.act("undo")
    assert message.yaml == SMALL
    message.settle()
    assert form.field("priority").text() == "20"

    form.field("type").setFocus()
    QTest.keyClick(form.field("type"), Qt.Key.Key_Down)
    assert message.block("two").type != "formatting"
    bench.act("undo")
    modes = form.field(MODES)
    click(modes.plus, modes.plus.rect().center())
    QTest.keyClicks(modes.field, "ask")
    QTest.keyClick(modes.field, Qt.Key.Key_Return)
    message.settle()
    assert message.block("two").body.scope.modes == ("ask",)
    assert form.field(MODES).values == ("ask",)
    globs = form.field(GLOBS)
    click(globs.plus, globs.plus.rect().center())
    QTest.keyClicks(globs.field, "src/**/*.py")
    QTest.keyClick(globs.field, Qt.Key.Key_Return)
    message.settle()
    scope = message.block("two").body.scope
    assert (scope.modes, scope.apply_to) == (("ask",), ("src/**/*.py",))
    assert "ask" in [message.panels.situation.field("mode").itemText(row) for row in range(3)]
    bench.act("undo")
    bench.act("undo")
    assert message.yaml == SMALL

    bench.act("touch_updated")
    touched = f"{bench.world.time:%Y-%m-%dT%H:%M:%SZ}"
    assert message.yaml == SMALL.replace("updatedAt: 2026-01-28T09:00:00Z", f"updatedAt: {touched}")
    bench.act("undo")
    assert message.yaml == SMALL
    assert not message.can_undo

    message.pick("two")  # another block is chosen before Enter
    form.field("id").setFocus()
    form.field("id").selectAll()
    QTest.keyClicks(form.field("id"), "second")
    message.pick("three")
    assert "second" in message.ids, "what is being typed is not lost"
    assert message.chosen == "three"
    assert form.field("id").text() == "three"


# Contents that stand elsewhere, or nowhere ------------------------------------------------------------------


def test_a_content_through_an_alias_asks_in_the_bar_and_a_field_in_a_dialog(open_message):
    message = open_message(ALIASED)
    bench = message.bench
    message.drag("three", "two", 0.1)
    assert message.yaml == ALIASED
    message.pick("two")
    message.key("Alt+Down")
    assert message.yaml == ALIASED, "an anchor stays before its alias"
    assert "anchor" in bench.notice
    for link, expected, others in (
        ("Edit the anchor", ("", "New "), "New Second."),
        ("Detach", ("*text", "New Second."), "Second."),
    ):
        with in_case(link):
            message.pick("one")
            assert bench.bar == "", "the control: the first block is its own"
            message.pick("three")
            message.key("Return")
            assert bench.bar.startswith("This text comes from an anchor")
            bench.type("x")
            assert message.yaml == ALIASED
            bench.link(link)
            assert bench.editor.hasFocus()
            bench.go_to("Second")
            bench.type("New ")
            assert message.content == "New Second."
            assert message.block("two").body.content.text == others
            if link == "Edit the anchor":
                assert changed(ALIASED, message.yaml) == expected
            else:
                assert "*text" not in message.yaml
            for _ in range(3):
                bench.act_if_possible("undo")
            assert message.yaml == ALIASED

    source = SMALL.replace('priority: 20\n    content: "', 'priority: &p 20\n    content: "').replace(
        "priority: 15\n    content: '", "priority: *p\n    content: '"
    )
    message = open_message(source)
    for answer, expected in ((Through.ANCHOR, ("2", "3")), (Through.DETACH, ("*p", "30"))):
        message.pick("three")
        message.bench.dialogs.answers = [answer]
        give(message.panels.inspector.field("priority"), "30")
        assert changed(source, message.yaml) == expected
        message.bench.act("undo")
        assert message.yaml == source
        message.settle()


def test_a_file_that_cannot_be_read_opens_in_its_source_at_the_error_and_can_be_mended(open_message):
    broken = SMALL.replace("    content: First.", "    content: [First.")
    as_list = SMALL.partition("blocks:\n")[2]
    for source, suffix in ((broken, "yaml"), ('{"id": "x", "blocks": [}', "json"), (as_list, "yaml")):
        with in_case(source):
            message = open_message(source, suffix)
            bench = message.bench
            assert not message.shows_content
            assert bench.editor is message.source_editor
            error = bench.workbench.current.first_error()
            assert error.start <= bench.editor.cursor_offset() <= error.end
            bench.editor.setFocus()
            bench.type("x")
            assert message.yaml != source
            bench.act("undo")
    message = open_message(broken)
    message.bench.go_to("[First.")
    message.bench.press("Delete")
    message.settle()
    assert message.yaml == SMALL
    assert message.ids == FLAT
    message.switch()
    assert message.shows_content
    assert message.chosen == "one"
    assert open_message(SMALL.replace("formatting", "formating")).shows_content, "its blocks can be shown"
    message = open_message(as_list)
    message.bench.act("show_fixes")
    message.bench.choose_first_fix()
    message.settle()
    assert message.ids == FLAT, "the list is under ‘blocks’ now"
    see_mended(open_message(), message.bench)


def see_mended(message, bench):
    """See that a file that becomes unreadable can be mended."""
    message.pick("two")
    message.switch()
    bench.go_to("  - id: two")
    bench.type("  ]")
    message.settle()
    assert message.problems
    assert message.blocks._place.pages.currentWidget() is message.blocks._unreadable
    assert message.blocks._unreadable.title.text() == "Not readable"
    message.switch()
    bench.type("x")
    assert "]" in message.yaml
    assert "x" not in changed(SMALL, message.yaml)[1]
    assert bench.bar == "The file can’t be read. Change it in the source."
    message.switch()
    bench.act("undo")
    if message.yaml != SMALL:
        bench.act("undo")
    message.settle()
    assert message.yaml == SMALL
    assert message.ids == FLAT
    assert message.chosen == "two"
    message.switch()
    assert message.content == "Second."
    bench.type("x")
    assert message.content != "Second."
