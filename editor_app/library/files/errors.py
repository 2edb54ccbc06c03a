"""Errors of files, each with one sentence a person can act on."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from editor_app.library.files.stamps import FileStamp
    from editor_app.variables.access import Refusal


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
        super().__init__(f"{reason}; it is used once {refusal.way_out}.", path)
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
    errno.ENOSPC: "the disk is full. Free some space and try again",
    errno.EDQUOT: "your share of the disk is used up. Free some space and try again",
    errno.EFBIG: "it would be larger than a file may be here",
    errno.EROFS: "the disk can only be read. Choose another folder",
    errno.EACCES: "you have no permission. Change the permissions or choose another place",
    errno.EPERM: "the system does not allow it. Change the permissions or choose another place",
    errno.ENOENT: "it, or a folder on the way to it, is not there",
    errno.EEXIST: "something else of that name is there already. Move or rename it",
    errno.ENOTDIR: "something on the way to it is a file, not a folder",
    errno.ENAMETOOLONG: "the name is too long. Choose a shorter one",
    errno.ELOOP: "a link in its path leads back to itself, or was put there just now",
    errno.ENXIO: "nothing is at its other end",
    errno.EIO: "the disk reported a fault",
    errno.EMFILE: "too many files are open",
    errno.ENOTEMPTY: "the folder is not empty",
}

# A colon begins a hidden stream of the file before it; full stops and spaces at the end are dropped.
_NO_NAME_ON_WINDOWS = (
    r"(?is)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\..*)?"
    r'|.*[<>:"/\\|?*\x00-\x1f].*|.*[. ]'
)


def reason_of(error: OSError) -> str:
    """Return why a system call failed, as the end of a sentence, without its full stop."""
    known = _REASONS.get(error.errno or 0)
    return known or f"the system says: {error.strerror or error}"


def check_path(path: Path) -> None:
    """Raise FileError for a path with a NUL, one that is not UTF-8, and one that no file has on Windows."""
    text = os.fspath(path)
    if "\0" in text:
        raise FileError(f"The name {quoted(text)} holds a NUL character, which no file can have.", path)
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
        raise FileError(f"{quoted(name)} is no name for a file on Windows. Choose another.", path)


def not_utf8_sentence(name: str) -> str:
    """Return the sentence that a name on disk is not UTF-8."""
    return f"The name {quoted(name)} is not UTF-8. Rename it to open it."
