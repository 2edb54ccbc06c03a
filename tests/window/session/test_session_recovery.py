"""The choice about recovered texts: the bar, Compare, Keep, Discard; files that changed meanwhile."""

from __future__ import annotations

import pytest

from editor_app.text import decode
from editor_app.window.dialogs import RecoveredText, RecoveryAnswer
from editor_app.window.dialogs.recovery import RecoveryDialog

NAME = "page-analysis.md"


@pytest.fixture
def crash(opened, kill):
    """Return a function that leaves unsaved text in a file and an untitled document, and what they had."""

    def leave() -> tuple[str, str]:
        window = opened(NAME)
        saved = window.text
        window.type("typed ")
        window.trigger("new_untitled")
        window.type("notes")
        window.open(NAME)
        kill(window)
        return saved, f"typed {saved}"

    return leave


def press_link(window, words: str) -> None:
    next(link for link in window.panels.bar.links if link.text() == words).click()


def test_keep_leaves_the_texts_unsaved_and_saving_is_a_decision_too(opened, kill, crash, root):
    saved, typed = crash()
    window = opened()
    assert window.bar == f"Recovered 2 files after Foreword stopped at 14:07: {NAME}, Untitled 1"
    assert [link.text() for link in window.panels.bar.links] == ["Compare", "Keep", "Discard"]
    window.trigger("save")
    assert window.bar == "Recovered 1 file after Foreword stopped at 14:07: Untitled 1"
    assert decode((root / NAME).read_bytes()).text == typed != saved
    window.trigger("next_tab")
    assert window.bar.startswith("Recovered 1 file")
    press_link(window, "Keep")
    assert "Recovered" not in window.bar
    assert window.text == "notes"
    assert window.file.is_unsaved
    kill(window)
    assert opened().text == "notes", "what was kept is recoverable as before"


def test_discard_is_one_undo_step_and_untitled_texts_come_back_with_undo(opened, crash):
    saved, typed = crash()
    window = opened()
    press_link(window, "Discard")
    assert (window.text, window.file.is_modified) == (saved, False)
    assert window.tab_titles == [NAME]
    assert window.notice == "2 recovered texts were discarded."
    window.trigger("undo")
    assert window.text == typed
    window.trigger("redo")
    window.window.notices.link.click()
    assert window.tab_titles == [NAME, "Untitled 1"]
    assert {file.text for file in window.workbench.files.files} == {typed, "notes"}


def test_discarded_texts_of_gone_and_untitled_files_come_back_as_they_were(opened, kill, crash, root):
    _saved, typed = crash()
    (root / NAME).unlink()
    window = opened()
    press_link(window, "Discard")
    assert window.tab_titles == []
    window.window.notices.link.click()
    assert window.tab_titles == [NAME, "Untitled 1"]
    assert window.workbench.files.find(root / NAME).is_gone
    kill(window)
    again = opened()
    assert {file.path: file.text for file in again.workbench.files.files} == {
        root / NAME: typed,
        root / "Untitled 1": "notes",
    }


def test_compare_shows_each_text_beside_the_files(opened, crash):
    saved, typed = crash()
    window = opened()
    window.dialogs.answers = [RecoveryAnswer.KEEP, RecoveryAnswer.LATER]
    press_link(window, "Compare")
    assert window.dialogs.questions == [
        ("recovered", RecoveredText(NAME, typed, saved, None, "1 of 2")),
        ("recovered", RecoveredText("Untitled 1", "notes", None, None, "2 of 2")),
    ]
    assert window.bar == "Recovered 1 file after Foreword stopped at 14:07: Untitled 1"
    window.dialogs.answers = [RecoveryAnswer.TAKE_DISK]
    press_link(window, "Compare")
    assert window.tab_titles == [NAME]
    assert window.text == typed


@pytest.mark.parametrize("answer", [RecoveryAnswer.KEEP, RecoveryAnswer.TAKE_DISK])
def test_a_file_that_changed_meanwhile_is_compared_in_three_versions(opened, crash, root, answer):
    saved, typed = crash()
    (root / NAME).write_text("theirs\n")
    window = opened()
    assert window.text == typed
    assert window.file.is_stale
    window.dialogs.answers = [answer, RecoveryAnswer.LATER]
    press_link(window, "Compare")
    assert window.dialogs.questions[0] == (
        "recovered",
        RecoveredText(NAME, typed, "theirs\n", saved, "1 of 2"),
    )
    if answer is RecoveryAnswer.KEEP:
        assert (window.text, window.file.is_modified, window.file.is_stale) == (typed, True, False)
        window.trigger("save")
        assert decode((root / NAME).read_bytes()).text == typed
    else:
        assert (window.text, window.file.is_modified) == ("theirs\n", False)
        window.trigger("undo")
        assert window.text == typed


def in_place_of_the_file(root, sort: str) -> None:
    path = root / NAME
    if sort == "bytes":
        path.write_bytes(b"\xff\xfe\xff")
        return
    path.unlink()
    if sort == "folder":
        path.mkdir()


@pytest.mark.parametrize(
    ("sort", "said"), [("nothing", "no longer on disk"), ("folder", "is a folder"), ("bytes", "")]
)
def test_what_cannot_be_compared_any_more_stays_with_a_sentence(opened, kill, root, crash, sort, said):
    _saved, typed = crash()
    in_place_of_the_file(root, sort)
    window = opened()
    assert window.tab_titles == [NAME, "Untitled 1"]
    assert (window.text, window.file.is_unsaved) == (typed, True)
    assert said in window.notice
    press_link(window, "Keep")
    assert window.bar, "the bar of the file says what is wrong"
    kill(window)
    assert opened().text == typed


def test_tabs_whose_files_are_gone_are_said_in_one_sentence(opened, kill, root):
    window = opened(NAME, "system-prompt.tmpl", "test-scenario-generation.md")
    kill(window)
    for name in (NAME, "system-prompt.tmpl"):
        (root / name).unlink()
    again = opened()
    assert again.tab_titles == ["test-scenario-generation.md"]
    assert again.notice == f"‘{NAME}’, ‘system-prompt.tmpl’ are no longer on disk."
    assert again.bar == ""


def test_the_columns_of_three_versions_scroll_together(choice, qtbot):
    base = "\n".join(map(str, range(200)))
    text = RecoveredText("a.md", f"{base}\nmine", f"theirs\n{base}", base)
    dialog = RecoveryDialog(choice.theme, text, None)
    qtbot.addWidget(dialog)
    dialog.show()
    assert [column.accessibleName() for column in dialog.columns] == ["Before", "On disk now", "Recovered"]
    for column in dialog.columns:
        column.verticalScrollBar().setValue(100)
        assert [other.verticalScrollBar().value() for other in dialog.columns] == [100] * 3
        column.verticalScrollBar().setValue(0)
    dialog.keep.click()
    assert dialog.answer is RecoveryAnswer.KEEP
