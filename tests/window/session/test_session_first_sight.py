"""What is seen and typed before the window is loaded: the text that opens, or none."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit

from editor_app.window.frame.first_sight import MOST_FILES, first_sight
from editor_app.window.frame.first_window import BESIDE_VARIABLE, FirstWindow
from editor_app.window.frame.window_settings import open_window_settings

PROMPT = "page-analysis.md"
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def first_of(tmp_path: Path) -> Iterator[Callable[..., FirstWindow]]:
    """Return a function that shows the first window of a start, as the program does."""
    shown: list[FirstWindow] = []  # they last longer than what is shown in them

    def show_one(root: Path, *paths: Path) -> FirstWindow:
        settings, _complaint = open_window_settings(tmp_path / "state")
        window = FirstWindow(settings, first_sight(paths, root, settings, tmp_path / "state"))
        window.show()
        shown.append(window)
        return window

    yield show_one
    for window in shown:
        window.close()


@pytest.fixture
def leave_prompt(opened, leave) -> Callable[[], str]:
    """Return a function that leaves the prompt open, and returns its text."""

    def use_window() -> str:
        with opened(PROMPT) as window:
            return window.text

    return partial(leave, use_window)


def test_a_window_that_another_opens_does_not_cover_that(
    first_of, leave_prompt, root, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_prompt()
    covered = first_of(root).pos()
    monkeypatch.setenv(BESIDE_VARIABLE, "1")
    beside = first_of(root).pos()
    assert beside != covered
    assert first_of(root).pos() == covered, "only the first window of that process steps aside"


def text_seen(first: FirstWindow) -> str:
    return first.centralWidget().findChild(QPlainTextEdit).toPlainText()


def type_at(first: FirstWindow, keys: str, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    """Let keys come to the window, and nothing else happen: `QTest` would let it paint after each."""
    for key in keys:
        code = ord(key.upper())
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            QCoreApplication.sendEvent(first.windowHandle(), QKeyEvent(kind, code, modifier, key))


def test_of_more_files_than_are_opened_none_is_shown(first_of, root):
    path = root / PROMPT
    assert text_seen(first_of(root, *[path] * MOST_FILES)) == path.read_text()
    assert text_seen(first_of(root, *[path] * MOST_FILES, path)) == ""


def test_another_library_shows_its_own_text_and_gets_no_keys_typed_at_nothing(
    first_of, opened, leave_prompt, root, qtbot
):
    text = leave_prompt()
    other = shutil.copytree(root, root.parent / "other")
    (other / "aaa.md").write_text("# Other\n")
    same = first_of(root)
    assert text_seen(same) == text, "the control"

    first = first_of(other)
    assert text_seen(first) == "", "its file is not known yet"
    type_at(first, "lost ")
    window = opened(root=other, frame=first)
    type_at(first, "lost too ")
    qtbot.waitUntil(lambda: not first.keys.holds)
    assert window.file is not None
    assert not window.file.is_modified
    window.editor.setFocus()
    type_at(first, "kept ")
    assert window.text.startswith("kept "), "the control: what is typed at the text itself"


def test_keys_typed_at_the_text_that_opens_are_in_it_and_no_shortcut_among_them(
    first_of, opened, leave_prompt, root, qtbot
):
    leave_prompt()
    first = first_of(root)
    type_at(first, "one ")
    window = opened(frame=first)
    type_at(first, "two ")
    type_at(first, "t", Qt.KeyboardModifier.ControlModifier)
    type_at(first, "for a new text")
    qtbot.waitUntil(lambda: not first.keys.holds)
    assert window.tab_titles == [PROMPT], "a command typed at a picture does nothing"
    assert window.text.startswith("one two ---"), "what was typed before it is in the text, in order"


def test_unsaved_text_of_a_killed_window_is_not_replaced_by_the_saved_one(first_of, crash, root):
    crash()
    assert text_seen(first_of(root)) == ""
    assert text_seen(first_of(root, root / PROMPT)) == ""
    named = first_of(root, root / PROMPT, root / "system-prompt.tmpl")
    assert text_seen(named) == (root / "system-prompt.tmpl").read_text(), "the last one named is in front"
