"""How soon the window of a package is there, beside a bare window that PyInstaller froze in the same way.

`python tests/benchmarks packaged [FOREWORD]`; FOREWORD is the program of a bundle, /usr/bin/foreword if none
is named. It needs Xvfb, and PyInstaller, which pip puts into `.foreword/packaged` where this Python has none.
The bare window has those files of the bundle that PyInstaller finds it needs: the same Qt, the same Python.

All times are from the start of the process. A window is seen when the display shows a text, and all panels
are live when there is one in the panels at both sides too, which are empty areas before. With a cold cache
the system has to read the files of both from the disk.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from mmap import PROT_READ, mmap
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from measure import Row, machine, print_table, race
from starting import CHILDREN, EXAMPLE, fresh_environment

ROUNDS = 11
PATIENCE_SECONDS = 60
PLACE = Path(__file__).parents[2] / ".foreword" / "packaged"
DROP_CACHES = Path("/proc/sys/vm/drop_caches")
WIDTH, HEIGHT = 1448, 940  # 1440 × 900, and what Foreword leaves free for the frame of a window
SIDE = WIDTH // 6  # within the panels at both sides
LINES_APART = 5  # no line of text is less high
COLOURS_OF_TEXT = 16  # an area without text has fewer
BARE = "bare window, frozen"


def print_all(words: Sequence[str]) -> bool:
    """Measure the named program and print its table: nothing is passed or missed.

    Raises SystemExit with a sentence where something needed is missing or does not work.
    """
    foreword = _program(words)
    bare = _frozen_window(foreword)
    with TemporaryDirectory() as place, _display(Path(place)) as (number, screen):
        environment = fresh_environment(Path(place)) | {"QT_QPA_PLATFORM": "xcb", "DISPLAY": number}
        print(machine(), foreword, _said_of_cold(foreword), sep="\n")
        print_table(_rows(foreword, bare, screen, environment))
    return True


def _program(words: Sequence[str]) -> Path:
    named = Path(words[0] if words else "/usr/bin/foreword")
    if not named.exists():
        raise SystemExit(
            f"There is no {named}. Build a package: sh packaging/build.sh deb. Install it; or unpack it with "
            "dpkg-deb -x dist/foreword_….deb FOLDER, and name FOLDER/usr/lib/foreword/foreword here."
        )
    program = named.resolve()
    if not (program.parent / "_internal").is_dir():
        raise SystemExit(f"{program} is not the program of a bundle: there is no _internal beside it.")
    return program


def _frozen_window(foreword: Path) -> Path:
    """Freeze the bare window with files of Foreword's bundle; return its program."""
    tools = PLACE / "pyinstaller"
    if find_spec("PyInstaller") is None and not tools.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*pip, "--target", str(tools), "pyinstaller>=6.16,<7"], os.environ)
    folders = ["--distpath", str(PLACE / "dist"), "--workpath", str(PLACE / "work")]
    freeze = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *folders]
    own = {
        "PYTHONPATH": str(tools),
        "PYINSTALLER_CONFIG_DIR": str(PLACE / "cache"),
        "FOREWORD_FILES": str(foreword.parent / "_internal"),
    }
    _run([*freeze, str(CHILDREN / "frozen_window.spec")], {**os.environ, **own})
    return PLACE / "dist" / "frozen_window" / "frozen_window"


def _run(command: Sequence[str], environment: Mapping[str, str]) -> None:
    ran = subprocess.run(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    if ran.returncode:
        raise SystemExit(f"{ran.stderr}Exit status {ran.returncode}: {' '.join(command)}")


def _rows(foreword: Path, bare: Path, screen: _Screen, environment: dict[str, str]) -> Iterator[Row]:
    programs = [([str(program), str(EXAMPLE)], program is foreword) for program in (bare, foreword)]
    start = partial(_start, screen=screen, environment=environment)
    for command, sides in programs:
        start(command, sides=sides)  # makes what only a very first start has to make
    for cache in ("", ", cold cache"):
        rounds = []
        for _ in range(ROUNDS):
            seen: list[float] = []
            for command, sides in programs:
                if cache:
                    _forget_files(bare.parent, foreword.parent)
                seen += start(command, sides=sides)
            rounds.append(seen)
        theirs, first, live = map(median, zip(*rounds, strict=True))
        yield Row(f"first sight{cache}", "2 KB", first, BARE, theirs)
        yield Row(f"all panels live{cache}", "2 KB", live, BARE, theirs)
    unpacked = shutil.which("foreword", path=Path(sys.executable).parent)
    if unpacked is None:
        print(f"There is no foreword beside {sys.executable} to compare commands with.")
        return
    for size, *words in (("", "--version"), ("2 KB", "render", str(EXAMPLE), "--case", "checkout")):
        commands = {who: [who, *words] for who in (str(foreword), unpacked)}
        runs = {who: partial(_run, command, environment) for who, command in commands.items()}
        ours, theirs = race(runs, ROUNDS).values()
        yield Row(f"foreword {words[0]}", size, ours, "in a virtual environment", theirs)


# What is seen ----------------------------------------------------------------------------------------------


class _Screen:
    """What a display shows, read from its memory, which takes no time of the display or its programs."""

    def __init__(self, memory: mmap) -> None:
        """Take a display's memory in the format of `xwd`: a header, a palette, and four bytes a pixel."""
        header = struct.unpack(">25I", memory[:100])
        self._memory, self._start = memory, header[0] + 12 * header[19]

    def look(self) -> bytes:
        """Return some lines of the picture."""
        step = 4 * WIDTH
        starts = range(self._start, self._start + step * HEIGHT, step * LINES_APART)
        return b"".join(self._memory[start : start + step] for start in starts)


def _has_text(picture: bytes, columns: slice) -> bool:
    pixels = memoryview(picture).cast("I")
    lines = (pixels[start : start + WIDTH][columns] for start in range(0, len(pixels), WIDTH))
    return len({pixel for line in lines for pixel in line}) >= COLOURS_OF_TEXT


@contextmanager
def _display(place: Path) -> Iterator[tuple[str, _Screen]]:
    """Have a display of one's own; give its number, and what it shows."""
    if shutil.which("Xvfb") is None:
        raise SystemExit("Xvfb is missing: sudo apt-get install xvfb")
    reading, writing = os.pipe()
    words = ["-nolisten", "tcp", "-noreset", "-nocursor", "-screen", "0", f"{WIDTH}x{HEIGHT}x24"]
    command = ["Xvfb", "-noreset", "-displayfd", str(writing), "-fbdir", str(place), *words]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = f":{answer.readline().strip()}"
        try:
            with (
                (place / "Xvfb_screen0").open("rb") as file,
                mmap(file.fileno(), 0, prot=PROT_READ) as memory,
            ):
                yield number, _Screen(memory)
        finally:
            server.terminate()


def _start(
    command: Sequence[str], *, sides: bool, screen: _Screen, environment: dict[str, str]
) -> list[float]:
    """Start a program, and end it when all is seen; return the seconds until each sight.

    These are that of a text anywhere and, with `sides`, that of one at both sides too.
    """
    blank = shown = screen.look()
    sights = [[slice(None)], *([[slice(SIDE), slice(-SIDE, None)]] if sides else [])]
    found: list[float] = []
    started = perf_counter()
    with subprocess.Popen(command, env=environment) as program:
        try:
            while len(found) < len(sights):
                _expect(started, command, program)
                sleep(0.003)
                now, picture = perf_counter(), screen.look()
                if picture == shown:
                    continue
                shown = picture
                while len(found) < len(sights) and all(_has_text(shown, part) for part in sights[len(found)]):
                    found.append(now - started)
        finally:
            program.terminate()
    ended = perf_counter()
    while screen.look() != blank:
        _expect(ended, command)
        sleep(0.01)
    return found


def _expect(started: float, command: Sequence[str], program: subprocess.Popen[bytes] | None = None) -> None:
    """Raise SystemExit where a program ended by itself, or its window is waited for too long."""
    status = None if program is None else program.poll()
    if status is not None:
        raise SystemExit(f"Exit status {status} before all was seen: {' '.join(command)}")
    if perf_counter() - started > PATIENCE_SECONDS:
        raise SystemExit(f"Its window did not come or go in {PATIENCE_SECONDS} s: {' '.join(command)}")


# The cold cache --------------------------------------------------------------------------------------------


def _said_of_cold(foreword: Path) -> str:
    dropped = "all that the system keeps of files is"
    if not os.access(DROP_CACHES, os.W_OK):
        dropped = "the files of both bundles are (root can drop those of the system too)"
    said = f"Cold cache: {dropped} dropped before each start."
    if foreword.stat().st_dev != PLACE.stat().st_dev:
        said += f" These figures are of two disks: the bare window is in {PLACE}."
    return said


def _forget_files(*folders: Path) -> None:
    """Have the system forget files, or at least those in these folders."""
    os.sync()  # what is not written yet is not forgotten
    if os.access(DROP_CACHES, os.W_OK):
        DROP_CACHES.write_text("3", "ascii")
        return
    for path in (path for folder in folders for path in folder.rglob("*") if path.is_file()):
        descriptor = os.open(path, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
