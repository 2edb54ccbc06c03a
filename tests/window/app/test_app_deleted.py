"""A file deleted on disk while it is open is unsaved: it is marked, asked about, and written again."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from editor_app.library import trial_values_dir
from editor_app.window.dialogs import SaveAnswer

NAME = "test-scenario-generation.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, "page-analysis.md", NAME)


def has_dot(bench, name: str) -> bool:
    bar = bench.workbench.tabs.bar
    index = bench.tab_titles.index(name)
    return bar.tabData(index) in bar._unsaved and bar.accessibleTabName(index) == f"{name}, unsaved"


def delete(bench, name: str = NAME) -> Path:
    path = bench.root / name
    path.unlink()
    bench.workbench.files.check_disk()
    return path


def test_it_is_marked_and_said(bench):
    assert (has_dot(bench, NAME), bench.window.status.saved.text()) == (False, "Saved")
    delete(bench)
    assert has_dot(bench, NAME)
    assert bench.window.status.saved.text() == "Deleted on disk"
    assert bench.file.is_unsaved
    bench.go_to("max_tokens")
    bench.type("x")
    bench.press("Ctrl+Z", bench.editor)
    assert not bench.file.is_modified
    assert has_dot(bench, NAME), "whatever is typed and taken back"


@pytest.mark.parametrize("is_modified", [False, True])
@pytest.mark.parametrize("is_noticed", [False, True])
def test_save_writes_it_again(bench, is_modified, is_noticed):
    if is_modified:
        bench.go_to("\n---\n", 5)
        bench.type("Mine. ")
    text = bench.text
    path = bench.root / NAME
    path.unlink()
    if is_noticed:
        bench.workbench.files.check_disk()
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == text
    assert not has_dot(bench, NAME)
    assert bench.bar == ""
    assert bench.window.status.saved.text().startswith("Saved")


@pytest.mark.parametrize("answer", list(SaveAnswer))
def test_closing_asks(bench, answer):
    text, path = bench.text, delete(bench)
    bench.dialogs.answers = [answer]
    bench.press("Ctrl+W", bench.editor)
    assert bench.dialogs.questions == [("save", NAME)]
    assert (NAME in bench.tab_titles) is (answer is SaveAnswer.CANCEL)
    assert path.exists() is (answer is SaveAnswer.SAVE)
    if answer is SaveAnswer.SAVE:
        assert path.read_text() == text


def test_closing_asks_although_nobody_noticed_yet(bench):
    (bench.root / NAME).unlink()
    assert not bench.file.is_gone, "the control: the window has not looked"
    bench.dialogs.answers = [SaveAnswer.CANCEL]
    bench.press("Ctrl+W", bench.editor)
    assert bench.dialogs.questions == [("save", NAME)]


def test_leaving_asks_about_all_of_them(bench):
    texts = {path: path.read_text() for path in (bench.root / "page-analysis.md", bench.root / NAME)}
    for path in texts:
        path.unlink()
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.press("Ctrl+Q")
    assert bench.dialogs.questions == [("save", "page-analysis.md", NAME)]
    assert not bench.window.isVisible()
    assert {path: path.read_text() for path in texts} == texts


def test_the_mark_goes_when_the_file_is_there_again(bench):
    data = (bench.root / NAME).read_bytes()
    delete(bench)
    bench.write(NAME, data)
    assert not has_dot(bench, NAME)
    assert bench.window.status.saved.text() == "Saved"
    bench.press("Ctrl+W", bench.editor)
    assert bench.dialogs.questions == []


def test_another_file_there_by_now_is_not_written_over(bench):
    mine, path = bench.text, delete(bench)
    path.write_text("theirs")
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == "theirs"
    assert bench.text == mine
    assert "was changed on disk" in bench.bar


def test_its_folder_is_made_again(bench):
    (bench.root / "billing").mkdir()
    path = bench.write("billing/refund.md", "x\n")
    bench.open("billing/refund.md")
    shutil.rmtree(path.parent)
    bench.workbench.files.check_disk()
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == bench.text
    assert not has_dot(bench, "refund.md")


def test_a_default_is_asked_about_and_comes_back_as_it_was(bench):
    name = "defaults/test-data-generation.md"
    data = (bench.root / name).read_bytes()
    bench.open(name)
    delete(bench, name)
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.press("Ctrl+W", bench.editor)
    assert (bench.root / name).read_bytes() == data


def test_stand_ins_are_never_written_for_what_the_file_held(bench):
    path = bench.write("odd.md", b"caf\xe9 \xff")
    bench.open("odd.md")
    path.unlink()
    bench.workbench.files.check_disk()
    bench.link("Save it again")
    assert not path.exists()
    assert bench.notice.startswith("‘odd.md’ was not saved: Byte 4 is not UTF-8.")


def test_a_disk_that_does_not_answer_deletes_nothing(bench, monkeypatch):
    path, real, hits = bench.root / NAME, Path.stat, []

    def stat(self, **keywords):
        if self == path:
            hits.append(self)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(self, **keywords)

    monkeypatch.setattr(Path, "stat", stat)
    bench.workbench.files.check_disk()
    assert hits, "the control: the file could not be looked at"
    assert not bench.file.is_gone
    assert bench.bar == f"‘{NAME}’ could not be read: the disk reported a fault. Its text is still here."
    monkeypatch.undo()
    bench.workbench.files.check_disk()
    assert bench.bar == ""


def test_deleting_it_here_closes_it_without_a_question(bench):
    bench.workbench.commands.files.delete(bench.root / NAME)
    assert NAME not in bench.tab_titles
    assert bench.dialogs.questions == []


# What saving says -------------------------------------------------------------------------------------------


def test_a_version_that_could_not_be_kept_is_said_with_the_save(bench, tmp_path):
    shutil.rmtree(tmp_path / "state", ignore_errors=True)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "history").write_text("in the way")
    bench.go_to("max_tokens")
    bench.type("x")
    bench.press("Ctrl+S", bench.editor)
    assert (bench.root / NAME).read_text() == bench.text
    assert bench.notice.startswith("Saved; the version before could not be kept: ")
    assert bench.window.status.saved.text().startswith("Saved ")


def test_all_that_saving_could_not_promise_is_said_in_one_notice(bench, monkeypatch, tmp_path):
    (tmp_path / "other.md").hardlink_to(bench.root / NAME)

    def fsync(_descriptor):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", fsync)
    bench.go_to("max_tokens")
    bench.type("x")
    bench.press("Ctrl+S", bench.editor)
    monkeypatch.undo()
    assert "has another name (a hard link)" in bench.notice
    assert "Saved; this disk cannot confirm" in bench.notice
    assert not bench.file.is_modified


def test_a_saved_case_says_it_too(bench, tmp_path):
    bench.workbench.cases.save(bench.file, "first")
    assert bench.notice == "Case ‘first’ is saved."
    shutil.rmtree(tmp_path / "state" / "history", ignore_errors=True)
    (tmp_path / "state" / "history").write_text("in the way")
    bench.workbench.cases.save(bench.file, "second")
    assert bench.notice.startswith("Saved; the version before could not be kept: ")


def test_a_file_operation_says_it_too(bench, tmp_path):
    bench.workbench.commands.files.delete(bench.root / NAME)
    [record] = (tmp_path / "state" / "history" / "files").iterdir()
    bench.undo_notice()
    record.write_bytes(b"\0" * 50)
    bench.workbench.commands.files.delete(bench.root / NAME)
    assert bench.notice.startswith(
        f"‘{NAME}’ was moved to local history. The list of the versions of ‘{NAME}’"
    )


# Opening ----------------------------------------------------------------------------------------------------

LONG = "a" * 246


@pytest.mark.parametrize("suffix", [".md", ".tmpl", ".yaml"])
def test_names_as_long_as_a_disk_takes_are_opened(bench, suffix):
    name = LONG + suffix
    text = "blocks:\n- type: role\n  content: x\nrole: system\n" if suffix == ".yaml" else "Hello\n"
    path = bench.write(name, text)
    with pytest.raises(OSError, match=f"Errno {errno.ENAMETOOLONG}"):
        path.with_name(f"{LONG}.cases.yaml").stat()
    before = (bench.root / NAME).read_text()
    file = bench.open(name)
    assert bench.file is file
    assert name in bench.tab_titles
    assert bench.workbench.tabs.editor_of(file.document) is not None
    bench.editor.setFocus()
    bench.type("q")
    assert "q" in file.text
    assert bench.workbench.files.find(bench.root / NAME).text == before
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == file.text
    if suffix == ".md":
        bench.workbench.cases.save(file, "first")
        assert "the name is too long" in bench.notice


@pytest.mark.parametrize(
    "place",
    [
        "editor_app.window.session.case_values.CaseValues.begin",
        "editor_app.window.editor.editor_tabs.CodeEditor",
        "editor_app.window.editor.tab_bar.DocumentTabBar.add",
        "editor_app.window.app.icon_of",
        "editor_app.window.session.resolving.Resolving.begin",
        "editor_app.window.session.open_files.OpenFile",
    ],
)
def test_whatever_fails_while_opening_leaves_nothing_half_done(bench, qtbot, monkeypatch, place):
    bench.write("other.md", "Hello\n")
    text, titles, front = bench.text, bench.tab_titles, bench.file
    children = bench.workbench.tabs._stack.count()

    def fail(*_arguments, **_keywords):
        raise RuntimeError("in the middle")

    monkeypatch.setattr(place, fail)
    with qtbot.captureExceptions() as caught:
        try:
            opened = bench.workbench.commands.files.open(bench.root / "other.md")
        except RuntimeError as error:
            opened = None
            caught.append((type(error), error, None))
    assert [str(error[1]) for error in caught] == ["in the middle"], "the control: it really failed"
    assert opened is None
    assert bench.tab_titles == titles
    assert [file.path.name for file in bench.workbench.files.files] == titles
    assert bench.workbench.tabs._stack.count() == children
    assert bench.file is front
    bench.type("q")
    assert bench.text != text, "keys go where one sees them go"
    monkeypatch.undo()
    assert bench.open("other.md") is bench.file
    assert bench.text == "Hello\n"


# What killed processes left ---------------------------------------------------------------------------------


def test_opening_a_library_sweeps_what_a_killed_process_left(open_bench, root, tmp_path):
    from signal import SIGKILL
    from subprocess import PIPE, Popen
    from sys import executable

    script = (
        "import sys; from pathlib import Path; from editor_app.library.temporaries import create_temporary\n"
    )
    script += "for path in sys.argv[1:]: create_temporary(Path(path), 0o600)\n"
    script += "print(flush=True); sys.stdin.read()"
    folders = (root, tmp_path / "config", trial_values_dir(tmp_path / "state", root))
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    targets = [folder / "a.md" for folder in folders]
    with Popen([executable, "-c", script, *targets], stdin=PIPE, stdout=PIPE) as process:
        process.stdout.readline()
        left = [path for folder in folders for path in folder.glob(".foreword-*.tmp")]
        assert len(left) == 3
        open_bench(root).close()
        assert all(path.exists() for path in left), "the control: their process still runs"
        process.send_signal(SIGKILL)
    open_bench(root)
    assert not any(path.exists() for path in left)
