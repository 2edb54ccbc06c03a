"""A file deleted on disk while it is open is unsaved: it is marked, asked about, and written again."""

from __future__ import annotations

import errno
import os
import shutil
from itertools import product
from pathlib import Path

import pytest
from named_cases import in_case

from editor_app.library.settings.trial_values import trial_values_dir
from editor_app.window.commands.files import SaveAnswer

pytestmark = pytest.mark.one_window

NAME = "test-scenario-generation.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, NAME)


def has_dot(bench, name: str) -> bool:
    bar = bench.workbench.tabs.bar
    index = bench.tab_titles.index(name)
    return bar.tabData(index) in bar._unsaved and bar.accessibleTabName(index) == f"{name}, unsaved"


def delete(bench, name: str = NAME) -> Path:
    path = bench.root / name
    path.unlink()
    bench.workbench.files.disk.look_now()
    return path


def test_save_writes_it_again_over_nothing_and_as_it_was(bench):
    for number, (is_modified, is_noticed) in enumerate(product((False, True), repeat=2)):
        name = f"copy-{number}.md"
        with in_case(("modified", is_modified, "noticed", is_noticed)):
            bench.open_copy(NAME, name)
            if is_modified:
                bench.go_to("\n---\n", 5)
                bench.editor.insert_text("Mine. ")
            text = bench.text
            path = bench.root / name
            path.unlink()
            if is_noticed:
                bench.workbench.files.disk.look_now()
            bench.press("Ctrl+S", bench.editor)
            assert path.read_text() == text
            assert not has_dot(bench, name)
            assert bench.bar == ""
            assert bench.window.status.saved.text().startswith("Saved")

    (bench.root / "billing").mkdir()
    path = bench.write("billing/refund.md", "x\n")
    bench.open("billing/refund.md")
    shutil.rmtree(path.parent)
    bench.workbench.files.disk.look_now()
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == bench.text, "its folder is made again"
    assert not has_dot(bench, "refund.md")

    name = "defaults/test-data-generation.md"
    data = (bench.root / name).read_bytes()
    bench.open(name)
    delete(bench, name)
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.press("Ctrl+W", bench.editor)
    assert (bench.root / name).read_bytes() == data, "a default comes back as it was"

    # Nothing is written over, and no stand-ins are written.
    bench.open(NAME)
    mine, path = bench.text, delete(bench)
    path.write_text("theirs")
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == "theirs"
    assert bench.text == mine
    assert "was changed on disk" in bench.bar

    path = bench.write("odd.md", b"caf\xe9 \xff")
    bench.open("odd.md")
    path.unlink()
    bench.workbench.files.disk.look_now()
    bench.link("Save it again")
    assert not path.exists()
    assert bench.notice.startswith("‘odd.md’ was not saved: Byte 4 is not UTF-8.")


def test_closing_asks_and_deleting_it_here_does_not(bench):
    for answer in SaveAnswer:
        name = f"{answer.name.lower()}.md"
        with in_case(answer):
            bench.open_copy(NAME, name)
            text, path = bench.text, delete(bench, name)
            bench.dialogs.questions.clear()
            bench.dialogs.answers = [answer]
            bench.press("Ctrl+W", bench.editor)
            assert bench.dialogs.questions == [("save", name)]
            assert (name in bench.tab_titles) is (answer is SaveAnswer.CANCEL)
            assert path.exists() is (answer is SaveAnswer.SAVE)
            if answer is SaveAnswer.SAVE:
                assert path.read_text() == text

    bench.open_copy(NAME, "unnoticed.md")
    (bench.root / "unnoticed.md").unlink()
    assert not bench.file.is_gone, "the control: the window has not looked"
    bench.dialogs.questions.clear()
    bench.dialogs.answers = [SaveAnswer.CANCEL]
    bench.press("Ctrl+W", bench.editor)
    assert bench.dialogs.questions == [("save", "unnoticed.md")]

    bench.dialogs.questions.clear()
    bench.workbench.commands.library.delete(bench.root / NAME)
    assert NAME not in bench.tab_titles
    assert bench.dialogs.questions == []


def test_leaving_without_a_journal_asks_about_all_of_them(open_bench, root):
    bench = open_bench(root, "page-analysis.md", NAME, keeps=False)
    texts = {path: path.read_text() for path in (bench.root / "page-analysis.md", bench.root / NAME)}
    for path in texts:
        path.unlink()
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.press("Ctrl+Q")
    assert bench.dialogs.questions == [("save", "page-analysis.md", NAME)]
    assert not bench.window.isVisible()
    assert {path: path.read_text() for path in texts} == texts


def test_it_is_marked_until_it_is_there_again_and_a_disk_that_does_not_answer_deletes_nothing(
    bench, monkeypatch
):
    path, real, hits = bench.root / NAME, Path.stat, []

    def stat(self, **keywords):
        if self == path:
            hits.append(self)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(self, **keywords)

    monkeypatch.setattr(Path, "stat", stat)
    bench.workbench.files.disk.look_now()
    assert hits, "the control: the file could not be looked at"
    assert not bench.file.is_gone
    assert bench.bar == (
        f"‘{NAME}’ could not be read: "
        "the disk reported a fault. Check the disk and try again. Its text is still here."
    )
    monkeypatch.undo()
    bench.workbench.files.disk.look_now()
    assert bench.bar == ""

    data = (bench.root / NAME).read_bytes()
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
    bench.write(NAME, data)
    assert not has_dot(bench, NAME)
    assert bench.window.status.saved.text() == "Saved"
    bench.press("Ctrl+W", bench.editor)
    assert bench.dialogs.questions == []


# What saving says -------------------------------------------------------------------------------------------


def test_all_that_saving_a_file_or_case_could_not_promise_is_said_in_one_notice(bench, monkeypatch, tmp_path):
    (tmp_path / "other.md").hardlink_to(bench.root / NAME)

    def fsync(_descriptor):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(os, "fsync", fsync)
    bench.go_to("max_tokens")
    bench.type("x")
    bench.press("Ctrl+S", bench.editor)
    monkeypatch.undo()
    assert "has another name (a hard link)" in bench.notice
    assert "Saved; the disk did not confirm" in bench.notice
    assert not bench.file.is_modified

    # That the earlier version could not be kept is said too.
    bench.workbench.cases.save(bench.file, "first")
    assert bench.notice == "Case ‘first’ is saved."
    shutil.rmtree(tmp_path / "state" / "history", ignore_errors=True)
    (tmp_path / "state" / "history").write_text("in the way")
    bench.workbench.cases.save(bench.file, "second")
    assert bench.notice.startswith("Saved; the earlier version could not be kept: ")
    assert bench.window.notices.link.text() == "History"
    bench.workbench.notifier.say("Something else.")
    bench.go_to("max_tokens")
    bench.type("x")
    bench.press("Ctrl+S", bench.editor)
    assert (bench.root / NAME).read_text() == bench.text
    assert bench.notice.startswith("Saved; the earlier version could not be kept: ")
    assert bench.window.notices.link.text() == "History"
    bench.window.notices.link.click()
    assert bench.panels.history.isVisible()
    assert bench.window.status.saved.text().startswith("Saved ")


def test_a_file_operation_says_it_too(bench, tmp_path):
    bench.workbench.commands.library.delete(bench.root / NAME)
    records = list((tmp_path / "state" / "history" / "files").iterdir())
    bench.undo_notice()
    for record in records:
        record.write_bytes(b"\0" * 50)
    bench.workbench.commands.library.delete(bench.root / NAME)
    assert bench.notice.startswith(f"‘{NAME}’ was moved to the history. ")
    assert f"The list of versions of ‘{NAME}’" in bench.notice


# Opening ----------------------------------------------------------------------------------------------------

LONG = "a" * 246


def test_names_as_long_as_a_disk_takes_are_opened(bench):
    before = (bench.root / NAME).read_text()
    for suffix in (".md", ".tmpl", ".yaml"):
        with in_case(suffix):
            name = LONG + suffix
            text = "blocks:\n- type: role\n  content: x\nrole: system\n" if suffix == ".yaml" else "Hello\n"
            path = bench.write(name, text)
            with pytest.raises(OSError, match=f"Errno {errno.ENAMETOOLONG}"):
                path.with_name(f"{LONG}.cases.yaml").stat()
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


PLACES_OF_OPENING = (
    "editor_app.window.documents.values.case_values.CaseValues.begin",
    "editor_app.window.text.editor_tabs.CodeEditor",
    "editor_app.window.text.tabs.tab_bar.DocumentTabBar.add",
    "editor_app.window.file_tabs.FileTabs._page_of",
    "editor_app.window.documents.resolving.VariableResolver.begin",
    "editor_app.window.documents.open_files.OpenFile",
)


def test_whatever_fails_while_opening_leaves_nothing_half_done(bench, qtbot, monkeypatch):
    def fail(*_arguments, **_keywords):
        raise RuntimeError("in the middle")

    for number, place in enumerate(PLACES_OF_OPENING):
        with in_case(place):
            bench.write(f"{number}.md", "Hello\n")
            text, titles, front = bench.text, bench.tab_titles, bench.file
            children = bench.workbench.tabs._stack.count()
            with monkeypatch.context() as patch, qtbot.captureExceptions() as caught:
                patch.setattr(place, fail)
                try:
                    opened = bench.workbench.commands.files.open(bench.root / f"{number}.md")
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
            assert bench.open(f"{number}.md") is bench.file
            assert bench.text == "Hello\n"


# What killed processes left ---------------------------------------------------------------------------------


def test_opening_a_library_sweeps_what_a_killed_process_left(open_bench, root, tmp_path):
    from signal import SIGKILL
    from subprocess import PIPE, Popen
    from sys import executable

    script = "import sys; from pathlib import Path\n"
    script += "from editor_app.library.files.temporaries import create_temporary\n"
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
