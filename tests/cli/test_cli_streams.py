"""Real processes: bytes, broken pipes, full disks, Ctrl-C, and what a start costs."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from editor_app.cli.streams import Streams

FOREWORD = [sys.executable, "-m", "editor_app"]


def run(*arguments: str | bytes, **options: object) -> subprocess.CompletedProcess[bytes]:
    outputs = {} if "stdout" in options else {"capture_output": True}
    return subprocess.run([*FOREWORD, *arguments], check=False, **outputs, **options)


@pytest.fixture
def letter(library: Path, write_prompt) -> Path:
    return write_prompt(library, "letter", "Dear é😀\u2028\n" + "x\n" * 50_000)


def test_the_bytes_do_not_depend_on_the_locale(letter: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    ran = run("render", "letter")
    assert ran.returncode == 0
    assert ran.stdout == ("Dear é😀\u2028\n" + "x\n" * 50_000).rstrip("\n").encode()
    ran = run("check", "caf\xe9.md".encode("latin-1"))
    assert ran.returncode == 2
    assert ran.stderr.decode() == "foreword: There is no file ‘caf\\xe9.md’.\n"


def test_standard_input_is_read_as_bytes(here: Path, foreword):
    ran = foreword("render", "-", "--kind", "document", stdin="{{a}} é\r\nb".encode())
    assert ran.out == "{{a}} é\nb".encode()


def test_a_reader_that_goes_away(letter: Path):
    ran = subprocess.run(
        f"{shlex.quote(sys.executable)} -m editor_app render letter | head -c 4; exit ${{PIPESTATUS[0]}}",
        shell=True, executable="/bin/bash", capture_output=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"Dear", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_disk_that_is_full(letter: Path, foreword, monkeypatch: pytest.MonkeyPatch):
    with open("/dev/full", "wb") as full:
        ran = run("render", "letter", stdout=full, stderr=subprocess.PIPE)
    said = [(ran.returncode, ran.stderr.decode())]
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        ran = foreword("render", "letter", "--json")
    said.append((ran.code, ran.err))
    for code, error in said:
        assert code == 2
        assert error.startswith("foreword: The result could not be written: the disk is full")
        assert error.count("\n") == 1


def test_no_streams_at_all(letter: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # what is loaded before may open files in their place
    ran = subprocess.run(
        f"exec {shlex.quote(sys.executable)} -m editor_app render letter >&- 2>&-",
        shell=True,
        executable="/bin/bash",
        check=False,
    )
    assert ran.returncode == 2
    ran = subprocess.run(
        f"exec {shlex.quote(sys.executable)} -m editor_app check - --kind prompt <&-",
        shell=True, executable="/bin/bash", capture_output=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr.decode()) == (
        2,
        "foreword: There is no standard input to read. Name a file.\n",
    )


def test_a_standard_input_that_cannot_be_read(foreword, here: Path, monkeypatch: pytest.MonkeyPatch):
    class Faulty:
        def read(self) -> bytes:
            raise OSError(5, "Input/output error")

    class Stream:
        buffer = Faulty()

    monkeypatch.setattr(sys, "stdin", Stream())
    ran = foreword("check", "-", "--kind", "prompt")
    assert ran.code == 2
    assert ran.err == (
        "foreword: Standard input could not be read: "
        "the disk reported a fault. Check the disk and try again.\n"
    )


def test_errors_nobody_can_read_do_no_harm(monkeypatch: pytest.MonkeyPatch):
    class Broken:
        def write(self, data: bytes) -> None:
            raise BrokenPipeError

        def fileno(self) -> int:
            raise OSError("no descriptor")

    class Stream:
        buffer = Broken()

    monkeypatch.setattr(sys, "stderr", Stream())
    Streams().complain("nobody hears this")
    monkeypatch.setattr(sys, "stdout", Stream())
    Streams().write(b"nobody reads this")


@pytest.mark.parametrize(
    ("disposition", "code"),
    [("--default-signal=INT", 130), ("--ignore-signal=INT", 1)],
    ids=["in front", "in the background"],  # where shells start a program with SIGINT ignored
)
def test_ctrl_c(here: Path, disposition: str, code: int):
    command = ["env", disposition, *FOREWORD, "check", "-", "--kind", "prompt"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        process.stdin.write(b"x")
        process.stdin.flush()
        wait_until_it_reads(process.pid)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate()  # ends its input: what was not interrupted comes to its end
    assert (process.returncode, error) == (code, b"")
    assert (b"INVALID_FRONTMATTER" in out) is (code == 1)


def wait_until_it_reads(pid: int) -> None:
    """Return once the process waits for the pipe; the time limit of tests bounds it."""
    while "pipe" not in Path(f"/proc/{pid}/wchan").read_text() and not reads(pid):
        pass


def reads(pid: int) -> bool:
    return Path(f"/proc/{pid}/syscall").read_text().startswith("0 0x0 ")


def test_a_fault_is_shown_in_full_to_developers(here: Path):
    program = (
        "import sys\nfrom editor_app.cli import main, running\n"
        "running.read_arguments = None\nsys.exit(main(['check']))"
    )
    ran = subprocess.run([sys.executable, "-X", "dev", "-c", program], capture_output=True, check=False)
    assert b"TypeError" in ran.stderr
    assert b"Traceback" in ran.stderr
