"""The system calls that change or read files, by number; and the registers that carry them.

Only these count as points: what a thread waits for, memory and clocks do nothing to a file.
"""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass

CHANGING = frozenset(
    """
    open openat openat2 creat write pwrite64 writev pwritev fsync fdatasync sync_file_range truncate ftruncate
    rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat unlink unlinkat chmod fchmod
    fchmodat fchmodat2 chown fchown lchown fchownat utimensat fallocate copy_file_range flock setxattr
    lsetxattr fsetxattr
    """.split()  # noqa: SIM905  a list would have a line for each
)
WRITES = frozenset(("write", "pwrite64"))
SYNCS = frozenset(("fsync", "fdatasync"))
_NAMES = frozenset(("rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat"))
DECISIVE = SYNCS | _NAMES | {"ftruncate", "truncate"}
"""Calls at which a fault is always tried: they order what is on the disk."""

_BY_PATH = {
    **dict.fromkeys(
        """
        open creat stat lstat access truncate mkdir rmdir unlink readlink chmod chown lchown statfs setxattr
        lsetxattr getxattr lgetxattr listxattr llistxattr
        """.split(),  # noqa: SIM905  a list would have a line for each
        ((None, 0),),
    ),
    **dict.fromkeys(("rename", "link"), ((None, 0), (None, 1))),
    **dict.fromkeys(("renameat", "renameat2", "linkat"), ((0, 1), (2, 3))),
    **dict.fromkeys(
        """
        openat openat2 mkdirat fchownat newfstatat unlinkat readlinkat fchmodat fchmodat2 faccessat faccessat2
        utimensat statx
        """.split(),  # noqa: SIM905
        ((0, 1),),
    ),
    "symlink": ((None, 1),),
    "symlinkat": ((1, 2),),
}
"""Which arguments of a call are paths, each with the one that is the folder it starts in.

Calls that are not here have a descriptor first.
"""
_LONGEST_PATH = 4096

_X86_64 = (
    "0 read 1 write 2 open 3 close 4 stat 5 fstat 6 lstat 8 lseek 17 pread64 18 pwrite64 19 readv"
    " 20 writev 21 access 73 flock 74 fsync 75 fdatasync 76 truncate 77 ftruncate 78 getdents"
    " 82 rename 83 mkdir 84 rmdir 85 creat 86 link 87 unlink 88 symlink 89 readlink 90 chmod"
    " 91 fchmod 92 chown 93 fchown 94 lchown 137 statfs 138 fstatfs 188 setxattr 189 lsetxattr"
    " 190 fsetxattr 191 getxattr 192 lgetxattr 193 fgetxattr 194 listxattr 195 llistxattr"
    " 196 flistxattr 217 getdents64 257 openat 258 mkdirat 260 fchownat 262 newfstatat 263 unlinkat"
    " 264 renameat 265 linkat 266 symlinkat 267 readlinkat 268 fchmodat 269 faccessat"
    " 277 sync_file_range 280 utimensat 285 fallocate 295 preadv 296 pwritev 316 renameat2"
    " 326 copy_file_range 332 statx 437 openat2 439 faccessat2 452 fchmodat2"
)
_AARCH64 = (
    "5 setxattr 6 lsetxattr 7 fsetxattr 8 getxattr 9 lgetxattr 10 fgetxattr 11 listxattr"
    " 12 llistxattr 13 flistxattr 32 flock 34 mkdirat 35 unlinkat 36 symlinkat 37 linkat 38 renameat"
    " 43 statfs 44 fstatfs 45 truncate 46 ftruncate 47 fallocate 48 faccessat 52 fchmod 53 fchmodat"
    " 54 fchownat 55 fchown 56 openat 57 close 61 getdents64 62 lseek 63 read 64 write 65 readv"
    " 66 writev 67 pread64 68 pwrite64 69 preadv 70 pwritev 78 readlinkat 79 newfstatat 80 fstat"
    " 82 fsync 83 fdatasync 84 sync_file_range 88 utimensat 276 renameat2 285 copy_file_range"
    " 291 statx 437 openat2 439 faccessat2 452 fchmodat2"
)


@dataclass(frozen=True, slots=True)
class Machine:
    """How one processor carries a system call: which call a number is, and which registers to change."""

    names: dict[int, str]
    register_count: int
    result: int
    third: int  # the length of a write
    number: int | None  # None: the number has a register set of its own

    def has(self, number: int) -> str | None:
        """Return the name of a call that counts, else None."""
        return self.names.get(number)


def _numbered(table: str) -> dict[int, str]:
    words = table.split()
    return {int(number): name for number, name in zip(words[::2], words[1::2], strict=True)}


_MACHINES = {
    "x86_64": Machine(_numbered(_X86_64), 27, 10, 12, 15),
    "aarch64": Machine(_numbered(_AARCH64), 34, 0, 2, None),
}


def this_machine() -> Machine | None:
    """Return the table of the processor this runs on; None for one that has no table here."""
    return _MACHINES.get(platform.machine())


def is_in(folder: str, process: int, name: str, arguments: tuple[int, ...]) -> bool:
    """Whether a call in front of which a process stands is about something in a folder, given absolute."""
    pairs = _BY_PATH.get(name)
    if pairs is None:
        return _is_below(folder, _descriptor(process, arguments[0]))
    for start, at in pairs:
        path = _string(process, arguments[at])
        if not path.startswith("/") and start is not None:
            path = os.path.join(_descriptor(process, arguments[start]), path)
        if _is_below(folder, path):
            return True
    return False


def _is_below(folder: str, path: str) -> bool:
    return path.startswith(folder) and path[len(folder) : len(folder) + 1] in ("", "/")


def _descriptor(process: int, number: int) -> str:
    try:
        return os.readlink(f"/proc/{process}/fd/{number & 0xFFFFFFFF}")
    except OSError:  # none, or the current folder, which is never a watched one
        return ""


def _string(process: int, address: int) -> str:
    """Return the text that a stopped process has at an address."""
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        room = _LONGEST_PATH - address % _LONGEST_PATH  # what follows on the next page need not be there
        try:
            found = os.pread(memory.fileno(), room, address)
            if b"\0" not in found:
                found += os.pread(memory.fileno(), _LONGEST_PATH, address + room)
        except (OSError, OverflowError):
            return ""
    return os.fsdecode(found.partition(b"\0")[0])
