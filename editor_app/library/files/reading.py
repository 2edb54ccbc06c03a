"""Reading files into bytes, never waiting on a pipe or device; their stamps, and the errors of files."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from editor_app.text import Sentence

if TYPE_CHECKING:  # not needed before a library's file is read
    from editor_app.variables.access import FileAccess, Refusal


class FileMark(NamedTuple):
    """A file's or folder's status; another one means that it is worth reading again.

    `mtime_ns` can be set back by whoever writes a file, `ctime_ns` can't.
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    device: int
    links: int = 1  # how many names the file has


@dataclass(frozen=True, slots=True)
class FileStamp:
    """The hash and mark of a file when it was read, to tell whether it was changed since."""

    hash: str
    mark: FileMark


def mark_at(path: Path) -> FileMark | None:
    """Return the mark of the file at a path, links followed; None where its status cannot be read."""
    try:
        return mark_of(path.stat())
    except (OSError, ValueError):
        return None


def mark_of(status: os.stat_result) -> FileMark:
    """Return the mark of a file with this status."""
    return FileMark(
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        status.st_nlink,
    )


def stamp_of(data: bytes, status: os.stat_result) -> FileStamp:
    """Return the stamp of a file with these bytes and this status."""
    return FileStamp(content_hash(data), mark_of(status))


def content_hash(data: bytes) -> str:
    """Return the SHA-256 of a content in hex, as in stamps, manifests and local history."""
    return sha256(data).hexdigest()


class FileError(Exception):
    """An operation on a file or folder that failed; `sentence` says what failed and what to do next."""

    def __init__(self, sentence: str, path: Path) -> None:
        """Keep the sentence to show and the path it is about."""
        super().__init__(sentence)
        self.sentence = sentence
        self.path = path


class ChangedOnDisk(FileError):  # noqa: N818  it names what happened, as FileExistsError's family does
    """The file is not what the caller last saw; `now` is its stamp, None where no plain file is there."""

    def __init__(self, sentence: str, path: Path, now: FileStamp | None) -> None:
        """Keep the file's stamp beside the sentence."""
        super().__init__(sentence, path)
        self.now = now


class NotAllowed(FileError):  # noqa: N818  it names what is so, as PermissionError's family does
    """A path that leads where nothing is read or written unless the user says so.

    `reason` is a clause that names the link and its end.
    """

    def __init__(self, reason: str, path: Path, refusal: Refusal) -> None:
        """Keep where the path leads, and what it takes."""
        super().__init__(Sentence("library.used-once", reason=reason, way=refusal.way_out), path)
        self.reason = reason
        self.refusal = refusal


class HistoryError(FileError):
    """Local history could not keep a version, or not give one back."""


def shown(name: str | os.PathLike[str]) -> str:
    """Return a text on one line that steers no terminal: what cannot be printed is shown as escapes.

    That is control characters, line ends, bidi marks, halves of surrogate pairs, and bytes of names that are
    not UTF-8.
    """
    text = os.fspath(name)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def quoted(name: str | os.PathLike[str]) -> str:
    """Return a name safe to print, in the quotation marks of sentences."""
    return f"‘{shown(name)}’"


def _escape(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # how Python keeps a byte that is not UTF-8
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode()


_REASONS = {
    errno.ENOSPC: Sentence("library.disk-full"),
    errno.EDQUOT: Sentence("library.quota-used-up"),
    errno.EFBIG: Sentence("library.larger-than-allowed"),
    errno.EROFS: Sentence("library.disk-read-only"),
    errno.EACCES: Sentence("library.no-permission"),
    errno.EPERM: Sentence("library.not-permitted"),
    errno.ENOENT: Sentence("library.not-there"),
    errno.EEXIST: Sentence("library.other-is-there"),
    errno.ENOTDIR: Sentence("library.file-on-the-way"),
    errno.ENAMETOOLONG: Sentence("library.name-too-long"),
    errno.ELOOP: Sentence("library.link-in-circle"),
    errno.ENXIO: Sentence("library.nothing-at-end"),
    errno.EIO: Sentence("library.disk-fault"),
    errno.EMFILE: Sentence("library.too-many-open"),
    errno.ENOTEMPTY: Sentence("library.folder-not-empty"),
    errno.EXDEV: Sentence("library.on-another-disk"),
}

# A colon begins a hidden stream of the file before it; full stops and spaces at the end are dropped.
_NO_NAME_ON_WINDOWS = (
    r"(?is)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\..*)?"
    r'|.*[<>:"/\\|?*\x00-\x1f].*|.*[. ]'
)


def reason_of(error: OSError) -> str:
    """Return why a system call failed, as the end of a sentence, without its full stop."""
    return _REASONS.get(error.errno or 0) or Sentence(
        "library.system-says", reason=error.strerror or str(error)
    )


def check_path(path: Path) -> None:
    """Raise FileError for a path with a NUL, one that is not UTF-8, and one that no file has on Windows."""
    text = os.fspath(path)
    if "\0" in text:
        raise FileError(Sentence("library.name-with-nul", name=quoted(text)), path)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise FileError(not_utf8_sentence(text), path) from None
    if sys.platform == "win32":
        for name in path.parts[1 if path.anchor else 0 :]:
            check_name_on_windows(name, path)


def check_name_on_windows(name: str, path: Path) -> None:
    """Raise FileError for a name that Windows takes for a device or another file, or cannot keep."""
    if re.fullmatch(_NO_NAME_ON_WINDOWS, name) and name not in {".", ".."}:
        raise FileError(Sentence("library.bad-name-on-windows", name=quoted(name)), path)


def not_utf8_sentence(name: str) -> str:
    """Return the sentence that a name on disk is not UTF-8."""
    return Sentence("library.name-not-utf-8", name=quoted(name))


MOST_BYTES = 64 * 1024 * 1024
_MOST_TRIES = 3
_OPEN_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's bytes and its stamp."""

    data: bytes
    stamp: FileStamp


def read_file(
    path: Path,
    most_bytes: int = MOST_BYTES,
    *,
    access: FileAccess | None = None,
    follows_links: bool = True,
    too_large: str = Sentence("library.more-than-opened"),
) -> FileContent:
    """Read a regular file; anything else, or one too large, raises FileError.

    `access` says where the paths of a library's files may lead; NotAllowed is raised for one that leads
    elsewhere. Without `follows_links` the path has to be one without links. `too_large` says in the
    sentence what so many bytes are.
    """
    check_path(path)
    try:
        for _ in range(_MOST_TRIES):  # again, if it was being written meanwhile
            descriptor = _opened(path, access, follows_links=follows_links)
            try:
                before = os.fstat(descriptor)
                _refuse_special(path, before.st_mode)
                if before.st_size > most_bytes:
                    raise _larger(path, most_bytes, too_large)
                data = _read_all(descriptor, path, most_bytes, too_large)
                after = os.fstat(descriptor)
            finally:
                os.close(descriptor)
            if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
                break
    except OSError as error:
        raise FileError(
            Sentence("library.unreadable", name=quoted(path.name), reason=reason_of(error)), path
        ) from error
    return FileContent(data, stamp_of(data, after))


def read_plainly(path: str, most_bytes: int) -> bytes | None:
    """Return the bytes of a plain file, for many small ones; None where `read_file` has to look at it.

    That is a link, what cannot be read, what is larger, and a file that is being written.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):  # opening a device may already have an effect
            return None
        descriptor = os.open(path, _OPEN_FLAGS | getattr(os, "O_NOFOLLOW", 0))
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_size > most_bytes:
                return None
            data = os.read(descriptor, status.st_size + 1)
        finally:
            os.close(descriptor)
    except OSError:
        return None
    return data if len(data) == status.st_size else None


def allowed_end(path: Path, access: FileAccess) -> Path:
    """Return the path without links that the path of a library's file leads to; raises NotAllowed."""
    from editor_app.variables.access import Refusal, end_of_own

    end = end_of_own(path, access)
    if isinstance(end, Refusal):
        raise _not_allowed(path, end, access)
    return end


def read_file_head(path: Path | str, size: int) -> bytes:
    """Return up to `size` bytes from a regular file's start; any other sort of file raises OSError, too."""
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(Sentence("library.it-is-not-plain"))
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def sort_of_file(mode: int) -> str | None:
    """Return what sort of file a mode is of, in words; None for a plain file."""
    for test, words in _SORTS:
        if test(mode):
            return words
    return None if stat.S_ISREG(mode) else Sentence("library.not-plain")


_SORTS = (
    (stat.S_ISDIR, Sentence("library.folder")),
    (stat.S_ISFIFO, Sentence("library.pipe")),
    (stat.S_ISSOCK, Sentence("library.socket")),
    (stat.S_ISCHR, Sentence("library.device")),
    (stat.S_ISBLK, Sentence("library.device")),
)


def _opened(path: Path, access: FileAccess | None, *, follows_links: bool) -> int:
    """Open a file at a path, or at one without links, or with `access` one of a library, links followed."""
    if access is None and follows_links:
        _refuse_special(path, path.stat().st_mode)  # opening a device may already have an effect
        return os.open(path, _OPEN_FLAGS)
    from editor_app.variables.access import NotRegularError, open_end, open_own

    try:
        if access is None:
            return open_end(path)
        opened = open_own(path, access)
    except NotRegularError as error:
        raise _not_plain(path, sort_of_file(error.mode)) from None
    if isinstance(opened, int):
        return opened
    raise _not_allowed(path, opened, access)


def _not_allowed(path: Path, refusal: Refusal, access: FileAccess) -> NotAllowed:
    outside = Sentence("library.the-workspace") if access.is_trusted else Sentence("library.the-library")
    return NotAllowed(refusal.reason(path, shown(path.name), outside), path, refusal)


def _refuse_special(path: Path, mode: int) -> None:
    sort = sort_of_file(mode)
    if sort is not None:
        raise _not_plain(path, sort)


def _not_plain(path: Path, sort: str | None) -> FileError:
    return FileError(Sentence("library.not-openable", name=quoted(path.name), sort=sort or ""), path)


def _read_all(descriptor: int, path: Path, most_bytes: int, too_large: str) -> bytes:
    pieces, size = [], 0
    while piece := os.read(descriptor, 1024 * 1024):
        pieces.append(piece)
        size += len(piece)
        if size > most_bytes:  # it grows, or is a file that says no size
            raise _larger(path, most_bytes, too_large)
    return b"".join(pieces)


def _larger(path: Path, most_bytes: int, too_large: str) -> FileError:
    return FileError(
        Sentence("library.larger", name=quoted(path.name), too_large=too_large, size=_in_words(most_bytes)),
        path,
    )


def _in_words(size: int) -> str:
    for unit in (1024 * 1024, 1_000_000):
        if size >= unit and size % unit == 0:
            return Sentence("library.megabytes", count=size // unit)
    return (
        Sentence("library.megabytes", count=size // (1024 * 1024))
        if size >= 1024 * 1024
        else Sentence("library.bytes", count=size)
    )
