"""What a screen reader is told of deeds, problems and panels, and what it finds when it looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from app_messages import CODING, Message
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor_app.window.kit.focus import announcing

pytestmark = pytest.mark.one_window


@pytest.fixture
def message(heard, open_bench, root) -> Message:
    bench = open_bench(root, CODING, checked=False)
    bench.resolve()
    heard.clear()
    return Message(bench)


def press(message: Message, keys: str) -> None:
    message.bench.press(keys, QApplication.focusWidget())


def test_what_is_done_with_blocks_is_said_with_where_they_are(message, heard):
    message.pick("identity-1")
    heard.clear()
    steps = {
        "Shift+Alt+Right": "‘identity-1’ is moved: in ‘identity-base’, 1 of 1.",
        "Shift+Alt+Left": "‘identity-1’ is moved: at the top, 3 of 17.",
        "Alt+Up": "‘identity-1’ is moved: at the top, 2 of 17.",
        "Space": "‘identity-1’ is muted.",
        "Ctrl+D": "‘identity-1’ is duplicated at the top, 3 of 18.",
        "Del": "‘identity-2’ is deleted.",
        "Ctrl+Z": "Undone: deleting ‘identity-2’.",
    }
    for keys, sentence in steps.items():
        press(message, keys)
        assert heard[-1:] == [sentence], keys


def test_undo_and_redo_say_which_block_a_step_was_about(message, heard):
    assert message.drag("identity-1", "safety-1", 0.95)
    message.key("Ctrl+Z")
    assert heard[-1] == "Undone: moving ‘identity-1’."
    message.key("Ctrl+Shift+Z")
    assert heard[-1] == "Redone: moving ‘identity-1’."
    assert message.chosen == "identity-1"
    message.key("Ctrl+D")
    steps = {
        "Ctrl+Z": "Undone: duplicating ‘identity-1’.",
        "Ctrl+Shift+Z": "Redone: duplicating ‘identity-1’.",
        "Del": "‘identity-2’ is deleted.",
    }
    for keys, sentence in steps.items():
        message.key(keys)
        assert heard[-1] == sentence, keys
    message.key("Ctrl+Z")
    assert heard[-1] == "Undone: deleting ‘identity-2’."
    message.key("Ctrl+Z")
    assert heard[-1] == "Undone: duplicating ‘identity-1’.", "the same texts as redoing the deletion"
    message.bench.act("touch_updated")
    message.key("Ctrl+Z")
    assert heard[-1] == "Undone: setting updatedAt to now."


def test_a_muting_is_taken_back_before_the_text_and_where_the_text_has_no_step(message, heard):
    bench = message.bench
    message.pick("safety-1")
    press(message, "Space")
    assert not message.can_undo
    bench.act("undo")
    assert bench.file.situation.muted == frozenset()
    assert not bench.workbench.actions.action("undo").isEnabled()
    bench.act("redo")
    undo = bench.workbench.actions.action("undo")
    bench.window.menuBar().setFocus(Qt.FocusReason.MenuBarFocusReason)
    assert undo.isEnabled(), "a menu means what had the focus before"
    message.blocks.tree.setFocus()
    message.key("Return")
    assert not undo.isEnabled(), "in the text, undo is that of the text, and there is nothing"
    bench.act_if_possible("undo")
    assert bench.file.situation.muted == {"safety-1"}
    message.blocks.tree.setFocus()
    assert undo.isEnabled()
    bench.act("undo")
    assert bench.file.situation.muted == frozenset()
    assert bench.workbench.actions.action("redo").isEnabled()
    bench.editor.setFocus()
    assert not bench.workbench.actions.action("redo").isEnabled()

    # In the tree it is taken back before the text.
    before = message.yaml
    message.pick("identity-base")
    press(message, "Return")
    QTest.keyClicks(bench.editor, "Hi ")
    changed = message.yaml
    message.pick("safety-1")
    press(message, "Space")
    press(message, "Down")
    press(message, "Space")
    muted = message.chosen
    press(message, "Ctrl+Z")
    assert (message.yaml, bench.file.situation.muted) == (changed, {"safety-1"})
    assert bench.notice == heard[-1] == f"‘{muted}’ is unmuted again."
    press(message, "Ctrl+Shift+Z")
    assert (message.yaml, bench.file.situation.muted) == (changed, {"safety-1", muted})
    press(message, "Ctrl+Z")
    press(message, "Ctrl+Z")
    assert (message.yaml, bench.file.situation.muted) == (changed, frozenset())
    press(message, "Ctrl+Z")
    assert message.yaml == before
    assert heard[-1] == "Undone in ‘identity-base’."


def test_saving_fixing_undoing_and_deleting_are_said(heard, open_bench, root):
    bench = open_bench(root, "page-analysis.md")
    heard.clear()
    bench.go_to("titel")
    problem = "‘titel’ is not declared. Did you mean ‘title’? Ctrl+. has fixes."
    assert heard[-1] == problem
    bench.go_to("Provide")
    bench.panels.problems.tree.setFocus()
    bench.panels.problems.step(backwards=True)
    assert bench.editor.hasFocus()
    assert heard[-1] == problem, "it is said where the focus comes to it, too"
    bench.press("Ctrl+.", bench.editor)
    bench.choose_first_fix()
    assert heard[-1] == "Fixed: Replace with ‘title’."
    bench.settle()
    bench.wait(lambda: not bench.workbench.current._counts_heard._later.isActive())
    assert heard[-1] == "Problems: 1 error."
    bench.act("save")
    assert heard[-1] == "‘page-analysis.md’ is saved."
    bench.panels.preview.text.setFocus()
    bench.press("Ctrl+Z")
    assert heard[-1] == "Undone in line 21."
    bench.act("redo")
    assert heard[-1] == "Redone in line 21."
    bench.workbench.commands.library.delete(root / "test-scenario-generation.md")
    assert heard[-1] == bench.notice
    bench.undo_notice()
    assert heard[-1] == "‘test-scenario-generation.md’ is back."


def test_a_file_that_changes_or_goes_on_disk_is_told_once_with_what_can_be_done(heard, open_bench, root):
    bench, name = open_bench(root, "page-analysis.md"), "page-analysis.md"
    bench.go_to("Provide")
    bench.type("Mine. ")
    heard.clear()
    bench.write(name, "theirs")
    changed = f"‘{name}’ was changed on disk while you were editing it."
    told = f"{changed} The bar above the text has Compare, Keep mine, Load theirs."
    assert heard == [told]
    bench.type("More. ")
    bench.settle()
    assert heard.count(told) == 1
    assert {link.accessibleDescription() for link in bench.panels.bar.links} == {changed}
    bench.press("Shift+F6")
    focus = QApplication.focusWidget()
    assert focus is bench.panels.bar.links[0], "in the order of the panels it stands over the text"
    bench.write("another.md", "A file that the library lists now.")
    bench.workbench.library.check_disk()
    assert focus.hasFocus(), "the bar says the same as before"
    bench.press("F6")
    assert bench.editor.hasFocus()
    keep = next(link for link in bench.panels.bar.links if link.text() == "Keep mine")
    keep.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(keep, Qt.Key.Key_Return)
    assert "on disk" not in bench.bar, "Enter presses a link"
    assert bench.editor.hasFocus(), "and what is typed next is text"
    heard.clear()
    (root / name).unlink()
    bench.workbench.files.disk.look_now()
    gone = f"‘{name}’ is no longer on disk. Its text is still here."
    assert heard == [f"{gone} The bar above the text has Save it again."]


def test_f8_says_that_there_is_no_problem(message, heard):
    bench = message.bench
    bench.open("test-scenario-generation.md")
    bench.settle()
    assert not bench.file.analysis.diagnostics
    for keys in ("F8", "Shift+F8"):
        bench.window.notices.dismiss()
        heard.clear()
        bench.press(keys, bench.editor)
        assert heard == [bench.notice] == ["No problems."]
    bench.open(CODING)
    assert bench.notice == "", "it was said of the other file"
    assert message.problems == []
    bench.act("next_problem")
    assert bench.notice == "No problems.", "in the content of a block, too"


def test_what_the_caret_shows_is_not_said_again_and_without_the_event_it_is_an_alert(
    heard, bench, monkeypatch
):
    bench.select("\n\nProvide a")
    bench.press("Del", bench.editor)
    heard.clear()
    bench.press("Ctrl+Z", bench.editor)
    assert heard == []

    sent = []
    monkeypatch.setattr(announcing, "QAccessibleAnnouncementEvent", None)
    monkeypatch.setattr(announcing.QAccessible, "updateAccessibility", sent.append)
    bench.workbench.notifier.announce("All is well.")
    assert [event.type() for event in sent] == [QAccessible.Event.Alert]
    assert bench.window.accessibleDescription() == "All is well."


def seen_from(interface) -> Iterator[tuple[QAccessible.Role, str, str]]:
    """Yield role, name and description of everything a screen reader finds."""
    words = [interface.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Description)]
    yield interface.role(), *words
    for place in range(interface.childCount()):
        child = interface.child(place)
        if child is not None:
            yield from seen_from(child)


def test_panels_are_groups_with_a_name_and_no_markup_is_read_out(message):
    bench = message.bench
    bench.open("page-analysis.md")
    bench.settle()
    bench.open(CODING)
    bench.press("Ctrl+Shift+Y")
    message.open_below("show_matrix")
    message.settle()
    bench.window.grab()  # what is cut says so when it is painted
    found = list(seen_from(QAccessible.queryAccessibleInterface(bench.window)))
    groups = {name for role, name, _ in found if role is QAccessible.Role.Grouping}
    panels = {"Library", "Outline", "Problems", "Preview", "Values", "Variables", "Notice", "Status"}
    assert groups >= panels | {"Blocks", "Tried for", "Inspector", "Why", "Compare", "Why this is here"}
    marked = [words for _, *words in found if any("<p" in word or "<span" in word for word in words)]
    assert marked == []
