"""Asking git about a working folder that may be hostile.

A repository's own configuration can name programs that an ordinary
`git status` runs: a file-system monitor, content filters, hooks. Here none of
them runs: git is one found outside the workspace, its arguments and
environment are fixed, every filter the configuration names is blanked, and its
time and output are limited.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from editor_app.text import Sentence
from editor_app.variables.catalog import Cause, Note

SECONDS = 3.0
MOST_BYTES = 64 * 1024

_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_KEPT = ("HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
_FIXED = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "diff.external="),
    *("-c", f"core.attributesFile={os.devnull}"),
    *("-c", "diff.autoRefreshIndex=false"),
    *("-c", "color.ui=false"),
    *("-c", "color.status=false"),
)
_LIST_FILTERS = ("config", "--null", "--name-only", "--get-regexp", r"^filter\.")
_NONE_FOUND = 1  # what `git config --get-regexp` exits with when nothing matches
_COMMANDS = frozenset({"clean", "smudge", "process"})

GitRunner: TypeAlias = Callable[[Path, tuple[str, ...]], str | Note]


def git_runner(
    *untrusted: Path, environment: Mapping[str, str] | None = None, seconds: float = SECONDS
) -> GitRunner:
    """Return a function (folder, arguments) -> git's output, or a note why there is none; it never raises.

    No git is run that lies in one of the `untrusted` folders, such as workspace and library, or in the
    current one. `seconds` bounds one call as a whole.
    """

    def run(folder: Path, arguments: tuple[str, ...]) -> str | Note:
        outside = os.environ if environment is None else environment
        folders = (*untrusted, folder, *_current_folder())
        program = find_git(outside.get("PATH", ""), *folders)
        if program is None:
            return Note(Cause.GIT_FAILED, Sentence("variables.git-not-found"))
        deadline = time.monotonic() + seconds
        try:
            top = top_of_repository(folder)
            refusal = _why_not_run(folder, top)
            if refusal is not None:
                return Note(
                    Cause.GIT_FAILED,
                    Sentence("variables.git-not-run", folder=os.fspath(folder), refusal=refusal),
                )
            path = trusted_search_path(outside.get("PATH", ""), *folders)
            inherited = {name: outside[name] for name in _KEPT if name in outside}
            call = _Call(program, folder, {**inherited, "PATH": path, **_ENVIRONMENT}, deadline, top)
            return _run_without_filters(call, arguments)
        except (OSError, ValueError) as error:
            return Note(
                Cause.GIT_FAILED,
                Sentence("variables.git-could-not-run", folder=os.fspath(folder), reason=_reason(error)),
            )

    return run


def _why_not_run(folder: Path, top: Path | None) -> str | None:
    """Return why git would tell of another repository than that of the folder `top`, None otherwise."""
    bare = bare_repository(folder, top)
    if bare is not None:
        return Sentence("variables.bare-repository", path=os.fspath(bare))
    if top is None:
        return None
    foreign = foreign_repository(top)
    if foreign is None:
        link = link_out(top)
        return None if link is None else Sentence("variables.link-out-of-repository", path=os.fspath(link))
    command = f"git --git-dir={shlex.quote(str(foreign))} config core.worktree {shlex.quote(str(top))}"
    remedy = Sentence("variables.make-it-known", command=command)
    return Sentence("variables.foreign-git", remedy=remedy, path=os.fspath(foreign))


def find_git(search_path: str, *untrusted: Path) -> Path | None:
    """Return the first git on a search path that is neither in an untrusted folder nor a link into one."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in _trusted_folders(search_path, untrusted):
        program = folder / name
        if program.is_file() and os.access(program, os.X_OK) and not _lies_in(program, untrusted):
            return program
    return None


def trusted_search_path(search_path: str, *untrusted: Path) -> str:
    """Return a search path without its relative entries and those in an untrusted folder."""
    return os.pathsep.join(map(str, _trusted_folders(search_path, untrusted))) or os.defpath


class _Call(NamedTuple):
    program: Path
    folder: Path
    environment: dict[str, str]
    deadline: float
    top: Path | None

    @property
    def limits(self) -> tuple[str, ...]:
        """What keeps git from looking for another repository, or for files elsewhere."""
        only_marked = ("-c", "safe.bareRepository=explicit")
        return only_marked if self.top is None else (*only_marked, f"--work-tree={self.top}")


class _Output(NamedTuple):
    code: int
    text: str
    error: str


def _run_without_filters(call: _Call, arguments: tuple[str, ...]) -> str | Note:
    listed = _run(call, _LIST_FILTERS)
    if isinstance(listed, Note):
        return listed
    if listed.code not in {0, _NONE_FOUND}:
        return _failed(call, listed)
    blanked: list[str] = []
    for key in listed.text.split("\0"):
        driver, _, variable = key.rpartition(".")
        if variable not in _COMMANDS:
            continue
        if "=" in driver:  # `-c` would take what follows for the value, and the filter would run
            return Note(
                Cause.GIT_FAILED,
                Sentence("variables.filter-stays-on", folder=os.fspath(call.folder), driver=driver),
            )
        blanked += "-c", f"{key}=", "-c", f"{driver}.required=false"
    extra = ("--ignore-submodules=all",) if arguments[:1] == ("status",) else ()
    output = _run(call, (*blanked, *arguments, *extra))
    if isinstance(output, Note):
        return output
    return output.text if output.code == 0 else _failed(call, output)


def _failed(call: _Call, output: _Output) -> Note:
    lines = output.error.strip().splitlines()
    reason = (
        lines[0].removeprefix("fatal: ").rstrip(".")
        if lines
        else Sentence("variables.ended-with-code", code=output.code)
    )
    return Note(
        Cause.GIT_FAILED, Sentence("variables.git-failed", folder=os.fspath(call.folder), reason=reason)
    )


def _run(call: _Call, arguments: tuple[str, ...]) -> _Output | Note:
    import subprocess

    process = subprocess.Popen(  # noqa: S603  an absolute program and fixed arguments, no shell
        [str(call.program), *_FIXED, *call.limits, *arguments],
        cwd=call.folder,
        env=_below(call.top, call.environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # else a console flashes up on Windows
    )
    out, error = _Reader(process.stdout), _Reader(process.stderr)
    try:
        if not out.ended_by(call.deadline) or not (out.is_full or error.ended_by(call.deadline)):
            return _too_slow(call)
        if out.is_full:
            return Note(
                Cause.TOO_LARGE,
                Sentence(
                    "variables.git-said-too-much", folder=os.fspath(call.folder), most=MOST_BYTES // 1024
                ),
            )
        code = process.wait(max(0.0, call.deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return _too_slow(call)
    else:
        return _Output(code, out.text, error.text)
    finally:
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):  # it ended; macOS refuses for a zombie
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()


class _Reader:
    """Reads a pipe in a thread, to its end or until it gave more than MOST_BYTES."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        assert pipe is not None
        self._pipe = pipe
        self._data = bytearray()
        # a daemon, because a process that left the group can hold the pipe open for ever
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def is_full(self) -> bool:
        return len(self._data) > MOST_BYTES

    @property
    def text(self) -> str:
        return self._data.decode("utf-8", "replace")

    def ended_by(self, deadline: float) -> bool:
        self._thread.join(max(0.0, deadline - time.monotonic()))
        return not self._thread.is_alive()

    def _read(self) -> None:
        with self._pipe as pipe:
            while not self.is_full and (piece := pipe.read(MOST_BYTES)):
                self._data += piece


def _too_slow(call: _Call) -> Note:
    return Note(Cause.TIMED_OUT, Sentence("variables.git-too-slow", folder=os.fspath(call.folder)))


def _below(top: Path | None, environment: dict[str, str]) -> dict[str, str]:
    """Return the environment in which git does not go on above a repository whose `.git` is no good."""
    return environment if top is None else {**environment, "GIT_CEILING_DIRECTORIES": str(top.parent)}


def _trusted_folders(search_path: str, untrusted: tuple[Path, ...]) -> Iterator[Path]:
    for entry in search_path.split(os.pathsep):
        folder = Path(entry)
        if entry and folder.is_absolute() and not _lies_in(folder, untrusted):
            yield folder


def _current_folder() -> tuple[Path, ...]:
    """Return the current folder; nothing for the root or the home folder, which hold trusted programs."""
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return ()
    return () if here in (Path(here.anchor), Path.home()) else (here,)


def _lies_in(place: Path, folders: tuple[Path, ...]) -> bool:
    real = Path(os.path.realpath(place))
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


_MOST_BYTES = 64 * 1024
_PARTS = ("HEAD", "objects", "refs", "index", "packed-refs")  # what branch and status are read from
_names_folder = re.compile(r"\s*gitdir:\s*(.+?)\s*\Z").match
_worktree = re.compile(r'^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$', re.MULTILINE | re.IGNORECASE)


def top_of_repository(folder: Path) -> Path | None:
    """Return the nearest folder, this one or one above, links followed, that has a `.git`; None without."""
    real = Path(os.path.realpath(folder))
    return next((folder for folder in (real, *real.parents) if os.path.lexists(folder / ".git")), None)


def bare_repository(folder: Path, top: Path | None) -> Path | None:
    """Return a folder below `top`, this one or one above, that is a repository itself, without a `.git`.

    git would take it before the one of `top`, and any files that a clone brings can make a folder one.
    """
    real = Path(os.path.realpath(folder))
    for candidate in (real, *real.parents):
        if candidate == top:
            return None
        if all(os.path.lexists(candidate / name) for name in ("HEAD", "objects", "refs")):
            return candidate
    return None


def foreign_repository(top: Path) -> Path | None:
    """Return the repository that the `.git` of a folder leads to although it does not know that folder.

    None for one that lies in the folder, or knows it.
    """
    named, common = _folders_of(top)
    if named.is_relative_to(top) and common.is_relative_to(top):
        return None
    is_known = _names_worktree(named, top) if common == named else _is_worktree_of(common, named, top)
    if is_known:
        return None
    return common if named.is_relative_to(top) else named


def link_out(top: Path) -> Path | None:
    """Return a link in the repository of a folder that leads out of it, which git would follow."""
    for place in _folders_of(top):
        for name in _PARTS:
            if not Path(os.path.realpath(place / name)).is_relative_to(place):
                return place / name
    return None


def _folders_of(top: Path) -> tuple[Path, Path]:
    """Return the folder that the `.git` of a folder leads to, and the one that has most of its repository."""
    pointer = top / ".git"
    linked = None if pointer.is_symlink() else _names_folder(_text_of(pointer))
    named = Path(os.path.realpath(pointer if linked is None else pointer.parent / linked[1]))
    shared = _text_of(named / "commondir").strip()  # as in a worktree's own folder: the rest lies there
    return named, Path(os.path.realpath(named / shared)) if shared else named


def _is_worktree_of(common: Path, named: Path, folder: Path) -> bool:
    """Whether a repository has a folder of its own, `named`, for a worktree at `folder`."""
    back = _text_of(named / "gitdir").strip()
    is_its_own = named.parent == common / "worktrees"
    return is_its_own and bool(back) and os.path.realpath((named / back).parent) == os.fspath(folder)


def _names_worktree(repository: Path, folder: Path) -> bool:
    """Whether a repository says that its files are in a folder, as that of a submodule does."""
    texts = (_text_of(repository / name) for name in ("config", "config.worktree"))
    names = (match[1] for text in texts for match in _worktree.finditer(text))
    return any(os.path.realpath(repository / name) == os.fspath(folder) for name in names)


def _text_of(path: Path) -> str:
    """Return the text of a small plain file, "" where there is none."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):  # opening a pipe would wait for ever
            return ""
        with path.open("rb") as file:
            return os.fsdecode(file.read(_MOST_BYTES))
    except (OSError, ValueError):
        return ""
