"""The real program ends in order on signals and without a display; all that is asked for gets one window."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Thread

import pytest
from forked_program import ForkedProgram, programs_with
from named_cases import in_case

from editor_app.library.files.temporaries import locked
from editor_app.library.history.version_lists import read_limits
from editor_app.library.journal.taking import take_journals, unsaved_elsewhere
from editor_app.library.paths import config_dir, data_dir, sample_dir, state_dir
from editor_app.library.sample import ensure_sample
from editor_app.library.settings.settings import Settings, write_settings
from editor_app.window.startup.instance_claim import socket_path
from editor_app.window.startup.single_instance import hand_over_or_claim

# The program, which types something once it runs, asks whether to save it if told so, and names what it does
# and the files it opens. At the gate it waits before it decides whether it is the one that opens a window.
_PROGRAM = """
import os, signal, sys
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication
from editor_app.cli import main
from editor_app.window.startup import starting
from editor_app.window.frame.first_window import FirstWindow
claim_window = starting.claim_window
wait_until_seen = FirstWindow.wait_until_seen
how = sys.argv[1]
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)  # the tests may have been begun with one ignored, as by nohup

def claim(socket):
    if how == "gate":
        tell("at the gate")
        sys.stdin.readline()
    return claim_window(socket)

def wait_and_listen_in(first):
    from editor_app.window.app import Workbench
    from editor_app.window.kit.dialogs.dialog import WindowDialogs
    from editor_app.window.documents.open_files import OpenFiles
    global start, close, ask, open_file
    wait_until_seen(first)
    start, close, ask, open_file = Workbench.start, Workbench.close, WindowDialogs.ask, OpenFiles.open
    Workbench.start, Workbench.close, WindowDialogs.ask = start_and_type, close_and_tell, ask_and_tell
    if how == "gate":
        OpenFiles.open = open_and_tell

def tell(*words):
    print(*words, flush=True)

def tell_at_rest(*words):
    # Where the display ends while Qt takes an event of it, or marks a title, Xlib exits at once.
    QGuiApplication.sync()
    while QAbstractEventDispatcher.instance().processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
        QGuiApplication.sync()
    tell(*words)

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
    say = tell_at_rest if how == "-" else tell
    say("unsaved:", workbench.current.file.is_unsaved and workbench.session.is_safe())
    if how == "asks":
        workbench.commands.files.close_current()

def ask_and_tell(dialogs, names):
    QTimer.singleShot(0, lambda: tell_at_rest("asking"))
    answer = ask(dialogs, names)
    tell("answer:", answer.name)
    return answer

def open_and_tell(files, path):
    opened = open_file(files, path)
    tell(path.name)
    return opened

def close_and_tell(workbench):
    close(workbench)
    tell("closed, window visible:", workbench.window.isVisible())

starting.claim_window, FirstWindow.wait_until_seen = claim, wait_and_listen_in
sys.exit(main(sys.argv[3:]))
"""
_FAILS_IN_OVERRIDE = """
import sys
from pathlib import Path
from PySide6.QtCore import QEvent, QTimer, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit
from editor_app.window.startup import running, starting
from editor_app.window.startup.faults import Faults

class Layout(QPlainTextDocumentLayout):
    fails = False

    def blockBoundingRect(self, block):
        if self.fails:
            self.fails = False
            return [][1]
        return super().blockBoundingRect(block)

class Editor(QPlainTextEdit):
    def keyPressEvent(self, event):
        self.document().documentLayout().fails = True
        super().keyPressEvent(event)

def run_window(app, first, *_paths, **_places):
    first.hide()
    editor, faults = Editor(), Faults()
    editor.document().setDocumentLayout(Layout(editor.document()))
    editor.show()
    faults.happened.connect(lambda sentence, details: print(sentence, details))
    faults.install()
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
    QTimer.singleShot(0, lambda: app.postEvent(editor, key))
    QTimer.singleShot(0, lambda: app.postEvent(app, QEvent(QEvent.Type.Quit)))
    code = app.exec()
    print("written:", editor.toPlainText())
    return code

running.run_window = run_window
sys.exit(starting.run([], Path(sys.argv[1])))
"""
# A start that macOS's Finder asks, in events, to open files and a folder: before it has a window, and later.
_OPENED_BY_FINDER = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from editor_app.window.app import Workbench
from editor_app.window.startup import single_instance, starting
root, taken = Path(sys.argv[1]), []
take_files, claim_window = Workbench.take_files, starting.claim_window

def ask(app, *names):
    for name in names:
        app.postEvent(app, QFileOpenEvent(str(root / name)))
    app.postEvent(app, QFileOpenEvent(QUrl("mailto:somebody")))

def claim(socket):
    ask(starting.application(), "early.md", "another library")
    return claim_window(socket)

def take(workbench, paths):
    taken.append([path.name for path in paths if path.is_file()])
    take_files(workbench, paths)
    if len(taken) == 1:
        ask(starting.application(), "ü 1.md", "ü 2.md")
    else:
        open_files = sorted(file.path.name for file in workbench.files.files)
        has_icon = not workbench.window.window().windowIcon().isNull()
        print(json.dumps([taken, open_files, libraries, has_icon]))
        workbench.window.window().close()

class Process:
    def startDetached(self):
        return True

libraries = []
single_instance.foreword_process = lambda words, _folder: libraries.append(Path(words[-1]).name) or Process()
starting.claim_window, Workbench.take_files = claim, take
sys.exit(starting.run([], root))
"""
# A start on macOS, which the Finder asked to open files, while another process has the window.
_HANDS_OVER_FOR_FINDER = """
import sys
from pathlib import Path
from types import SimpleNamespace
from PySide6.QtGui import QFileOpenEvent
from editor_app.window.startup import single_instance, starting
from editor_app.window.startup.instance_claim import Holder, WindowClaim
app = starting.application()
for name in sys.argv[2:]:
    app.postEvent(app, QFileOpenEvent(name))
starting.sys = SimpleNamespace(platform="darwin")
starting.claim_window = lambda _socket: WindowClaim(Holder.ANOTHER)
single_instance.hand_over_or_claim = lambda _socket, paths, _failures: print(*paths, sep="\\n")
sys.exit(starting.run([Path(sys.argv[1])], None))
"""
# The program, which tells its library, the files it opened and what it says once it runs, and ends.
_TELLS = """
import json, sys
from PySide6.QtCore import QTimer
from editor_app.cli import main
from editor_app.window.app import Workbench
start = Workbench.start

def start_and_tell(workbench, *arguments):
    QTimer.singleShot(0, workbench, lambda: tell(workbench))
    return start(workbench, *arguments)

def tell(workbench):
    names = [file.path.name for file in workbench.files.files]
    print(json.dumps([str(workbench.library.library.root), names, workbench.window.notices.words.text()]))
    workbench.close_without_questions()

Workbench.start = start_and_tell
sys.exit(main(sys.argv[1:]))
"""
# The program, in which Quit is chosen once it runs.
_QUITS = """
import sys
from PySide6.QtCore import QTimer
from editor_app.cli import main
from editor_app.window.app import Workbench
start = Workbench.start

def start_and_quit(workbench, *arguments):
    QTimer.singleShot(0, workbench, workbench.actions.action("quit").trigger)
    return start(workbench, *arguments)

Workbench.start = start_and_quit
sys.exit(main(sys.argv[1:]))
"""
# Before the program: it does not wait for who brings the defaults of a library up to date.
_IMPATIENT = """
from functools import partial
from editor_app.library import sample
sample.locked = partial(sample.locked, wait_seconds=0)
"""
_WAIT = 60
_TYPED = "unsaved: True\n"
_CLOSED = "closed, window visible: False\n"
_ENDED = {"-": _CLOSED, "asks": f"answer: CANCEL\n{_CLOSED}"}

Start = Callable[..., ForkedProgram]


@pytest.fixture(scope="module")
def programs() -> Iterator[Start]:
    with programs_with(
        "editor_app.cli.commands.open",
        "editor_app.window.app",
        "editor_app.window.startup.running",
        "editor_app.window.startup.starting",
        "tomlkit",
    ) as start:
        yield start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the prompt of a library, which has no other, so that a start checks and loads little."""
    path = tmp_path / "atlas" / "prompts" / "page-analysis.md"
    (path.parent / "defaults").mkdir(parents=True)
    return shutil.copy(sample_dir() / path.name, path)


@pytest.fixture
def start(programs: Start, path: Path) -> Start:
    """Return a function that starts the program on a prompt, and waits until it has typed."""

    def start_one(
        how: str = "-", number: int = signal.SIGTERM, *, waits: bool = True, **environment: str
    ) -> ForkedProgram:
        program = programs(_PROGRAM, how, str(int(number)), str(path), **environment)
        if waits:
            assert program.stdout.readline() == _TYPED
            if how == "asks":
                assert program.stdout.readline() == "asking\n"
        return program

    return start_one


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
def test_a_signal_ends_it_without_a_question_also_while_one_is_asked(start, path, number, how):
    before = path.read_bytes()
    process = start(how)
    process.send_signal(number)
    assert (process.wait(_WAIT), process.stdout.read()) == (0, _ENDED[how])
    assert journalled(path) == (True, True)
    assert path.read_bytes() == before, "nothing is saved unasked"


def test_quit_closes_the_windows_of_all_libraries_and_unsaved_text_is_kept(start, programs, path, tmp_path):
    library, before = shutil.copytree(path.parent, tmp_path / "another"), path.read_bytes()
    process = start("-")
    assert programs(_QUITS, "--library", str(library)).wait(_WAIT) == 0
    assert (process.wait(_WAIT), process.stdout.read()) == (0, _CLOSED)
    assert journalled(path) == (True, True)
    assert path.read_bytes() == before


@pytest.fixture
def display() -> Iterator[tuple[str, Popen[bytes]]]:
    """Return the name of a display of its own, and the process that is its server."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("no Xvfb is installed, whose end this is about")
    reading, writing = os.pipe()
    # Else it starts anew when its last client leaves, and refuses one who has only asked whether it is there
    # and connects at once.
    command = [
        server,
        "-displayfd",
        str(writing),
        "-nolisten",
        "tcp",
        "-screen",
        "0",
        "1280x800x24",
        "-noreset",
    ]
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


def read_until(process: ForkedProgram, names: set[str], opened: set[str]) -> None:
    """Read which files it opens, until it has opened these or has ended."""
    while not names <= opened and (line := process.stdout.readline()):
        opened.add(line.rstrip("\n"))


def test_three_starts_at_once_after_a_kill_give_one_window_of_all_their_files_with_the_text(
    start, programs, path, tmp_path
):
    socket = socket_path(Path(os.environ["XDG_RUNTIME_DIR"]), path.parent)
    another = tmp_path / "another library"
    before = path.read_bytes()
    killed = start()
    assert unsaved_elsewhere(state_dir(), another) == (), "its process runs"
    assert take_journals(state_dir(), path.parent) == ((), ()), "a journal that is being written is not taken"
    killed.send_signal(signal.SIGKILL)
    assert killed.wait(_WAIT) == -signal.SIGKILL
    assert journalled(path) == (False, True), "the control: it did not end in order"
    assert [found.root for found in unsaved_elsewhere(state_dir(), another)] == [path.parent]
    assert socket.exists(), "the control: its socket is still there"
    assert path.read_bytes() == before, "nothing was saved"

    write_settings(config_dir(), Settings({"history_days": 30}))
    names = {f"{number}.md" for number in range(3)}
    for name in names:
        (path.parent / name).write_text(f"{name}\n")
    processes = [programs(_PROGRAM, "gate", "0", str(path.with_name(name))) for name in names]
    for process in processes:
        assert process.stdout.readline() == "at the gate\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    opened: list[set[str]] = [set() for _ in processes]
    awaited = {*names, _TYPED.strip()}
    readers = [
        Thread(target=read_until, args=(process, awaited, found))
        for process, found in zip(processes, opened, strict=True)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(_WAIT)
    [window] = [process for process, found in zip(processes, opened, strict=True) if found]
    assert awaited <= set().union(*opened), "it opened what the others were started with"
    assert [process.wait(_WAIT) for process in processes if process is not window] == [0] * 2
    assert hand_over_or_claim(socket, []) is None, "and it is the one that answers"
    assert read_limits(state_dir()).days == 30, "it keeps versions as long as the settings say"

    window.send_signal(signal.SIGTERM)
    assert (window.wait(_WAIT), window.stdout.read()) == (0, _CLOSED)
    assert not socket.exists()
    said = window.stderr.read().splitlines()
    assert [line for line in said if not line.startswith("This plugin does not support")] == []
    [journal], _ = take_journals(state_dir(), path.parent)
    texts = [text.text for text in journal.content.texts]
    journal.release()
    assert journal.content.is_clean, "a signal ended it in order"
    assert sum(text.count("Mine. ") for text in texts) == 2, "what was typed before the kill, and after it"


def test_a_wrong_index_in_an_override_is_told_like_any_other_fault_and_does_not_end_the_process(
    programs, path
):
    process = programs(_FAILS_IN_OVERRIDE, str(path.parent))
    assert process.wait(_WAIT) == 0, process.stderr.read()[-2000:]
    said = process.stdout.read()
    assert "That did not work: " in said
    assert "list index out of range" in said
    assert "in blockBoundingRect" in said
    assert "During handling" not in said, "nothing is said of what it did not come of"
    assert "written: a" in said


def test_what_the_finder_opens_is_opened_in_the_window_also_before_it_is_there_and_folders_in_their_own(
    programs, tmp_path
):
    for name in ("early.md", "ü 1.md", "ü 2.md"):
        (tmp_path / name).write_text(f"{name}\n")
    (tmp_path / "another library").mkdir()
    process = programs(_OPENED_BY_FINDER, str(tmp_path))
    assert process.wait(_WAIT) == 0, process.stderr.read()[-2000:]
    taken, opened, libraries, has_icon = json.loads(process.stdout.read())
    assert taken == [["early.md"], ["ü 1.md", "ü 2.md"]], "what is asked for together is opened together"
    assert opened == ["early.md", "ü 1.md", "ü 2.md"]
    assert libraries == ["another library"]
    assert has_icon, "the program's, which nothing at the start waits for"


def test_what_the_finder_opens_is_handed_over_to_the_window_that_another_process_has(programs, tmp_path):
    names = [str(tmp_path / name) for name in ("named.md", "ü 1.md", "ü 2.md")]
    process = programs(_HANDS_OVER_FOR_FINDER, *names)
    assert process.wait(_WAIT) == 0, process.stderr.read()[-2000:]
    assert process.stdout.read().splitlines() == names


def told_by(
    programs: Start, *arguments: str, before: str = "", **environment: str
) -> tuple[Path, list[str], str]:
    process = programs(before + _TELLS, *arguments, **environment)
    assert process.wait(_WAIT) == 0, process.stderr.read()[-2000:]
    root, opened, said = json.loads(process.stdout.read())
    return Path(root), opened, said


def test_where_nothing_can_be_written_the_window_opens_and_says_what_it_cannot_do(
    programs, tmp_path, monkeypatch
):
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    (tmp_path / "no folder").touch()
    nowhere = str(tmp_path / "no folder" / "of mine")
    places = {f"XDG_{name}_HOME": nowhere for name in ("DATA", "STATE", "CACHE")}
    gone = tmp_path / "gone.md"
    library = shutil.copytree(sample_dir(), tmp_path / "library")
    named = ("--library", str(library), str(gone), "https://example.org")
    root, opened, said = told_by(programs, *named, **places)
    assert root == library
    assert opened == ["page-analysis.md"]
    moved = "What was moved or renamed can be opened where it is now."
    assert said.startswith(
        f"There is no file ‘{gone}’. {moved} ‘https://example.org’ is not a file of this computer."
    )
    assert f"Nothing can be kept in ‘{nowhere}/foreword’: something on the way to it is a file" in said


def test_a_later_foreword_brings_the_defaults_that_nobody_changed(programs, tmp_path):
    first, second, third = sorted((sample_dir() / "defaults").iterdir())[:3]
    earlier = shutil.copytree(sample_dir(), tmp_path / "earlier")
    for default in (first, second):
        (earlier / "defaults" / default.name).write_text("as it shipped once")
    (earlier / "defaults" / third.name).unlink()
    library = ensure_sample(data_dir(), earlier)
    mine = library / "defaults" / second.name
    mine.write_text("mine")
    assert told_by(programs, "--library", str(library))[0] == library
    assert (library / "defaults" / first.name).read_bytes() == first.read_bytes()
    assert (library / "defaults" / third.name).read_bytes() == third.read_bytes()
    assert mine.read_text() == "mine"


def test_a_library_whose_defaults_cannot_be_brought_opens_and_one_that_is_gone_is_not_made(programs):
    library = data_dir() / "prompts"
    gone = programs(_TELLS, "--library", str(library))
    assert gone.wait(_WAIT) == 2
    assert f"The folder ‘{library}’ is not there." in gone.stderr.read()
    ensure_sample(data_dir())
    with locked(data_dir() / ".sample.lock", library):
        root, opened, said = told_by(programs, "--library", str(library), before=_IMPATIENT)
    assert (root, opened) == (library, ["page-analysis.md"])
    assert said == (
        "The defaults of your library may be those of an earlier Foreword: ‘prompts’ is in use by another "
        "program. Try again in a moment."
    )
