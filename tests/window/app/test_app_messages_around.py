"""What surrounds a message in the window: problems, JSON, what cannot be changed, tabs, the end, the room."""

from __future__ import annotations

from itertools import count

import pytest
from app_messages import CODING, DESK, HEAD, Message, changed
from named_cases import in_case
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from editor_app.analysis.kinds.system_message import content_of
from editor_app.text import apply_edits
from editor_app.window.dialogs import SaveAnswer
from editor_app.window.panels.problems import ProblemRow
from editor_app.window.widgets.words import ElidedLabel

pytestmark = pytest.mark.one_window

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
    benches, numbers = [], count()

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


def problem(bench, code: str) -> tuple[int, ProblemRow]:
    rows = bench.panels.problems._model.rows
    return next((number, row) for number, row in enumerate(rows) if row.code == code)


# Problems ---------------------------------------------------------------------------------------------------


def test_enter_and_f8_go_to_a_problem_in_the_content_and_enter_to_one_of_a_field_in_the_source(open_message):
    message = open_message(BROKEN)
    bench = message.bench
    message.pick("two")
    message.settle()
    tree = bench.panels.problems.tree
    bench.window.show_problems()
    tree.setCurrentIndex(tree.model().index(problem(bench, "unknown-name")[0], 0))
    bench.press("Return", tree)
    assert message.chosen == "one"
    assert message.shows_content
    assert bench.editor.hasFocus()
    assert message.content[: bench.editor.cursor_offset()].endswith(("[git:brnch]", "[", "[git:", "of "))

    message = open_message(BROKEN)
    message.settle()
    bench.window.show_problems()
    tree.setCurrentIndex(tree.model().index(problem(bench, "unknown-type")[0], 0))
    bench.press("Return", tree)
    assert not message.shows_content
    assert bench.editor.hasFocus()
    assert bench.text[bench.editor.cursor_offset() :].startswith("formating")
    message.pick("two")
    assert message.row("two").counts.errors == 1
    message.switch()
    assert message.chosen == "two"

    message = open_message(BROKEN)
    bench = message.bench
    message.pick("one")
    message.key("Return")
    bench.press("Ctrl+Home")
    bench.press("F8")
    assert message.content[bench.editor.cursor_offset() - 1 :].find("brnch") in range(-1, 12)
    assert message.content.index("[git") <= bench.editor.cursor_offset() <= message.content.index(" of it")


def test_a_fix_mends_the_file_in_one_step(open_message):
    for code in ("unknown-name", "unknown-type"):
        with in_case(code):
            mend_from_the_list(open_message(BROKEN), code)
    message = open_message(BROKEN)
    bench = message.bench
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


def mend_from_the_list(message, code: str) -> None:
    bench = message.bench
    message.settle()
    _, row = problem(bench, code)
    wanted = apply_edits(BROKEN, row.subject.fixes[0].edits)
    assert wanted != BROKEN
    bench.panels.problems.tree.setCurrentIndex(
        bench.panels.problems.tree.model().index(problem(bench, code)[0], 0)
    )
    bench.window.show_problems()
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
    for keys in ("Delete", "Ctrl+D", "Alt+Up", "Ctrl+G", "Insert"):
        message.key(keys)
    assert not message.drag("two", "one", 0.1)
    message.key("Return")
    bench.type("x")
    assert message.yaml == before
    assert message.panels.inspector.id.isReadOnly()
    message.key("Space")
    assert message.row("two").badge == "muted", "muting changes no file"
    assert not bench.workbench.actions.action("delete_block").isEnabled()


# Tabs, saving and the end -----------------------------------------------------------------------------------


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
    assert message.panels.situation.mode.findText("chat") >= 0
    bench.open(CODING)
    assert message.chosen == "tooling-terminal"
    assert message.panels.situation.mode.currentText() == "orchestrator"


@pytest.mark.parametrize("answer", [SaveAnswer.SAVE, SaveAnswer.DISCARD])
def test_closing_a_tab_with_a_changed_content_asks(open_message, answer):
    message = open_message(name=CODING)
    bench = message.bench
    path = bench.root / CODING
    before = path.read_text()
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


def test_a_message_is_there_again_in_a_new_tab_and_after_a_restart(open_message, open_bench, root):
    message = open_message(name=CODING)
    bench = message.bench
    message.pick("identity-1")
    bench.press("Ctrl+W")
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


# Room -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [[(1366, 768), (1366, 700)], [(800, 560)]], ids=str)
def test_nothing_is_clipped_and_everything_has_a_name(open_message, sizes):
    message = open_message(name=CODING, size=sizes[0])
    for size in sizes:
        with in_case(size):
            message.bench.window.resize(*size)
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


def test_f6_goes_round_every_panel_of_a_message_both_ways(open_message):
    message = open_message(name=CODING)
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
