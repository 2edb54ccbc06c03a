"""Documents that are in no file yet: made, saved, closed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from session_journals import journal_paths

from editor_app.window.commands.files import SaveAnswer


def test_closing_an_untitled_document_asks_if_it_has_text_and_it_is_saved_where_the_user_says(opened, root):
    window = opened("page-analysis.md")
    bar = window.workbench.tabs.bar
    free = QPoint(bar.tabRect(0).right() + 40, bar.height() // 2)
    QTest.mouseDClick(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, free)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton)  # else it is pressed in later tests, too
    (root / "Untitled 2").touch()
    window.trigger("new_untitled")
    assert window.tab_titles == ["page-analysis.md", "Untitled 1", "Untitled 3"]
    window.trigger("close_tab")
    assert window.tab_titles == ["page-analysis.md", "Untitled 1"]

    window.type("x")
    window.dialogs.answers = [SaveAnswer.CANCEL]
    window.trigger("close_tab")
    assert window.dialogs.questions == [("save", "Untitled 1")]
    window.dialogs.answers = [SaveAnswer.SAVE, root / "x.md"]
    window.trigger("close_tab")
    assert (root / "x.md").read_text() == "x"
    assert window.tab_titles == ["page-analysis.md"]
    window.open("x.md")
    window.trigger("new_untitled")
    assert window.tab_titles == ["page-analysis.md", "x.md", "Untitled 1"]

    window.trigger("close_tab")
    window.trigger("close_tab")
    window.dialogs.questions.clear()
    window.come_to_front()
    window.press("Ctrl+T")
    window.type("# Plan\n{{title}}")
    assert window.tab_titles == ["page-analysis.md", "Untitled 1"]
    assert window.text == "# Plan\n{{title}}"
    assert window.workbench.window.status.saved.text().startswith("Unsaved")
    assert window.wait_until_quiet()
    assert "# Plan" in window.preview
    assert window.bar == ""
    window.workbench.files.disk.look_now()
    assert not window.file.is_gone

    window.dialogs.answers = [None]  # no place is chosen
    window.press("Ctrl+S")
    assert window.file.is_untitled
    assert window.dialogs.questions == [("new file", "Save as", root / "untitled-1.md")]

    window.dialogs.answers = [root / "plan.md"]
    window.press("Ctrl+S")
    assert (root / "plan.md").read_text() == "# Plan\n{{title}}"
    assert window.tab_titles == ["page-analysis.md", "plan.md"]
    assert window.workbench.window.status.saved.text().startswith("Saved")
    window.type("!")
    window.press("Ctrl+S")  # without a question
    assert (root / "plan.md").read_text() == "# Plan\n{{title}}!"


def test_values_typed_without_pause_are_on_the_disk_all_the_same(opened, tmp_path):
    window = opened("page-analysis.md")
    window.workbench.session._now_and_then.stop()
    state, words = tmp_path / "state", "typed without a pause "

    def is_kept_while_typing(folder: str) -> bool:
        nonlocal words
        words += "x"
        window.workbench.cases.type(window.file, {"who": words})
        return any(
            b"without a pause" in path.read_bytes()
            for path in (state / folder).rglob("*.*")
            if path.is_file()
        )

    window.wait_until(lambda: is_kept_while_typing("trial-values"))
    window.trigger("new_untitled")
    window.type("Hello {{who}}")
    assert not any(b"without a pause" in path.read_bytes() for path in journal_paths(state))
    window.wait_until(lambda: is_kept_while_typing("journals"))
