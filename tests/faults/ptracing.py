"""The few requests of ptrace(2) that the tracer makes, and the filter of seccomp(2), through ctypes."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Collection
from typing import NamedTuple

from system_calls import Machine

WALL = 0x40000000
"""For waitpid: threads as well as processes."""

_TRACEME, _CONTINUE, _SYSCALL, _SETOPTIONS, _GETREGSET, _SETREGSET = 0, 7, 24, 0x4200, 0x4204, 0x4205
_GET_SYSCALL_INFO = 0x420E
_SYSGOOD, _CLONE, _SECCOMP, _EXITKILL = 1, 8, 0x80, 0x100000
_ENTRY, _EXIT, _FILTERED = 1, 2, 3
_PRSTATUS, _ARM_SYSTEM_CALL = 1, 0x404
_INFO_SIZE = 88

_SET_SECCOMP, _SET_NO_NEW_PRIVILEGES, _FILTER_MODE = 22, 38, 2
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_STOP, _ALLOW = 0x7FF00000, 0x7FFF0000

_libc = ctypes.CDLL(None, use_errno=True)
_ptrace = _libc.ptrace
_ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_ptrace.restype = ctypes.c_long
_info = ctypes.create_string_buffer(_INFO_SIZE)


class Stop(NamedTuple):
    """A thread in front of a system call (`is_entry`), or behind it."""

    is_entry: bool
    number: int
    arguments: tuple[int, ...]
    result: int


class _Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def _request(request: int, thread: int, address: int | None, data: object) -> int:
    result = int(_ptrace(request, thread, address, data))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"ptrace: {os.strerror(number)}")
    return result


def ask_to_be_traced() -> None:
    """Let the parent trace this process."""
    _request(_TRACEME, 0, None, None)


def stop_at_calls(numbers: Collection[int]) -> None:
    """Let this process and its threads stop in front of these calls alone, which is twice as fast as all."""
    jumps = [(_JUMP_IF_EQUAL, len(numbers) - at, 0, number) for at, number in enumerate(numbers)]
    program = [(_LOAD, 0, 0, 0), *jumps, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _STOP)]
    packed = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *one) for one in program))
    table = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(packed)))
    for request in ((_SET_NO_NEW_PRIVILEGES, 1, 0), (_SET_SECCOMP, _FILTER_MODE, ctypes.addressof(table))):
        if _libc.prctl(request[0], request[1], ctypes.c_void_p(request[2]), 0, 0):
            number = ctypes.get_errno()
            raise OSError(number, f"prctl: {os.strerror(number)}")


def set_options(process: int) -> None:
    """Mark stops of system calls, follow threads, and let nothing live on without its tracer."""
    _request(_SETOPTIONS, process, None, _SYSGOOD | _CLONE | _SECCOMP | _EXITKILL)


def go_on(thread: int, signal: int = 0, *, to_end_of_call: bool = False) -> None:
    """Let a thread run, to the end of its call or the next one filtered; one that was killed is no error."""
    try:
        _request(_SYSCALL if to_end_of_call else _CONTINUE, thread, None, signal)
    except OSError as error:
        if error.errno != errno.ESRCH:
            raise


def stop_of(thread: int) -> Stop | None:
    """Return where a thread has stopped; None if it is gone or at no system call."""
    try:
        _request(_GET_SYSCALL_INFO, thread, _INFO_SIZE, ctypes.addressof(_info))
    except OSError as error:
        if error.errno == errno.ESRCH:
            return None
        raise
    raw = _info.raw
    if raw[0] in (_ENTRY, _FILTERED):
        number, *arguments = struct.unpack_from("=7Q", raw, 24)
        return Stop(is_entry=True, number=number, arguments=tuple(arguments), result=0)
    if raw[0] == _EXIT:
        return Stop(is_entry=False, number=-1, arguments=(), result=struct.unpack_from("=q", raw, 24)[0])
    return None


def skip_call(machine: Machine, thread: int) -> None:
    """Make the system call in front of which a thread stands none."""
    if machine.number is not None:
        _set_register(machine, thread, machine.number, -1)
        return
    none = ctypes.c_int(-1)
    vector = _Vector(ctypes.addressof(none), ctypes.sizeof(none))
    _request(_SETREGSET, thread, _ARM_SYSTEM_CALL, ctypes.addressof(vector))


def set_result(machine: Machine, thread: int, result: int) -> None:
    """Let the call behind which a thread stands have this result: minus an errno for a failure."""
    _set_register(machine, thread, machine.result, result)


def set_length(machine: Machine, thread: int, length: int) -> None:
    """Let the write in front of which a thread stands be of `length` bytes."""
    _set_register(machine, thread, machine.third, length)


def _set_register(machine: Machine, thread: int, index: int, value: int) -> None:
    registers = (ctypes.c_uint64 * machine.register_count)()
    vector = _Vector(ctypes.addressof(registers), ctypes.sizeof(registers))
    _request(_GETREGSET, thread, _PRSTATUS, ctypes.addressof(vector))
    registers[index] = value & 0xFFFFFFFFFFFFFFFF
    vector.length = ctypes.sizeof(registers)
    _request(_SETREGSET, thread, _PRSTATUS, ctypes.addressof(vector))
