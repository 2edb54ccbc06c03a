"""Other programs write, rename and remove files that are open, and saving fails: nothing is lost."""

from __future__ import annotations

import errno
import os
import re
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from named_cases import in_case

from editor_app.library.files.reading import FileError
from editor_app.library.history.history import history_of, read_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.window.commands.questions.conflict_question import ConflictAnswer
from editor_app.window.documents.disk import disk_check

pytestmark = pytest.mark.one_window

NAME = "test-scenario-generation.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, NAME)


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state"


def look(bench) -> None:
    bench.workbench.files.disk.look_now()


def put(path: Path, text: str) -> None:
    """Replace a file as most programs save: a new file takes its name."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_text(text)
    beside.replace(path)


def edit(bench) -> str:
    bench.go_to("\n---\n", 5)
    bench.editor.insert_text("Mine. ")
    assert bench.file.is_modified
    return bench.text


def test_a_change_is_noticed_without_looking_however_it_is_made(bench):
    bench.workbench._disk.stop()
    path, text = bench.root / NAME, bench.text

    def write_again(new: str) -> None:
        path.unlink()
        path.write_text(new)

    def lead_elsewhere(new: str) -> None:
        (bench.root / "runs" / "elsewhere.txt").write_text(new)
        path.unlink()
        path.symlink_to(bench.root / "runs" / "elsewhere.txt")

    def write_where_it_leads(new: str) -> None:
        put(bench.root / "runs" / "elsewhere.txt", new)

    ways = (
        ("replaced", lambda new: put(path, new)),
        ("replaced again", lambda new: put(path, new)),
        ("written in place", path.write_text),
        ("deleted and written again", write_again),
        ("turned into a link", lead_elsewhere),
        ("written where the link leads", write_where_it_leads),
        ("the link leads elsewhere", lambda new: (path.unlink(), put(path, new))),
    )
    for number, (name, change) in enumerate(ways):
        with in_case(name):
            new = f"{text}{number}\n"
            change(new)
            assert bench.text != new, "the control: only events tell the window"
            bench.wait(lambda new=new: bench.text == new and not bench.file.is_unsaved)
            assert not bench.file.is_stale
    bench.wait(lambda: bench.bar == "")  # which tells meanwhile what callers got without the file


def test_what_a_file_held_is_in_local_history_before_it_is_reloaded(bench, state):
    path = bench.root / NAME
    before = path.read_bytes().replace(b"\n", b"\r\n")
    bench.write(NAME, before)
    bench.world.time += timedelta(minutes=1)
    bench.write(NAME, "theirs\n")
    assert bench.text == "theirs\n"
    kept = versions_of(state, path)
    assert [version.why for version in kept] == [VersionReason.REPLACED] * 2
    assert read_version(state, kept[0]) == before

    edit_of = bench.open_copy("page-analysis.md", "mine.md")
    edit(bench)
    bench.write("mine.md", "theirs\n")
    assert versions_of(state, edit_of.path) == (), "the control: what is not replaced is not kept"
    assert "was changed on disk" in bench.bar


def test_of_a_text_that_other_programs_write_again_and_again_some_versions_are_kept(bench, state):
    path, first = bench.root / NAME, bench.text

    def kept() -> list[str]:
        return [read_version(state, version).decode() for version in reversed(versions_of(state, path))]

    for number in range(13):
        bench.write(NAME, f"Theirs {number}.\n")
        bench.world.time += timedelta(seconds=10)
    assert bench.text == "Theirs 12.\n"
    assert kept() == [first, "Theirs 5.\n", "Theirs 11.\n"], "once a minute"
    bench.editor.insert_text("Mine. ")
    bench.press("Ctrl+S", bench.editor)
    bench.write(NAME, "Theirs again.\n")
    assert kept()[-2:] == ["Theirs 12.\n", "Mine. Theirs 12.\n"], "what was saved here is always kept"


def test_where_local_history_cannot_keep_it_only_what_undo_brings_back_is_replaced(bench, monkeypatch):
    def refuse(*_arguments, **_keywords):
        raise FileError("The text before could not be kept: the disk is full.", bench.root / NAME)

    text = bench.text
    monkeypatch.setattr(disk_check, "keep_version", refuse)
    bench.write(NAME, "theirs\n")
    assert (bench.text, bench.bar) == ("theirs\n", "")
    assert bench.notice == (
        f"‘{NAME}’ was changed on disk and reloaded. The text before could not be kept: the disk is full."
    )
    bench.press("Ctrl+Z", bench.editor)
    assert bench.text == text

    large = "a line\n" * 201_000
    bench.write("large.md", large)
    bench.open("large.md")
    assert not bench.editor.document().isUndoRedoEnabled(), "the control: there it could not be undone"
    bench.write("large.md", "theirs\n")
    assert bench.file.text == large
    assert "was changed on disk" in bench.bar
    monkeypatch.undo()
    look(bench)
    assert (bench.file.text, bench.bar) == ("theirs\n", "")


def test_many_changed_files_are_reloaded_in_slices_and_said_once(bench, monkeypatch):
    names = [f"note-{number:02}.md" for number in range(6)]
    for name in names:
        (bench.root / name).write_text(f"# {name}\n")
        bench.open(name)
    said, reloaded = [], []
    bench.workbench.files.disk.news.connect(lambda words, _paths: said.append(words))
    bench.workbench.files.disk.reloaded.connect(lambda file: reloaded.append(file.path.name))
    bench.settle()
    monkeypatch.setattr(bench.workbench.files.disk._slicer, "milliseconds", 0)
    for name in names:
        put(bench.root / name, f"# {name}\n\nTheirs.\n")
    bench.workbench.files.disk.look()
    slices = 1
    while not said:
        before = len(reloaded)
        bench.workbench.files.disk._slicer.advance()
        slices += 1
        assert len(reloaded) - before <= 1, "no event does more than one file"
    assert slices > len(names)
    assert reloaded == names
    assert said == [bench.notice] == ["6 files were changed on disk and reloaded."]
    look(bench)
    assert said == [bench.notice], "the control: once is enough"

    watch = bench.workbench.files.disk._watch
    said.clear()
    for name in names[:3]:
        put(bench.root / name, f"# {name}\n\nAgain.\n")
        watch.note()  # as while a checkout goes on
        bench.workbench.files.disk.look()
        while bench.workbench.files.disk._slicer.is_busy:
            bench.workbench.files.disk._slicer.advance()
    assert said == []
    bench.wait(lambda: said)
    assert said == ["3 files were changed on disk and reloaded."]


def test_a_tab_follows_a_renamed_file_and_so_does_its_history(bench, state):
    path = bench.root / NAME
    edit(bench)
    bench.press("Ctrl+S", bench.editor)
    renamed = bench.root / "billing" / "renamed.md"
    renamed.parent.mkdir()
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    path.rename(renamed)
    look(bench)
    assert bench.tab_titles == ["renamed.md"]
    assert (bench.file.path, bench.file.is_unsaved, bench.bar) == (renamed, False, "")
    assert bench.notice == f"‘{NAME}’ was renamed on disk to ‘renamed.md’; its tab follows."
    assert [version.why for version in history_of(state, renamed).versions] == [VersionReason.SAVED]
    edit(bench)
    bench.press("Ctrl+S", bench.editor)
    assert renamed.read_text() == bench.text
    assert not path.exists()


def test_a_tab_follows_no_backup_and_goes_back_to_a_path_that_is_written_anew(bench, state):
    path = bench.root / NAME
    text = bench.text
    for name in (f"{NAME}~", f"{NAME}.bak", f"{NAME}.orig"):
        with in_case(name):
            path.rename(bench.root / name)
            look(bench)
            assert (bench.file.path, bench.file.is_gone) == (path, True)
            text += "More.\n"
            path.write_text(text)
            look(bench)
            assert (bench.tab_titles, bench.text, bench.bar) == ([NAME], text, "")

    bench.world.time += timedelta(minutes=1)  # of what is replaced again and again, not all is kept
    other = bench.root / "before-it.md"
    path.rename(other)
    look(bench)
    assert bench.file.path == other
    path.write_text("Anew.\n")
    look(bench)
    assert (bench.tab_titles, bench.file.path, bench.text) == ([NAME], path, "Anew.\n")
    assert f"‘{NAME}’ is on disk again; the tab of ‘before-it.md’ shows it." in bench.notice
    assert text.encode() in [read_version(state, one) for one in history_of(state, path).versions]

    for name, change in (
        ("edited since", lambda: edit(bench)),
        ("long ago", lambda: setattr(bench.world, "time", bench.world.time + timedelta(hours=1))),
    ):
        with in_case(name):
            original = bench.open_copy("page-analysis.md", f"{name[:4]}.md").path
            moved = original.with_name(f"{name[:4]}-moved.md")
            original.rename(moved)
            look(bench)
            assert bench.file.path == moved
            change()
            original.write_text("Another file.\n")
            look(bench)
            assert bench.file.path == moved


def test_a_folder_that_is_renamed_takes_its_tabs_along(bench):
    (bench.root / "old").mkdir()
    for name in ("a.md", "b.md"):
        (bench.root / "old" / name).write_text(f"# {name}\n")
        bench.open(f"old/{name}")
    (bench.root / "old").rename(bench.root / "new")
    look(bench)
    assert bench.bar == "‘b.md’ is no longer on disk. Its text is still here.", "nobody knows the folder yet"
    bench.workbench.library.refresh()
    bench.workbench.library.finish_checking()
    bench.settle()
    assert bench.bar == ""
    assert bench.notice == "2 files were renamed on disk; their tabs follow."
    assert [file.path.parent.name for file in bench.workbench.files.files][1:] == ["new", "new"]


def _copy(path: Path) -> None:
    shutil.copy2(path, path.with_name("copy.md"))
    path.unlink()


def _change_and_rename(path: Path) -> None:
    path.write_text("other\n")
    path.rename(path.with_name("changed.md"))


def test_a_tab_follows_only_what_is_surely_the_same_file(bench):
    for name, change in (("copied", _copy), ("changed", _change_and_rename)):
        with in_case(name):
            bench.open_copy(NAME, f"{name}-original.md")
            path = bench.file.path
            change(path)
            look(bench)
            assert bench.file.path == path
            assert bench.bar == f"‘{path.name}’ is no longer on disk. Its text is still here."

    with in_case("another name of it is left"):
        path = bench.root / "two-names.md"
        path.write_text("x\n")
        (bench.root / "other-name.md").hardlink_to(path)
        bench.open(path.name)
        path.unlink()
        look(bench)
        assert (bench.file.path, bench.file.is_gone) == (path, True)

    with in_case("what a link led to is left"):
        path = bench.root / "a-link.md"
        path.symlink_to("copy.md")
        bench.open(path.name)
        bench.settle()
        path.unlink()
        look(bench)
        assert (bench.file.path, bench.file.is_gone) == (path, True)

    with in_case("unsaved changes stay where they were made"):
        bench.open_copy(NAME, "edited.md")
        edit(bench)
        path = bench.file.path
        path.rename(bench.root / "elsewhere.md")
        look(bench)
        assert (bench.file.path, bench.file.is_gone) == (path, True)


def test_a_file_that_becomes_something_else_is_told_and_comes_back(bench, monkeypatch):
    path, text = bench.root / NAME, bench.text
    real_open = os.open

    def refuse(name, flags, *rest, **keywords):
        if os.fspath(name) in {os.fspath(path), path.name}:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        return real_open(name, flags, *rest, **keywords)

    def lose_permission() -> None:  # as for everybody but root
        path.chmod(0)
        monkeypatch.setattr(os, "open", refuse)

    def lead_in_a_circle() -> None:
        path.unlink()
        path.symlink_to(path.name)

    def lead_to_a_pipe() -> None:
        os.mkfifo(bench.root / "pipe")
        path.unlink()
        path.symlink_to(bench.root / "pipe")

    def lead_nowhere() -> None:
        path.unlink()
        path.symlink_to("nowhere.md")

    def become_a_folder() -> None:
        path.unlink()
        path.mkdir()

    for change, told in (
        (lose_permission, "could not be read: you have no permission."),
        (lead_in_a_circle, "could not be read: "),
        (lead_to_a_pipe, "is a named pipe, not a file that can be opened."),
        (lead_nowhere, "is no longer on disk."),
        (become_a_folder, "is a folder, not a file that can be opened."),
    ):
        with in_case(change.__name__):
            change()
            look(bench)
            assert told in bench.bar
            assert bench.bar.endswith("Its text is still here.")
            assert bench.text == text
            monkeypatch.undo()
            path.rmdir() if path.is_dir() else path.unlink()
            put(path, text)
            look(bench)
            assert (bench.bar, bench.text, bench.notice) == ("", text, "")


def test_a_link_out_of_an_untrusted_library_is_neither_read_nor_written(open_bench, root, tmp_path):
    diary = tmp_path / "diary.md"
    diary.write_text("Dear diary.\n")
    (root / "notes.md").write_text("Harmless.\n")
    bench = open_bench(root, "notes.md", trusted=False)
    (root / "notes.md").unlink()
    (root / "notes.md").symlink_to(diary)
    look(bench)
    link = f"‘notes.md’ is a link to ‘{diary}’, outside the library; it is used when you trust the folder and"
    link += " allow that file."
    assert (bench.text, bench.bar) == ("Harmless.\n", f"{link} Its text is still here.")
    bench.go_to("Harmless")
    bench.editor.insert_text("Mine. ")
    bench.press("Ctrl+S", bench.editor)
    assert bench.notice.startswith("‘notes.md’ was not saved: ‘notes.md’ is a link to ‘")
    bench.workbench.files.reload(bench.file)
    bench.workbench.commands.remedies.compare(bench.file)
    bench.workbench.commands.remedies.keep_mine(bench.file)
    assert (bench.dialogs.questions, bench.text) == ([], "Mine. Harmless.\n")
    assert diary.read_text() == "Dear diary.\n"

    bench.workbench.trust.trust_here(root.parent)
    look(bench)
    assert "outside the workspace; it is used when you allow that file." in bench.bar
    bench.workbench.trust.allow(bench.workbench.files.library.workspace, diary)
    look(bench)
    assert "was changed on disk" in bench.bar, "allowed, it is compared as any other"
    bench.workbench.files.reload(bench.file)
    assert bench.text == "Dear diary.\n"
    bench.editor.insert_text("Mine. ")
    bench.press("Ctrl+S", bench.editor)
    assert diary.read_text() == bench.text, "the control: allowed, it is written"


def test_no_case_and_no_situation_is_written_through_a_link_out_of_an_untrusted_library(
    open_bench, root, tmp_path
):
    theirs = tmp_path / "theirs.yaml"
    theirs.write_text("# Theirs.\n")
    (root / "plain.tmpl").write_text("A [file:style.md] B\n")
    (root / "plain.cases.yaml").symlink_to(theirs)
    message = root / "system-messages" / "team.yaml"
    message.write_text("id: team\nversion: 1.0.0\nblocks: []\n")
    (root / "system-messages" / "team.situations.yaml").symlink_to(theirs)
    bench = open_bench(root, "plain.tmpl", trusted=False)
    workbench = bench.workbench
    bench.file.set_values({"file:style.md": "typed"}, None)
    for is_trusted in (False, True, False):
        if is_trusted:
            workbench.trust.trust_here(root.parent)
            workbench.trust.allow(workbench.files.library.workspace, theirs)
        elif workbench.trust.of(root.parent).is_trusted:
            workbench.trust.take_back(root.parent)
        theirs.write_text("# Theirs.\n")
        bench.open("plain.tmpl")
        workbench.cases.save(bench.file, "one")
        assert ("typed" in theirs.read_text()) is is_trusted
        theirs.write_text("# Theirs.\n")
        bench.open("system-messages/team.yaml")
        workbench.current.perspective.situations.save("one")
        assert (theirs.read_text() != "# Theirs.\n") is is_trusted


# Conflicts, and saving that fails ---------------------------------------------------------------------------


def test_an_unchanged_file_is_reloaded_as_one_step_and_one_that_is_gone_or_no_text_comes_back(bench):
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
    edit(bench)
    bench.press("Ctrl+S", bench.editor)
    assert b"Mine. " in (bench.root / NAME).read_bytes()
    assert (bench.root / NAME).read_bytes().replace(b"\r\n", b"").count(b"\n") == 0
    see_deleted(bench)
    see_what_is_no_text(bench)


def see_deleted(bench):
    """See that a deleted file can be saved again, or comes back."""
    text, path = bench.text, bench.root / NAME
    data = path.read_bytes()
    path.unlink()
    bench.workbench.files.disk.look_now()
    assert bench.bar == f"‘{NAME}’ is no longer on disk. Its text is still here."
    bench.link("Save it again")
    assert path.read_text() == text
    assert bench.bar == ""
    path.unlink()
    bench.workbench.files.disk.look_now()
    assert bench.bar
    bench.write(NAME, data)
    assert bench.bar == ""

    mine = edit(bench)
    bench.write(NAME, "theirs")
    assert bench.bar
    bench.write(NAME, data)
    assert bench.bar == "", "the others took their change back"
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == mine


def see_what_is_no_text(bench):
    """See that a file that becomes a pipe is told of, and that what is no text is not saved."""
    bench.window.notices.dismiss()
    path = bench.root / NAME
    path.unlink()
    os.mkfifo(path)
    bench.workbench.files.disk.look_now()
    assert bench.bar.endswith("is a named pipe, not a file that can be opened. Its text is still here.")
    bench.workbench.files.disk.look_now()
    assert bench.notice == ""
    path.unlink()
    bench.write(NAME, bench.text)
    assert bench.bar == ""

    # What can’t be read is shown with stand-ins; saving those would lose the bytes.
    bench.write(NAME, b"caf\xe9 \xff")
    assert "�" in bench.text
    assert bench.bar.startswith("Read-only: Byte 4 is not UTF-8.")
    bench.type("x")
    bench.act_if_possible("save")
    assert path.read_bytes() == b"caf\xe9 \xff"
    bench.write(NAME, "a new text\n")
    assert bench.bar == ""
    bench.type("x")
    assert "x" in bench.text

    before = (bench.root / NAME).read_bytes()
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


def test_a_changed_file_asks_and_keeps_mine_loads_theirs_or_is_compared(bench):
    mine = edit(bench)
    path = bench.write(NAME, "theirs")
    assert bench.bar == f"‘{NAME}’ was changed on disk while you were editing it."
    assert bench.text == mine
    bench.link("Keep mine")
    assert path.read_text() == mine
    assert bench.bar == ""
    assert not bench.file.is_modified

    theirs = bench.text.replace("scenario", "story")
    mine = edit(bench)
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
    see_compared(bench)


def see_compared(bench):
    """See that the two texts are compared, and what follows from each answer."""
    for answer in ConflictAnswer:
        name = f"{answer.name.lower().replace('_', '-')}.md"
        with in_case(answer):
            bench.open_copy(NAME, name)
            base, mine = bench.text, edit(bench)
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
    mine = edit(bench)
    path = bench.root / NAME
    path.write_text("theirs")
    bench.press("Ctrl+S", bench.editor)
    assert path.read_text() == "theirs"
    assert (bench.text, bench.file.is_modified) == (mine, True)
    assert "was changed on disk" in bench.bar
    path.write_bytes(bench.file.data())  # the control: a plain write loses what the other program wrote
    assert path.read_text() == mine

    bench.open_copy("page-analysis.md", "same-size-and-time.md")
    edit(bench)
    path = bench.file.path
    status = path.stat()
    theirs = path.read_bytes().replace(b"Provide", b"PROVIDE")
    assert theirs != path.read_bytes()
    path.write_bytes(theirs)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    bench.press("Ctrl+S", bench.editor)
    assert path.read_bytes() == theirs


def test_of_two_windows_the_second_to_save_does_not_write_over_the_first(open_bench, root):
    path = root / NAME
    one, two = open_bench(root, NAME), open_bench(root, NAME)
    one.editor.insert_text("One. ")
    two.editor.insert_text("Two. ")
    for bench in (one, two):
        bench.workbench.commands.files.save()
    assert path.read_text() == one.text
    assert two.file.is_modified
    assert two.file.is_stale
    two.workbench.commands.remedies.keep_mine(two.file)
    assert path.read_text() == two.text, "the control: after the question it is written"
    look(one)
    assert one.text == two.text


def test_a_folder_that_is_read_only_and_a_full_disk(bench, monkeypatch):
    path = bench.root / NAME
    before = path.read_bytes()
    mine = edit(bench)
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

    before, mine = path.read_bytes(), edit(bench)

    def find_it_full(_descriptor, _data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", find_it_full)
    bench.press("Ctrl+S", bench.editor)
    monkeypatch.undo()
    assert "the disk is full" in bench.notice
    assert bench.window.status.saved.text() == "Unsaved, recoverable"
    assert (path.read_bytes(), bench.text, bench.file.is_modified) == (before, mine, True)
    assert [entry.name for entry in bench.root.iterdir() if ".md." in entry.name] == []


def named(prompt: str, name: str) -> str:
    return re.sub(r"^name: .*$", f"name: {name}", prompt, count=1, flags=re.MULTILINE)


def test_save_as_takes_the_name_and_the_tab(bench, tmp_path):
    mine = edit(bench)
    bench.dialogs.answers = [bench.root / NAME]
    bench.act("save_as")
    assert (bench.root / NAME).read_text() == mine, "onto itself it saves"

    saved, mine = mine, edit(bench)
    other = bench.root / "other.md"
    bench.dialogs.answers = [other]
    bench.press("Ctrl+Shift+S", bench.editor)
    assert other.read_text() == named(mine, "other") != mine, "a prompt has the name of its file"
    assert (bench.root / NAME).read_text() == saved
    assert bench.tab_titles == ["other.md"]
    assert not bench.file.is_modified

    mine = edit(bench)
    bench.dialogs.answers = [bench.root / "page-analysis.md"]
    bench.act("save_as")
    assert (bench.root / "page-analysis.md").read_text() == named(mine, "page-analysis"), (
        "another file is replaced as the dialog asked"
    )
    assert bench.tab_titles == ["page-analysis.md"]

    bench.open("defaults/test-data-generation.md")
    text = bench.text
    bench.dialogs.answers = [bench.root / "mine.md"]
    bench.act("save_as")
    assert (bench.root / "mine.md").read_text() == named(text, "mine")
    bench.go_to("max_tokens")
    bench.type("x")
    assert "xmax_tokens" in bench.text, "what was a default can be edited"
