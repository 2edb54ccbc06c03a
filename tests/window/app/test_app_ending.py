"""The ends of a window that keeps no unsaved text: closing, signals, faults, a second start."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from subprocess import Popen
from threading import Thread
from unittest.mock import Mock

import pytest
from named_cases import in_case
from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QDialog

from editor_app.library.settings.recent import read_recent
from editor_app.window.commands.files import SaveAnswer
from editor_app.window.startup.faults import Faults, TerminationNotifier
from editor_app.window.startup.instance_claim import Holder, claim_window, socket_path
from editor_app.window.startup.running import listen
from editor_app.window.startup.single_instance import hand_over

# In a process of its own: what waits in Qt for the answer holds up all of Python.
_SECOND_START = """
import sys
from pathlib import Path
from editor_app.window.startup.single_instance import hand_over
socket, *files = map(Path, sys.argv[1:])
sys.exit(not hand_over(socket, files, ["‘x’ is no file.", *["‘y’ is no file."] * 100_000], 30_000))
"""
# In a process of its own for the same reason.
_QUIT_ELSEWHERE = """
import sys
from pathlib import Path
from editor_app.window.startup.single_instance import close_other_windows
close_other_windows(Path(sys.argv[1]))
"""
NAME = "test-scenario-generation.md"


@pytest.fixture
def bench(open_bench, root):
    return open_bench(root, "page-analysis.md", NAME, keeps=False)


def edit(bench, name: str) -> None:
    bench.open(name)
    bench.go_to("max_tokens")
    bench.type("x")


def test_closing_tabs_asks_and_with_all_closed_the_keys_do_no_harm_nor_is_anything_asked(
    bench, open_bench, root
):
    for answer in SaveAnswer:
        name = f"{answer.name.lower()}.md"
        with in_case(answer):
            bench.open_copy(NAME, name)
            edit(bench, name)
            bench.dialogs.answers = [answer]
            bench.press("Ctrl+W")
            assert (name in bench.tab_titles) is (answer is SaveAnswer.CANCEL)
            assert (b"xmax_tokens" in (bench.root / name).read_bytes()) is (answer is SaveAnswer.SAVE)

    bench.dialogs.answers = [SaveAnswer.DISCARD]
    while bench.tab_titles:
        bench.act("close_tab")
    assert bench.workbench.current.file is None
    assert not bench.panels.variables.isVisible()
    for keys in ("Ctrl+S", "Ctrl+Shift+C", "F8", "F12", "Ctrl+.", "Ctrl+W", "F5", "Ctrl+Shift+Y"):
        bench.press(keys, bench.window)

    bench.open("system-prompt.tmpl")
    bench.dialogs.questions.clear()
    bench.press("Ctrl+Q")
    assert not bench.window.isVisible()
    assert bench.dialogs.questions == [], "there are no changes"
    bench.close()
    again = open_bench(root)
    assert again.file.path.name == "system-prompt.tmpl", "the last file is there after a restart"

    before = {name: (root / name).read_bytes() for name in ("page-analysis.md", NAME)}
    for name in before:
        edit(again, name)
    again.dialogs.answers = [SaveAnswer.DISCARD]
    again.press("Ctrl+Q")
    assert not again.window.isVisible()
    assert {name: (root / name).read_bytes() for name in before} == before


def test_closing_asks_once_about_all_unsaved_changes_and_the_window_stays_if_saving_fails(bench):
    files = {name: bench.root / name for name in ("page-analysis.md", NAME)}
    before = {name: path.read_bytes() for name, path in files.items()}
    for name in files:
        edit(bench, name)
    bench.dialogs.answers = [SaveAnswer.CANCEL]
    bench.press("Ctrl+Q")
    assert bench.dialogs.questions == [("save", *files)]
    assert bench.window.isVisible()
    assert {name: path.read_bytes() for name, path in files.items()} == before

    files[NAME].write_text("theirs")
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.press("Ctrl+Q")
    assert bench.window.isVisible()
    assert files[NAME].read_text() == "theirs"

    files[NAME].write_bytes(before[NAME])
    bench.workbench.files.disk.look_now()
    bench.dialogs.answers = [SaveAnswer.SAVE]
    bench.dialogs.questions.clear()
    edit(bench, "page-analysis.md")
    bench.press("Ctrl+Q")
    assert bench.dialogs.questions == [("save", *files)]
    assert not bench.window.isVisible()
    for name, path in files.items():
        typed = b"xxmax_tokens" if name == "page-analysis.md" else b"xmax_tokens"
        assert path.read_bytes() == before[name].replace(b"max_tokens", typed, 1)


@pytest.fixture
def handle():
    """Return a function that handles a signal in another way until the test ends."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield signal.signal
    for number, handler in before.items():
        signal.signal(number, handler)


def check_that_a_signal_asks(bench, handle, number: int, answer: SaveAnswer) -> None:
    handle(number, signal.SIG_DFL)
    bench.dialogs.questions.clear()
    bench.dialogs.answers = [answer]
    termination = TerminationNotifier()
    termination.requested.connect(bench.window.close)
    before = signal.getsignal(number)
    restore = termination.install()
    try:
        assert signal.getsignal(number) is not before, "the control: without it the process would end"
        os.kill(os.getpid(), number)
        bench.wait(lambda: bench.dialogs.questions == [("save", NAME)])
        bench.wait(lambda: not bench.dialogs.answers)
    finally:
        restore()
    assert bench.window.isVisible() is (answer is SaveAnswer.CANCEL)
    assert signal.getsignal(number) is before
    assert (b"xmax_tokens" in (bench.root / NAME).read_bytes()) is (answer is SaveAnswer.SAVE)


@pytest.mark.parametrize(
    ("handler", "heard"),
    [(signal.SIG_IGN, b""), (signal.SIG_DFL, bytes([signal.SIGINT]))],  # the second is the control
    ids=["ignored", "not ignored"],
)
def test_a_signal_that_is_ignored_at_the_start_stays_so(qapp, handle, handler, heard):
    handle(signal.SIGINT, handler)
    termination = TerminationNotifier()
    restore = termination.install()
    try:
        os.kill(os.getpid(), signal.SIGINT)
        try:
            woken_by = termination._reading.recv(64)
        except BlockingIOError:
            woken_by = b""
    finally:
        restore()
    assert woken_by == heard
    assert signal.getsignal(signal.SIGINT) == handler


def check_that_an_exception_in_a_slot_or_another_thread_is_said(bench, monkeypatch) -> None:
    edit(bench, NAME)
    text = bench.text

    def fail() -> None:
        raise RuntimeError("the disk\nwent away.")

    caught = []
    with monkeypatch.context() as patch:
        patch.setattr(sys, "excepthook", lambda *error: caught.append(error[0]))
        QTimer.singleShot(0, fail)
        bench.wait(lambda: caught)
    assert (caught, bench.notice) == ([RuntimeError], ""), "the control: it reaches only the hook"

    faults = Faults()
    faults.happened.connect(lambda sentence, _details: bench.workbench.notifier.say(sentence))
    restore = faults.install()
    try:
        QTimer.singleShot(0, fail)
        bench.wait(lambda: bench.notice)
        assert bench.notice == "That did not work: the disk went away. Your text is still here."
        assert bench.text == text
        bench.type("y")
        assert "xymax_tokens" in bench.text, "the window goes on"

        bench.window.notices.dismiss()
        thread = Thread(target=fail)
        thread.start()
        thread.join()
        assert bench.notice == "", "not from the other thread"
        bench.wait(lambda: bench.notice)
        assert bench.notice == "That did not work: the disk went away. Your text is still here."
    finally:
        restore()


def check_that_what_is_handed_over_is_opened_or_said(bench) -> None:
    """Files and chats in this window, other folders as libraries of their own, the rest in one notice."""
    chat = bench.root / "chats" / "charged-twice"
    folders = [bench.root.parent / f"library {number}" for number in range(7)]
    libraries = []
    asked = bench.workbench.library_requested.connect(libraries.append)
    gone = [bench.root / f"gone {number}.md" for number in range(5)]
    bench.workbench.take_files([bench.root, *gone, chat, bench.root / "compaction.md"], ["‘x’ is no file."])
    assert (bench.file.path.name, libraries) == ("compaction.md", [])
    assert "charged-twice" in bench.tab_titles
    said = [
        f"‘{path.name}’ could not be read: it, or a folder on the way to it, is not there." for path in gone
    ]
    assert bench.notice == " ".join(["‘x’ is no file.", *said[:2], "3 more were not opened."])
    for folder in folders:
        folder.mkdir()
    bench.workbench.take_files(folders)
    QObject.disconnect(asked)
    assert libraries == folders[:5]
    assert bench.notice.startswith("2 more folders were not opened. ")


def test_the_text_stays_after_an_exception_and_a_second_start_hands_its_files_over_and_a_signal_asks_first(
    bench, handle, tmp_path, expect_log, monkeypatch
):
    expect_log("an action failed")
    check_that_an_exception_in_a_slot_or_another_thread_is_said(bench, monkeypatch)
    place = socket_path(tmp_path, bench.root)
    assert not hand_over(place, []), "the control: nobody listens yet"
    instance = listen(place, Mock(holder=Holder.US), bench.workbench)
    assert not read_recent(bench.workbench.files.state_dir).folders
    odd = bench.root / "ünïcode name.md"
    odd.write_text("Hello")
    with Popen(
        [sys.executable, "-c", _SECOND_START, place, bench.root / "system-prompt.tmpl", odd]
    ) as second:
        bench.wait(lambda: second.poll() is not None)
        assert second.returncode == 0
    bench.wait(lambda: "ünïcode name.md" in bench.tab_titles)
    assert bench.file.path == odd
    assert "system-prompt.tmpl" in bench.tab_titles
    recent = read_recent(bench.workbench.files.state_dir).folders
    assert [one.path for one in recent] == [bench.root], "a folder that one comes back to is the last one"
    y = "‘y’ is no file."
    assert bench.notice == f"‘x’ is no file. {y} {y} 99,998 more were not opened."
    check_that_what_is_handed_over_is_opened_or_said(bench)
    instance.close()
    assert not hand_over(place, [])

    edit(bench, NAME)
    for number, answer in ((signal.SIGINT, SaveAnswer.CANCEL), (signal.SIGTERM, SaveAnswer.SAVE)):
        with in_case(number):
            check_that_a_signal_asks(bench, handle, number, answer)


def test_quit_in_another_window_asks_here_as_closing_does_and_waits_for_an_open_dialog(bench, tmp_path):
    place, elsewhere = (socket_path(tmp_path, folder) for folder in (bench.root, tmp_path))
    claim, instance = claim_window(place), listen(place, Mock(holder=Holder.US), bench.workbench)
    dialog = QDialog(bench.window)

    def quit_elsewhere() -> None:
        handed_over = QSignalSpy(instance.close_requested)
        with Popen([sys.executable, "-c", _QUIT_ELSEWHERE, elsewhere]) as other:
            bench.wait(lambda: other.poll() is not None and handed_over.count())

    edit(bench, NAME)
    dialog.open()
    quit_elsewhere()
    assert bench.dialogs.questions == []
    assert bench.notice == "Quit waits for the dialog of this window: close it, then quit again."
    dialog.close()
    for answer in (SaveAnswer.CANCEL, SaveAnswer.SAVE):
        with in_case(answer):
            bench.dialogs.questions.clear()
            bench.dialogs.answers = [answer]
            quit_elsewhere()
            assert bench.dialogs.questions == [("save", NAME)]
            assert bench.window.isVisible() is (answer is SaveAnswer.CANCEL)
            assert (b"xmax_tokens" in (bench.root / NAME).read_bytes()) is (answer is SaveAnswer.SAVE)
    instance.close()
    claim.release()


def test_what_cannot_be_opened_is_said_once_and_a_fault_while_opening_silences_nothing(
    bench, heard, monkeypatch
):
    gone = "‘gone.md’ could not be read: it, or a folder on the way to it, is not there."
    bench.workbench.take_files([bench.root / "gone.md"])
    assert heard == [gone]

    def fail(_path: Path) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patches:
        patches.setattr(bench.workbench.commands.files, "open", fail)
        with pytest.raises(ZeroDivisionError):
            bench.workbench.take_files([bench.root / NAME])
    heard.clear()
    bench.workbench.commands.files.open(bench.root / "gone.md")
    assert heard == [gone]


def test_of_very_many_files_some_are_opened_whoever_names_them(bench, root):
    names = [f"{number}.md" for number in range(52)]
    for name in names:
        (root / name).write_text(f"{name}\n")
    only = "Only the first 50 of 52 files were opened. Open the others from the library."
    bench.workbench.take_files([root / name for name in names])
    assert bench.tab_titles[-50:] == names[:50]
    assert bench.notice == only


def test_a_start_without_a_file_to_open_has_the_last_or_first_prompt_in_front(open_bench, root):
    (root.parent / "another library").mkdir()
    for names in ((".", "../another library"), ("gone.md",)):
        with in_case(names):
            bench = open_bench(root, *names, keeps=False)
            assert bench.file.path.name == "page-analysis.md"
            bench.close()
    bench = open_bench(root, "page-analysis.md", NAME, "compaction.md")
    bench.open(NAME)
    bench.close()
    bench = open_bench(root, ".", "../another library")
    assert (bench.file.path.name, len(bench.tab_titles)) == (NAME, 3), "as its last window was"


def test_two_libraries_have_sockets_of_their_own(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to("a")
    paths = {socket_path(tmp_path, tmp_path / name) for name in ("a", "b", "link")}
    assert len(paths) == 2, "a link is the same library"
    long = Path("/run/user/1000/" + "x" * 40)
    assert len(os.fsencode(socket_path(long, tmp_path / "a"))) < 107
