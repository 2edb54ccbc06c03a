"""The real program ends in order on signals and without a display; starts after a kill are one window."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

import pytest
from named_cases import in_case

from editor_app.library import sample_dir, state_dir, take_journals
from editor_app.window.startup.single_instance import socket_path

# The program, which types something once it runs, asks whether to save it if told so, and names what it does.
_PROGRAM = """
import os, signal, sys
from PySide6.QtCore import QCoreApplication, QTimer
from editor_app.cli import main
from editor_app.window.startup.first_window import FirstWindow
wait_until_seen = FirstWindow.wait_until_seen
how = sys.argv[1]
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)  # the tests may have been begun with one ignored, as by nohup

def wait_and_listen_in(first):
    from editor_app.window.app import Workbench  # as late as the program itself: most starts need none of it
    from editor_app.window.dialogs import WindowDialogs
    global start, close, ask
    wait_until_seen(first)
    start, close, ask = Workbench.start, Workbench.close, WindowDialogs.ask_save
    Workbench.start, Workbench.close, WindowDialogs.ask_save = start_and_type, close_and_tell, ask_and_tell

def tell(*words):
    print(*words, flush=True)

def start_and_type(workbench, *arguments):
    start(workbench, *arguments)
    if how in ("before the loop", "in a loop before"):
        workbench.tabs.current_editor.insert_text("Mine. ")
        os.kill(os.getpid(), int(sys.argv[2]))
    if how == "in a loop before":
        QCoreApplication.processEvents()
    QTimer.singleShot(0, workbench, lambda: type_into(workbench))

def type_into(workbench):
    workbench.tabs.current_editor.insert_text("Mine. ")
    if how in ("-", "asks"):
        QCoreApplication.processEvents()  # marks the title: where the display has ended by then, Xlib exits
    tell("unsaved:", workbench.current.file.is_unsaved and workbench.session.is_safe())
    if how == "asks":
        workbench.commands.files.close_current()

def ask_and_tell(dialogs, names):
    QTimer.singleShot(0, lambda: tell("asking"))
    answer = ask(dialogs, names)
    tell("answer:", answer.name)
    return answer

def close_and_tell(workbench):
    close(workbench)
    tell("closed, window visible:", workbench.window.isVisible())

FirstWindow.wait_until_seen = wait_and_listen_in
sys.exit(main(sys.argv[3:]))
"""
_WAIT = 60
_TYPED = "unsaved: True\n"
_CLOSED = "closed, window visible: False\n"
_ENDED = {"-": _CLOSED, "asks": f"answer: CANCEL\n{_CLOSED}"}

Start = Callable[..., Popen[str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    root = tmp_path / "atlas" / "prompts"
    shutil.copytree(sample_dir(), root)
    return root / "page-analysis.md"


@pytest.fixture
def start(path: Path) -> Iterator[Start]:
    """Return a function that starts the program on a prompt, and waits until it has typed."""
    started: list[Popen[str]] = []

    def start_one(
        how: str = "-", number: int = signal.SIGTERM, *, waits: bool = True, **environment: str
    ) -> Popen[str]:
        command = [sys.executable, "-W", "error", "-c", _PROGRAM, how, str(int(number)), str(path)]
        process = Popen(command, stdout=PIPE, stderr=PIPE, text=True, env={**os.environ, **environment})
        started.append(process)
        if not waits:
            return process
        assert process.stdout.readline() == _TYPED
        if how == "asks":
            assert process.stdout.readline() == "asking\n"
        return process

    yield start_one
    for process in started:
        process.kill()
        process.communicate()


def journalled(path: Path) -> tuple[bool, bool]:
    """Return whether the program ended in order, and whether its journal has what was typed."""
    journals, sentences = take_journals(state_dir(), path.parent)
    content = journals[0].content  # of the last one: who was killed had not yet taken over the one before
    for journal in journals:
        journal.release()
    assert sentences == ()
    return content.is_clean, any("Mine. " in text.text for text in content.texts)


def test_a_signal_that_comes_while_it_starts_ends_it_in_order(start, path):
    """It is there before the window's event loop, or was taken by another one before that."""
    for how, number in (("before the loop", signal.SIGTERM), ("in a loop before", signal.SIGINT)):
        with in_case(how):
            process = start(how, number, waits=False)
            assert (process.wait(_WAIT), process.stdout.read().removeprefix(_TYPED)) == (0, _CLOSED)
            assert journalled(path) == (True, True)


@pytest.mark.parametrize(("number", "how"), [(signal.SIGINT, "-"), (signal.SIGHUP, "asks")])
def test_a_signal_ends_it_without_a_question_and_also_while_one_is_asked(start, path, number, how):
    before = path.read_bytes()
    process = start(how)
    process.send_signal(number)
    assert (process.wait(_WAIT), process.stdout.read()) == (0, _ENDED[how])
    assert journalled(path) == (True, True)
    assert path.read_bytes() == before, "nothing is saved unasked"


@pytest.fixture
def display() -> Iterator[tuple[str, Popen[bytes]]]:
    """Return the name of a display of its own, and the process that is its server."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("no Xvfb is installed, whose end this is about")
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-nolisten", "tcp", "-screen", "0", "1280x800x24"]
    with Popen(command, pass_fds=[writing], stdout=DEVNULL, stderr=DEVNULL) as process:
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        yield f":{number}", process
        process.kill()


@pytest.mark.parametrize("how", _ENDED)
def test_the_end_of_the_display_closes_it_in_order_even_while_a_dialog_is_open(start, display, path, how):
    name, server = display
    process = start(how, QT_QPA_PLATFORM="xcb", DISPLAY=name)
    server.kill()
    assert (process.wait(_WAIT), process.stdout.read()) == (1, _ENDED[how])
    assert journalled(path) == (True, True)


def test_starts_at_once_after_a_kill_are_one_window_with_the_text(start, path):
    socket = socket_path(Path(os.environ["XDG_RUNTIME_DIR"]), path.parent)
    killed = start()
    killed.kill()
    assert killed.wait(_WAIT) == -signal.SIGKILL
    assert journalled(path) == (False, True), "the control: it did not end in order"
    assert socket.exists(), "the control: its socket is still there"
    processes = [start(waits=False) for _ in range(3)]
    with ThreadPoolExecutor(len(processes)) as pool:
        first_lines = list(pool.map(lambda process: process.stdout.readline(), processes))
    assert sorted(first_lines) == [*[""] * 2, _TYPED]
    window = processes[first_lines.index(_TYPED)]
    assert [process.wait(_WAIT) for process in processes if process is not window] == [0] * 2
    window.send_signal(signal.SIGTERM)
    assert (window.wait(_WAIT), window.stdout.read()) == (0, _CLOSED)
    assert not socket.exists()
    [journal], _ = take_journals(state_dir(), path.parent)
    [text] = journal.content.texts
    journal.release()
    assert journal.content.is_clean, "a signal ended it in order"
    assert text.text.count("Mine. ") == 2, "what was typed before the kill, and after it"
