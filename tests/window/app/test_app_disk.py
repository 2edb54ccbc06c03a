"""Other programs write the files that are open, and saving fails: nothing is lost, and it is said."""

from __future__ import annotations

import errno
import os

import pytest
from named_cases import in_case

from editor_app.library import VersionReason, history_of, read_version
from editor_app.window.dialogs import ConflictAnswer

pytestmark = pytest.mark.one_window

NAME = "test-scenario-generation.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, NAME)


def _edit(bench) -> str:
    """Type something, and return the text then."""
    bench.go_to("\n---\n", 5)
    bench.type("Mine. ")
    assert bench.file.is_modified
    return bench.text


def test_an_unchanged_file_is_reloaded_as_one_undo_step_with_its_newlines(bench):
    before = bench.text
    bench.write(NAME, before.replace("scenario", "story"))
    assert bench.text == before.replace("scenario", "story")
    assert bench.notice == f"‘{NAME}’ was changed on disk and reloaded."
    assert not bench.file.is_modified
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == before
    assert bench.file.is_modified
    bench.press("Ctrl+S", bench.editor)
    assert (bench.root / NAME).read_text() == before

    bench.go_to("max_tokens")
    bench.write(NAME, bench.text.replace("\n", "\r\n").replace("name: ", "# about\r\nname: ", 1))
    assert bench.text[bench.editor.cursor_offset() :].startswith("max_tokens")
    assert bench.window.status.newline.text() == "CRLF"
    _edit(bench)
    bench.press("Ctrl+S", bench.editor)
    assert b"Mine. " in (bench.root / NAME).read_bytes()
    assert (bench.root / NAME).read_bytes().replace(b"\r\n", b"").count(b"\n") == 0


def test_a_changed_file_asks_and_keeps_mine_or_loads_theirs(bench):
    mine = _edit(bench)
    path = bench.write(NAME, "theirs")
    assert bench.bar == f"‘{NAME}’ was changed on disk while you were editing it."
    assert bench.text == mine
    bench.link("Keep mine")
    assert path.read_text() == mine
    assert bench.bar == ""
    assert not bench.file.is_modified

    theirs = bench.text.replace("scenario", "story")
    mine = _edit(bench)
    path = bench.write(NAME, theirs)
    bench.link("Load theirs")
    assert (bench.text, path.read_text()) == (theirs, theirs)
    assert bench.bar == ""
    state = bench.workbench.files.state_dir
    kept = history_of(state, path).versions[0]
    assert kept.why is VersionReason.RELOADED, "what was not chosen is in local history"
    assert read_version(state, kept).decode() == mine
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == mine


def test_a_changed_file_is_compared(bench):
    for answer in ConflictAnswer:
        name = f"{answer.name.lower().replace('_', '-')}.md"
        with in_case(answer):
            bench.open_copy(NAME, name)
            base, mine = bench.text, _edit(bench)
            path = bench.write(name, base + "Theirs.\n")
            bench.dialogs.questions.clear()
            bench.dialogs.answers = [answer]
            bench.link("Compare…")
            (_, conflict), *others = bench.dialogs.questions
            assert (conflict.base, conflict.mine, conflict.disk) == (base, mine, base + "Theirs.\n")
            assert not others
            expected = {
                ConflictAnswer.KEEP_MINE: (mine, mine),
                ConflictAnswer.TAKE_DISK: (base + "Theirs.\n", base + "Theirs.\n"),
                ConflictAnswer.LATER: (mine, base + "Theirs.\n"),
                ConflictAnswer.HISTORY: (mine, base + "Theirs.\n"),
            }[answer]
            assert (bench.text, path.read_text()) == expected
            is_open = answer in {ConflictAnswer.LATER, ConflictAnswer.HISTORY}
            assert bool(bench.bar) is is_open
            assert bench.panels.history.isVisible() is (answer is ConflictAnswer.HISTORY)


def test_a_change_that_nobody_saw_yet_is_not_saved_over(bench):
    mine = _edit(bench)
    path = bench.root / NAME
    path.write_text("theirs")
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == "theirs"
    assert (bench.text, bench.file.is_modified) == (mine, True)
    assert "was changed on disk" in bench.bar
    path.write_bytes(bench.file.data())  # the control: a plain write loses what the other program wrote
    assert path.read_text() == mine

    bench.open_copy("page-analysis.md", "same-size-and-time.md")
    _edit(bench)
    path = bench.file.path
    status = path.stat()
    theirs = path.read_bytes().replace(b"Provide", b"PROVIDE")
    assert theirs != path.read_bytes()
    path.write_bytes(theirs)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    bench.press("Ctrl+S", bench.editor)
    assert path.read_bytes() == theirs


def test_a_deleted_file_can_be_saved_again_or_comes_back(bench):
    text, path = bench.text, bench.root / NAME
    data = path.read_bytes()
    path.unlink()
    bench.workbench.files.check_disk()
    assert bench.bar == f"‘{NAME}’ is no longer on disk. Its text is still here."
    bench.link("Save it again")
    assert path.read_text() == text
    assert bench.bar == ""
    path.unlink()
    bench.workbench.files.check_disk()
    assert bench.bar
    bench.write(NAME, data)
    assert bench.bar == ""

    mine = _edit(bench)
    bench.write(NAME, "theirs")
    assert bench.bar
    bench.write(NAME, data)
    assert bench.bar == "", "the others took their change back"
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == mine


def test_a_file_that_is_no_text_any_more_cannot_be_saved_over(bench):
    """What cannot be read is shown with stand-ins; saving those would lose the bytes."""
    path = bench.write(NAME, b"caf\xe9 \xff")
    assert "�" in bench.text
    assert bench.bar.startswith("Read-only: Byte 4 is not UTF-8.")
    bench.type("x")
    bench.act_if_possible("save")
    assert path.read_bytes() == b"caf\xe9 \xff"
    bench.write(NAME, "a new text\n")
    assert bench.bar == ""
    bench.type("x")
    assert "x" in bench.text


def test_a_file_that_turns_into_a_pipe_is_told_in_the_bar(bench):
    path = bench.root / NAME
    path.unlink()
    os.mkfifo(path)
    bench.workbench.files.check_disk()
    assert bench.bar.endswith("is a named pipe, not a file that can be opened. Its text is still here.")
    bench.workbench.files.check_disk()
    assert bench.notice == ""
    path.unlink()
    bench.write(NAME, bench.text)
    assert bench.bar == ""


def test_a_folder_that_is_read_only_and_a_full_disk(bench, monkeypatch):
    path = bench.root / NAME
    before = path.read_bytes()
    mine = _edit(bench)
    bench.root.chmod(0o500)
    if os.geteuid() == 0:  # root writes everywhere, so be told what others are told
        real_open = os.open

        def refuse(name, flags, *rest, **keywords):
            if flags & os.O_CREAT and str(bench.root) in os.fspath(name):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
            return real_open(name, flags, *rest, **keywords)

        monkeypatch.setattr(os, "open", refuse)
    try:
        bench.press("Ctrl+S", bench.editor)
    finally:
        monkeypatch.undo()
        bench.root.chmod(0o700)
    assert bench.notice.startswith(f"‘{NAME}’ was not saved: you have no permission.")
    assert (path.read_bytes(), bench.text, bench.file.is_modified) == (before, mine, True)
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == mine, "the control: nothing else kept it from being saved"

    before, mine = path.read_bytes(), _edit(bench)

    def find_it_full(_descriptor, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", find_it_full)
    bench.press("Ctrl+S", bench.editor)
    monkeypatch.undo()
    assert "the disk is full" in bench.notice
    assert bench.window.status.saved.text() == "Unsaved, recoverable"
    assert (path.read_bytes(), bench.text, bench.file.is_modified) == (before, mine, True)
    assert [entry.name for entry in bench.root.iterdir() if ".md." in entry.name] == []


def test_save_as_takes_the_name_and_the_tab(bench, tmp_path):
    mine = _edit(bench)
    bench.dialogs.answers = [bench.root / NAME]
    bench.act("save_as")
    assert (bench.root / NAME).read_text() == mine, "onto itself it saves"

    saved, mine = mine, _edit(bench)
    other = bench.root / "other.md"
    bench.dialogs.answers = [other]
    bench.press("Ctrl+Shift+S", bench.editor)
    assert other.read_text() == mine
    assert (bench.root / NAME).read_text() == saved
    assert bench.tab_titles == ["other.md"]
    assert not bench.file.is_modified

    mine = _edit(bench)
    bench.dialogs.answers = [bench.root / "page-analysis.md"]
    bench.act("save_as")
    assert (bench.root / "page-analysis.md").read_text() == mine, (
        "another file is replaced as the dialog asked"
    )
    assert bench.tab_titles == ["page-analysis.md"]

    bench.open("defaults/test-data-generation.md")
    text = bench.text
    bench.dialogs.answers = [bench.root / "mine.md"]
    bench.act("save_as")
    assert (bench.root / "mine.md").read_text() == text
    bench.go_to("max_tokens")
    bench.type("x")
    assert "xmax_tokens" in bench.text, "what was a default can be edited"


def test_half_a_character_is_not_saved(bench):
    before = (bench.root / NAME).read_bytes()
    bench.go_to("max_tokens")
    bench.editor.insert_text("a\ud83db")
    mine = bench.text
    assert "\ud83d" in mine
    bench.press("Ctrl+S", bench.editor)
    assert "half of a character" in bench.notice
    assert ((bench.root / NAME).read_bytes(), bench.text) == (before, mine)
    bench.dialogs.answers = [bench.root / "other.md"]
    bench.act("save_as")
    assert "half of a character" in bench.notice
    assert not (bench.root / "other.md").exists()
