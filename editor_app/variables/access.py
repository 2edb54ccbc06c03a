"""Where a path may lead: the one rule that every reader and writer of a library's files asks.

A path is resolved to its end first. Inside the library, or the workspace once it is trusted, the end is a
file like any other, whatever links led to it. Outside, or where it may hold secrets, its very path has to
be allowed. What is read then is opened without following another link.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from errno import ELOOP
from pathlib import Path

from editor_app.text import Sentence
from editor_app.variables.catalog import short_name
from editor_app.variables.secrets import may_hold_secrets

_MOST_SHOWN = 200  # characters of a path
CAN_OPEN_BY_COMPONENT = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0)
_FOLDER_FLAGS = (
    getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_PATH", os.O_RDONLY)
)
_FILE_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class FileAccess:
    """Where paths may lead: into `library`, into `workspace` if that is trusted, and to `allowed_files`.

    `allowed_files` are paths without links; outside of the library they count only with trust. With
    `is_resolved` the workspace is a path without links, and leads nowhere else once it has one.
    """

    workspace: Path
    library: Path | None = None
    is_trusted: bool = False
    allowed_files: frozenset[Path] = frozenset()
    is_resolved: bool = False

    @property
    def top(self) -> Path:
        """The folder that sentences name: the workspace if it is trusted, else the library."""
        return self.workspace if self.is_trusted or self.library is None else self.library

    def is_inside(self, end: Path) -> bool:
        """Whether a path without links lies in the library, or in the workspace that is trusted."""
        folders = [] if self.library is None else [os.path.realpath(self.library)]
        if self.is_trusted:
            folders.append(
                os.fspath(self.workspace) if self.is_resolved else os.path.realpath(self.workspace)
            )
        return any(end.is_relative_to(folder) for folder in folders)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a path is not followed: its end, the first link on the way, and whether trust is lacking.

    `is_secret`: the end may hold secrets; else it lies outside. `needs_allowance`: its path has to be
    allowed, also where trust is lacking.
    """

    end: Path
    link: Path | None
    is_secret: bool
    lacks_trust: bool
    needs_allowance: bool

    def reason(self, path: Path, shown: str, outside: str) -> str:
        """Return where a path leads, as a clause; `shown` names it, `outside` where it does not lie."""
        way = "none" if self.link is None else "itself" if self.link == path else "through"
        return Sentence(
            "variables.leads-to",
            way=way,
            secret="yes" if self.is_secret else "no",
            shown=shown,
            outside=outside,
            link="" if self.link is None else self.link.name,
            end=_short(self.end),
        )

    @property
    def way_out(self) -> str:
        """What the user does so that it is read, as the end of a sentence that begins "it is read once"."""
        if not self.lacks_trust:
            return Sentence("variables.allow-file") if self.link else Sentence("variables.allow-it")
        both = self.needs_allowance
        return Sentence("variables.trust-and-allow") if both else Sentence("variables.trust-folder")


def end_of(path: Path, access: FileAccess) -> Path | Refusal:
    """Return the path without links that a path leads to, or why it is not followed there.

    This is for a path that a text names. The end need not exist; nothing of it is looked at.
    """
    end = Path(os.path.realpath(path))
    is_inside, is_allowed = access.is_inside(end), end in access.allowed_files
    if is_allowed and (is_inside or access.is_trusted):
        return end
    is_secret = _may_hold_secrets(end)
    if is_inside and not is_secret:
        return end
    lacks_trust = not is_inside and not access.is_trusted
    with_trust = FileAccess(access.workspace, access.library, is_trusted=True, is_resolved=access.is_resolved)
    needs_allowance = not is_allowed and (is_secret or not with_trust.is_inside(end))
    return Refusal(
        end, _first_link(path, access), is_secret and not lacks_trust, lacks_trust, needs_allowance
    )


def end_of_own(path: Path, access: FileAccess) -> Path | Refusal:
    """Return the end of the path of a library's file, or why it is not followed there.

    A file that lies in the library or the workspace under its own name is one of it, whatever it may hold.
    What lies elsewhere by its name was named by the user, and is not judged.
    """
    end = Path(os.path.realpath(path))
    tops = (access.workspace, *([] if access.library is None else [access.library]))
    real = {os.path.realpath(top): top for top in tops}
    names = [
        Path(folder, path.relative_to(base))
        for folder, top in real.items()
        for base in (top, folder)
        if path.is_relative_to(base)
    ]
    return end if not names or end in names else end_of(path, access)


class NotRegularError(Exception):
    """What lies at a path is a folder, a pipe or another thing that is no plain file; `mode` says which."""

    def __init__(self, mode: int) -> None:
        """Keep the mode of what was met."""
        super().__init__(mode)
        self.mode = mode


def open_own(path: Path, access: FileAccess) -> int | Refusal:
    """Open a plain file by the path of a library's file, or return why it is not followed there."""
    library = access.library
    if library is not None and path.is_relative_to(library) and ".." not in path.parts:
        try:
            return open_end(path, library)
        except OSError as error:
            if error.errno != ELOOP:
                raise
    end = end_of_own(path, access)
    return end if isinstance(end, Refusal) else open_end(end)


def open_end(path: Path, below: Path | None = None, *, by_component: bool = CAN_OPEN_BY_COMPONENT) -> int:
    """Open the plain file at a path without links, to be read, and return its descriptor.

    Links on the way to the folder `below` are followed, if it is given. Where another part is a link, OSError
    (ELOOP) is raised; what is no plain file is not opened and raises NotRegularError. `by_component` opens
    one folder after the other; without it, for systems that cannot, the path must resolve to itself.
    """
    root = Path(path.anchor) if below is None else below
    descriptor = (_opened_by_component if by_component else _opened_by_place)(
        root, path.relative_to(root).parts
    )
    try:
        _refuse_unless_regular(os.fstat(descriptor).st_mode)
    except NotRegularError:
        os.close(descriptor)
        raise
    return descriptor


def _opened_by_component(root: Path, parts: tuple[str, ...]) -> int:
    *folders, name = parts or (".",)
    at = os.open(root, _FOLDER_FLAGS)
    try:
        for part in folders:
            try:
                below = os.open(part, _FOLDER_FLAGS | _NOT_FOLLOWED, dir_fd=at)
            except NotADirectoryError:  # so it is for a link, too
                _refuse_link(os.stat(part, dir_fd=at, follow_symlinks=False).st_mode)
                raise
            above, at = at, below
            os.close(above)
        mode = os.stat(name, dir_fd=at, follow_symlinks=False).st_mode
        _refuse_link(mode)
        _refuse_unless_regular(mode)  # opening a device can already have an effect
        return os.open(name, _FILE_FLAGS | _NOT_FOLLOWED, dir_fd=at)
    finally:
        os.close(at)


def _opened_by_place(root: Path, parts: tuple[str, ...]) -> int:
    place = Path(os.path.realpath(root)).joinpath(*parts)
    mode = place.lstat().st_mode
    _refuse_link(mode)  # one that leads nowhere resolves to itself
    if os.path.normcase(os.path.realpath(place)) != os.path.normcase(place):
        _refuse_link(stat.S_IFLNK)
    _refuse_unless_regular(mode)
    return os.open(place, _FILE_FLAGS)


def _refuse_link(mode: int) -> None:
    if stat.S_ISLNK(mode):
        raise OSError(ELOOP, os.strerror(ELOOP))


def _refuse_unless_regular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise NotRegularError(mode)


def _first_link(path: Path, access: FileAccess) -> Path | None:
    """Return the first link on the way to a path from the library or the workspace, None without one."""
    bases = () if access.is_resolved else (access.workspace, access.library or access.workspace)
    base = next((folder for folder in bases if path.is_relative_to(folder)), Path(path.anchor))
    for part in path.relative_to(base).parts:
        base /= part
        if os.path.islink(base):  # noqa: PTH114  a fault shows in reading
            return base
    return None


def _may_hold_secrets(end: Path) -> bool:
    """Whether a file may hold secrets, by the names on the way to it; a repository may have any name."""
    is_named_so = end.name.lower() in {"config", "config.worktree"}
    is_of_git = is_named_so and all(
        os.path.lexists(end.parent / name) for name in ("HEAD", "objects", "refs")
    )
    return is_of_git or may_hold_secrets(end)


def _short(path: Path) -> str:
    return short_name(os.fspath(path), _MOST_SHOWN)
