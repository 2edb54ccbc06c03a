"""The choice about recovered texts: the bar, Compare, Keep, Discard; files that changed meanwhile."""

from __future__ import annotations

import pytest
from named_cases import in_case
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QWidget

from editor_app.library.history.history import deleted_files, read_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.text import decode
from editor_app.window.kit.dialogs.dialog import QuestionDialog
from editor_app.window.session.recovery import RecoveredText, RecoveryAnswer

NAME = "page-analysis.md"


def press_link(window, words: str) -> None:
    next(link for link in window.panels.bar.links if link.text() == words).click()


def test_keep_leaves_the_texts_unsaved_and_saving_is_a_decision_too(opened, kill, crash, root):
    saved, typed = crash()
    window = opened()
    window.come_to_front()
    assert window.bar == f"Recovered 2 files: {NAME} and Untitled 1 (Foreword stopped at 14:07)."
    assert [link.text() for link in window.panels.bar.links] == ["Compare", "Keep", "Discard"]
    window.trigger("save")
    assert window.bar == "Recovered 1 file: Untitled 1 (Foreword stopped at 14:07)."
    assert decode((root / NAME).read_bytes()).text == typed != saved
    window.trigger("next_tab")
    assert window.bar.startswith("Recovered 1 file")
    window.panels.library.tree.setFocus()
    press_link(window, "Keep")
    assert window.panels.library.tree.hasFocus(), "the focus stays where the user has put it"
    assert "Recovered" not in window.bar
    assert window.text == "notes"
    assert window.file.is_unsaved
    kill(window)
    assert opened().text == "notes", "what was kept is recoverable as before"


def test_discard_is_one_undo_step_kept_in_local_history_and_undone_by_a_click_and_each_text_comes_back(
    opened, kill, crash, root, tmp_path
):
    saved, typed = crash()
    state = tmp_path / "state"
    window = opened()
    press_link(window, "Discard")
    assert (window.text, window.file.is_modified) == (saved, False)
    assert window.tab_titles == [NAME]
    assert window.notice == "2 recovered texts were discarded."
    [of_file] = versions_of(state, root / NAME)
    assert (read_version(state, of_file), of_file.why) == (typed.encode(), VersionReason.DISCARDED)
    [untitled] = deleted_files(state, root)
    assert (untitled.path.name, read_version(state, untitled)) == ("untitled-1.md", b"notes")
    window.trigger("undo")
    assert window.text == typed
    window.trigger("redo")
    window.window.notices.link.click()
    assert window.tab_titles == [NAME, "Untitled 1"]
    assert {file.text for file in window.workbench.files.files} == {typed, "notes"}
    kill(window)
    again = opened()
    assert {file.text for file in again.workbench.files.files} == {typed, "notes"}, "undo is journalled"

    press_link(again, "Discard")
    link = again.window.notices.other_link
    assert (link.text(), link.isVisible()) == ("History", True)
    link.click()
    panel = again.panels.history
    box = panel.file_choice
    assert [box.itemText(index) for index in range(box.count())] == [NAME, "untitled-1-2.md"]
    assert [row.words for row in panel.rows] == ["saved", "before discard"]
    panel.toolbar.restore_button.click()
    assert again.text == typed
    box.setCurrentIndex(1)
    box.activated.emit(1)
    panel.toolbar.restore_button.click()
    assert again.text == "notes"
    assert (root / "untitled-1-2.md").read_text() == "notes"


@pytest.mark.parametrize("sort", ["folder", "no history"])
def test_what_cannot_be_read_or_kept_is_not_discarded(opened, crash, root, tmp_path, sort):
    _saved, typed = crash()
    if sort == "folder":
        in_place_of_the_file(root, sort)
    else:
        (tmp_path / "state" / "history").write_text("in the way")
    window = opened()
    window.dialogs.answers = [RecoveryAnswer.TAKE_DISK, RecoveryAnswer.LATER]
    press_link(window, "Compare")
    press_link(window, "Discard")
    assert (window.text, window.file.is_unsaved) == (typed, True)
    assert NAME in window.tab_titles
    assert "Its recovered text stays here." in window.notice
    notices = window.window.notices
    assert "History" in {link.text() for link in (notices.link, notices.other_link) if link.isVisible()}
    assert f"‘{NAME}’" in window.notice
    if sort == "folder":
        assert window.notice.startswith("1 recovered text was discarded.")
        notices.other_link.click()
        box = window.panels.history.file_choice
        assert [box.itemText(index) for index in range(box.count())] == ["untitled-1.md", NAME]
    question = window.dialogs.questions[0][1]
    assert ("is a folder" in question.trouble) == (sort == "folder")


def test_the_tab_in_front_is_in_sight_among_many_and_those_of_files_that_are_gone_are_said_in_one_sentence(
    opened, kill, root
):
    names = [f"{number}-{'long' * 8}.md" for number in range(7)]
    for name in names:
        (root / name).write_text("")
    window = opened(*names, size=(800, 600))
    for name in (names[6], names[0]):
        window.open(name)
        kill(window)
        window = opened(size=(800, 600))
        assert window.file.path == root / name
        bar = window.workbench.tabs.bar
        assert sum(bar.tabRect(index).width() for index in range(bar.count())) > 2 * bar.width()
        tab = bar.tabRect(bar.currentIndex())
        assert bar.seen_rect(bar.currentIndex()).width() >= tab.width() - 1
    kill(window)
    for name in names[:2]:
        (root / name).unlink()
    again = opened()
    assert again.tab_titles == names[2:]
    assert again.notice == f"‘{names[0]}’ and ‘{names[1]}’ are no longer on disk."
    assert again.bar == ""


def see_names_in_a_narrow_window(window) -> None:
    shown = " ".join(window.panels.bar.words.lines())
    assert NAME in shown
    words = window.panels.bar.words
    first_two = words.lines()
    assert all(words.fontMetrics().horizontalAdvance(line) <= words.width() for line in first_two[:1])
    assert f"{NAME} and Untitled 1" in window.bar[: len(first_two[0]) * 2]

    settings, other = window.workbench.settings, QWidget()

    def kept_size() -> tuple[int, int]:
        assert other.restoreGeometry(settings.value("window/geometry"))
        return other.width(), other.height()

    window.wait_until(lambda: kept_size() == (700, 600))


def test_compare_shows_each_text_beside_the_files_and_keys_go_to_the_text_in_front(opened, crash):
    saved, typed = crash()
    window = opened(size=(700, 600))
    see_names_in_a_narrow_window(window)
    window.come_to_front()
    window.workbench.tabs.editor_of(window.file.document).moveCursor(QTextCursor.MoveOperation.Start)
    window.press("x")
    assert window.text == f"x{typed}"
    window.trigger("undo")
    window.trigger("next_tab")
    assert window.file.is_untitled, "the second that the bar names is in front"
    window.dialogs.answers = [RecoveryAnswer.KEEP, RecoveryAnswer.LATER]
    press_link(window, "Compare")
    assert window.dialogs.questions == [
        ("recovered", RecoveredText(NAME, typed, saved, None, "1 of 2")),
        ("recovered", RecoveredText("Untitled 1", "notes", None, None, "2 of 2")),
    ]
    assert window.bar == "Recovered 1 file: Untitled 1 (Foreword stopped at 14:07)."
    window.dialogs.answers = [RecoveryAnswer.TAKE_DISK]
    press_link(window, "Compare")
    assert window.tab_titles == [NAME]
    assert window.text == typed
    window.press("y")
    assert window.text == f"y{typed}"


@pytest.mark.parametrize("answer", [RecoveryAnswer.KEEP, RecoveryAnswer.TAKE_DISK])
def test_a_file_that_changed_meanwhile_is_not_saved_but_compared_in_three_versions(
    opened, crash, root, answer
):
    saved, typed = crash()
    (root / NAME).write_text("theirs\n")
    window = opened()
    assert window.text == typed
    assert window.file.is_stale
    window.trigger("save")
    assert window.notice == (
        f"‘{NAME}’ was not saved: another program changed it on disk. Compare shows both."
    )
    assert (root / NAME).read_text() == "theirs\n"
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
    elif sort == "folder":
        path.unlink()
        path.mkdir()
    else:
        path.rmdir()


def test_what_cannot_be_compared_any_more_stays_with_a_sentence(opened, kill, root, crash):
    _saved, typed = crash()
    for sort, said in (("bytes", ""), ("folder", "is a folder"), ("nothing", "no longer on disk")):
        with in_case(sort):
            in_place_of_the_file(root, sort)
            window = opened()
            assert window.tab_titles == [NAME, "Untitled 1"]
            assert (window.text, window.file.is_unsaved) == (typed, True)
            assert said in window.notice
            press_link(window, "Keep")
            assert window.bar, "the bar of the file says what is wrong"
            kill(window)
    window = opened()
    assert window.text == typed
    press_link(window, "Discard")
    assert window.tab_titles == []
    window.window.notices.link.click()
    assert sorted(window.tab_titles) == ["Untitled 1", NAME]
    file = window.workbench.files.find(root / NAME)
    assert (file.text, file.is_gone, file.is_unsaved) == (typed, True, True), "it is that file's again"
    kill(window)
    assert opened().workbench.files.find(root / NAME).text == typed


def lines_of(compared) -> list[str]:
    return [line for line in compared.inline.toPlainText().splitlines() if line[:1] in {"+", "-"}]


def test_each_two_of_three_versions_are_compared(theme_choice, qtbot):
    dialog = QuestionDialog(RecoveredText("a.md", "one\nmine", "disk\ntwo", "one\ntwo").question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    views, compared = dialog.body.views, dialog.body.compared
    shown = {}
    for segment in views._row.segments:
        segment.click()
        shown[segment.text()] = lines_of(compared)
    assert shown == {
        "Recovered changes": ["- two", "+ mine"],
        "Changes on disk": ["- one", "+ disk"],
        "From disk to recovered": ["- disk", "- two", "+ one", "+ mine"],
    }
    dialog.action.click()
    assert dialog.answer is RecoveryAnswer.KEEP


def test_two_versions_are_one_pair_which_two_columns_can_show(theme_choice, qtbot):
    line = "word " * 1_000
    dialog = QuestionDialog(RecoveredText("a.md", f"{line}mine", f"{line}theirs").question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(1400, 700)  # where two columns have room, whatever the screen
    QApplication.processEvents()
    body = dialog.body
    assert (body.views.isVisible(), body.compared.switch.isVisible()) == (False, True)
    assert [one[-6:] for one in lines_of(body.compared)] == ["theirs", "d mine"], "the end is in sight"
    body.compared.choose_view("columns")
    left, right = body.compared.columns.left, body.compared.columns.right
    assert [one.accessibleName().split(", ")[-1] for one in (left, right)] == ["On disk", "Recovered"]


def test_a_text_in_no_file_is_shown_alone(theme_choice, qtbot):
    dialog = QuestionDialog(RecoveredText("Untitled 1", "one\ntwo").question(), None)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.body.compared.inline.toPlainText().split() == ["one", "two"]
    assert not dialog.body.compared.switch.isVisible()
