"""What a process opens and which programs it starts, told by the system: it is run under strace."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

_CALLS = "execve,execveat,open,openat,openat2,creat"
_STRACE = ("strace", "-f", "--seccomp-bpf")  # only the calls that are asked for are stopped at
_EXECUTED = re.compile(r'\bexecve(?:at)?\((?:[^"]*, )?"([^"]*)"')
_ASKED_FOR = re.compile(r'\b(?:open|creat|openat2?)\((?:\w+<([^>]*)>, )?"([^"]*)", (.*)')
_GIVEN = re.compile(r"= \d+<([^>]*)>$")
_OTHER_BYTE = re.compile(rb"\\([2-3][0-7]{2})")  # what is not ASCII is written as \303\266


class Traced(NamedTuple):
    """What a process and those it started did: `opened` are files asked for, and where they really lay."""

    executed: list[Path]
    opened: set[Path]
    output: str
    errors: str

    def opened_below(self, folder: Path) -> set[str]:
        """Return the opened files that lie in a folder, relative to it."""
        return {str(path.relative_to(folder)) for path in self.opened if path.is_relative_to(folder)}


@cache
def why_not() -> str:
    """Return why nothing can be traced here, "" if it can."""
    if shutil.which("strace") is None:
        return "strace is not installed; packaging/test.sh does it"
    tried = subprocess.run([*_STRACE, "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"strace may not trace here: {tried.stderr.strip()}"


def trace(command: Sequence[str], folder: Path, log: Path, **environment: str) -> Traced:
    """Run a command in a folder under strace; where that cannot be, the test is skipped."""
    if why_not():
        pytest.skip(why_not())
    done = subprocess.run(
        [*_STRACE, "-y", "-s", "4096", "-e", f"trace={_CALLS}", "-o", str(log), *command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    written = _OTHER_BYTE.sub(lambda escaped: bytes([int(escaped[1], 8)]), log.read_bytes())
    lines = written.decode(errors="replace").splitlines()
    return Traced(list(_executed(lines)), _opened(lines, folder), done.stdout, done.stderr)


def _executed(lines: Sequence[str]) -> list[Path]:
    """Return the programs that were started; looking for one along the PATH fails where it is not."""
    found = [(match, line) for line in lines if (match := _EXECUTED.search(line))]
    return [
        Path(match[1]) for match, line in found if not line.endswith("ENOENT (No such file or directory)")
    ]


def _opened(lines: Sequence[str], start: Path) -> set[Path]:
    """Return the files; folders are opened to list them, and to go through them to a file."""
    opened: set[Path] = set()
    for line in lines:
        asked = _ASKED_FOR.search(line)
        if asked is not None and ("O_DIRECTORY" in asked[3] or "O_PATH" in asked[3]):
            continue
        if asked is not None:
            opened.add(Path(os.path.normpath(Path(asked[1] or start) / asked[2])))
        given = _GIVEN.search(line)
        if given is not None:
            opened.add(Path(given[1]))
    return {path for path in opened if not path.is_dir()}
