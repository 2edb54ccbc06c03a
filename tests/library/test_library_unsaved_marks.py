"""Whether a window has unsaved edits of a file is known in every process, and ends with the window's."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from editor_app.library.files.reading import FileError
from editor_app.library.files.unsaved_marks import UnsavedInWindow, hold_unsaved_mark, writing_allowed

_HOLDER = """
import sys
from pathlib import Path
from editor_app.library.files.unsaved_marks import hold_unsaved_mark
mark = hold_unsaved_mark(Path(sys.argv[1]), Path(sys.argv[2]))
print(mark.is_held, flush=True)
sys.stdin.readline()
mark.release()
print("released", flush=True)
sys.stdin.readline()
"""
_CHECKOUT = Path(__file__).parents[2]


class _Window:
    """A process that has unsaved edits of a file."""

    def __init__(self, state_dir: Path, path: Path) -> None:
        command = [sys.executable, "-c", _HOLDER, str(state_dir), str(path)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_CHECKOUT
        )
        self.said = self._line()

    def save(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        assert self._line() == "released"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def _line(self) -> str:
        return self.process.stdout.readline().strip()


def test_no_process_writes_while_a_window_has_unsaved_edits(tmp_path: Path) -> None:
    state, path = tmp_path / "state", tmp_path / "a.tmpl"
    path.write_text("a")
    link = tmp_path / "link.tmpl"
    link.symlink_to(path)
    window, other = _Window(state, path), _Window(state, link)
    try:
        assert (window.said, other.said) == ("True", "True")  # two windows may both have edits of it
        for name in (path, link):
            with pytest.raises(UnsavedInWindow, match="unsaved edits in a window") as refused:
                _enter(state, name)
            assert isinstance(refused.value, FileError)
        with writing_allowed(state, tmp_path / "b.tmpl") as warnings:
            assert warnings == ()  # another file is nobody's
        window.save()
        with pytest.raises(UnsavedInWindow):
            _enter(state, path)
    finally:
        other.kill()  # as does a crash: nothing has to be cleaned up for the next to write
        window.kill()
    with writing_allowed(state, path):
        mark = hold_unsaved_mark(state, path)
        assert not mark.is_held  # a window never waits for who is writing
        mark.release()
    assert mark.hold()
    with pytest.raises(UnsavedInWindow):
        _enter(state, path)
    mark.release()
    with writing_allowed(state, path) as warnings:
        assert warnings == ()
    assert not [name for name in os.listdir(state / "unsaved") if not name.endswith(".writing")]
    assert (state / "unsaved").stat().st_mode & 0o777 == 0o700


def test_where_no_mark_can_be_made_it_is_said_and_nobody_is_kept_from_writing(tmp_path: Path) -> None:
    state, path = tmp_path / "state", tmp_path / "a.tmpl"
    state.write_text("no folder")
    mark = hold_unsaved_mark(state, path)
    assert not mark.is_held
    mark.release()
    with writing_allowed(state, path) as warnings:
        assert "is unknown" in warnings[0]
    control = tmp_path / "control"
    assert hold_unsaved_mark(control, path).hold()


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES])
def test_a_disk_that_does_not_tell_is_asked_once_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    state, path = tmp_path / "state", tmp_path / "a.tmpl"
    calls: list[Path] = []
    real_lstat = Path.lstat

    def failing(self: Path) -> os.stat_result:
        if self.parent.name != "unsaved":
            return real_lstat(self)
        calls.append(self)
        assert len(calls) < 10, "it asks for ever"
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "lstat", failing)
        assert not hold_unsaved_mark(state, path).is_held
        with writing_allowed(state, path) as warnings:
            (sentence,) = warnings
            assert sentence.startswith("Whether a window has unsaved edits of ‘a.tmpl’ is unknown: ")
    assert len(calls) == 2
    with writing_allowed(state, path) as warnings:  # the control
        assert warnings == ()
    assert hold_unsaved_mark(state, path).is_held


def test_a_mark_removed_before_it_was_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed: list[Path] = []
    real_lstat = Path.lstat

    def removing(self: Path) -> os.stat_result:
        if self.parent.name == "unsaved" and not removed:
            removed.append(self)
            self.unlink()
        return real_lstat(self)

    monkeypatch.setattr(Path, "lstat", removing)
    assert hold_unsaved_mark(tmp_path, tmp_path / "a").is_held
    assert removed[0].exists()


def test_an_error_of_the_body_is_raised_and_the_mark_is_free_again(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), writing_allowed(tmp_path, tmp_path / "a"):
        raise ZeroDivisionError
    assert hold_unsaved_mark(tmp_path, tmp_path / "a").is_held


def _enter(state_dir: Path, path: Path) -> None:
    with writing_allowed(state_dir, path):
        pytest.fail("it was allowed")
