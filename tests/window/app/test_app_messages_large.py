"""Large messages, whose edits cost what they change; around a message: problems, tabs, the end, the room."""

from __future__ import annotations

import itertools
import json
from functools import partial

import pytest
import yaml
from app_messages import CODING, DESK, HEAD, Message, changed
from named_cases import in_case
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from editor_app.analysis.kinds.system_message import content_of
from editor_app.structured.editing import documents
from editor_app.system_messages.edits import reparsing
from editor_app.system_messages.edits.values import BlockPlace
from editor_app.text import apply_edits
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.documents.problem_rows import ProblemRow
from editor_app.window.kinds.system_message import current_message
from editor_app.window.kinds.system_message.actions import BlockAction
from editor_app.window.kinds.system_message.panels.blocks.blocks_panel import BlockRequest
from editor_app.window.kinds.system_message.panels.inspector.inspector_panel import FieldChange
from editor_app.window.kit.words.labels import ElidedLabel

pytestmark = pytest.mark.one_window

MANY = 120


def message_of(count: int) -> str:
    blocks = (
        f"- id: b{number}\n  type: project\n  priority: {number}\n  content: Text {number}\n"
        for number in range(1000, 1000 + count)
    )
    return HEAD + "".join(blocks)


@pytest.fixture
def open_large(open_bench, root):
    """Return a function that opens a message of so many blocks, all in one window."""
    benches, numbers = [], itertools.count()

    def open_one(count: int, suffix: str = "yaml") -> Message:
        text = message_of(count)
        if suffix == "json":
            text = json.dumps(yaml.load(text, Loader=yaml.BaseLoader), indent=2)
        name = f"system-messages/m{next(numbers)}.{suffix}"
        (root / name).write_text(text, encoding="utf-8")
        if benches:
            benches[0].open(name)
        else:
            benches.append(open_bench(root, name, checked=False))
        benches[0].resolve()
        message = Message(benches[0])
        message.view.choose_index(count // 2)
        QCoreApplication.processEvents()
        return message

    return open_one


def rows_of_now(message) -> list[tuple[str, tuple[int, ...]]]:
    """What the tree shows where somebody acts on it."""
    assert message.blocks.selected_row() is not None
    return [(row.id, row.path) for row in message.blocks._rows]


def test_the_tree_is_shown_before_the_preview_which_comes_after_a_pause_or_when_asked(open_large, qtbot):
    message = open_large(MANY)
    preview, file = message.bench.panels.preview, message.bench.file
    places = [(row.id, row.path) for row in message.blocks._rows]
    for deed in (BlockAction.DUPLICATE, BlockAction.DELETE, BlockAction.UP, BlockAction.NEST):
        with in_case(deed):
            message.view.choose_index(MANY // 2)
            message.settle()
            before = preview.result
            message.bench.workbench.current.perspective.block_commands.do_here(deed)
            rows = rows_of_now(message)
            assert rows == [(block.id, block.path) for block in message.view.blocks] != places
            assert rows[message.view.index][1] == message.blocks.selected_row().path
            assert preview.result is before
            qtbot.waitUntil(lambda: preview.result is file.result)
            assert preview.text.contents.text == file.result.text
            message.bench.editor.undo()
            assert rows_of_now(message) == places
            qtbot.waitUntil(lambda: preview.result is file.result)
            assert preview.text.contents.text == file.result.text

    perspective = message.bench.workbench.current.perspective
    perspective.block_commands.do_here(BlockAction.DELETE)
    assert preview.result is not message.bench.file.result
    assert perspective.current.in_words().startswith(f"{MANY} blocks, ")  # of the text in the preview
    message.bench.workbench.current.show_now()
    assert preview.result is message.bench.file.result
    assert perspective.current.in_words().startswith(f"{MANY - 1} blocks, ")
    small = open_large(20)
    small.bench.workbench.current.perspective.block_commands.do_here(BlockAction.DELETE)
    assert preview.result is small.bench.file.result, "a small message is shown at once"


def characters_parsed(message, monkeypatch, act) -> int:
    found = [0]

    def note(source, *rest):
        found[0] += len(source)
        return documents.open_document(source, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(reparsing, "open_document", note)
        act()
    return found[0]


def test_the_next_edit_of_the_tree_is_prepared_in_the_pause(open_large, qtbot, monkeypatch):
    for suffix in ("yaml", "json"):
        with in_case(suffix):
            message = open_large(MANY, suffix)
            perspective = message.bench.workbench.current.perspective
            commands, timer = perspective.block_commands, perspective.current
            parsed = partial(characters_parsed, message, monkeypatch)
            qtbot.waitUntil(lambda current=timer: not current._prepare_later.isActive())
            assert not parsed(partial(commands.do_here, BlockAction.DUPLICATE))
            assert timer._prepare_later.isActive()
            qtbot.waitUntil(lambda current=timer: not current._prepare_later.isActive())
            assert not parsed(partial(commands.do_here, BlockAction.UP))
            # without the pause, what the last edit changed is read first
            assert parsed(partial(commands.do_here, BlockAction.DELETE))


CHANGES = {  # after which the blocks rank as before
    "priority": lambda commands, path: commands.set_field(FieldChange(path, "priority", 999)),
    "modes": lambda commands, path: commands.set_field(FieldChange(path, "scope.modes", ("a",))),
}


def rows_changed(message, act) -> int:
    before = message.blocks._rows
    act()
    rows_of_now(message)
    after = message.blocks._rows
    return sum(one != other for one, other in itertools.zip_longest(before, after))


def test_an_edit_changes_as_many_rows_in_a_large_message_as_in_a_small_one(open_large):
    numbers = {name: [] for name in CHANGES}
    for count in (MANY, 2 * MANY):
        message = open_large(count)
        message.view.choose_index(0)
        commands = message.bench.workbench.current.perspective.block_commands
        path = message.view.path
        for name, change in CHANGES.items():
            numbers[name].append(rows_changed(message, partial(change, commands, path)))
            assert len(message.blocks._rows) == count
        # what is added changes the rows behind it and none before
        request = BlockRequest(BlockAction.ADD, (), BlockPlace((), count - 2), "identity")
        assert rows_changed(message, partial(commands.do, request)) == 3
    for name, (small, large) in numbers.items():
        assert 0 < small == large <= 3, name


def delete_chosen(message) -> str:
    """Delete the chosen block, as the menu does, let nothing follow yet, and return which comes after it."""
    index = message.view.index
    chosen = message.view.blocks[index].id
    message.bench.workbench.current.perspective.block_commands.do_here(BlockAction.DELETE)
    assert f"id: {chosen}\n" not in message.yaml
    return message.view.blocks[index].id


def test_the_tree_follows_in_an_event_of_its_own_or_when_a_key_needs_it(open_large, monkeypatch):
    message = open_large(MANY)
    bench, tree, before = message.bench, message.blocks.tree, message.yaml
    made: list[int] = []

    def noted(blocks, *args, **kwargs):
        made.append(len(blocks))
        return tree_rows(blocks, *args, **kwargs)

    tree_rows = current_message.tree_rows
    tree.setFocus()
    message.settle()
    chosen = message.chosen
    with monkeypatch.context() as patched:
        patched.setattr(current_message, "tree_rows", noted)
        following = delete_chosen(message)
        assert made == []
        message.settle()
        assert made[0] == MANY - 1
    assert [row.id for row in message.blocks._rows] == [block.id for block in message.view.blocks]
    assert chosen not in {row.id for row in message.blocks._rows}
    assert message.blocks.selected_row().id == following
    message.undo_all()
    message.settle()

    following = delete_chosen(message)
    QTest.keyClick(tree, Qt.Key.Key_Space)  # mutes
    assert bench.file.situation.muted == {following}, "a key is about the block that is chosen now"
    message.undo_all()
    message.settle()

    message.blocks.filter.setText("b1070")
    bench.settle()
    delete_chosen(message)
    QTest.keyClick(message.blocks.filter, Qt.Key.Key_Return)
    assert message.view.blocks[message.view.index].id == "b1070", "Enter chooses the block that was found"
    message.blocks.filter.clear()
    message.undo_all()
    assert message.yaml == before

    preview, perspective = bench.panels.preview, bench.workbench.current.perspective
    preview.text.setFocus()
    perspective.front.choose((3,))
    bench.settle()
    preview.text.show_output(bench.file.result.text.index("Text 1090") + 2)
    perspective.block_commands.do_here(BlockAction.DELETE)
    bench.act("why_block")
    assert message.view.blocks[message.view.index].id == "b1090", "it is about the block at the caret"


# Around a message -------------------------------------------------------------------------------------------

BROKEN = (
    HEAD
    + """\
  - id: one
    type: behavior
    priority: 10
    content: |
      First line.
      Then [git:brnch] of it.
  - id: two
    type: formating
    priority: 20
    content: Second.
"""
)


@pytest.fixture
def open_message(open_bench, root):
    """Return a function that opens, all in one window, a message of the sample or one of this text."""
    benches, numbers = [], itertools.count()

    def open_one(source: str | bytes | None = None, name: str = "", **options) -> Message:
        if source is not None:
            name = f"system-messages/m{next(numbers)}.yaml"
            (root / name).write_bytes(source.encode() if isinstance(source, str) else source)
        if benches:
            benches[0].open(name)
        else:
            benches.append(open_bench(root, name, checked=False, **options))
        benches[0].resolve()
        return Message(benches[0])

    return open_one


# Problems ---------------------------------------------------------------------------------------------------


def test_a_problem_is_gone_to_from_the_list_and_by_f8_and_mended_in_one_step(open_message):
    message = open_message(BROKEN)
    bench = message.bench
    message.pick("two")
    message.settle()
    assert message.row("two").counts.errors == 1
    choose_problem(bench, "unknown-name")
    bench.press("Return", bench.panels.problems.tree)
    assert message.chosen == "one"
    assert message.shows_content
    assert bench.editor.hasFocus()
    assert message.content[: bench.editor.cursor_offset()].endswith(("[git:brnch]", "[", "[git:", "of "))

    choose_problem(bench, "unknown-type")
    bench.press("Return", bench.panels.problems.tree)
    assert not message.shows_content
    assert bench.editor.hasFocus()
    assert bench.text[bench.editor.cursor_offset() :].startswith("formating")
    message.switch()
    assert message.chosen == "two"

    message.pick("one")
    message.key("Return")
    bench.press("Ctrl+Home")
    bench.press("F8")
    assert message.content[bench.editor.cursor_offset() - 1 :].find("brnch") in range(-1, 12)
    assert message.content.index("[git") <= bench.editor.cursor_offset() <= message.content.index(" of it")

    message.pick("two")
    message.key("Return")
    seen = []
    for keys in ("F8", "F8", "Shift+F8"):
        bench.press(keys)
        seen.append((message.shows_content, bench.workbench.current.caret_offset))
    content, field = BROKEN.index("[git:brnch"), BROKEN.index("formating")
    assert [offset for _, offset in seen] in ([content, field, content], [content + 1, field, content + 1])
    assert [shown for shown, _ in seen] == [True, False, False]
    see_fixes(message, bench)


def see_fixes(message, bench):
    """See that a fix mends the file in one step."""
    for code in ("unknown-name", "unknown-type"):
        with in_case(code):
            mend_from_the_list(message, code)
    message.pick("one")
    message.key("Return")
    bench.go_to("brnch", 2)
    bench.press("Ctrl+.", bench.editor)
    bench.choose_first_fix()
    assert "[git:branch]" in message.content
    assert "[git:branch]" in message.yaml
    assert "main of it" in bench.preview
    bench.act("undo")
    assert message.yaml == BROKEN
    message.pick("two")
    message.key("Return")
    bench.press("Ctrl+.")
    bench.choose_first_fix()
    assert "type: formatting" in message.yaml, "a fix of a field is offered in the content"


def choose_problem(bench, code: str) -> ProblemRow:
    """Choose a problem in the list, and return its row."""
    panel = bench.panels.problems
    number, row = next((number, row) for number, row in enumerate(panel.tree.rows) if row.code == code)
    bench.window.show_problems()
    panel.tree.setCurrentIndex(panel.tree.model().index(number, 0))
    return row


def mend_from_the_list(message, code: str) -> None:
    bench = message.bench
    message.settle()
    row = choose_problem(bench, code)
    wanted = apply_edits(BROKEN, row.subject.fixes[0].edits)
    assert wanted != BROKEN
    bench.press("Ctrl+.", bench.panels.problems.tree)
    message.settle()
    assert message.yaml == wanted
    assert code not in message.problems
    bench.act("undo")
    assert message.yaml == BROKEN
    assert not message.can_undo


# JSON, and what cannot be changed ---------------------------------------------------------------------------


def test_a_json_message_is_edited_like_any_other_and_one_that_changes_on_disk_is_followed(open_message):
    message = open_message(name=DESK)
    bench = message.bench
    before, data = message.yaml, bench.file.data()
    assert message.chosen == "safety-accounts"
    message.pick("behavior-tone")
    message.key("Return")
    bench.go_to("Write as")
    bench.type('Say "hi".\n')
    assert changed(before, message.yaml) == ("", r"Say \"hi\".\n")
    assert message.content.startswith('Say "hi".\nWrite as')
    assert 'Say "hi".\nWrite as' in bench.preview
    message.pick("mode-email")
    message.key("Alt+Up")
    assert message.chosen == "mode-email"
    assert [name for name in message.ids if name.startswith("mode")] == ["mode-email", "mode-chat"]
    message.settle()
    assert not content_of(bench.file.analysis).has_errors
    while message.can_undo:
        bench.act("undo")
    assert bench.file.data() == data
    assert message.content == content_of(bench.file.analysis).blocks[message.view.index].body.content.text

    message = open_message(BROKEN.replace("formating", "formatting"))
    bench = message.bench
    message.pick("two")
    other = message.yaml.replace("Second.", "Another.").replace("two", "second")
    bench.write(bench.file.path, other)
    message.settle()
    assert "second" in message.ids
    assert message.content == "Another."
    assert "Another." in bench.preview
    assert not bench.file.is_modified


def test_crlf_stays_and_what_is_not_utf8_is_shown_as_blocks_and_not_changed(open_message):
    data = BROKEN.replace("formating", "formatting").replace("\n", "\r\n").encode()
    message = open_message(data)
    bench = message.bench
    path = bench.file.path
    message.pick("one")
    message.key("Return")
    bench.go_to("Then")
    bench.type("And\n")
    message.key("Ctrl+D")
    message.settle()
    bench.act("save")
    saved = path.read_bytes()
    assert b"      And\r\n      Then" in saved
    assert saved.count(b"\n") == saved.count(b"\r\n")
    bench.act("undo")
    while message.can_undo:
        bench.act("undo")
    bench.act("save")
    assert path.read_bytes() == data

    message = open_message(BROKEN.replace("First", "Caf\xe9").encode("latin-1"))
    assert bench.bar.startswith("Read-only: ")
    message.pick("two")
    before = message.yaml
    for keys in ("Delete", "Ctrl+D", "Alt+Up", "Ctrl+Shift+W", "Insert"):
        message.key(keys)
    assert not message.drag("two", "one", 0.1)
    message.key("Return")
    bench.type("x")
    assert message.yaml == before
    assert message.panels.inspector.field("id").isReadOnly()
    message.key("Space")
    assert message.row("two").badge == "muted", "muting changes no file"
    assert not bench.workbench.actions.action("delete_block").isEnabled()


# Tabs -------------------------------------------------------------------------------------------------------


def test_from_a_prompt_to_a_message_and_back(open_bench, root):
    bench = open_bench(root, "page-analysis.md", checked=False)
    window = bench.window
    assert window.left_dock.current == "library"
    assert window.values_section.isVisible()
    assert not bench.workbench.actions.action("switch_view").isEnabled()
    bench.open(CODING)
    bench.resolve()
    message = Message(bench)
    assert message.blocks.isVisible()
    assert message.panels.situation.isVisible()
    assert message.panels.inspector.isVisible()
    assert not window.values_section.isVisible()
    message.pick("tooling-terminal")
    message.key("Return")
    bench.go_to("Nothing answers")
    place = bench.editor.cursor_offset()
    bench.open("page-analysis.md")
    assert window.left_dock.current == "library"
    assert window.values_section.isVisible()
    assert not message.panels.inspector.isVisible()
    assert not message.panels.situation.isVisible()
    assert bench.panels.preview.switch._keys == ["text", "markdown", "difference"]
    bench.go_to("Provide")
    bench.type("Well. ")
    assert "Well. Provide" in bench.preview
    bench.open(CODING)
    assert message.chosen == "tooling-terminal"
    assert bench.editor.cursor_offset() == place
    bench.type("x")
    assert message.content[place] == "x"
    bench.open(DESK)
    assert message.ids[0] == "safety-accounts"
    assert message.panels.situation.field("mode").findText("chat") >= 0
    bench.open(CODING)
    assert message.chosen == "tooling-terminal"
    assert message.panels.situation.field("mode").currentText() == "orchestrator"


# Room -------------------------------------------------------------------------------------------------------


def test_f6_goes_round_every_panel_both_ways_nothing_is_clipped_and_everything_has_a_name(open_message):
    message = open_message(name=CODING, size=(1366, 768))
    bench, panels = message.bench, message.panels
    message.pick("identity-base")
    message.open_below("why_block")
    in_order = [
        ("situation", panels.situation),
        ("inspector", panels.inspector),
        ("text", bench.editor),
        ("why", panels.why),
        ("preview", bench.panels.preview),
        ("blocks", message.blocks),
    ]

    def visited(keys: str) -> list[str]:
        message.blocks.tree.setFocus()
        found = []
        for _ in in_order:
            bench.press(keys)
            focus = QApplication.focusWidget()
            found += [name for name, panel in in_order if panel is focus or panel.isAncestorOf(focus)]
        return found

    names = [name for name, _ in in_order]
    assert visited("F6") == names
    assert visited("Shift+F6") == [*names[-2::-1], "blocks"]

    bench.is_painted = True
    for size in ((1366, 700), (800, 560)):
        with in_case(size):
            bench.window.resize(*size)
            check_room(message, size)


def check_room(message, size: tuple[int, int]) -> None:
    bench = message.bench
    message.pick("formatting-1") if message.blocks.isVisible() else None
    for action in ("why_block", "show_matrix"):
        message.open_below(action)
        QApplication.processEvents()
        assert (bench.window.width(), bench.window.height()) == size
        shown = [widget for widget in bench.window.findChildren(QWidget) if widget.isVisible()]
        cut = [
            (widget.text(), widget.width(), widget.sizeHint().width())
            for widget in shown
            if isinstance(widget, QLabel) and widget.text() and not isinstance(widget, ElidedLabel)
            if not widget.wordWrap() and widget.width() < widget.sizeHint().width()
        ]
        assert cut == []
        bench.window.grab()
        silent = [
            widget.text()
            for widget in shown
            if isinstance(widget, ElidedLabel)
            and widget.fontMetrics().horizontalAdvance(widget.text()) > widget.width()
            if not widget.toolTip()
        ]
        assert silent == []
        nameless = [
            widget for widget in shown if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not _name(widget)
        ]
        assert nameless == []
    assert bench.editor.height() >= 100
    assert bench.editor.isVisible()


def _name(widget: QWidget) -> str:
    words = widget.accessibleName() or (widget.text() if hasattr(widget, "text") else "")
    above = widget.parentWidget()
    return words or (above.accessibleName() if above is not None else "")


# The end ----------------------------------------------------------------------------------------------------


def test_closing_a_changed_message_asks_and_it_is_there_again_in_a_new_tab_and_after_a_restart(
    open_message, open_bench, root
):
    message = open_message(name=CODING)
    bench, path = message.bench, root / CODING
    before = path.read_text()
    for answer in (SaveAnswer.DISCARD, SaveAnswer.SAVE):
        bench.open(CODING)
        assert message.chosen == "safety-1"
        assert message.shows_content
        message.pick("identity-1")
        message.key("Return")
        bench.type("One. ")
        assert bench.tab_titles == ["coding-assistant.yaml"]
        for given in (SaveAnswer.CANCEL, answer):
            bench.dialogs.questions.clear()
            bench.dialogs.answers = [given]
            bench.press("Ctrl+W")
            assert bench.dialogs.questions == [("save", "coding-assistant.yaml")]
            assert bool(bench.tab_titles) is (given is SaveAnswer.CANCEL)
            after = path.read_text()
            assert changed(before, after) == (("", "One. ") if given is SaveAnswer.SAVE else ("", ""))
    assert bench.workbench.current.file is None
    assert not message.blocks.isVisible()
    bench.open(CODING)
    assert message.chosen == "safety-1"
    assert message.shows_content

    bench.close()
    bench = open_bench(root, checked=False)
    bench.resolve()
    message = Message(bench)
    assert bench.file.path == root / CODING
    assert message.shows_content
    assert message.panels.situation.saved.text() == "orchestrator on src"
