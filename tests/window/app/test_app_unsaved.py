"""Other processes do not write a file with unsaved edits in the window; what they write to others shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from running_server import Answer, running_server

from editor_app.clock import local_now
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.unsaved_marks import UnsavedInWindow, writing_allowed
from editor_app.window.driver import WindowDriver, open_window

NAME = "system-prompt.tmpl"
Put = Callable[[str], Answer]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "home" / "state" / "foreword"


@pytest.fixture
def window(qapp: QApplication, root: Path, state: Path, tmp_path: Path) -> Iterator[WindowDriver]:
    config = tmp_path / "config"
    with open_window(root, state_dir=state, config_dir=config, clock=local_now, files=[NAME]) as driver:
        yield driver


@contextmanager
def server_put(root: Path, home: Path) -> Iterator[Put]:
    """Give a function by which another program gives a real server the text of the template."""
    with running_server(root, home) as server:

        def put(text: str) -> Answer:
            body = json.dumps({"template": text}).encode()
            headers = {"Content_Type": "application/json", "Content_Length": str(len(body))}
            return server.ask("/system-prompt", body, method="PUT", **headers)

        yield put


def test_no_other_process_writes_over_what_is_unsaved_in_the_window_nor_that_over_it(
    window: WindowDriver, root: Path, state: Path, tmp_path: Path
) -> None:
    original = (root / NAME).read_text()
    other = _see_the_mark(window, root, state)
    config = tmp_path / "config"
    with open_window(root, state_dir=state, config_dir=config, clock=local_now) as again:
        assert again.file.path == other
        with pytest.raises(UnsavedInWindow):
            _may_write(state, other)
        (root / NAME).write_text(original)
        again.open(NAME)
        with server_put(root, tmp_path / "home") as put:
            _write_in_turns(again, put, root / NAME)
            _make_a_copy_of_the_built_in(again, put, root / NAME)
            _compose(again, put, root / NAME)


def _write_in_turns(window: WindowDriver, put: Put, path: Path) -> None:
    before = window.text
    assert put("Put by a program.\n").status == 200
    window.wait_until(lambda: window.text == "Put by a program.\n", 200)
    assert not window.file.is_modified

    window.trigger("undo")  # one step; the text of before is unsaved now
    assert (window.text, window.file.is_modified) == (before, True)
    refused = put("Lost work.\n")
    assert (refused.status, path.read_text()) == (409, "Put by a program.\n")
    assert b"unsaved edits in a window" in refused.body
    window.trigger("redo")  # clean again
    assert put("Put again.\n").status == 200
    window.wait_until(lambda: window.text == "Put again.\n", 200)

    window.type("Typed. ")
    assert put("Lost work.\n").status == 409
    window.trigger("save")
    assert path.read_text() == window.text
    assert put("Put after saving.\n").status == 200
    window.wait_until(lambda: window.text == "Put after saving.\n", 200)

    window.editor.insert_text("Discarded. ")
    assert put("Lost work.\n").status == 409
    window.workbench.files.close(window.file)
    assert put("Put after closing.\n").status == 200


def _make_a_copy_of_the_built_in(window: WindowDriver, put: Put, path: Path) -> None:
    """It is unsaved as soon as something is typed into it."""
    changes = list[FileChange]()
    window.workbench.work.done.connect(changes.append)
    window.open(NAME)
    window.trigger("reset_to_default")
    built_in = window.text
    assert (path.exists(), window.file.document.is_modified) == (False, False)
    window.trigger("make_my_copy")
    assert path.read_text() == built_in
    window.editor.insert_text("Typed into the copy. ")
    refused = put("Lost work.\n")
    assert (refused.status, path.read_text()) == (409, built_in)
    while window.file.is_modified:
        window.trigger("undo")
    assert put("Put by a program.\n").status == 200
    window.wait_until(lambda: window.text == "Put by a program.\n", 200)
    window.workbench.work.undo(changes[-1])  # Undo in the notice of the copy
    assert path.read_text() == "Put by a program.\n", "taking back the copy does not take back what was put"


def _compose(window: WindowDriver, put: Put, path: Path) -> None:
    """An input method commits a part of a word while the rest is still being composed."""
    window.open(NAME)
    before = path.read_text()
    event = QInputMethodEvent("ら", [])
    event.setCommitString("きた")
    QApplication.sendEvent(window.editor, event)
    assert window.file.document.has_held_changes
    assert (put("Lost work.\n").status, path.read_text()) == (409, before)


def _see_the_mark(window: WindowDriver, root: Path, state: Path) -> Path:
    """See that the mark is held, and follows a file that is renamed or removed; return its path."""
    files, path = window.workbench.files, root / "other.tmpl"
    with writing_allowed(state, root / NAME):
        window.editor.insert_text("Typed. ")
    _may_write(state, root / NAME)  # the mark could not be held, and nobody waited for it
    files.disk.look_now()
    with pytest.raises(UnsavedInWindow):
        _may_write(state, root / NAME)
    window.trigger("undo")
    _may_write(state, root / NAME)

    window.editor.insert_text("Typed. ")
    files.rename(window.file, path)
    _may_write(state, root / NAME)
    with pytest.raises(UnsavedInWindow):
        _may_write(state, path)
    assert files.save_as(window.file, path)
    _may_write(state, path)
    path.unlink()  # the text is only in the window now
    files.disk.look_now()
    with pytest.raises(UnsavedInWindow):
        _may_write(state, path)
    assert files.save_again(window.file)
    _may_write(state, path)
    window.editor.insert_text("Unsaved. ")
    window.close()  # without questions: the text is kept for the next start
    _may_write(state, path)
    return path


def _may_write(state: Path, path: Path) -> None:
    with writing_allowed(state, path) as warnings:
        assert warnings == ()
