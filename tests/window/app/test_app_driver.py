"""The door for tests and scripts: its example runs, and what it cannot do is an error that says so."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from driving import DrivenWindow
from PySide6.QtWidgets import QApplication
from scripted_dialogs import ScriptedDialogs

import editor_app
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.driver import open_window
from editor_app.window.kit.work.timers import single_shot

pytestmark = pytest.mark.one_window

ARCHITECTURE = Path(editor_app.__file__).with_name("ARCHITECTURE.md")
NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def opened(qapp, tmp_path, root, theme_choice):
    """Return a function that opens a window on the sample as a script does, closed at the end."""
    drivers = []

    def open_one(*files, **named):
        opened_window = open_window(
            root,
            state_dir=tmp_path / "state",
            config_dir=tmp_path / "config",
            clock=lambda: NOON,
            files=files,
            theme_choice=theme_choice,
            **named,
        )
        drivers.append(DrivenWindow(opened_window.workbench))
        return drivers[-1]

    yield open_one
    for driver in drivers:
        driver.close()


def test_the_example_of_the_architecture_prints_what_it_says(qapp, capsys):
    [example] = re.findall(
        r"^```python\n(.*?)^```", ARCHITECTURE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    said = re.findall(r"^ *print\(.*\)  # (.*)$", example, re.MULTILINE)
    exec(compile(example, "ARCHITECTURE.md", "exec"), {})
    assert said
    assert capsys.readouterr().out.splitlines() == said
    assert not [one for one in QApplication.topLevelWidgets() if one.isVisible()], "it is closed at the end"


def test_a_script_reads_what_the_window_shows_and_answers_from_a_list_and_what_it_cannot_do_is_an_error(
    opened,
):
    dialogs = ScriptedDialogs()
    driver = opened("page-analysis.md", dialogs=dialogs)
    driver.come_to_front()
    assert driver.tab_titles == ["page-analysis.md"]
    assert driver.bar.startswith("Callers get default 1.0.0")
    driver.go_to("{{titel}}", after=2)
    before = driver.text
    driver.type("a\nb")
    assert "{{a\nbtitel}}" in driver.text
    while driver.text != before:
        driver.press("Ctrl+Z")
    driver.select("{{titel}}")
    driver.type("words")
    assert driver.wait_until_quiet()
    assert "words" in driver.preview
    driver.press("Ctrl+S")
    assert (driver.root / "page-analysis.md").read_text("utf-8") == driver.text
    assert driver.status == ""
    driver.open("defaults/test-data-generation.md")
    assert len(driver.tab_titles) == 2
    assert driver.notice == ""
    driver.open("page-analysis.md")
    with pytest.raises(TimeoutError, match=r"within 0.01 seconds"):
        driver.wait_until(lambda: False, longest=0.01)

    # It is quiet when no part of the window waits for a pause.
    for owner in (driver.workbench, driver.window):
        pause = single_shot(owner, 300)
        pause.start()
        assert driver.wait_until_quiet()
        assert not pause.isActive()
    pause.timeout.connect(pause.start)  # so that it never ends
    pause.start()
    assert not driver.wait_until_quiet(longest=0)
    pause.stop()

    # What it cannot do is an error.
    with pytest.raises(LookupError, match=r"‘none\.md’ could not be opened.*none\.md"):
        driver.open("none.md")
    driver.type("x")
    with pytest.raises(LookupError, match="no answer to it is given"):
        driver.workbench.commands.files.may_quit()
    driver.press("Ctrl+S")
    driver.trigger("close_tab")
    driver.trigger("close_tab")
    with pytest.raises(LookupError, match=r"‘close_tab’ is not possible now"):
        driver.trigger("close_tab")
    with pytest.raises(LookupError, match="No text is open"):
        driver.type("x")
    with pytest.raises(LookupError, match="No file is open"):
        driver.file.save()
    see_that_questions_are_answered_from_a_list(driver, dialogs)


def see_that_questions_are_answered_from_a_list(driver, dialogs) -> None:
    dialogs.questions.clear()
    dialogs.answers[:] = [SaveAnswer.CANCEL, SaveAnswer.DISCARD]
    driver.open("page-analysis.md")
    driver.type("x")
    files = driver.workbench.commands.files
    assert not files.close_tab(driver.file)
    assert files.close_tab(driver.file)
    assert dialogs.questions == [("save", "page-analysis.md")] * 2

    driver.open("page-analysis.md")
    driver.type("x")
    with pytest.raises(LookupError, match=r"The window asks \('save', 'page-analysis\.md'\)"):
        files.may_quit()
    driver.close()  # without a question
    driver.close()
